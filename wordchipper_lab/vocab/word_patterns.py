"""How character-level BPE splits a text into words."""

from __future__ import annotations

__all__ = ["CPP_ARTICLE_PATTERN", "WHITESPACE_PATTERN", "WORD_PATTERNS"]

_SPACE, _WORD = r" \t\n\v\f\r", "0-9A-Za-z_"  # std::regex supports ASCII only, so \s and \w are these

CPP_ARTICLE_PATTERN = (
    "'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]"
    rf"|[^\r\n{_WORD}]?[A-Za-z]+|[0-9]{{1,3}}| ?[^{_SPACE}{_WORD}]+[\r\n]*"
    rf"|[{_SPACE}]*[\r\n]+|[{_SPACE}]+(?![^{_SPACE}])|[{_SPACE}]+"
)
WHITESPACE_PATTERN = r"\S+"

WORD_PATTERNS = {"cpp_article": CPP_ARTICLE_PATTERN, "whitespace": WHITESPACE_PATTERN}
"""Name -> pattern. "cpp_article": that of the C++ article, in any case; an underscore matches nowhere in it
and is left out. "whitespace": everything between white space, as in Sennrich et al."""
