"""Errors of this package that are also of the type that wordchipper raises."""

from __future__ import annotations

from ...errors import ArgumentError, UnknownNameError, UnknownTokenError

__all__ = ["IdRangeError", "MissingTokenError", "NotOfferedError", "UnknownModelError"]


class IdRangeError(UnknownTokenError, OverflowError):
    """A number that cannot be an id: below 0, or of more than 32 bits."""


class MissingTokenError(UnknownTokenError, KeyError):
    """The vocabulary has no token with this text, these bytes, or this id."""

    __str__ = Exception.__str__


class UnknownModelError(UnknownNameError, KeyError):
    """No model has this name."""

    __str__ = Exception.__str__


class NotOfferedError(ArgumentError, NotImplementedError):
    """An argument that stands in the signature only because the other library has it."""
