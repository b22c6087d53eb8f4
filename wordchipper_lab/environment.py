"""Environment variables: limits that they set (numbers above 0, or inf), and one set for a while."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, ClassVar, Protocol, TypeVar

from .errors import InputError

__all__ = ["limit_from_environment", "limits_from_environment", "variable_of", "variable_set"]


class Limits(Protocol):
    """A dataclass of limits, with the prefix of the variables that set them in its field ``variable``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def variable(self) -> str:
        """Prefix of the environment variables."""


L = TypeVar("L", bound=Limits)


def variable_of(prefix: str, name: str) -> str:
    """The environment variable that sets the limit `name`.

    >>> variable_of("WORDCHIPPER_LAB_VOCAB", "token_bytes")
    'WORDCHIPPER_LAB_VOCAB_TOKEN_BYTES'
    """
    return f"{prefix}_{name.upper()}"


def limit_from_environment(variable: str, usual: float) -> float:
    """The number in the environment variable; `usual` if it is not set, or empty.

    Raises `InputError` for anything but a number above 0, or inf.

    >>> limit_from_environment("WORDCHIPPER_LAB_NO_SUCH_LIMIT", 10.0)
    10.0
    """
    given = os.environ.get(variable, "")
    if not given:
        return usual
    try:
        number = float(given)
    except ValueError:
        number = math.nan
    if not number > 0:
        raise InputError(
            f"the environment variable {variable} is {given!r}: expected a number above 0, or inf"
        )
    return number


def limits_from_environment(limits: L) -> L:
    """These limits, each overridden by its environment variable, if that is set."""
    names = [field.name for field in fields(limits) if field.name != "variable"]
    usual = {name: getattr(limits, name) for name in names}
    read = {
        name: limit_from_environment(variable_of(limits.variable, name), value)
        for name, value in usual.items()
    }
    return limits if read == usual else replace(limits, **read)


@contextmanager
def variable_set(variable: str, value: str) -> Iterator[None]:
    """The environment variable has this value within the block, for the whole process.

    >>> with variable_set("WORDCHIPPER_LAB_NO_SUCH_LIMIT", "3"):
    ...     limit_from_environment("WORDCHIPPER_LAB_NO_SUCH_LIMIT", 10.0)
    3.0
    """
    before = os.environ.get(variable)
    os.environ[variable] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[variable]
        else:
            os.environ[variable] = before
