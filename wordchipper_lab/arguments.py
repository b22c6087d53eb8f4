"""Arguments of public functions, checked and cast once, at the boundary.

A check takes a parameter's name and value, and returns the value as the package uses it: a NumPy integer
becomes an ``int``. `checked` applies checks to a function, at 2 to 5 us per call; functions called for every
prompt check only where a wrong value fails.

>>> @checked(n=whole_number(0, 9))
... def double(n):
...     return 2 * n
>>> double(np.uint8(4))
8
>>> double(4.0)
Traceback (most recent call last):
wordchipper_lab.errors.ArgumentTypeError: n is 4.0 (float): expected a whole number from 0 to 9
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from operator import index
from typing import Any, ParamSpec, TypeVar

import numpy as np

from .errors import (
    ArgumentError,
    ArgumentTypeError,
    NameTypeError,
    TextError,
    UnknownNameError,
    WordchipperLabError,
    show,
)

__all__ = [
    "Check",
    "a_flag",
    "a_function",
    "a_number",
    "a_path",
    "a_text",
    "a_written_text",
    "an_array",
    "an_iterable",
    "check_name",
    "check_number",
    "checked",
    "either",
    "instance_of",
    "mapping_of",
    "one_of",
    "optional",
    "sequence_of",
    "several",
    "whole_number",
    "wrong_type",
]

Check = Callable[[str, Any], Any]
P = ParamSpec("P")
R = TypeVar("R")

LARGEST = (1 << 63) - 1
"""Largest whole number that parameters accept: kernels compute in 64 bits."""


_MOST_SECONDS = 10**9


def checked(**checks: Check) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Check a function's arguments by parameter name; defaults are assumed to be valid."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = signature(function).parameters
        unknown = checks.keys() - parameters.keys()
        assert not unknown, f"{function.__qualname__} has no parameter {unknown}"
        positional = [
            name for name, about in parameters.items() if about.kind is Parameter.POSITIONAL_OR_KEYWORD
        ]

        @wraps(function)
        def with_checks(*args: P.args, **kwargs: P.kwargs) -> R:
            given = list(args)
            for place, (name, value) in enumerate(zip(positional, args, strict=False)):
                if name in checks:
                    given[place] = checks[name](name, value)
            for name, value in kwargs.items():
                if name in checks:
                    kwargs[name] = checks[name](name, value)
            return function(*given, **kwargs)  # type: ignore[arg-type]

        return with_checks

    return decorate


def wrong_type(name: str, value: object, expected: str) -> ArgumentTypeError:
    """The error for a value of a type that a parameter does not accept."""
    return ArgumentTypeError(f"{name} is {show(value)} ({type(value).__name__}): expected {expected}")


def check_number(
    name: str,
    value: Any,
    least: int = -LARGEST,
    most: int = LARGEST,
    expected: str = "",
    wrong: type[WordchipperLabError] = ArgumentError,
) -> int:
    """`value` as ``int``: anything with ``__index__``, including NumPy's integers, but not booleans or
    floats."""
    if not expected:
        expected = "a whole number" + (f" from {least:,}" if least > -LARGEST else "")
        expected += f"{' to' if least > -LARGEST else ' of at most'} {most:,}" if most < LARGEST else ""
    if type(value) is not int:
        try:
            if isinstance(value, bool | np.bool_):
                raise TypeError
            value = index(value)
        except TypeError:
            raise wrong_type(name, value, expected) from None
    if not least <= value <= most:
        raise wrong(f"{name} is {show(value)}: expected {expected}")
    return int(value)


def check_name(what: str, given: object, known: Collection[str], hint: str = "") -> str:
    """Return `given` if it is one of the `known` names; raises `UnknownNameError`, which lists them."""
    if not isinstance(given, str):
        raise NameTypeError(what, given, known, hint)
    if given not in known:
        raise UnknownNameError(what, given, known, hint)
    return str(given)


def whole_number(least: int = -LARGEST, most: int = LARGEST, expected: str = "") -> Check:
    """A whole number between two others, both included."""
    return lambda name, value: check_number(name, value, least, most, expected)


def one_of(what: str, known: Collection[str]) -> Check:
    """One of a set of names."""
    return lambda name, value: check_name(what, value, known)


def a_text(name: str, value: object) -> str:
    """A ``str``."""
    if isinstance(value, str):
        return value
    advice = ": decode it first" if isinstance(value, bytes | bytearray | memoryview) else ""
    raise TextError(f"expected {name} as str, got {show(value)} ({type(value).__name__}){advice}")


def a_written_text(name: str, value: object) -> str:
    """A ``str`` that can be written to a file: one without lone surrogates."""
    text = a_text(name, value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ArgumentError(
            f"{name} is {show(text)}: half a surrogate pair cannot be written as UTF-8"
        ) from None
    return text


def a_flag(name: str, value: object) -> bool:
    """True or False; other values are rejected, because one that is merely truthy is usually a mistake."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise wrong_type(name, value, "True or False")


