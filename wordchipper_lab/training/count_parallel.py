"""Count the spans of a file in several processes, the addition of the generation "parallel"."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

from ..arguments import a_path, a_text, checked, optional, sequence_of, whole_number
from ..cores import count_cores
from ..corpus.chunk_bounds import chunk_bounds
from ..errors import InputError, TrainingError
from ..files.unchanged import expect_unchanged
from ..spanners import TextSpanner, build_lexer
from .count_spans import count_spans_reference
from .span_counts import SpanCounts

__all__ = ["count_spans_parallel"]

_MOST_PROCESSES = 1 << 12
"""Larger numbers are a mistake: no system starts as many."""

CHUNK_BYTES = 1 << 24
"""More and smaller parts than processes keep memory bounded, and no process waits long for the last one."""


@checked(
    path=a_path,
    special_tokens=sequence_of(a_text, "several texts"),
    processes=optional(whole_number(most=_MOST_PROCESSES)),
    chunk_bytes=whole_number(),
)
def count_spans_parallel(
    path: str | os.PathLike[str],
    pattern: str = "r50k_base",
    special_tokens: Sequence[str] = (),
    processes: int | None = None,
    chunk_bytes: int = CHUNK_BYTES,
) -> SpanCounts:
    """The counts of `count_spans_reference` for a UTF-8 file, using several processes (None: all cores).

    The file is divided before special tokens into parts of about `chunk_bytes`; without special tokens it is
    one part.
    pattern: a name or a regular expression, from which each process builds its own lexer ("auto"). Processes
    are spawned, so a script that calls this needs ``if __name__ == "__main__":``. Raises `InputError` for a
    file that is not UTF-8, or changed while it was read, and `TrainingError` if a process ended prematurely.
    """
    if processes is not None and processes < 1:
        raise TrainingError(f"processes is {processes}: expected at least 1, or None for all cores")
    if chunk_bytes < 1:
        raise TrainingError(f"chunk_bytes is {chunk_bytes}: expected at least 1")
    path, special_tokens = Path(path), tuple(special_tokens)
    processes = processes or count_cores()
    with expect_unchanged(path):
        with path.open("rb") as file:
            n_chunks = max(processes, math.ceil(path.stat().st_size / chunk_bytes))
            bounds = chunk_bounds(file, special_tokens, n_chunks)
        tasks = [(path, start, end, pattern, special_tokens) for start, end in pairwise(bounds)]
        # In text order, so that the sum has its spans in the order in which they were first seen.
        return SpanCounts.merge(_in_processes(tasks, min(processes, len(tasks))))


Task = tuple[Path, int, int, str, tuple[str, ...]]


def _in_processes(tasks: Sequence[Task], processes: int) -> Iterator[SpanCounts]:
    if processes <= 1:
        yield from map(_count_chunk, tasks)
        return
    # Spawned, not forked: a fork of a process with threads (a notebook, numba) may hang.
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(_count_chunk, tasks)
        except BrokenProcessPool:
            raise TrainingError(
                "a process that counted spans ended prematurely: try fewer processes (out of memory?), and "
                'in a script call it under if __name__ == "__main__":'
            ) from None


def _count_chunk(task: Task) -> SpanCounts:
    path, start, end, pattern, special_tokens = task
    with path.open("rb") as file:
        file.seek(start)
        data = file.read(end - start)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: expected UTF-8, got an invalid byte at offset {start + error.start}: convert it first"
        ) from None
    spanner = TextSpanner(build_lexer(pattern, "auto"), dict.fromkeys(special_tokens, 0))
    return count_spans_reference([text], spanner)
