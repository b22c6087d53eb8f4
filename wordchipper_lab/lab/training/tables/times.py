"""Time by corpus size, vocabulary size and generation: the article's first tables."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from ....cores import count_cores
from ....spanners import TextSpanner, build_lexer
from ....training import (
    TRAINERS,
    SpanCounts,
    SymbolCounts,
    TrainingOptions,
    build_trainer,
    count_spans_parallel,
)
from ....training.count_spans import count_spans_reference
from ....training.fast import SpanCounter
from ...reports.table import Table
from .pace import Pace, measure_pace

__all__ = [
    "CorpusFacts",
    "GenerationTimes",
    "TimeTable",
    "count_symbols",
    "measure_times",
    "speedup_table",
    "times_table",
]

_END = "<|endoftext|>"


@dataclass(frozen=True)
class CorpusFacts:
    """A corpus in the article's letters: W distinct spans of L bytes on average, P distinct pairs before any
    merge."""

    name: str
    n_bytes: int
    n_spans: int
    mean_length: float
    n_pairs: int

    @property
    def title(self) -> str:
        """Name and figures in one line."""
        return (
            f"{self.name}, {self.n_bytes / 1e6:,.1f} MB (W={self.n_spans:,}, P={self.n_pairs:,}, "
            f"L={self.mean_length:.1f})"
        )


@dataclass(frozen=True)
class GenerationTimes:
    """One generation: seconds to count the spans, and `Pace` of the merges from there."""

    trainer: str
    counting: float
    merging: Pace

    def total(self, at: int) -> float | None:
        """Seconds from texts to the merges of one of the sizes; None if they are never reached."""
        seconds = self.merging.seconds[at]
        return None if seconds is None else self.counting + seconds


@dataclass(frozen=True)
class TimeTable:
    """All generations on one corpus, for the same vocabulary sizes."""

    corpus: CorpusFacts
    vocab_sizes: tuple[int, ...]
    generations: tuple[GenerationTimes, ...]
    processes: int
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def measure_times(
    name: str,
    texts: Sequence[str],
    vocab_sizes: Sequence[int],
    trainers: Sequence[str] = tuple(TRAINERS),
    *,
    pattern: str = "r50k_base",
    budget: float = 20.0,
    processes: int | None = None,
    progress: Callable[[str], None] = lambda line: None,
) -> TimeTable:
    """Let each generation count `texts` in its own way and merge up to the largest of `vocab_sizes`.

    Naive to heap count in plain Python, "parallel" in several processes (None: all cores) that read a file,
    "fast" with the compiled counter in as many threads. A generation that is not finished after `budget`
    seconds of merging is stopped, and its larger sizes are estimated. "parallel" merges as "incremental" does
    and is not run twice.
    """
    sizes = tuple(sorted(set(vocab_sizes)))
    processes = processes or count_cores()
    counting = {
        way: _count(way, texts, pattern, processes)
        for way in dict.fromkeys(_WAYS.get(trainer, "plain") for trainer in trainers)
    }
    spans = next(iter(counting.values()))[1]
    symbols = SymbolCounts.from_spans(spans)
    paces: dict[str, Pace] = {}
    for trainer in trainers:
        merges_like = "incremental" if trainer == "parallel" else trainer
        if merges_like not in paces:
            progress(f"{name}: {merges_like}")
            build = partial(build_trainer, merges_like, symbols, TrainingOptions(sizes[-1]))
            if merges_like == "fast":  # compiled before timing starts
                build().steps(1)
            paces[merges_like] = measure_pace(build, [size - 256 for size in sizes], budget)
        paces[trainer] = paces[merges_like]
    generations = tuple(
        GenerationTimes(trainer, counting[_WAYS.get(trainer, "plain")][0], paces[trainer])
        for trainer in trainers
    )
    facts = describe_corpus(name, sum(len(text.encode()) for text in texts), symbols)
    return TimeTable(facts, sizes, generations, processes)


_WAYS = {"parallel": "processes", "fast": "compiled"}


def _count(way: str, texts: Sequence[str], pattern: str, processes: int) -> tuple[float, SpanCounts]:
    spanner = TextSpanner(build_lexer(pattern, "auto"), {_END: 0})
    if way == "compiled":
        SpanCounter(spanner, processes).add_texts(texts)  # compiled before timing starts
        started = time.perf_counter()
        counter = SpanCounter(spanner, processes)
        counter.add_texts(texts)
        spans = counter.counts()
        return time.perf_counter() - started, spans
    if way == "plain":
        spanner.spans("warm")
        started = time.perf_counter()
        spans = count_spans_reference(texts, spanner)
        return time.perf_counter() - started, spans
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.txt"
        path.write_bytes(_END.join(texts).encode())
        started = time.perf_counter()
        spans = count_spans_parallel(path, pattern, [_END], processes)
        return time.perf_counter() - started, spans


def count_symbols(texts: Sequence[str], pattern: str = "r50k_base") -> SymbolCounts:
    """Texts as the input of a trainer, counted by the compiled counter."""
    counter = SpanCounter(TextSpanner(build_lexer(pattern, "auto"), {}))
    counter.add_texts(texts)
    return SymbolCounts.from_spans(counter.counts())


def describe_corpus(name: str, n_bytes: int, symbols: SymbolCounts) -> CorpusFacts:
    """The article's letters of a corpus."""
    pairs = {pair for tokens in symbols.sequences() for pair in pairwise(tokens)}
    lengths = np.diff(symbols.ends, prepend=0)
    return CorpusFacts(
        name, n_bytes, len(lengths), float(lengths.mean()) if len(lengths) else 0.0, len(pairs)
    )


def times_table(measured: TimeTable) -> Table:
    """Seconds from texts to merges, with a row per vocabulary size and a column per generation."""
    rows = []
    for at, size in enumerate(measured.vocab_sizes):
        cells = [_cell(generation, at) for generation in measured.generations]
        rows.append((size, *cells))
    counted = ", ".join(f"{g.trainer} {g.counting:.2f}" for g in measured.generations)
    note = (
        f"Seconds. Of these, counting the spans: {counted}; {measured.processes} processes or threads where the "
        "generation has them. ≈: estimated, as it would have taken too long; blank: no pair was left."
    )
    columns = ("Vocabulary", *(generation.trainer for generation in measured.generations))
    return Table(measured.corpus.title, columns, tuple(rows), note)


def speedup_table(measured: TimeTable) -> Table:
    """How many times faster each generation is than the first, at the largest vocabulary that all reach."""
    at = max(
        (
            at
            for at in range(len(measured.vocab_sizes))
            if all(generation.total(at) is not None for generation in measured.generations)
        ),
        default=0,
    )
    first = measured.generations[0].total(at)
    rows = tuple(
        (
            generation.trainer,
            _cell(generation, at),
            None if not first or not (total := generation.total(at)) else first / total,
        )
        for generation in measured.generations
    )
    title = f"{measured.corpus.title}, vocabulary {measured.vocab_sizes[at]:,}"
    return Table(title, ("Generation", "Seconds", f"Times {measured.generations[0].trainer}"), rows)


def _cell(generation: GenerationTimes, at: int) -> str | float | None:
    total = generation.total(at)
    if total is None or at < generation.merging.measured:
        return total
    return f"≈ {total:,.0f}"
