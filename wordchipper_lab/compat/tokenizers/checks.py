"""Checks of arguments that several modules share."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from ...arguments import Check, a_text, check_number, one_of, optional, several, whole_number
from ...errors import ArgumentError, show

__all__ = [
    "LARGEST_ID",
    "a_character",
    "a_count",
    "a_direction",
    "a_token_id",
    "an_optional_count",
    "check_options",
    "some_texts",
]

LARGEST_ID = (1 << 32) - 1

a_count = whole_number(0)
an_optional_count = optional(a_count)
a_direction = one_of("direction", ("left", "right"))
some_texts = several(a_text, "a list of str")


def a_token_id(name: str, value: object) -> int:
    """An id: a whole number of 32 bits."""
    return check_number(name, value, 0, LARGEST_ID)


def a_character(name: str, value: object) -> str:
    """A text of one character."""
    text = a_text(name, value)
    if len(text) != 1:
        raise ArgumentError(f"{name} is {show(value)}: expected a string of length 1")
    return text


def check_options(call: str, given: dict[str, Any], known: Mapping[str, Check]) -> dict[str, Any]:
    """Keyword arguments of `call`, each checked; unknown ones are left out, with a ``UserWarning``, as the `tokenizers`
    package does it with a printed line."""
    for key in given.keys() - known:
        message = f"{call} ignores the unknown option {key}: expected {', '.join(known) or 'no options'}"
        warnings.warn(message, stacklevel=4)
    return {key: known[key](key, value) for key, value in given.items() if key in known}
