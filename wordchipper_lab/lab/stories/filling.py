"""Placeholders in the texts of a story, filled with facts: ``{count}``, ``{count:token}``, ``{share:percent}``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from ...errors import InputError, UnknownNameError
from .checks import Value

__all__ = ["check_placeholders", "fill", "placeholders", "plural", "write"]

_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)(?::([a-z][a-z -]*))?\}")
_WORDS = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_CUT = "│"


def write(value: Value) -> str:
    """A value for people: ``1,234``, ``yes``, tokens with a line between them, ids with a comma.

    >>> write(1234), write(True), write(["·st", "raw"]), write([1, 2345]), write(3.0)
    ('1,234', 'yes', '·st│raw', '1, 2345', '3')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.1f}".removesuffix(".0")
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, str):
        return value
    if all(isinstance(item, int) for item in value):
        return ", ".join(map(str, value))
    return _CUT.join(map(str, value))


def plural(value: float, noun: str) -> str:
    """A number with its noun.

    >>> plural(1, "token"), plural(3, "token")
    ('1 token', '3 tokens')
    """
    return f"{write(value)} {noun}" if value == 1 else f"{write(value)} {noun}s"


def _say(value: Value, form: str | None) -> str:
    if form is None or isinstance(value, str | list):
        return write(value)
    if form == "percent":
        return f"{write(value)} %"
    if form == "word":
        return _WORDS[value] if isinstance(value, int) and 0 <= value < len(_WORDS) else write(value)
    return plural(value, form)


def placeholders(text: str) -> list[str]:
    """The names of the facts that a text needs; raises `InputError` for a brace that belongs to none.

    >>> placeholders("It takes {n:token}, not {more}.")
    ['n', 'more']
    """
    if brace := re.search(r"[{}]", _PLACEHOLDER.sub("", text)):
        raise InputError(
            f"a {brace[0]!r} that belongs to no placeholder in {text!r}: expected {{name}} or {{name:noun}}"
        )
    return [found[1] for found in _PLACEHOLDER.finditer(text)]


def check_placeholders(text: str, known: Iterable[str]) -> None:
    """Raise `UnknownNameError` for a placeholder that is not one of the `known` facts."""
    names = list(known)
    for name in placeholders(text):
        if name not in names:
            raise UnknownNameError("placeholder", name, names)


def fill(text: str, fact: Callable[[str], Value]) -> str:
    """The text with what `fact` says of each placeholder.

    >>> fill("It takes {n:token}, {share:percent}.", {"n": 1, "share": 40}.__getitem__)
    'It takes 1 token, 40 %.'
    """
    return _PLACEHOLDER.sub(lambda found: _say(fact(found[1]), found[2]), text)
