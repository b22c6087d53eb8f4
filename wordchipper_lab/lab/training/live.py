"""A run that can be watched: made in short blocks of merges, with samples for curves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from ...spanners import TextSpanner
from ...training import Merge, SpanCounts, Trainer
from ...training.fast import SpanCounter

__all__ = ["LiveRun", "Sample", "count_corpus"]

_MOMENT = 0.04
"""Seconds per block: a stop request waits no longer than this, or one merge."""

_MOST_SAMPLES = 400


@dataclass(frozen=True)
class Sample:
    """The state of a run: ``frequency`` and ``affected`` (distinct spans) are the last merge's; ``seconds``
    of work."""

    merges: int
    n_tokens: int
    frequency: int
    affected: int
    seconds: float
    heap_live: int | None = None
    heap_stale: int | None = None


def count_corpus(
    texts: Iterable[str],
    spanner: TextSpanner,
    progress: Callable[[int], None] = lambda n_texts: None,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    make_counter: Callable[[TextSpanner, int | None], SpanCounter] = SpanCounter,
) -> SpanCounts | None:
    """Count the spans of all texts; None if a stop was requested meanwhile. Raises the errors of the
    lexer."""
    counter = make_counter(spanner, None)
    for number, text in enumerate(texts, 1):
        if should_stop():
            return None
        counter.add_texts([text])
        progress(number)
    return counter.counts()


class LiveRun:
    """A trainer and its reports. Not for two threads at once.

    n_bytes: size of the counted spans, relative to which compression is computed.

    >>> from wordchipper_lab.training import SymbolCounts, TrainingOptions, build_trainer
    >>> spans = SpanCounts.from_mapping({b"low": 5, b"lower": 2})
    >>> run = LiveRun(build_trainer("naive", SymbolCounts.from_spans(spans), TrainingOptions(258)), spans.n_bytes)
    >>> run.advance(1)[0].frequency, run.bytes_per_token, run.is_over
    (7, 1.3888888888888888, False)
    """

    def __init__(self, trainer: Trainer, n_bytes: int) -> None:
        self.trainer, self.n_bytes = trainer, n_bytes
        self.n_tokens = trainer.n_tokens
        self.seconds = 0.0
        self.samples = [Sample(0, self.n_tokens, 0, 0, 0.0)]
        self._block, self._stride = 1, 1
        self._most = max(
            1, trainer.n_merges // _MOST_SAMPLES
        )  # a longer block would leave a gap in the curves

    @property
    def n_made(self) -> int:
        """Number of merges made."""
        return len(self.trainer.merges)

    @property
    def is_over(self) -> bool:
        """Whether no merges remain."""
        return bool(self.trainer.stopped) or self.n_made >= self.trainer.n_merges

    @property
    def bytes_per_token(self) -> float:
        """Compression so far."""
        return self.n_bytes / max(self.n_tokens, 1)

    def advance(self, most: int | None = None) -> list[Merge]:
        """Make up to `most` merges, as many as fit into a short time; none if training is over."""
        size = min(self._block, self._most, self._block if most is None else most)
        started = time.perf_counter()
        made = self.trainer.steps(size)
        spent = time.perf_counter() - started
        self.seconds += spent
        self.n_tokens -= sum(merge.merged for merge in made)
        if len(made) < size or self.is_over:
            self.trainer.step()  # sets why it ends
        else:
            self._block = max(1, min(size * 4, round(size * _MOMENT / max(spent, 1e-6))))
        if made:
            self._sample(made[-1])
        return made

    def _sample(self, last: Merge) -> None:
        live, stale = (getattr(self.trainer, f"heap_{name}", None) for name in ("live", "stale"))
        sample = Sample(self.n_made, self.n_tokens, last.frequency, last.affected, self.seconds, live, stale)
        if self.n_made - self.samples[-1].merges >= self._stride or self.is_over:
            self.samples.append(sample)
        if len(self.samples) > _MOST_SAMPLES:  # evenly thinned, at half the density
            self._stride = max(2 * self.n_made // _MOST_SAMPLES, 1)
            self.samples = [*self.samples[:-1:2], self.samples[-1]]

    def to_json(self) -> dict[str, Any]:
        """Samples, merges and their results, as plain data."""
        merges = [merge._asdict() for merge in self.trainer.merges]
        tokens = [self.trainer.tokens[merge.token].hex() for merge in self.trainer.merges]
        return {
            "bytes": self.n_bytes,
            "tokens": self.n_tokens,
            "stopped": self.trainer.stopped,
            "samples": [asdict(sample) for sample in self.samples],
            "merges": [merge | {"bytes": token} for merge, token in zip(merges, tokens, strict=True)],
        }
