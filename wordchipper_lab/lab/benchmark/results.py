"""The results of a benchmark: plain records, stored as JSON."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ...arguments import a_path, a_text, checked
from ...errors import InputError

__all__ = ["OURS", "BenchmarkRun", "Case", "Latency", "Measurement", "Memory"]

OURS = "wordchipper_lab"
"""The contender that is this package; all others are peers."""


@dataclass(frozen=True)
class Case:
    """One cell of the cross product: which contender encodes what, and how.

    ``contender`` is `OURS` or a peer's name. Unused fields are empty (``memo``: False): a peer has neither
    our lexers nor our encoders, spanning has no encoder, decoding has neither. ``mode`` is one of `MODES`, or
    for a latency "latency" (lists) or "latency_array".
    """

    contender: str
    model: str
    lexer: str
    encoder: str
    memo: bool
    threads: int
    corpus: str
    mode: str

    @property
    def label(self) -> str:
        """What is measured, in a short phrase: the same for all corpora, vocabularies, modes and threads."""
        if self.contender != OURS:
            return self.contender
        parts = (self.lexer, self.encoder, "memo" if self.memo else "")
        return " + ".join(filter(None, parts)) or self.contender

    @property
    def key(self) -> str:
        """The case as one line, which identifies it when resuming and in the bars on a screen."""
        return " | ".join(str(value) for value in asdict(self).values())


@dataclass
class Measurement:
    """Timings of one case. ``seconds`` has one entry per round; ``problem`` says why there are none."""

    case: Case
    n_bytes: int = 0
    n_tokens: int = 0
    seconds: list[float] = field(default_factory=list)
    """Of new text: one entry per group of slices."""
    exact: bool | None = None
    """Whether the ids (spans, count, text) equal those of the reference; ``None`` if not checked yet, or if
    the contender claims no vocabulary."""
    problem: str = ""
    regime: str = "warm"
    """"new": every round has other documents, of which the contender sees each once. "warm": all rounds are on the
    same text."""
    round_bytes: list[int] = field(default_factory=list)
    """Bytes of each round of new text; otherwise every round has ``n_bytes``."""
    warm_seconds: list[float] = field(default_factory=list)
    """Of new text: the same rounds a second time, when all documents have been seen."""
    grown_bytes: int | None = None
    """Of new text: resident memory that encoding all documents once adds, in a separate process."""

    def speeds(self) -> list[float]:
        """MB (10^6 bytes of UTF-8) per second, one entry per round."""
        return self._speeds(self.seconds)

    @property
    def warm(self) -> float | None:
        """Median speed in MB/s on text that was seen before; ``None`` if it is not known."""
        speeds = self.speeds() if self.regime == "warm" else self._speeds(self.warm_seconds)
        return statistics.median(speeds) if speeds else None

    def _speeds(self, seconds: list[float]) -> list[float]:
        sizes = self.round_bytes or [self.n_bytes] * len(seconds)
        return [size / 1e6 / s for size, s in zip(sizes, seconds, strict=False)]

    @property
    def median(self) -> float:
        """Median speed in MB/s; 0.0 before the first round."""
        return statistics.median(self.speeds()) if self.seconds else 0.0

    @property
    def mean(self) -> float:
        """Mean speed in MB/s."""
        return statistics.fmean(self.speeds()) if self.seconds else 0.0

    @property
    def least(self) -> float:
        """Slowest round in MB/s."""
        return min(self.speeds(), default=0.0)

    @property
    def most(self) -> float:
        """Fastest round in MB/s."""
        return max(self.speeds(), default=0.0)


@dataclass
class Latency:
    """Microseconds per call of ``case`` (mode "latency") on prompts of ``prompt_bytes`` bytes, by
    percentile."""

    case: Case
    prompt_bytes: int
    calls: int
    percentiles: dict[str, float]
    """Keys "p50", "p90", "p99", "p99.9"."""


@dataclass
class Memory:
    """What one contender needs, in a separate process; sizes in bytes, times in seconds."""

    contender: str
    model: str
    import_seconds: float
    first_ids_seconds: float
    rss_bytes: int
    """Resident set with the vocabulary loaded and a text encoded."""
    peak_bytes: int
    """Highest resident set so far."""
    call_allocations: float | None = None
    """Python and NumPy blocks that one call on a 100 kB text leaves allocated while its ids are held (tracemalloc);
    a peer's allocations in Rust or C are not seen. ``None`` if not measured."""
    kernel_allocations: float | None = None
    """Heap allocations of our compiled kernels in that call (numba's NRT statistics); ``None`` for peers."""
    problem: str = ""
    """Why there are no figures; empty if there are."""


@dataclass
class BenchmarkRun:
    """A whole run: where, when, what was requested, and the results so far."""

    machine: dict[str, Any]
    settings: dict[str, Any]
    started: str
    """ISO 8601, UTC."""
    measurements: list[Measurement] = field(default_factory=list)
    latencies: list[Latency] = field(default_factory=list)
    memory: list[Memory] = field(default_factory=list)
    finished: bool = False

    def __iter__(self) -> Iterator[Measurement]:
        return iter(self.measurements)

    def to_json(self) -> str:
        """The run as JSON text; `from_json` reads it."""
        return json.dumps({"format": "wordchipper_lab benchmark 1", **asdict(self)}, indent=1)

    @classmethod
    @checked(text=a_text)
    def from_json(cls, text: str) -> BenchmarkRun:
        """The run written by `to_json`; raises `InputError` for anything else."""
        try:
            found = json.loads(text)
            if found.pop("format") != "wordchipper_lab benchmark 1":
                raise KeyError
            for name, kind in (("measurements", Measurement), ("latencies", Latency)):
                found[name] = [kind(**{**item, "case": Case(**item["case"])}) for item in found[name]]
            found["memory"] = [Memory(**item) for item in found["memory"]]
            return cls(**found)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError("this is not a saved benchmark: expected the JSON of a saved run") from None

    @classmethod
    @checked(path=a_path)
    def load(cls, path: str | Path) -> BenchmarkRun:
        """Read a saved run; raises `InputError` if the file is not one."""
        try:
            return cls.from_json(Path(path).read_text(encoding="utf-8"))
        except UnicodeDecodeError:
            raise InputError(f"{path} is not a saved benchmark: expected UTF-8") from None
