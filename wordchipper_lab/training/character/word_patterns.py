"""How character-level BPE splits a text into words."""

from __future__ import annotations

__all__ = ["WORD_PATTERNS"]

_SPACE, _WORD = r" \t\n\v\f\r", "0-9A-Za-z_"  # std::regex supports ASCII only, so \s and \w are these

WORD_PATTERNS = {
    "cpp_article": (
        "'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD]"
        rf"|[^\r\n{_WORD}]?[A-Za-z]+|[0-9]{{1,3}}| ?[^{_SPACE}{_WORD}]+[\r\n]*"
        rf"|[{_SPACE}]*[\r\n]+|[{_SPACE}]+(?![^{_SPACE}])|[{_SPACE}]+"
    ),
    "whitespace": r"\S+",
}
"""Name -> pattern. "cpp_article": that of the C++ article, in any case; an underscore matches nowhere in it
and is left out. "whitespace": everything between white space, as in Sennrich et al."""
