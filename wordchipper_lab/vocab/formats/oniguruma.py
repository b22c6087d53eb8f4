"""Where Oniguruma, the engine behind ``tokenizer.json``, reads a pattern differently from the `regex`
package.

The same pattern can cut a text in different places: ``\\p{N}{1,3}+`` is possessive here ("1100" -> "110", "0")
and a repeated repetition there ("1100"). Source: Oniguruma's ``doc/RE`` and ``doc/SYNTAX.md`` (Ruby syntax),
and Oniguruma itself, tried on every character (the tests try it again).

Only the difference in word characters has a remedy: ``\\w`` is spelt out as its meaning on the other side.
"""

from __future__ import annotations

import re

__all__ = ["find_dialect_difference", "from_oniguruma", "to_oniguruma"]

_INTERVAL_PLUS = re.compile(r"\{\d*,?\d*\}\+")
_FLAGS = re.compile(r"\(\?([a-zA-Z]+)?(-[a-zA-Z]+)?[:)]")
_LAZY_INTERVAL = re.compile(r"\{\d+\}\?")
_FOLDED_OTHERWISE = re.compile(r"\\[pPwW]|[^\x00-\x7f]|[iI-]|s[st]|f[fil]", re.IGNORECASE)
_PROPERTIES = re.compile(r"\\[pP](?!\{)|\\[pP]\{\^?(?:x ?digit|word|[^}]*=)", re.IGNORECASE)
_ESCAPES = {
    "N": "all but a line feed there, a character's name here",
    "b": "other characters are word characters there",
    "B": "other characters are word characters there",
    "h": "a hexadecimal digit there, horizontal space here",
    "Z": "before a last newline there, the very end here",
}


def find_dialect_difference(pattern: str) -> tuple[int, str] | None:
    """Position (in characters) and description of the first construct that the two read differently, or None.

    >>> find_dialect_difference(r"\\p{N}{1,3}+|\\s+")
    (5, '{1,3}+ (repeated there, possessive here)')
    """
    in_class = False
    i = 0
    while i < len(pattern):
        char = pattern[i]
        if char == "\\":
            escaped = pattern[i + 1 : i + 2]
            if found := _PROPERTIES.match(pattern, i):
                return i, f"{found[0]} (another property there)"
            if escaped == "W" and in_class:
                return i, "\\W in a character class (other characters are word characters there)"
            if escaped in _ESCAPES:
                return i, f"\\{escaped} ({_ESCAPES[escaped]})"
            i += 2
            continue
        if in_class:
            if char == "[" or pattern.startswith("&&", i):
                what = "[" if char == "[" else "&&"
                return i, f"{what} in a character class (a set operation there, a character here)"
            in_class = char != "]"
        elif char == "[":
            # A "]" that comes first is a member of the class.
            in_class = True
            i += 1 + pattern.startswith("^", i + 1)
            i += pattern.startswith("]", i)
            continue
        elif char in "^$":
            return i, f"{char} (at every line there, of the whole text here)"
        elif found := _INTERVAL_PLUS.match(pattern, i):
            return i, f"{found[0]} (repeated there, possessive here)"
        elif found := _LAZY_INTERVAL.match(pattern, i):
            return i, f"{found[0]} (optional there, lazy here)"
        elif (found := _FLAGS.match(pattern, i)) and set((found[1] or "") + (found[2] or "")) - set("ix-"):
            return i, f"the flags of {found[0]} (other meanings there)"
        elif found and "i" in (found[1] or "") and _FOLDED_OTHERWISE.search(_group(pattern, found.end())):
            return i, f"{found[0]} of more than a few plain letters (case is folded differently there)"
        i += 1
    return None


def _group(pattern: str, start: int) -> str:
    """Contents of the group whose inside begins at `start`; for flags without a group, the rest of the
    pattern."""
    depth, i = 1, start
    while i < len(pattern) and depth:
        if pattern[i] == "\\":
            i += 1
        else:
            depth += (pattern[i] == "(") - (pattern[i] == ")")
        i += 1
    return pattern[start:i]


_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}"
_NUMBERS_THERE = "\u00b2\u00b3\u00b9\u00bc\u00bd\u00be"
"""Superscripts and fractions of Latin-1 are word characters for Oniguruma, but not within a class."""
_JOINERS_HERE = r"\u200c\u200d"
"""Word characters for ``regex``."""


def from_oniguruma(pattern: str) -> str:
    r"""An Oniguruma pattern with ``\w`` and ``\W`` spelt out for ``regex``.

    >>> from_oniguruma(r"[\w-]+")
    '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}-]+'
    """
    return _spell_words(pattern, _NUMBERS_THERE + _WORD, _WORD)


def to_oniguruma(pattern: str) -> str:
    r"""A ``regex`` pattern with ``\w`` and ``\W`` spelt out for Oniguruma.

    >>> to_oniguruma(r"\w+|\s")
    '[\\u200c\\u200d\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]+|\\s'
    """
    return _spell_words(pattern, _JOINERS_HERE + _WORD, _JOINERS_HERE + _WORD)


def _spell_words(pattern: str, alone: str, in_a_class: str) -> str:
    spelt: list[str] = []
    in_class = False
    i = 0
    while i < len(pattern):
        size = 1
        piece = pattern[i : i + 2]
        if pattern[i] == "\\":
            size = 2
            if piece == "\\w":
                piece = in_a_class if in_class else f"[{alone}]"
            elif piece == "\\W" and not in_class:
                piece = f"[^{alone}]"
        elif in_class:
            in_class = pattern[i] != "]"
            piece = pattern[i]
        elif pattern[i] == "[":
            in_class = True
            size += pattern.startswith("^", i + 1)
            size += pattern.startswith("]", i + size)  # one that comes first is a member of the class
            piece = pattern[i : i + size]
        else:
            piece = pattern[i]
        spelt.append(piece)
        i += size
    return "".join(spelt)
