"""A toy run, merge by merge: the counts, the winner and why, the effect of the merge on spans and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from ...training import Merge, Trainer, TrainingOptions, build_trainer
from ...training.ties import tie_key
from ...training.trainer import Change, Pair
from .toy_corpora import TOY_CORPORA, ToyCorpus, toy_symbols
from .why import explain_winner

__all__ = ["PairCount", "TrainingFrame", "TrainingTrace", "trace_training"]


@dataclass(frozen=True)
class PairCount:
    """A pair (in ids) and how often it occurs."""

    left: int
    right: int
    count: int


@dataclass(frozen=True)
class TrainingFrame:
    """One merge. Sequences are the tokens of each distinct span, in the order of the trace's ``spans``."""

    merge: Merge
    pairs: list[PairCount]
    """Counts before the merge: the most frequent first, with the winner at the front."""
    n_tied: int
    """How many of them, from the front, are as frequent as the winner."""
    why: str
    before: list[list[int]]
    after: list[list[int]]
    changes: list[Change]
    """The changes of the trainer's data, in order; empty for a generation that stores none (naive)."""
    n_tokens: int
    """Of the whole corpus, after the merge."""
    heap: tuple[int, int] | None = None
    """Live and stale entries of a trainer's heap, after the merge."""


@dataclass(frozen=True)
class TrainingTrace:
    """A whole run. ``tokens`` are the bytes of each id; those below ``n_symbols`` are the alphabet."""

    text: str
    level: str
    trainer: str
    tie: str
    spans: list[bytes]
    counts: list[int]
    tokens: list[bytes]
    n_symbols: int
    start: list[list[int]]
    n_tokens: int
    """Of the whole corpus, before the first merge."""
    frames: list[TrainingFrame]
    end: list[PairCount]
    """Counts after the last merge, in no particular order."""
    stopped: str
    """Why there is no further merge."""

    def to_json(self) -> dict[str, Any]:
        """As plain data; bytes as hexadecimal digits."""
        plain = asdict(self)
        for frame, made in zip(plain["frames"], self.frames, strict=True):
            frame["merge"] = made.merge._asdict()
            frame["changes"] = [change._asdict() for change in made.changes]
        return plain | {name: [data.hex() for data in plain[name]] for name in ("spans", "tokens")}


def trace_training(
    corpus: str | ToyCorpus = "low lower newest widest",
    trainer: str = "naive",
    tie: str | None = None,
    level: str | None = None,
    merges: int | None = None,
    pattern: str | None = None,
) -> TrainingTrace:
    """Train on a toy corpus and keep everything. Missing arguments are the corpus' own.

    corpus: one of `TOY_CORPORA`, a `ToyCorpus`, or any short text. trainer: one of `TRAINERS`; the counts, the winner
    and the changes are its own. Raises as `toy_symbols` and `build_trainer` do.

    >>> trace = trace_training("aabaa aab", merges=2)
    >>> [trace.tokens[frame.merge.token] for frame in trace.frames], trace.frames[1].after
    ([b'aa', b'aab'], [[257, 256, 32, 257]])
    >>> trace.frames[0].why
    '(a, a) occurs 3 times, more often than any other pair.'
    """
    if isinstance(corpus, str):
        corpus = TOY_CORPORA.get(corpus) or ToyCorpus(corpus, "")
    symbols, spans = toy_symbols(corpus.text, level or corpus.level, pattern or corpus.pattern)
    heard: list[Change] = []
    n = corpus.merges if merges is None else merges
    options = TrainingOptions(len(symbols.alphabet) + n, tie=tie or corpus.tie)
    run = build_trainer(trainer, symbols, options, observer=heard.append)
    start, n_start = run.sequences(), run.n_tokens
    frames: list[TrainingFrame] = []
    while len(frames) < n and (frame := _next_frame(run, spans, heard)) is not None:
        frames.append(frame)
    run.step()  # sets why it ends
    return TrainingTrace(
        corpus.text,
        level or corpus.level,
        trainer,
        options.tie,
        spans,
        symbols.counts.tolist(),
        list(run.tokens),
        len(symbols.alphabet),
        start,
        n_start,
        frames,
        [PairCount(*pair, count) for pair, count in run.pair_counts().items()],
        run.stopped,
    )


def _next_frame(run: Trainer, spans: Sequence[bytes], heard: list[Change]) -> TrainingFrame | None:
    best = run.best_pair()
    if best is None:
        return None
    winner, before, counts = best[0], run.sequences(), run.pair_counts()
    places = first_places(before)
    key = tie_key(run.options.tie, run.tokens, lambda pair: places[pair][0])
    order = sorted(counts, key=key, reverse=True)  # type: ignore[type-var]
    order.sort(key=lambda pair: (pair != winner, -counts[pair]))
    tied = [pair for pair in order if counts[pair] == counts[winner]]
    why = explain_winner(winner, tied, counts, run.options.tie, run.tokens, spans[places[winner][1]])
    heard.clear()
    merge = run.step()
    assert merge is not None
    assert (merge.left, merge.right) == winner
    heap = (run.heap_live, run.heap_stale) if hasattr(run, "heap_live") else None
    pairs = [PairCount(*pair, counts[pair]) for pair in order]
    return TrainingFrame(
        merge, pairs, len(tied), why, before, run.sequences(), list(heard), run.n_tokens, heap
    )


def first_places(sequences: Sequence[Sequence[int]]) -> dict[Pair, tuple[int, int]]:
    """For each pair, its place among all pairs in the order of the spans, and the number of its span.

    >>> first_places([[1, 2, 1], [2, 1]])
    {(1, 2): (0, 0), (2, 1): (1, 0)}
    """
    found: dict[Pair, tuple[int, int]] = {}
    place = 0
    for span, tokens in enumerate(sequences):
        for pair in pairwise(tokens):
            found.setdefault(pair, (place, span))
            place += 1
    return found
