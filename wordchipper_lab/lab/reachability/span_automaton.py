"""`SpanAutomaton`: which bytes can be a span. The split pattern's automaton, read byte by byte.

A lexer begins each span anew, without looking back. So some bytes are a span of some text if and only if they are the
first span of one: if the pattern's automaton (`spanners/automaton`), started at them, says that a match ends behind
them, and, with some text behind them, never says so again. Which states allow that, and a shortest text to put behind,
depend on the automaton alone.

Its characters become bytes: a state within a character is what its remaining bytes can still lead to, so states that
differ in name only are one. o200k has 19 states between characters and 1,900 within one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ...errors import PatternError, UnprovableError
from ...spanners import AutomatonLexer
from ...spanners.automaton.cells import END
from ...spanners.automaton.dfa import DEAD, Dfa
from ..divergence.alphabet import codepoint_cells, common_alphabet, symbol_cells
from ..divergence.proof.automaton_machine import read_dfa

__all__ = ["NOWHERE", "SpanAutomaton", "every_text", "span_automaton"]

NOWHERE = -1
_MOST_ROWS = 1 << 18  # of 64 entries each
_FAR = 1 << 40
_BLOCKS = 0x110000 >> 6
_SURROGATES = slice(0xD800 >> 6, 0xE000 >> 6)


@dataclass(frozen=True, eq=False)
class SpanAutomaton:
    """A deterministic automaton over bytes; state 0 is the begin of a span.

    steps: int32 (states, 256), the next state, or `NOWHERE` if no span goes on like that.
    may_end: bool (states,), whether the bytes read so far can be a span.
    behind: for each state between characters, the shortest text behind a span that ends there ("" for the end of the
    text); None if it cannot end there. These states come first, those within a character follow.
    gap: the shortest text that begins with a gap, which no span contains; None if there is none.
    is_exact: False if `pattern` is beyond the automaton's subset. Then every UTF-8 text counts as a possible span.
    """

    pattern: str
    steps: np.ndarray
    may_end: np.ndarray
    behind: tuple[str | None, ...]
    gap: str | None
    is_exact: bool

    @property
    def n_between(self) -> int:
        """Number of states between characters."""
        return len(self.behind)

    @cached_property
    def bytes_from_start(self) -> np.ndarray:
        """The fewest bytes that lead to each state: int64 (states,)."""
        found = np.full(len(self.steps), _FAR)
        found[0], reached, n = 0, np.array([0]), 0
        while len(reached):
            n += 1
            ahead = np.unique(self.steps[reached])
            reached = ahead[(ahead >= 0) & (found[ahead] == _FAR)]
            found[reached] = n
        return found

    @cached_property
    def bytes_to_end(self) -> np.ndarray:
        """The fewest bytes that complete a span in each state, with the text behind it: int64 (states,)."""
        found = np.full(len(self.steps) + 1, _FAR)  # the last is that of `NOWHERE`
        ends = [_FAR if text is None else len(text.encode()) for text in self.behind]
        found[: self.n_between] = ends
        while True:
            shorter = np.minimum(found[:-1], 1 + found[self.steps].min(axis=1))
            if (shorter == found[:-1]).all():
                return shorter
            found[:-1] = shorter

    def run(self, data: bytes, state: int = 0) -> int:
        """The state behind `data`, or `NOWHERE`."""
        for byte in data:
            if state == NOWHERE:
                break
            state = int(self.steps[state, byte])
        return state

    def can_be_span(self, data: bytes) -> bool:
        r"""Whether `data` is a span of some text.

        >>> automaton = span_automaton(r"\s+(?!\S)|\s|\S+")
        >>> automaton.can_be_span(b"  "), automaton.can_be_span(b" a")
        (True, False)
        """
        state = self.run(data)
        return state != NOWHERE and bool(self.may_end[state])

    def text_of_span(self, data: bytes) -> str | None:
        r"""A shortest text whose first span is `data`; None if there is none.

        >>> span_automaton(r"\s+(?!\S)|\s|\S+").text_of_span(b"  "), span_automaton("a+b|a").text_of_span(b"a")
        ('  ', 'a')
        """
        state = self.run(data)
        behind = self.behind[state] if 0 <= state < self.n_between else None
        return None if behind is None else data.decode() + behind


@lru_cache(maxsize=16)
def span_automaton(pattern: str) -> SpanAutomaton:
    """The automaton of all spans of `pattern`, once per process: 0.1 s.

    >>> automaton = span_automaton("a+|b")
    >>> [automaton.can_be_span(data) for data in (b"aa", b"b", b"bb", b"")]
    [True, True, False, False]
    """
    try:
        lexer = AutomatonLexer(pattern)
        dfa = read_dfa(lexer.tables)
    except (PatternError, UnprovableError, RecursionError):
        return every_text(pattern)
    cells = codepoint_cells(lexer.tables)
    behind, gap = _behind(dfa, *_characters(lexer, cells))
    alive = _alive(dfa, behind)
    following = np.where((dfa.following != DEAD) & alive[dfa.following], dfa.following, NOWHERE)
    steps = _over_bytes(following, cells)
    if steps is None:
        return every_text(pattern)
    return _automaton(pattern, steps, behind, gap, is_exact=True)


def _automaton(
    pattern: str, steps: np.ndarray, behind: list[str | None], gap: str | None, *, is_exact: bool
) -> SpanAutomaton:
    may_end = np.zeros(len(steps), dtype=bool)
    may_end[: len(behind)] = [text is not None for text in behind]
    return SpanAutomaton(pattern, steps, may_end, tuple(behind), gap, is_exact)


def every_text(pattern: str) -> SpanAutomaton:
    """An automaton for which every UTF-8 text is a span, in place of that of `pattern`."""
    following = np.ones((2, 2), dtype=np.int64)
    steps = _over_bytes(following, np.ones(0x110000, dtype=np.uint8))
    assert steps is not None
    return _automaton(pattern, steps, [None, ""], None, is_exact=False)


def _characters(lexer: AutomatonLexer, cells: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Cells, each with a character of as few bytes as possible that is readable if one is."""
    alphabet = common_alphabet(lexer)
    found = symbol_cells(lexer.tables, alphabet)
    lowest = np.full(256, -1, dtype=np.int64)
    lowest[cells[::-1]] = np.arange(0x10FFFF, -1, -1)
    characters = [
        shown if len(shown.encode()) == len(chr(low).encode(errors="replace")) else chr(low)
        for shown, low in zip(alphabet.characters, lowest[found].tolist(), strict=True)
    ]
    return found, characters


