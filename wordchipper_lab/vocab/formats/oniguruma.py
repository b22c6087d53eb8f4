"""Where Oniguruma, the engine behind ``tokenizer.json``, reads a pattern otherwise than the `regex` package.

The same pattern can cut a text in other places: ``\\p{N}{1,3}+`` is possessive here ("1100" -> "110", "0")
and a repeated repetition there ("1100"). Source: Oniguruma's ``doc/RE`` and ``doc/SYNTAX.md`` (Ruby syntax).
"""

from __future__ import annotations

import re

__all__ = ["find_dialect_difference"]

_INTERVAL_PLUS = re.compile(r"\{\d*,?\d*\}\+")
_FLAGS = re.compile(r"\(\?([a-zA-Z]+)?(-[a-zA-Z]+)?[:)]")
_ESCAPES = {
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
        elif (found := _FLAGS.match(pattern, i)) and set((found[1] or "") + (found[2] or "")) - set("ix-"):
            return i, f"the flags of {found[0]} (other meanings there)"
        i += 1
    return None
