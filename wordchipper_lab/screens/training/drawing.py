"""Traces and runs as the browser draws them: bounded in size, with bytes as hexadecimal digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ...lab.training.live import LiveRun, Sample
from ...lab.training.race import Race
from ...lab.training.trace import PairCount, TrainingFrame, TrainingTrace
from .records import FrameRecord, HeapRecord, LiveRecord, MergeRecord, RaceRecord, TraceRecord

__all__ = ["draw_live", "draw_race", "draw_trace"]

_MOST_PAIRS = 60
_MOST_CHANGES = 600
_NEWEST = 60


def draw_trace(trace: TrainingTrace, name: str) -> TraceRecord:
    """A trace in short: of its pairs, each frame has the most frequent, with their counts before and after it."""
    later = [*(frame.pairs for frame in trace.frames), trace.end][1:]  # no frame: nothing is later
    return {
        "name": name,
        "text": trace.text,
        "level": trace.level,
        "trainer": trace.trainer,
        "tie": trace.tie,
        "spans": [span.hex() for span in trace.spans],
        "counts": trace.counts,
        "tokens": [token.hex() for token in trace.tokens],
        "n_symbols": trace.n_symbols,
        "start": trace.start,
        "n_tokens": trace.n_tokens,
        "frames": [_draw_frame(frame, after) for frame, after in zip(trace.frames, later, strict=True)],
        "stopped": trace.stopped,
    }


def _draw_frame(frame: TrainingFrame, later: Sequence[PairCount]) -> FrameRecord:
    after = {(pair.left, pair.right): pair.count for pair in later}
    before = {(pair.left, pair.right) for pair in frame.pairs}
    new = sorted(
        (pair for pair in later if (pair.left, pair.right) not in before), key=lambda pair: -pair.count
    )[:_MOST_PAIRS]
    shown = frame.pairs[:_MOST_PAIRS]
    changed = [pair for pair in frame.pairs[_MOST_PAIRS:] if after.get((pair.left, pair.right)) != pair.count]
    pairs = [*shown, *changed[:_MOST_PAIRS]]
    changes = frame.changes[:_MOST_CHANGES]
    return {
        "merge": cast(MergeRecord, frame.merge._asdict()),
        "pairs": {
            "left": [pair.left for pair in pairs],
            "right": [pair.right for pair in pairs],
            "before": [pair.count for pair in pairs],
            "after": [after.get((pair.left, pair.right), 0) for pair in pairs],
        },
        "new": {
            "left": [pair.left for pair in new],
            "right": [pair.right for pair in new],
            "count": [pair.count for pair in new],
        },
        "n_pairs": len(frame.pairs),
        "n_tied": frame.n_tied,
        "why": frame.why,
        "after": {
            str(span): tokens
            for span, (old, tokens) in enumerate(zip(frame.before, frame.after, strict=True))
            if tokens != old
        },
        "changes": {
            "kind": [change.kind for change in changes],
            "span": [change.span for change in changes],
            "left": [change.pair[0] for change in changes],
            "right": [change.pair[1] for change in changes],
            "weight": [change.weight for change in changes],
        },
        "n_changes": len(frame.changes),
        "n_tokens": frame.n_tokens,
        "heap": {"live": frame.heap[0], "stale": frame.heap[1]} if frame.heap else None,
    }


def draw_live(run: LiveRun, n_spans: int, rate: float) -> LiveRecord:
    """The progress of a run: its last merge, the newest tokens, and the samples as columns; `rate` is in
    merges per second."""
    trainer, samples = run.trainer, run.samples
    newest = trainer.merges[-_NEWEST:]
    return {
        "made": run.n_made,
        "total": trainer.n_merges,
        "bytes": run.n_bytes,
        "tokens": run.n_tokens,
        "spans": n_spans,
        "seconds": run.seconds,
        "rate": rate,
        "stopped": trainer.stopped,
        "newest": [
            {
                "token": merge.token,
                "left": trainer.tokens[merge.left].hex(),
                "right": trainer.tokens[merge.right].hex(),
                "frequency": merge.frequency,
                "affected": merge.affected,
            }
            for merge in reversed(newest)
        ],
        "heap": _draw_heap(samples[-1]),
        "curves": {
            "merges": [sample.merges for sample in samples],
            "bytes_per_token": [round(run.n_bytes / max(sample.n_tokens, 1), 4) for sample in samples],
            "frequency": [sample.frequency for sample in samples],
            "affected": [sample.affected for sample in samples],
            "live": [sample.heap_live for sample in samples],
            "stale": [sample.heap_stale for sample in samples],
        },
    }


def _draw_heap(sample: Sample) -> HeapRecord | None:
    if sample.heap_live is None or sample.heap_stale is None:
        return None
    return {"live": sample.heap_live, "stale": sample.heap_stale}


def draw_race(race: Race) -> RaceRecord:
    """How far each generation is."""
    return cast(RaceRecord, race.to_json())