def _behind(dfa: Dfa, cells: np.ndarray, characters: list[str]) -> tuple[list[str | None], str | None]:
    """For each state, the shortest text behind a span that ends there, and the shortest text that begins with a gap;
    None if there is none."""
    widths = np.array([len(character.encode()) for character in characters])
    following, accepts = dfa.following[:, cells], dfa.accepts[:, cells]
    # Bytes of the shortest text from each state on which no match ends any more; the last is that of `DEAD`.
    far = np.append(np.where(dfa.accepts[:, END], _FAR, 0), 0)
    while True:
        ways = np.where(accepts, _FAR, widths + far[following])
        shorter = np.minimum(far[:-1], ways.min(axis=1, initial=_FAR))
        if (shorter == far[:-1]).all():
            break
        far[:-1] = shorter

    def quiet(state: int) -> str:
        text = ""
        while state != DEAD and (far[state] or dfa.accepts[state, END]):
            symbol = int(np.argmin(np.where(accepts[state], _FAR, widths + far[following[state]])))
            text += characters[symbol]
            state = int(following[state, symbol])
        return text

    found: list[str | None] = []
    for state in range(len(dfa.following)):
        ways = np.where(accepts[state], widths + far[following[state]], _FAR)
        best = int(np.argmin(ways))
        if dfa.accepts[state, END]:
            found.append("")
        elif ways[best] < _FAR:
            found.append(characters[best] + quiet(int(following[state, best])))
        else:
            found.append(None)
    ways = widths + far[following[0]]
    best = int(np.argmin(ways))
    gap = characters[best] + quiet(int(following[0, best])) if ways[best] < _FAR else None
    return found, gap


def _alive(dfa: Dfa, behind: list[str | None]) -> np.ndarray:
    """From which states a span can still be completed: bool (states + 1,); the last is `DEAD`."""
    alive = np.array([*(text is not None for text in behind), False])
    while True:
        more = alive.copy()
        more[:-1] |= alive[dfa.following[:, END + 1 :]].any(axis=1)
        if (more == alive).all():
            return alive
        alive = more


def _over_bytes(following: np.ndarray, cells: np.ndarray) -> np.ndarray | None:
    """The steps over bytes; None if there are too many states. cells: uint8 (0x110000,).

    A row of 64 entries says where the last bytes of a character lead, one of what the rows before it do, and so on for
    characters of up to four bytes; equal rows are one state.
    """
    n = len(following)
    blocks, block_of = _distinct(cells.reshape(_BLOCKS, 64))
    if n * max(len(blocks), _BLOCKS >> 6) > _MOST_ROWS:
        return None
    rows: list[np.ndarray] = []

    def states_of(entries: np.ndarray) -> np.ndarray:
        """States for rows, int (rows, 64), of states; a row that leads nowhere is none."""
        distinct, number = _distinct(entries.astype(np.int32))
        numbers = n + sum(map(len, rows)) + np.arange(len(distinct))
        rows.append(distinct)
        return np.where((distinct == NOWHERE).all(axis=1), NOWHERE, numbers)[number]

    last = states_of(following[:, blocks].reshape(-1, 64)).reshape(n, -1)[:, block_of]
    last[:, _SURROGATES] = NOWHERE
    before = last.reshape(n, -1, 64)  # by the bits above the lowest 12
    three = before.copy()
    three[:, 0, :32] = NOWHERE  # longer than needed
    pages = states_of(three.reshape(-1, 64)).reshape(n, -1)
    four = np.full((n, 5 * 64), NOWHERE)
    four[:, 16 : before.shape[1]] = pages[:, 16:]
    planes = states_of(four.reshape(-1, 64)).reshape(n, -1)
    steps = np.full((n + sum(map(len, rows)), 256), NOWHERE, dtype=np.int32)
    steps[n:, 0x80:0xC0] = np.concatenate(rows)
    steps[:n, :0x80] = following[:, cells[:0x80]]
    steps[:n, 0xC2:0xE0] = last[:, 2:32]
    steps[:n, 0xE0:0xF0] = pages[:, :16]
    steps[:n, 0xF0:0xF5] = planes
    return steps


def _distinct(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distinct rows of a table, and the number of each row among them."""
    rows = np.ascontiguousarray(rows)
    as_one = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).reshape(-1)
    _, first, number = np.unique(as_one, return_index=True, return_inverse=True)
    return rows[first], number.reshape(-1)
