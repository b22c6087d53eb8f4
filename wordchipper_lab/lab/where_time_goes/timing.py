"""Nanoseconds by stage and by span encoder, with nothing but the engine's public switches."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from ...encoders.registry import find_encoder
from ...errors import WorkLimitError
from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ..benchmark.corpora import Corpus, documents
from ..benchmark.rounds import turns
from ..benchmark.workload import fresh_copy
from ..work_limit import check_work

__all__ = ["EncoderTime", "Stage", "Timer", "sample_pieces", "time_everything"]

PIECE_BYTES = 16_000
"""Bytes of text in a call: so few spans that a memo still holds nearly all of them in the call after."""

SAMPLE_BYTES = 1_000_000
"""Bytes that are timed: pieces from all over the corpus."""

ROUND_BYTES = 300_000
"""A round encodes at least this much: a small corpus is repeated."""

_MOST_PASSES = 50

ShowStep = Callable[[str], None]
CheckStop = Callable[[], None]


@dataclass(frozen=True)
class Stage:
    """The time of one stage: the median of all rounds, for each span and for each byte."""

    name: str
    what: str
    ns_per_span: float
    ns_per_byte: float
    scatter: float
    """(slowest round - fastest) / median."""


@dataclass(frozen=True)
class EncoderTime:
    """A span encoder on this corpus with memo off; ``problem`` says why there are no figures."""

    name: str
    cost: str
    is_quadratic: bool
    ns_per_span: float = 0.0
    mb_per_second: float = 0.0
    seconds: tuple[float, ...] = ()
    """One entry for each round."""
    problem: str = ""


@dataclass(frozen=True)
class Timer:
    """What is timed: the pieces, their size, and how often."""

    pieces: list[str]
    n_bytes: int
    n_spans: int
    rounds: int
    show: ShowStep = lambda message: None
    check_stop: CheckStop = lambda: None
    """Called before each piece; it raises an error to end the work."""

    def time(self, calls: dict[str, Callable[[str], float]]) -> dict[str, list[float]]:
        """Seconds of a pass over all pieces, on average over a round, for each round, by name.

        Calls take turns, and return the seconds that count. The first pass of each, which compiles, does not.
        """
        seconds: dict[str, list[float]] = {name: [] for name in calls}
        passes = min(_MOST_PASSES, max(1, round(ROUND_BYTES / max(1, self.n_bytes))))
        for call in calls.values():
            for piece in self.pieces:
                self.check_stop()
                call(piece)
        for number in range(self.rounds):
            for name in turns(list(calls), number):
                self.show(f"timing {name}, round {number + 1} of {self.rounds}")
                total = 0.0
                for piece in self.pieces * passes:
                    self.check_stop()
                    total += calls[name](piece)
                seconds[name].append(total / passes)
        return seconds


def sample_pieces(texts: Sequence[str], n_bytes: int = SAMPLE_BYTES) -> list[str]:
    """`texts` in pieces, of which up to about `n_bytes` are taken from all over; at least one, empty for no text.

    >>> len(sample_pieces(["a few words " * 10_000], 40_000))
    3
    """
    pieces = [piece for text in texts for piece in documents(Corpus("", text, ""), PIECE_BYTES)]
    total = sum(len(encode_text(piece)) for piece in pieces)
    step = max(1, -(-total // n_bytes))
    return pieces[::step] or [""]


def time_everything(
    tok: Tokenizer, encoders: Sequence[str], texts: Sequence[str], timer: Timer
) -> tuple[tuple[Stage, ...], tuple[EncoderTime, ...]]:
    """Stages, and each of `encoders` with memo off, round by round together.

    An encoder that is too slow for a span of `texts` gets a problem instead of figures.
    """
    stages = _stage_calls(tok, timer.pieces)
    calls = {name: call for name, (_, call) in stages.items()}
    problems: dict[str, str] = {}
    for name in encoders:
        plain = _tokenizer(tok, name, memo=False)
        try:
            for text in texts:
                check_work(plain, text, "text")
        except WorkLimitError as error:
            problems[name] = str(error)
        else:
            calls[_as_encoder(name)] = partial(_time, partial(plain.encode_array, special="text"))
    seconds = timer.time(calls)
    return (
        tuple(_stage(name, what, seconds[name], timer) for name, (what, _) in stages.items()),
        tuple(
            _encoder_time(name, seconds.get(_as_encoder(name), []), problems.get(name, ""), timer)
            for name in encoders
        ),
    )


def _stage_calls(tok: Tokenizer, pieces: Sequence[str]) -> dict[str, tuple[str, Callable[[str], float]]]:
    """The lexer alone; spans that are all known, as an array and as a list; all spans as if new; and the corpus as a
    tokenizer meets it that has seen nothing yet."""
    plain = _tokenizer(tok, tok.encoder, memo=False)
    remembering = tok if tok.memo else _tokenizer(tok, tok.encoder, memo=True)
    return {
        "lexing": ("spans only: `spans`", partial(_time, partial(tok.spans, special="text"))),
        "all known": (
            "the same piece again: `encode_array`, warm",
            partial(_time_second, partial(remembering.encode_array, special="text")),
        ),
        "all known, as a list": (
            "the same piece again: `encode`, warm",
            partial(_time_second, partial(remembering.encode, special="text")),
        ),
        "all new": (
            "every span that is not one token is merged: `encode_array`, `memo=False`",
            partial(_time, partial(plain.encode_array, special="text")),
        ),
        "first time": (
            "all of it by a tokenizer that has seen nothing: `encode_array`",
            _FirstTime(tok, pieces),
        ),
    }


def _as_encoder(name: str) -> str:
    return f"encoder {name}"


def _stage(name: str, what: str, seconds: list[float], timer: Timer) -> Stage:
    median = max(statistics.median(seconds), 1e-9)
    scatter = (max(seconds) - min(seconds)) / median
    return Stage(
        name, what, median * 1e9 / max(1, timer.n_spans), median * 1e9 / max(1, timer.n_bytes), scatter
    )


def _encoder_time(name: str, seconds: list[float], problem: str, timer: Timer) -> EncoderTime:
    about = find_encoder(name)
    if not seconds:
        return EncoderTime(name, about.cost, about.is_quadratic, problem=problem)
    median = max(statistics.median(seconds), 1e-9)
    per_span, speed = median * 1e9 / max(1, timer.n_spans), timer.n_bytes / 1e6 / median
    return EncoderTime(name, about.cost, about.is_quadratic, per_span, speed, tuple(seconds))


def _tokenizer(tok: Tokenizer, encoder: str, *, memo: bool) -> Tokenizer:
    return Tokenizer(tok.vocab, lexer=tok.spanner.lexer, encoder=encoder, num_threads=1, memo=memo)


def _time(call: Callable[[str], object], piece: str) -> float:
    given = fresh_copy(piece)
    start = time.perf_counter()
    result = call(given)
    seconds = time.perf_counter() - start
    del result
    return seconds


def _time_second(call: Callable[[str], object], piece: str) -> float:
    call(fresh_copy(piece))
    return _time(call, piece)


class _FirstTime:
    """Encodes with a new tokenizer whenever the first piece comes again."""

    def __init__(self, tok: Tokenizer, pieces: Sequence[str]) -> None:
        self._tok, self._first = tok, pieces[0]
        self._fresh = tok

    def __call__(self, piece: str) -> float:
        if piece is self._first:
            self._fresh = _tokenizer(self._tok, self._tok.encoder, memo=True)
        return _time(partial(self._fresh.encode_array, special="text"), piece)