def a_number(name: str, value: Any) -> float:
    """A number of seconds from 0 to a thousand million."""
    expected = f"a number from 0 to {_MOST_SECONDS:,}"
    if isinstance(value, bool | np.bool_ | complex | str | bytes | np.ndarray):
        raise wrong_type(name, value, expected)
    try:
        number = float(value)
    except OverflowError:
        number = np.inf
    except (TypeError, ValueError):
        raise wrong_type(name, value, expected) from None
    if not 0 <= number <= _MOST_SECONDS:
        raise ArgumentError(f"{name} is {show(value)}: expected {expected}")
    return number


def a_function(name: str, value: object) -> Any:
    """A callable."""
    if callable(value):
        return value
    raise wrong_type(name, value, "a function")


def a_path(name: str, value: Any) -> str | os.PathLike[str]:
    """A path that this system accepts: ``str``, or any object that `os.fspath` accepts."""
    try:
        path = os.fspath(value)
    except TypeError:
        path = None
    if not isinstance(path, str):
        raise wrong_type(name, value, "a path as str or pathlib.Path")
    try:
        is_possible = b"\0" not in os.fsencode(path)
    except UnicodeEncodeError:
        is_possible = False
    if not is_possible:
        raise ArgumentError(f"{name} is {show(path)}: a path cannot contain this character")
    return value  # type: ignore[no-any-return]


def an_array(kinds: str, dimensions: int = 1, *, what: str = "whole numbers") -> Check:
    """An array with this number of dimensions, of a dtype of these kinds ("iu": integers); NumPy converts
    other values."""

    def check(name: str, value: Any) -> np.ndarray:
        expected = f"an array of {what} with {dimensions} dimension{'s' * (dimensions > 1)}"
        try:
            found = np.asarray(value)
        except (ValueError, TypeError, OverflowError):
            raise wrong_type(name, value, expected) from None
        if found.ndim != dimensions or (found.dtype.kind not in kinds and found.size):
            raise wrong_type(name, value, expected)
        return found

    return check


def instance_of(expected: str, *kinds: type) -> Check:
    """An instance of one of these classes; `expected` describes them in words."""

    def check(name: str, value: object) -> Any:
        if isinstance(value, kinds):
            return value
        raise wrong_type(name, value, expected)

    return check


def optional(check: Check) -> Check:
    """``None``, or a value that `check` accepts."""
    return lambda name, value: None if value is None else check(name, value)


def either(first: type | tuple[type, ...], check: Check, otherwise: Check) -> Check:
    """A value of one of these types, checked by `first`; any other value is checked by `otherwise`."""
    return lambda name, value: check(name, value) if isinstance(value, first) else otherwise(name, value)


def an_iterable(expected: str) -> Check:
    """Any iterable except text, bytes and mappings, unchanged."""

    def check(name: str, value: Any) -> Iterable[Any]:
        is_one = (
            isinstance(value, str | bytes | bytearray | memoryview | Mapping)
            or getattr(value, "ndim", 1) == 0
        )
        if is_one or not isinstance(value, Iterable):
            raise wrong_type(name, value, expected)
        return value

    return check


def several(check: Check, expected: str) -> Check:
    """An iterable (not text, bytes or a mapping), read once into a list, whose items `check` accepts."""

    given = an_iterable(expected)

    def check_all(name: str, value: Any) -> list[Any]:
        return [check(f"{name}[{place}]", item) for place, item in enumerate(given(name, value))]

    return check_all


def sequence_of(check: Check, expected: str) -> Check:
    """As `several`, but a tuple."""
    as_list = several(check, expected)
    return lambda name, value: tuple(as_list(name, value))


def mapping_of(key: Check, value: Check, expected: str) -> Check:
    """A mapping as a ``dict``, whose keys and values the two checks accept."""

    def check(name: str, given: Any) -> dict[Any, Any]:
        if not isinstance(given, Mapping):
            raise wrong_type(name, given, expected)
        return {key(f"a key of {name}", k): value(f"{name}[{show(k)}]", v) for k, v in given.items()}

    return check
