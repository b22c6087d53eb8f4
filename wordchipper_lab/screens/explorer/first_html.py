"""The tokens of a text as HTML without scripts: for readers whose page is still loading, or will never run any."""

from __future__ import annotations

from html import escape

import numpy as np

from ...lab.text_changes import MadeTokens
from ...text.text_bytes import encode_text
from .records import ExplorationRecord

__all__ = ["tokens_html"]

_MOST = 300  # tokens; a notebook keeps this HTML with its output
_HUES = ("86,180,233", "230,159,0", "0,158,115", "204,121,167")  # Okabe and Ito; see web/shared/palette.js


def tokens_html(drawing: ExplorationRecord) -> str:
    """A sentence, the tokens over the text, and their ids; the first 300 of them."""
    data = encode_text(drawing["text"])
    ids = np.frombuffer(drawing["tokens"], dtype="<u4").tolist()
    ends = np.frombuffer(drawing["token_ends"], dtype="<u4").tolist()
    shown = len(ids[:_MOST])
    made = _made_bytes(drawing)
    tokens = "".join(
        _token(number, ids[number], made.get(number, data[ends[number - 1] if number else 0 : ends[number]]))
        for number in range(shown)
    )
    rest = " …" if shown < len(ids) else ""
    sentence = f"{_count(len(data), 'byte')} become {_count(len(ids), 'token')} of {escape(drawing['name'])}:"
    return (
        f'<p>{sentence}</p><p style="font-family:monospace;white-space:pre-wrap;line-height:1.8">{tokens}{rest}</p>'
        f"<p>Ids: <code>{', '.join(map(str, ids[:shown]))}{rest}</code></p>"
    )


def _made_bytes(drawing: ExplorationRecord) -> dict[int, bytes]:
    """The bytes of tokens that do not have those of the text, by number."""
    if (made := drawing.get("made")) is None:
        return {}
    numbers, ends = (np.frombuffer(column, dtype="<u4") for column in (made["numbers"], made["ends"]))
    return MadeTokens(numbers, ends, made["data"]).to_dict()


def _token(number: int, token: int, data: bytes) -> str:
    """One token, tinted; the bytes of one that is not whole characters are written as such."""
    try:
        text = escape(data.decode())
    except UnicodeDecodeError:
        text = f"[{data.hex(' ')}]"
    style = f"background:rgba({_HUES[number % len(_HUES)]},.35);border-left:1px solid"
    return f'<span style="{style}" title="token {number + 1}: id {token}">{text}</span>'


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
