"""A complete training run: count a corpus and learn merges; both survive an interruption."""

from __future__ import annotations

import os
from functools import partial
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
from ..errors import TrainingError
from .count_corpus import SAVE_EVERY, build_spanner
from .fast import SpanCounter
from .generations.trainers import TRAINERS
from .learn_merges import learn_merges
from .options import TrainingOptions
from .start import Start
from .symbol_counts import SymbolCounts
from .trainer import Trainer
from .training_progress import ProgressCallback

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["run_training"]


@checked(
    options=instance_of("TrainingOptions", TrainingOptions),
    column=a_written_text,
    progress=optional(a_function),
    checkpoint=optional(a_path),
    save_every=a_number,
    start=optional(instance_of("a Start", Start)),
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
    start: Start | None = None,
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

    start: what to go on from (see `wordchipper_lab.continued.start_of`), not from bytes; `pattern` has no meaning then.

    >>> run = run_training(["low low low lower lowest"], TrainingOptions(259), trainer="naive")
    >>> run.tokens[256:], run.stopped
    ([b'lo', b'low', b' low'], 'the vocabulary has its 259 tokens')
    """
    if start is None:
        options.n_merges(256)  # reject impossible options before the corpus is read
    else:
        start.check(options)
    check_name("trainer", trainer, TRAINERS)
    settings: dict[str, object] = {
        "tie": options.tie,
        "min_frequency": options.min_frequency,
        "max_token_length": options.max_token_length,
        "byte_order": options.byte_order,
        "special_ids": options.special_ids,
    }
    from_bytes = partial(SymbolCounts.from_spans, byte_order=options.byte_order)
    symbols = from_bytes if start is None else start.symbols
    if start is not None and cluster is not None and start.counter is not SpanCounter:
        raise TrainingError(
            f"{start.name} does more to a text than to split it by a pattern, which a cluster does not do: leave "
            "cluster out"
        )
    return learn_merges(
        source,
        build_spanner(pattern, options.special_tokens) if start is None else start.spanner,
        pattern if start is None else start.pattern,
        lambda counts: (symbols(counts), options),
        trainer,
        settings,
        num_threads=num_threads,
        column=column,
        input_format=input_format,
        progress=progress,
        checkpoint=checkpoint,
        save_every=save_every,
        cluster=cluster,
        counter=SpanCounter if start is None else start.counter,
        start={} if start is None else {"start": start.fingerprint},
    )
