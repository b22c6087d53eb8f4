"""The wrong shift_reduce: a byte shifted or two tokens reduced, one frame each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...encoders.events import LOOKUP, MERGE, SHIFT
from ...vocab.unified import UnifiedVocab
from .frames import Candidate, StackState
from .replay import Draft, Replay, Rows, as_rank

__all__ = ["replay_shift_reduce"]


def replay_shift_reduce(vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows) -> Iterator[Draft]:
    """Frames of shift_reduce. After the stack come the bytes that have not been read."""
    replay = Replay(vocab, span)
    depth, action = 0, "start"
    merged: Candidate | None = None
    begin = 0
    while True:
        stop = begin
        while stop < len(rows) and rows[stop][0] == LOOKUP:
            stop += 1
        candidates = [
            replay.candidate(row[1], as_rank(row[4]), is_fresh=True)
            for row in rows[begin:stop]
            if row[1] + 1 < len(replay.tokens)
        ]
        step = rows[stop] if stop < len(rows) else None
        winner = None
        if step is not None and step[0] == MERGE:
            winner = next(c for c in candidates if c.index == step[1])
        yield replay.draft(candidates, winner, merged, StackState(replay.tokens[:depth], action), stop)
        if step is None:
            return
        if step[0] == SHIFT:
            depth, action, merged = depth + 1, "shift", None
        else:
            depth, action, merged = depth - 1, "reduce", replay.apply(step[1], step[2])
        begin = stop + 1
