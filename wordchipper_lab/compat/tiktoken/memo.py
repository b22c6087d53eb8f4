"""`Memo`: a dict of what a function has found."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ...errors import WordchipperLabError

__all__ = ["Memo"]

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memo(dict[Key, Value]):
    """What a function has found, which is asked for what is not here; None and our errors mean ``KeyError``.

    >>> squares = Memo(lambda n: n * n if n > 0 else None)
    >>> squares[3], 0 in squares
    (9, False)
    """

    def __init__(self, find: Callable[[Key], Value | None]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Value:
        try:
            found = self._find(key)
        except WordchipperLabError:
            found = None
        if found is None:
            raise KeyError(key)
        self[key] = found
        return found
