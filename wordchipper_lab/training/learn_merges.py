"""From a source to what a trainer has learned, whatever the symbols are: counting and merging, both resumable."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..corpus.sources import InputFormat, Source
from ..spanners import TextSpanner
from .checkpoint.hold import hold_checkpoint
from .checkpoint.merge_log import MergeLog
from .count_corpus import count_with
from .fast import SpanCounter
from .generations.trainers import build_trainer
from .options import TrainingOptions
from .span_counts import SpanCounts
from .symbol_counts import SymbolCounts
from .trainer import Merge, Trainer
from .training_progress import ProgressCallback, TrainingProgress, percent

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Prepare", "learn_merges"]

_BLOCK_SECONDS = 0.1  # seconds per block of merges, so that Ctrl-C and progress are handled in between
_FLUSH_SECONDS = 1.0

Prepare = Callable[[SpanCounts], tuple[SymbolCounts, TrainingOptions]]
"""What becomes of the counted spans: their symbols, and the options, which may depend on the alphabet."""


def learn_merges(
    source: Source,
    spanner: TextSpanner,
    pattern: str,
    prepare: Prepare,
    trainer: str,
    settings: Mapping[str, object],
    *,
    num_threads: int | None,
    column: str,
    input_format: InputFormat,
    progress: ProgressCallback | None,
    checkpoint: str | os.PathLike[str] | None,
    save_every: float,
    cluster: Client | str | None,
    counter: Callable[[TextSpanner, int | None], SpanCounter] = SpanCounter,
    start: Mapping[str, object] | None = None,
) -> Trainer:
    """Count the spans of a source and learn merges from what `prepare` makes of them.

    pattern: that of the spanner, for the workers of a cluster. settings: what the merges depend on beside the counts,
    for the checkpoint; start: what both depend on. counter: makes what counts. All others are as in `run_training`.
    """
    start = dict(start or {})
    begin = time.monotonic()
    with hold_checkpoint(checkpoint):
        log = MergeLog(Path(checkpoint), {**settings, **start}) if checkpoint is not None else None
        if cluster is None:
            counts = count_with(
                counter(spanner, num_threads),
                source,
                column=column,
                input_format=input_format,
                progress=progress,
                checkpoint=checkpoint,
                save_every=save_every,
                settings=start,
            )
        else:
            from .distributed import count_spans_distributed  # Dask is an extra

            counts = count_spans_distributed(
                source,
                pattern,
                tuple(spanner.special_tokens),
                client=None if isinstance(cluster, str) and cluster == "local" else cluster,
                column=column,
                input_format=input_format,
                progress=progress,
            )
        corpus, options = prepare(counts)
        run = build_trainer(trainer, corpus, options)
        if log is None:
            _learn(run, progress, begin, lambda merges: None)
            return run
        known = log.of_counts(counts, len(run.tokens))
        run.replay(known[: run.n_merges])
        _learn(run, progress, begin, log.append)
        return run


def _learn(
    run: Trainer,
    progress: ProgressCallback | None,
    begin: float,
    keep: Callable[[list[Merge]], None],
) -> None:
    """Make merges in blocks that end at every percent, and pass them to `keep` from time to time."""
    n_kept, flushed = len(run.merges), time.monotonic()
    size = 1
    try:
        while not run.stopped:
            done = len(run.merges)
            next_percent = -(-(percent(done, run.n_merges) + 1) * run.n_merges // 100)
            before = time.monotonic()
            run.steps(max(1, min(size, next_percent - done)))
            now = time.monotonic()
            size = size * 2 if now - before < _BLOCK_SECONDS / 2 else max(1, size // 2)
            is_percent = len(run.merges) == next_percent
            if now - flushed > _FLUSH_SECONDS:
                keep(run.merges[n_kept:])
                n_kept, flushed = len(run.merges), now
            if progress is not None and is_percent and not run.stopped and len(run.merges) < run.n_merges:
                progress(_progress(run, begin))
    finally:
        keep(run.merges[n_kept:])
    if progress is not None:
        progress(_progress(run, begin))


def _progress(run: Trainer, begin: float) -> TrainingProgress:
    merge = run.merges[-1] if run.merges else None
    return TrainingProgress(
        "merging",
        len(run.merges),
        run.n_merges,
        time.monotonic() - begin,
        merge,
        run.tokens[merge.token] if merge else b"",
        run.stopped if len(run.merges) < run.n_merges else "",
    )
