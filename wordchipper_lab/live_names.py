"""Names to choose from that grow: the built-in ones, then those that are registered at the time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import overload

__all__ = ["LiveNames"]


class LiveNames(Sequence[str]):
    """A sequence of names that is asked for anew whenever it is looked at; equal to any sequence with the same names.

    >>> added = []
    >>> names = LiveNames(("regex",), lambda: added)
    >>> added.append("mine")
    >>> list(names), names.built_in, "mine" in names
    (['regex', 'mine'], ('regex',), True)
    """

    def __init__(self, built_in: Iterable[str], more: Callable[[], Iterable[str]]) -> None:
        """`built_in` never change, `more` gives those behind them."""
        self.built_in = tuple(built_in)
        self._more = more

    def _names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.built_in, *self._more())))

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        return self._names()[index]

    def __len__(self) -> int:
        return len(self._names())

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __eq__(self, other: object) -> bool:
        return self._names() == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(self._names())
