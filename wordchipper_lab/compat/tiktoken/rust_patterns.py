r"""Split patterns as Rust's fancy-regex writes them -> the same in the syntax of ``regex``, which our lexers read.

What differs, for patterns that are not published ones (those mean the same in both):

| in Rust | here |
|---|---|
| ``[A&&B]`` ``[A--B]`` ``[A~~B]`` ``[a[bc]]`` | look-ahead at one character, and alternatives |
| ``[[:alpha:]]`` | ASCII only |
| ``$`` ``\z`` | the end of the text, also after a line feed |
| ``\Z`` | before all line feeds at the end |
| ``\h`` ``\H`` | hexadecimal digits |
| ``\N`` | not a line feed |
| ``\x{e9}`` ``\u{e9}`` | one character |
| ``\k<name>`` | what the group with this name matched |

Source: the documentation of the crates regex and fancy-regex.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...errors import PatternSyntaxError, WorkLimitError
from ...vocab.open_patterns import is_published

__all__ = ["from_rust"]

_POSIX = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_POSIX_CLASS = re.compile(r"\[:(\^?)(\w+):\]")
_ESCAPE = re.compile(
    r"\\(?:[xuU]\{([0-9A-Fa-f]+)\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[pP]\{[^}]*\}|k<\w+>|[pP]?.)",
    re.S,
)
_MOST_CHARACTERS = 100_000  # ``[a~~b~~c...]`` doubles with each operation
_MULTILINE = re.compile(r"\(\?[a-zA-Z]*m")
_OUTSIDE = {r"\z": r"\Z", r"\Z": r"(?=\n*\Z)", r"\h": "[0-9A-Fa-f]", r"\H": "[^0-9A-Fa-f]", r"\N": r"[^\n]"}


def from_rust(pattern: str) -> str:
    r"""The same pattern for our lexers; whether it is one at all is for them to say.

    >>> from_rust(r"[\p{L}&&[^\p{Han}]]+|\h+$")
    '(?:(?=[^\\p{Han}])[\\p{L}])+|[0-9A-Fa-f]+\\Z'
    """
    if is_published(pattern):
        return pattern
    try:
        return _translate(pattern)
    except RecursionError:
        raise PatternSyntaxError(pattern, 0, "classes are nested too deeply") from None


def _translate(pattern: str) -> str:
    end_of_text = "$" if _MULTILINE.search(pattern) else r"\Z"
    out, at = [], 0
    while at < len(pattern):
        if pattern[at] == "\\":
            found, at = _escape(pattern, at)
            out.append(f"(?P={found[3:-1]})" if found.startswith(r"\k<") else _OUTSIDE.get(found, found))
        elif pattern[at] == "[":
            of_class, at = _class(pattern, at)
            out.append(of_class.written)
        else:
            out.append(end_of_text if pattern[at] == "$" else pattern[at])
            at += 1
    return "".join(out)


def _escape(pattern: str, at: int) -> tuple[str, int]:
    """The escape at a place, as ``regex`` writes it, and where it ends."""
    match = _ESCAPE.match(pattern, at)
    if match is None:
        return pattern[at:], len(pattern)
    return (rf"\U{int(match[1], 16):08x}" if match[1] else match[0]), match.end()


class _Set(NamedTuple):
    """A set of characters: members of a class if it is that simple, and a pattern of one character."""

    members: str
    is_negated: bool
    written: str


def _simple(members: str, is_negated: bool) -> _Set:
    return _Set(members, is_negated, f"[{'^' * is_negated}{members}]")


def _written(pattern: str) -> _Set:
    if len(pattern) > _MOST_CHARACTERS:
        raise WorkLimitError(
            f"a class of the pattern would become more than {_MOST_CHARACTERS:,} characters long"
        )
    return _Set("", False, pattern)


def _class(pattern: str, at: int) -> tuple[_Set, int]:
    """The class whose bracket is at a place, and where it ends."""
    begin = at
    at += 1
    is_negated = pattern[at : at + 1] == "^"
    at += is_negated
    found: _Set | None = None
    operation = ""
    while True:
        term, at = _union(pattern, at, may_be_bracket=found is None)
        found = term if found is None else _combine(operation, found, term)
        if at >= len(pattern):
            raise PatternSyntaxError(pattern, begin, "a class that does not end begins")
        if pattern[at] == "]":
            return (_negate(found) if is_negated else found), at + 1
        operation, at = pattern[at : at + 2], at + 2


def _union(pattern: str, at: int, may_be_bracket: bool) -> tuple[_Set, int]:
    """What stands side by side in a class, up to its end or a set operation."""
    members: list[str] = []
    others: list[str] = []
    if may_be_bracket and pattern[at : at + 1] == "]":
        members.append(r"\]")
        at += 1
    while at < len(pattern) and pattern[at] != "]" and pattern[at : at + 2] not in ("&&", "--", "~~"):
        posix = _POSIX_CLASS.match(pattern, at)
        if posix is not None and posix[2] in _POSIX:
            found, at = _simple(_POSIX[posix[2]], bool(posix[1])), posix.end()
        elif pattern[at] == "[":
            found, at = _class(pattern, at)
        elif pattern[at] == "\\":
            escaped, at = _escape(pattern, at)
            hexadecimal = escaped in (r"\h", r"\H")
            found = _simple("0-9A-Fa-f" if hexadecimal else escaped, escaped == r"\H")
        else:
            found, at = _simple(pattern[at], False), at + 1
        if found.members and not found.is_negated:
            members.append(found.members)
        else:
            others.append(found.written)
    if not others:
        return _simple("".join(members), False), at
    if len(others) == 1 and not members:
        return _written(others[0]), at
    return _written(
        f"(?:{'|'.join([*([_simple(''.join(members), False).written] if members else []), *others])})"
    ), at


def _negate(found: _Set) -> _Set:
    if found.members:
        return _simple(found.members, not found.is_negated)
    return _written(rf"(?:(?!{found.written})[\s\S])")


def _combine(operation: str, left: _Set, right: _Set) -> _Set:
    within, outside = f"(?={right.written}){left.written}", f"(?!{right.written}){left.written}"
    if operation == "~~":
        return _written(f"(?:{outside}|(?!{left.written}){right.written})")
    return _written(f"(?:{within if operation == '&&' else outside})")
