"""`count_spans_distributed`: count spans on several processes or machines, with Dask; merges are decided
centrally.

A corpus is divided into pieces (stretches of text files, rows of Parquet files, lists of strings). Workers
count the spans of each, and the counts are added up here in the order of the pieces. So they equal those of
one process, including the order in which spans were first seen, and a trainer learns the same merges from
them.

On a cluster: ``dask scheduler`` on one machine, ``dask worker tcp://SCHEDULER:8786 --nworkers auto --nthreads
1`` on each of the others, with the same versions of Python, Dask and this package, and the files under the
same absolute paths (a shared file system). Then ``count_spans_distributed(paths,
client="tcp://SCHEDULER:8786")``; clients of other deployments (Kubernetes, SLURM through dask-jobqueue) are
passed unchanged. Only counts are transferred.

A piece of work is a plain function, so other systems can run it too (shown as text; this package's tests do
not run it)::

    # Ray Data: the counts of each batch, pickled, then added up
    counts = ray.data.read_parquet(paths).map_batches(
        lambda batch: {"counts": [pickle.dumps(count_texts(batch["text"], "r50k_base", ["<|endoftext|>"]))]}
    )
    total = merge_span_counts(pickle.loads(row["counts"]) for row in counts.iter_rows())

    # Spark: the counts of each partition
    counts = texts.rdd.mapPartitions(lambda rows: [count_texts((row.text for row in rows), "r50k_base")])
    total = merge_span_counts(counts.toLocalIterator())
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from ..arguments import a_function, a_text, checked, one_of, optional, sequence_of, whole_number
from ..corpus.dask_cluster import connect, map_in_order
from ..corpus.sources import InputFormat, Source, count_bytes
from ..corpus.work_units import WorkUnit, group_units, iter_strings, paths_of, plan_units
from ..files.unchanged import expect_unchanged
from ..spanners import TextSpanner
from ..spanners.cut_rule import CutRule
from .count_corpus import build_spanner
from .fast import SpanCounter, merge_span_counts
from .span_counts import SpanCounts
from .training_progress import ProgressCallback, TrainingProgress

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["UNIT_BYTES", "count_spans_distributed", "count_texts", "count_units"]

UNIT_BYTES = 1 << 25
"""A piece of work, taking about a second."""


@checked(
    special_tokens=sequence_of(a_text, "several texts"),
    column=a_text,
    input_format=one_of("input format", get_args(InputFormat)),
    unit_bytes=whole_number(1),
    progress=optional(a_function),
)
def count_spans_distributed(
    sources: Source,
    pattern: str = "r50k_base",
    special_tokens: Sequence[str] = (),
    *,
    client: Client | str | None = None,
    column: str = "text",
    input_format: InputFormat = "auto",
    unit_bytes: int = UNIT_BYTES,
    progress: ProgressCallback | None = None,
) -> SpanCounts:
    """Count the word spans of a corpus on a Dask cluster, with the same result as `count_spans`.

    sources: paths of files, which the workers read, or an iterable of strings, which are sent to them.
    client: a Dask client, the address of a scheduler, or None for a cluster of processes on this machine.
    unit_bytes: approximate size of a piece of work, in bytes of the sources as stored. progress: called with
    a `TrainingProgress` after each piece. Raises `ClusterError` if the cluster cannot do the work,
    `InputError` for unreadable input, `TextError` for other sources.
    """
    begin = time.monotonic()
    spanner = build_spanner(pattern, tuple(special_tokens))
    paths = paths_of(sources)
    pieces = (
        iter_strings(sources, unit_bytes)
        if paths is None
        else _divide(paths, spanner, column, input_format, unit_bytes)
    )
    total = None if paths is None else count_bytes(paths)

    def results(client: Client) -> Iterator[SpanCounts]:
        done = 0
        for counts, stored in map_in_order(client, count_piece, pieces, pattern, tuple(special_tokens)):
            yield counts
            done += stored
            if progress is not None:
                progress(TrainingProgress("counting", done, total, time.monotonic() - begin))

    with expect_unchanged(*paths or ()), connect(client) as connected:
        return merge_span_counts(results(connected))


def count_texts(
    texts: Iterable[str], pattern: str = "r50k_base", special_tokens: Sequence[str] = ()
) -> SpanCounts:
    """Count the word spans of texts in one thread, as a worker does.

    >>> count_texts(["low low<s>", "low"], "r50k_base", ["<s>"]).to_dict()
    {b'low': 2, b' low': 1}
    """
    counter = SpanCounter(_spanner(pattern, tuple(special_tokens)), num_threads=1)
    counter.add_texts(texts)
    return counter.counts()


def count_units(
    units: Iterable[WorkUnit], pattern: str = "r50k_base", special_tokens: Sequence[str] = ()
) -> SpanCounts:
    """Read work units and count their word spans, in memory that does not grow with them."""
    counter = SpanCounter(_spanner(pattern, tuple(special_tokens)), num_threads=1)
    for unit in units:
        for read in unit.read():
            counter.add_texts(read.texts)
    return counter.counts()


def count_piece(
    piece: Sequence[WorkUnit] | list[str], pattern: str, special_tokens: tuple[str, ...]
) -> tuple[SpanCounts, int]:
    """Counts of a piece of work, and its size in bytes as stored."""
    if isinstance(piece, list):
        return count_texts(piece, pattern, special_tokens), count_bytes(piece) or 0
    return count_units(piece, pattern, special_tokens), sum(unit.stored for unit in piece)


def _divide(
    paths: Sequence[Path], spanner: TextSpanner, column: str, input_format: InputFormat, unit_bytes: int
) -> Iterator[Sequence[WorkUnit]]:
    units = plan_units(
        paths, CutRule.of(spanner), unit_bytes=unit_bytes, column=column, input_format=input_format
    )
    return group_units(units, unit_bytes)


@lru_cache(maxsize=4)
def _spanner(pattern: str, special_tokens: tuple[str, ...]) -> TextSpanner:
    return build_spanner(pattern, special_tokens)
