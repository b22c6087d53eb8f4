"""The ids of the rest of a text with each of many endings, up to the id that reaches the end of the rest.

One batch encodes them all. If the rest is long, what its beginning becomes is found once: the spans that are final
whatever follows (`StretchLexer`), and in an unfinished span the tokens that are (`settle_tokens`); from there on, each
ending is tried with a few bytes before it. An ending that is not UTF-8 cannot be split, so then all of it is one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np

from .engine_core import EngineCore
from .settled_rest import settled_rest

__all__ = ["continue_rest"]

_AT_ONCE = 1 << 24
"""Bytes of texts that are encoded together."""

_LONG_REST = 1 << 12

Ending = TypeVar("Ending", str, bytes)


def continue_rest(core: EngineCore, rest: bytes, endings: Iterable[bytes]) -> set[tuple[int, ...]]:
    """The ids of `rest` and each ending, up to the one that ends at the end of `rest` or after it."""
    split: list[str] = []
    whole: list[bytes] = []
    for ending in endings:
        try:
            split.append(ending.decode())
        except UnicodeDecodeError:
            whole.append(ending)
    found: set[tuple[int, ...]] = set()
    if len(rest) >= _LONG_REST:
        if split and (settled := settled_rest(core, rest, is_split=True)) is not None:
            found |= settled.continue_with(map(str.encode, split))
            split = []
        if whole and (settled := settled_rest(core, rest, is_split=False)) is not None:
            found |= settled.continue_with(whole)
            whole = []
    text = rest.decode()
    for some in _groups(split, len(rest)):
        batch = core.tokenizer.encode_batch_arrays([text + ending for ending in some], "text", 1)
        found |= _up_to(core, batch.tokens, batch.offsets, len(rest))
    for pieces in _groups(whole, len(rest)):
        found |= _up_to(core, *core.merge_each([rest + ending for ending in pieces]), len(rest))
    return found


def _groups(endings: list[Ending], size: int) -> Iterator[list[Ending]]:
    """As many endings of a text of this size as are encoded together."""
    n = max(1, _AT_ONCE // (size + 1))
    return (endings[i : i + n] for i in range(0, len(endings), n))


def _up_to(core: EngineCore, tokens: np.ndarray, offsets: np.ndarray, size: int) -> set[tuple[int, ...]]:
    """The ids of each text up to the one that reaches this many bytes."""
    ends = np.cumsum(core.sizes(tokens))
    before = np.append(0, ends)[offsets[:-1]]
    stops = np.minimum(np.searchsorted(ends, before + size) + 1, offsets[1:])
    ids = core.to_ids(tokens).tolist()
    return {tuple(ids[a:b]) for a, b in zip(offsets[:-1].tolist(), stops.tolist(), strict=True)}
