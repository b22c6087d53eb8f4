"""The questions that a story can put to the engine, by name: small pure functions with plain values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from ....arguments import check_name
from ....errors import InputError
from ....tokenizer import Tokenizer
from ...merging.toys import TOYS, toy_tokenizer

__all__ = ["CHECKS", "Value", "call_check", "check", "check_arguments", "tokenizer"]

Value = bool | int | float | str | list[str] | list[int]
"""What a check finds; lists of texts are the tokens or spans of a text, lists of numbers are ids."""

Function = TypeVar("Function", bound=Callable[..., Value])

CHECKS: dict[str, Callable[..., Value]] = {}
"""All checks; `check` adds one."""


def check(function: Function) -> Function:
    """Let stories use `function` under its own name; its docstring says what it finds.

    >>> @check
    ... def count_vowels(text: str) -> int:
    ...     return sum(text.count(letter) for letter in "aeiou")
    >>> call_check("count_vowels", {"text": "strawberry"}), CHECKS.pop("count_vowels") is count_vowels
    (2, True)
    """
    CHECKS[function.__name__] = function
    return function


def check_arguments(name: str, arguments: Mapping[str, object]) -> None:
    """Raise `UnknownNameError` for an unknown check, `InputError` for arguments that it does not take."""
    function = CHECKS[check_name("check", name, CHECKS)]
    try:
        inspect.signature(function).bind(**arguments)
    except TypeError as error:
        raise InputError(f"the check {name}{inspect.signature(function)}: {error}") from None


def call_check(name: str, arguments: Mapping[str, Any]) -> Value:
    """What the check finds; raises as `check_arguments` and the check itself do."""
    check_arguments(name, arguments)
    return CHECKS[name](**arguments)


@cache
def tokenizer(model: str) -> Tokenizer:
    """The tokenizer of a vocabulary, or of one of the toys."""
    return toy_tokenizer(model) if model in TOYS else Tokenizer.from_pretrained(model)
