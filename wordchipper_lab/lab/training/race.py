"""Several generations on the same counted spans, one after another, each timed separately, with their merges
compared."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...training import TRAINERS, Merge, SpanCounts, SymbolCounts, TrainingOptions, build_trainer

__all__ = ["Lane", "Race", "race_trainers"]

_LOOK = 0.05  # seconds between two looks at the clock


@dataclass(frozen=True)
class Lane:
    """One generation. ``seconds`` from counted spans to ``merges`` merges; ``state``: "waiting", "running", "finished",
    "out of time" or "stopped"; ``identical``: whether its merges are those of all others as far as both came."""

    trainer: str
    n_merges: int
    merges: int = 0
    seconds: float = 0.0
    state: str = "waiting"
    identical: bool | None = None

    @property
    def estimated(self) -> float | None:
        """Estimated seconds for all merges at the pace so far; None before the first."""
        return self.seconds * self.n_merges / self.merges if self.merges else None


@dataclass(frozen=True)
class Race:
    """All lanes, on ``n_spans`` distinct spans of ``n_bytes`` bytes."""

    n_spans: int
    n_bytes: int
    lanes: list[Lane]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self) | {"lanes": [asdict(lane) | {"estimated": lane.estimated} for lane in self.lanes]}


def race_trainers(
    spans: SpanCounts,
    options: TrainingOptions,
    trainers: Sequence[str] = tuple(TRAINERS),
    seconds: float = 10.0,
    progress: Callable[[Race], None] = lambda race: None,
    should_stop: Callable[[], bool] = lambda: False,
    *,
    corpus: SymbolCounts | None = None,
) -> Race:
    """Let each of `trainers` make all merges, or as many as it can in this many `seconds`.

    Compiling is not included in the time. corpus: the spans as tokens, if not as bytes. Raises as `build_trainer`
    does.

    >>> spans = SpanCounts.from_mapping({b"low": 5, b"lower": 2})
    >>> race = race_trainers(spans, TrainingOptions(258), ["naive"])
    >>> race.lanes[0].merges, race.lanes[0].state
    (2, 'finished')
    """
    if corpus is None:
        corpus = SymbolCounts.from_spans(spans, options.byte_order)
    n_merges = options.n_merges(corpus.n_before)
    lanes = [Lane(name, n_merges) for name in trainers]
    found: list[list[Merge]] = []

    def tell() -> Race:
        race = Race(len(spans), spans.n_bytes, list(lanes))
        progress(race)
        return race

    for at, name in enumerate(trainers):
        if should_stop():
            lanes[at] = replace(lanes[at], state="stopped")
            continue
        _compile(name, options)
        started = time.perf_counter()
        run, block = build_trainer(name, corpus, options), 1
        while True:
            before = time.perf_counter()
            n_before = len(run.merges)
            run.steps(block)
            now = time.perf_counter()
            lanes[at] = replace(lanes[at], merges=len(run.merges), seconds=now - started, state="running")
            if len(run.merges) - n_before < block or len(run.merges) >= n_merges:
                lanes[at] = replace(lanes[at], state="finished", n_merges=len(run.merges))
            elif should_stop():
                lanes[at] = replace(lanes[at], state="stopped")
            elif now - started > seconds:
                lanes[at] = replace(lanes[at], state="out of time")
            else:
                block = max(1, min(block * 4, round(block * _LOOK / max(now - before, 1e-6))))
                tell()
                continue
            break
        found.append(run.merges)
        lanes[: at + 1] = _compare(lanes[: at + 1], found)
        tell()
    return tell()


def _compare(lanes: list[Lane], found: list[list[Merge]]) -> list[Lane]:
    longest = max(found, key=len)
    return [
        replace(lane, identical=None if len(found) < 2 else merges == longest[: len(merges)])
        for lane, merges in zip(lanes, found, strict=False)
    ]


def _compile(name: str, options: TrainingOptions) -> None:
    tiny = SymbolCounts.from_spans(SpanCounts.from_mapping({b"ab": 2, b"abc": 1}), options.byte_order)
    build_trainer(name, tiny, replace(options, vocab_size=258, special_tokens=())).steps(2)
