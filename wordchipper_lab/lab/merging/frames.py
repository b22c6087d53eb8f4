"""What a step of a merge trace shows: tokens, candidate pairs, the winner, and the encoder's own data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .counters import WorkCounters

__all__ = [
    "BacktrackState",
    "BufferState",
    "Candidate",
    "HeapEntry",
    "ListState",
    "MergeFrame",
    "PairCheck",
    "Popped",
    "RankRowState",
    "StackState",
    "State",
    "TailState",
]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair of neighbours: its tokens, the rank of its merge, and its bytes in the span."""

    index: int
    """Index of the left token among the frame's tokens; for bpe_backtrack, the token before the border."""
    left: int
    right: int
    rank: int | None
    """The rank of the merge: the merged token's id, or, where ids are not ranks, its place in the list of merges; None
    if the two do not merge."""
    start: int
    end: int
    """Half-open range of bytes in the span."""
    is_fresh: bool = False
    """Whether the pair was looked up in this step."""
    token: int | None = None
    """The id of the merged token; None if the two do not merge."""


@dataclass(frozen=True, slots=True)
class BufferState:
    """buffer_sweep: its working buffer. The first `live` elements are valid, the rest is left over from
    merges."""

    buffer: list[int]
    live: int


@dataclass(frozen=True, slots=True)
class TailState:
    """tail_sweep: the output itself. The first `head` tokens belong to earlier spans and stay; then comes the
    live tail."""

    output: list[int]
    head: int


@dataclass(frozen=True, slots=True)
class RankRowState:
    """merge_heap: the rank of each adjacent pair (None: no merge), and which of them this step computed."""

    pair_ranks: list[int | None]
    recomputed: list[int]


@dataclass(frozen=True, slots=True)
class HeapEntry:
    """An entry of priority_merge's heap: a pair as it was when pushed; `position` is its left node (a
    byte)."""

    rank: int
    position: int
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Popped:
    """An entry that was popped; `stale` says why it was dropped, None if it was still valid."""

    entry: HeapEntry
    stale: str | None


@dataclass(frozen=True, slots=True)
class ListState:
    """priority_merge: the heap as an array (its tree: the parent of i is (i - 1) // 2), and the linked list.

    There is one node per byte. `nodes` contains their tokens, None for an absorbed node; `previous` and
    `following` are their neighbours, -1 for none. `pushed` are the entries that this step pushed.
    """

    heap: list[HeapEntry]
    popped: Popped | None
    pushed: list[HeapEntry]
    nodes: list[int | None]
    previous: list[int]
    following: list[int]


@dataclass(frozen=True, slots=True)
class PairCheck:
    """One round of "is (left, right) valid": the inner tokens at the border, their merge's rank, and the limit.

    The pair is refused if the rank is below the limit: BPE would have joined the two before the merge that
    was undone last. `limit` is None before anything was undone. If the pair is not refused, the later merge
    of the two, `undone`, is split next: the right part of a left token, or the left part of a right token,
    then becomes the inner one. None if nothing is left.
    """

    left: int
    right: int
    limit: int | None
    rank: int | None
    refuses: bool
    undone: int | None


@dataclass(frozen=True, slots=True)
class BacktrackState:
    """bpe_backtrack: one token tried at one position, and the outcome.

    `chain` are the tokens tried since this position was reached, the longest first; `bits` has a 0 for each
    position that is a dead end. `outcome` is "accepted", "shorter" (try the next prefix), "back" (no prefix
    is left: the last token is removed) or "start".
    """

    position: int
    tried: int | None
    how: str
    """The origin of the tried token: "match" (the longest that fits), "shorter" (a prefix), "back" (after
    going back)."""
    chain: list[int]
    end: int
    is_open: bool
    checks: list[PairCheck]
    outcome: str
    shorter: int | None
    bits: list[int]
    trie_steps: int


@dataclass(frozen=True, slots=True)
class StackState:
    """shift_reduce: the stack, bottom first; what follows it in the frame's tokens has not been read yet."""

    stack: list[int]
    action: str


State = BufferState | TailState | RankRowState | ListState | BacktrackState | StackState | None


@dataclass(frozen=True, slots=True)
class MergeFrame:
    """The span after `step` steps; step 0 is the start. All offsets are bytes of the span.

    A merging encoder's tokens cover the whole span; bpe_backtrack's cover what it has accepted so far.
    """

    step: int
    merges: int
    """Merges so far; for bpe_backtrack, steps so far."""
    tokens: list[int]
    starts: list[int]
    """Where each token begins."""
    ends: list[int]
    candidates: list[Candidate]
    """The adjacent pairs whose ranks the encoder knows in this state, from left to right."""
    winner: Candidate | None
    """The candidate that the next step merges; None if it merges nothing."""
    merged: Candidate | None
    """The pair that this step merged: `index` is the current place of the merged token."""
    state: State
    """The encoder's own data."""
    counters: WorkCounters
    """All work up to this step."""

    def to_json(self) -> dict[str, Any]:
        """As numbers, strings and lists."""
        return asdict(self)
