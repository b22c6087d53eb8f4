"""merge_heap: a row of ranks beside the tokens; each merge removes one entry and recomputes its two
neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...encoders.events import LOOKUP, MERGE
from ...vocab.unified import UnifiedVocab
from .frames import Candidate, RankRowState
from .replay import Draft, Replay, Rows, as_rank

__all__ = ["replay_merge_heap"]


def replay_merge_heap(vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows) -> Iterator[Draft]:
    """Frames of merge_heap: one per merge. The ranks of a frame are those in its row."""
    replay = Replay(vocab, span)
    ranks: list[int | None] = [None] * max(len(span) - 1, 0)
    at, recomputed = 0, []
    n_unknown = len(ranks)  # in a truncated trace, pairs that it does not reach
    while at < len(rows) and rows[at][0] == LOOKUP:
        ranks[rows[at][1]] = as_rank(rows[at][4])
        recomputed.append(rows[at][1])
        at, n_unknown = at + 1, n_unknown - 1
    merged: Candidate | None = None
    while True:
        # Of the next merge: the scan, then the lookups of both neighbours, then the merge itself.
        begin = at
        while at < len(rows) and rows[at][0] != MERGE:
            at += 1
        merge = rows[at] if at < len(rows) else None
        known = ranks[: len(ranks) - n_unknown]
        candidates = [replay.candidate(i, rank, is_fresh=i in recomputed) for i, rank in enumerate(known)]
        winner = None if merge is None else candidates[merge[1]]
        state = RankRowState(list(known), recomputed)
        # The cost of a frame ends with its scan: the lookups that follow belong to the merge after it.
        yield replay.draft(candidates, winner, merged, state, min(begin + 1, len(rows)))
        if merge is None:
            return
        merged = replay.apply(merge[1], merge[2])
        del ranks[merge[1]]
        recomputed = []
        for row in rows[begin:at]:
            if row[0] == LOOKUP:
                ranks[row[1]] = as_rank(row[4])
                recomputed.append(row[1])
        at += 1
