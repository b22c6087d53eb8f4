"""buffer_sweep, tail_sweep and any encoder without its own data: each round is a row of lookups and a
merge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...encoders.events import MERGE
from ...vocab.unified import UnifiedVocab
from .frames import BufferState, Candidate, State, TailState
from .replay import Draft, Replay, Rows, neighbours

__all__ = ["replay_buffer_sweep", "replay_merges", "replay_result", "replay_tail_sweep"]


class _WorkingBuffer:
    """The buffer as the kernel leaves it: what follows the live elements is never cleared."""

    def __init__(self, tokens: list[int]) -> None:
        self.elements, self.live = list(tokens), len(tokens)

    def merge(self, index: int, merged: int) -> None:
        self.elements[index] = merged
        self.live -= 1
        self.elements[index + 1 : self.live] = self.elements[index + 2 : self.live + 1]

    def state(self) -> BufferState:
        return BufferState(list(self.elements), self.live)


class _Output:
    """The output of the text so far: tokens of earlier spans, then the tail that is swept."""

    def __init__(self, head: Sequence[int], replay: Replay) -> None:
        self.head, self.replay = list(head), replay

    def merge(self, index: int, merged: int) -> None:
        """Does nothing: the tail is the replay's own tokens."""

    def state(self) -> TailState:
        return TailState([*self.head, *self.replay.tokens], len(self.head))


class _Nothing:
    """There is no data to show."""

    def merge(self, index: int, merged: int) -> None:
        """Nothing to do."""

    def state(self) -> State:
        return None


def _replay(replay: Replay, own: _WorkingBuffer | _Output | _Nothing, rows: Rows) -> Iterator[Draft]:
    merged: Candidate | None = None
    begin = 0
    while True:
        stop = begin
        while stop < len(rows) and rows[stop][0] != MERGE:
            stop += 1
        candidates = [replay.candidate(i, rank, is_fresh=True) for i, rank in neighbours(rows, begin, stop)]
        merge = rows[stop] if stop < len(rows) else None
        winner = None if merge is None else next((c for c in candidates if c.index == merge[1]), None)
        yield replay.draft(candidates, winner, merged, own.state(), stop)
        if merge is None:
            return
        merged = replay.apply(merge[1], merge[2])
        own.merge(merge[1], merge[2])
        begin = stop + 1


def replay_buffer_sweep(vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows) -> Iterator[Draft]:
    """Frames of buffer_sweep: one per merge."""
    replay = Replay(vocab, span)
    return _replay(replay, _WorkingBuffer(replay.tokens), rows)


def replay_tail_sweep(vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows) -> Iterator[Draft]:
    """Frames of tail_sweep: one per merge."""
    replay = Replay(vocab, span)
    return _replay(replay, _Output(head, replay), rows)


def replay_merges(vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows) -> Iterator[Draft]:
    """Frames of greedy_left, and of registered encoders without a replay: one per MERGE event, which states
    (index of the left token, merged token); the candidates are those of the LOOKUP events before it.
    """
    return _replay(Replay(vocab, span), _Nothing(), rows)


def replay_result(vocab: UnifiedVocab, span: bytes, tokens: list[int], n_events: int) -> list[Draft]:
    """Two frames, the span's bytes and its tokens (by rank): all that is known about a registered encoder that
    records no merges."""
    replay = Replay(vocab, span)
    begin = replay.draft([], None, None, None, 0)
    replay.tokens = list(tokens)
    sizes = np.diff(vocab.ranked.starts)[tokens].tolist()
    replay.starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [begin, replay.draft([], None, None, None, n_events)]
