"""Two lexer machines on all texts at once: either a counterexample, or a closed set of joint states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ....errors import WorkLimitError
from .memory_bound import ProofMemory, size_of_future
from .span_machine import BEGIN, LexerMachine, State

__all__ = ["MOST_FUTURES", "MOST_STATES", "Certificate", "JointState", "Product", "explore"]

MOST_FUTURES = 5000  #: kinds of text ahead; the published patterns have up to 49
MOST_STATES = 500_000
_STATE_BYTES = 700  # per joint state: itself, its predecessor, its depth, and its place in the certificate
_STEP_BYTES = 250  # per future and symbol: its row in both directions, and what the machines remember of it


@dataclass(frozen=True)
class JointState:
    """What both machines know at one place of a text: the state of each, and the number of the joint
    future."""

    a: State
    b: State
    future: int


@dataclass(frozen=True)
class Certificate:
    """The evidence of a proof, which `verify_certificate` checks without searching.

    ``futures``: joint futures (a, b); the first is that of the empty text. ``ahead[f][s]``: the number of the future
    of a text that begins with symbol s and goes on with future f. ``states``: all joint states of all texts.
    """

    n_symbols: int
    futures: tuple[tuple[State, State], ...]
    ahead: tuple[tuple[int, ...], ...]
    states: frozenset[JointState]


@dataclass
class Product:
    """The result of `explore`: ``counterexample`` is a shortest one, as symbols, or None."""

    certificate: Certificate
    counterexample: list[int] | None = None


@dataclass
class _Futures:
    """All joint futures, breadth first from the end of the text, so that each is reached by a shortest
    text."""

    found: list[tuple[State, State]] = field(default_factory=list)
    ahead: list[list[int]] = field(default_factory=list)
    shortest: list[tuple[int, ...]] = field(default_factory=list)  # a shortest text with this future

    def reading(self) -> list[list[tuple[int, int]]]:
        """For each future: (symbol, future after it) of all ways in which a text with this future can
        begin."""
        ways: list[list[tuple[int, int]]] = [[] for _ in self.found]
        for behind, row in enumerate(self.ahead):
            for symbol, before in enumerate(row):
                ways[before].append((symbol, behind))
        return ways


def _all_futures(
    a: LexerMachine, b: LexerMachine, n_symbols: int, should_stop: Callable[[], bool], memory: ProofMemory
) -> _Futures:
    futures = _Futures([(a.nothing_ahead, b.nothing_ahead)], shortest=[()])
    numbers = {futures.found[0]: 0}
    for future, text in zip(futures.found, futures.shortest, strict=False):  # both grow during the loop
        _check_work(len(numbers), MOST_FUTURES, "kinds of text ahead", should_stop)
        n_bytes = sum(map(size_of_future, future)) + 8 * len(text) + _STEP_BYTES * n_symbols
        memory.keep(n_bytes, f"{len(numbers):,} kinds of text ahead")
        row = []
        for symbol in range(n_symbols):
            before = (a.ahead(symbol, future[0]), b.ahead(symbol, future[1]))
            if before not in numbers:
                numbers[before] = len(numbers)
                futures.found.append(before)
                futures.shortest.append((symbol, *text))
            row.append(numbers[before])
        futures.ahead.append(row)
    return futures


def explore(
    a: LexerMachine,
    b: LexerMachine,
    n_symbols: int,
    should_stop: Callable[[], bool] = lambda: False,
    memory: ProofMemory | None = None,
) -> Product:
    """Follow both machines along all texts, breadth first, until every joint state is known.

    A text on which they differ leads to a place where one ends a span and the other does not, and continues
    with any text of the future assumed there. The shortest of all is kept; of several, the one with simpler
    symbols. Raises `WorkLimitError` when stopped, when there are more than `MOST_FUTURES` or `MOST_STATES`,
    or when they take more than `memory` allows.
    """
    memory = memory or ProofMemory()
    futures = _all_futures(a, b, n_symbols, should_stop, memory)
    reading = futures.reading()
    reached: dict[JointState, tuple[JointState, int] | None] = {
        JointState(BEGIN, BEGIN, future): None for future in range(len(futures.found))
    }
    depth = dict.fromkeys(reached, 0)
    shortest: list[int] | None = None
    pending = list(reached)
    for state in pending:  # grows during the loop
        if shortest is not None and depth[state] >= len(shortest):
            break
        _check_work(len(reached), MOST_STATES, "joint states", should_stop)
        for symbol, behind in reading[state.future]:
            future = futures.found[behind]
            after_a, end_a = a.read(state.a, symbol, future[0])
            after_b, end_b = b.read(state.b, symbol, future[1])
            differs = end_a != end_b or (behind == 0 and a.finish(after_a) != b.finish(after_b))
            if differs:
                text = [*_way_to(reached, state), symbol, *futures.shortest[behind]]
                shortest = min(shortest or text, text, key=_plainness)
                continue
            after = JointState(after_a, after_b, behind)
            if after not in reached:
                reached[after] = (state, symbol)
                depth[after] = depth[state] + 1
                memory.keep(_STATE_BYTES, f"{len(reached):,} joint states")
                pending.append(after)
    certificate = Certificate(
        n_symbols, tuple(futures.found), tuple(map(tuple, futures.ahead)), frozenset(reached)
    )
    return Product(certificate, shortest)


def _check_work(known: int, most: int, what: str, should_stop: Callable[[], bool]) -> None:
    if should_stop():
        raise WorkLimitError(f"the proof was stopped when {known:,} {what} were known")
    if known > most:
        raise WorkLimitError(
            f"the proof was stopped: there are more than {most:,} {what}; use smaller counts, or "
            "sweep_equivalence"
        )


def _plainness(text: list[int]) -> tuple[int, int]:
    return len(text), sum(text)  # simple characters have low symbols


def _way_to(reached: dict[JointState, tuple[JointState, int] | None], state: JointState) -> Iterator[int]:
    symbols = []
    while (step := reached[state]) is not None:
        state, symbol = step
        symbols.append(symbol)
    return reversed(symbols)
