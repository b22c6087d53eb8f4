"""A ``dict`` that nobody can change, and that therefore has a hash."""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

from ...errors import ArgumentTypeError

__all__ = ["FrozenDict"]

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A ``dict`` without the methods that change it; they raise ``TypeError``.

    >>> FrozenDict({"a": 1}) == {"a": 1}, len({FrozenDict({"a": 1}), FrozenDict({"a": 1})})
    (True, 1)
    """

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise ArgumentTypeError("this mapping cannot be changed: copy it with dict(...)")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"FrozenDict({super().__repr__()})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as what it holds."""
        return FrozenDict, (dict(self),)
