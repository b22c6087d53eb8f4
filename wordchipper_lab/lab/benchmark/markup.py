"""Plain text from the markup of HTML pages and of manual pages, well enough to be measured."""

from __future__ import annotations

import html
import re

__all__ = ["plain_html", "plain_manual"]

_UNSEEN = re.compile(r"<(style|script|head).*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_EMPTY_LINES = re.compile(r"\n\s*\n+")

_COMMENT = re.compile(r"^[.']\s*\\[\"#].*\n?", re.MULTILINE)
_REQUEST = re.compile(r"^[.']\s*[A-Za-z]*[ \t]*", re.MULTILINE)
_FONT = re.compile(r"\\f(\[[^\]]*\]|\([^\n]{2}|[A-Za-z0-9])|\\[&/,:]")


def plain_html(page: str) -> str:
    """The text of a page, without its head, scripts and tags.

    >>> plain_html("<head><title>x</title></head><p>Caf&eacute;</p>")
    'Café'
    """
    return _EMPTY_LINES.sub("\n\n", html.unescape(_TAG.sub("", _UNSEEN.sub("", page)))).strip()


def plain_manual(source: str) -> str:
    r"""The text of a manual page's roff source, without comments, the names of requests, and fonts.

    >>> plain_manual('.\\" a comment\n.SH NOM\n\\fBls\\fP \\- lister')
    'NOM\nls - lister'
    """
    text = _FONT.sub("", _REQUEST.sub("", _COMMENT.sub("", source)))
    return _EMPTY_LINES.sub("\n\n", text.replace("\\-", "-").replace("\\ ", " ")).strip()
