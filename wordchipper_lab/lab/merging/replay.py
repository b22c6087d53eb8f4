"""The common part of all replays: the tokens so far with their bytes, and the frame made from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

import numpy as np

from ...encoders.events import LOOKUP
from ...vocab.unified import UnifiedVocab
from .frames import Candidate, State

__all__ = ["Draft", "Replay", "Rows", "as_rank", "neighbours"]

Rows = list[list[int]]


def as_rank(rank: int) -> int | None:
    """A rank as kernels give it: -1 is no merge."""
    return None if rank < 0 else rank


@dataclass
class Draft:
    """A frame without what only the whole trace knows (its number and its counters); `stop` is the number of
    events so far."""

    tokens: list[int]
    starts: list[int]
    ends: list[int]
    candidates: list[Candidate]
    winner: Candidate | None
    merged: Candidate | None
    state: State
    stop: int
    merges: int

    @property
    def weight(self) -> int:
        """The amount of numbers in the frame: its tokens, its candidates, the lists of the encoder's own
        data."""
        held = [getattr(self.state, item.name) for item in fields(self.state)] if self.state else []
        return (
            len(self.tokens)
            + len(self.candidates)
            + sum(len(part) for part in held if isinstance(part, list))
        )


@dataclass
class Replay:
    """The span as tokens, numbered by rank as kernels do it; `apply` performs a kernel's MERGE event."""

    vocab: UnifiedVocab
    span: bytes
    tokens: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    merges: int = 0

    def __post_init__(self) -> None:
        self.tokens = np.asarray(self.vocab.tables.byte_tokens)[list(self.span)].tolist()
        self.starts = list(range(len(self.span)))

    def ends(self) -> list[int]:
        """Where each token ends."""
        return [*self.starts[1:], len(self.span)] if self.starts else []

    def candidate(self, index: int, rank: int | None, *, is_fresh: bool = False) -> Candidate:
        """The pair of the tokens `index` and the one after it."""
        ends = self.starts[index + 2] if index + 2 < len(self.starts) else len(self.span)
        left, right = self.tokens[index : index + 2]
        return Candidate(index, left, right, rank, self.starts[index], ends, is_fresh, rank)

    def apply(self, index: int, merged: int) -> Candidate:
        """Merge token `index` with the next one; returns the pair that it was."""
        pair = self.candidate(index, merged)
        self.tokens[index : index + 2] = [merged]
        del self.starts[index + 1]
        self.merges += 1
        return pair

    def draft(
        self,
        candidates: list[Candidate],
        winner: Candidate | None,
        merged: Candidate | None,
        state: State,
        stop: int,
    ) -> Draft:
        """The current state as a frame."""
        return Draft(
            list(self.tokens),
            list(self.starts),
            self.ends(),
            candidates,
            winner,
            merged,
            state,
            stop,
            self.merges,
        )


def neighbours(rows: Rows, begin: int, stop: int) -> Iterator[tuple[int, int | None]]:
    """(position, rank) of the lookups among the events from `begin` to `stop`."""
    return ((row[1], as_rank(row[4])) for row in rows[begin:stop] if row[0] == LOOKUP)
