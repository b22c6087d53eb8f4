"""A complete training run: count a corpus and learn merges; both survive an interruption."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ..arguments import (
    a_function,
    a_number,
    a_path,
    a_written_text,
    check_name,
    checked,
    instance_of,
    optional,
)
from ..corpus.sources import InputFormat, Source
from .checkpoint.hold import hold_checkpoint
from .checkpoint.merge_log import MergeLog
from .count_corpus import SAVE_EVERY, build_spanner, count_spans
from .generations.trainers import TRAINERS, build_trainer
from .options import TrainingOptions
from .symbol_counts import SymbolCounts
from .trainer import Merge, Trainer
from .training_progress import ProgressCallback, TrainingProgress, percent

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["run_training"]

_BLOCK_SECONDS = 0.1  # seconds per block of merges, so that Ctrl-C and progress are handled in between
_FLUSH_SECONDS = 1.0


@checked(
    options=instance_of("TrainingOptions", TrainingOptions),
    column=a_written_text,
    progress=optional(a_function),
    checkpoint=optional(a_path),
    save_every=a_number,
)
def run_training(
    source: Source,
    options: TrainingOptions,
    pattern: str = "r50k_base",
    trainer: str = "fast",
    *,
    num_threads: int | None = None,
    column: str = "text",
    input_format: InputFormat = "auto",
    progress: ProgressCallback | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    save_every: float = SAVE_EVERY,
    cluster: Client | str | None = None,
) -> Trainer:
    """Count the corpus and learn merges until the vocabulary is full, or no pairs are left
    (`Trainer.stopped`).

    source, column, input_format: see `CorpusReader`. num_threads: for counting. progress: called with a
    `TrainingProgress` at every percent of the bytes and of the merges, and at the end. checkpoint: a
    directory for counts (saved every `save_every` seconds) and merges (as they are made); the same call
    resumes from it, and gives the result of an uninterrupted run. A larger ``vocab_size`` continues where a
    smaller one ended, and the trainer may change, because all make the same merges. Other options raise
    `CheckpointError` before anything is read, and so does a checkpoint that another run is using.

    cluster: where to count, if not in this process: "local" (a Dask cluster of processes on this machine),
    the address of a Dask scheduler, or a client; the result is the same (`count_spans_distributed`). The
    checkpoint then contains the merges, but not the counts.

    >>> run = run_training(["low low low lower lowest"], TrainingOptions(259), trainer="naive")
    >>> run.tokens[256:], run.stopped
    ([b'lo', b'low', b' low'], 'the vocabulary has its 259 tokens')
    """
    begin = time.monotonic()
    options.n_merges(256)  # reject impossible options before the corpus is read
    check_name("trainer", trainer, TRAINERS)
    spanner = build_spanner(pattern, options.special_tokens)
    with hold_checkpoint(checkpoint):
        log = None
        if checkpoint is not None:
            settings = {
                "tie": options.tie,
                "min_frequency": options.min_frequency,
                "max_token_length": options.max_token_length,
                "byte_order": options.byte_order,
                "special_ids": options.special_ids,
            }
            log = MergeLog(Path(checkpoint), settings)
        if cluster is None:
            counts = count_spans(
                source,
                spanner,
                num_threads=num_threads,
                column=column,
                input_format=input_format,
                progress=progress,
                checkpoint=checkpoint,
                save_every=save_every,
            )
        else:
            from .distributed import count_spans_distributed  # Dask is an extra

            counts = count_spans_distributed(
                source,
                pattern,
                options.special_tokens,
                client=None if isinstance(cluster, str) and cluster == "local" else cluster,
                column=column,
                input_format=input_format,
                progress=progress,
            )
        corpus = SymbolCounts.from_spans(counts, options.byte_order)
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
