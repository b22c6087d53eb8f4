"""The scratch memory of span encoders: named arrays, of which each encoder requests some."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from ..kernels.layout import I32, I64, U32, U64
from .short_merge import SHORT_WORDS, WAITING_WORDS

__all__ = ["Scratch", "SpanWork", "no_scratch", "scratch_work"]


class SpanWork(NamedTuple):
    """Scratch arrays of the span encoders; each uses its own, and the others stay empty."""

    capacity: I64
    """int64 (1,): size in bytes of the longest span that fits."""
    working: U32
    """uint32 (capacity,): buffer_sweep's working tokens, priority_merge's node tokens."""
    ranks: I64
    """int64 (capacity,): merge_heap's pair ranks."""
    previous: I32
    """int32 (capacity,): priority_merge's linked list."""
    following: I32
    """int32 (capacity,): priority_merge's linked list."""
    heap_keys: U64
    """uint64 (2 * capacity,): priority_merge's heap, rank << 32 | position."""
    heap_pairs: U64
    """uint64 (2 * capacity,): left << 32 | right of each heap entry."""
    bits: U64
    """uint64 (words,): bpe_backtrack's bitfield of capacity + 1 bits."""
    short: U32
    """uint32 (`SHORT_WORDS`,): short_merge's keys and tokens; empty where nothing is remembered."""
    waiting: U64
    """uint64 (`WAITING_WORDS`,): the spans that wait for short_merge; empty likewise."""
    steps: U64
    """uint64 (2 * steps,): bpe_backtrack's memo of steps; empty to disable it."""
    own: U64
    """uint64: whatever a registered encoder requests."""
    plug: I64
    """int64 (3,): how compiled code finds a registered encoder (see `plugs`); zeros for a built-in one."""


Scratch = Callable[[int, bool], Mapping[str, np.ndarray]]
"""(bytes of the longest span, whether anything may be remembered between spans) -> arrays of `SpanWork` by
name."""


def no_scratch(capacity: int, memo: bool) -> dict[str, np.ndarray]:
    """For an encoder that needs no arrays."""
    return {}


def scratch_work(scratch: Scratch, capacity: int, *, memo: bool = False) -> SpanWork:
    """The arrays that `scratch` requests, for spans of up to `capacity` bytes; all others are empty.

    >>> scratch_work(lambda n, memo: {"own": np.zeros(n, np.uint64)}, 3).own.shape
    (3,)
    """

    def empty(dtype: type) -> np.ndarray:
        return np.empty(0, dtype=dtype)

    arrays = {
        "capacity": np.array([capacity], dtype=np.int64),
        "working": empty(np.uint32),
        "ranks": empty(np.int64),
        "previous": empty(np.int32),
        "following": empty(np.int32),
        "heap_keys": empty(np.uint64),
        "heap_pairs": empty(np.uint64),
        "bits": empty(np.uint64),
        "short": np.empty(SHORT_WORDS if memo else 0, dtype=np.uint32),
        "waiting": np.empty(WAITING_WORDS if memo else 0, dtype=np.uint64),
        "steps": empty(np.uint64),
        "own": empty(np.uint64),
        "plug": np.zeros(3, dtype=np.int64),
    }
    return SpanWork(**(arrays | dict(scratch(capacity, memo))))
