"""What two lexers can distinguish in a character: their common cells, each with a name and a readable
character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np

from ...arguments import wrong_type
from ...errors import PatternError
from ...spanners import SpanLexer
from ...spanners.automaton.bundled_cells import load_cells
from ...spanners.automaton.cells import PAGE_BITS, CellMap, build_cells, pattern_sets
from ...spanners.automaton.pattern_syntax import parse_pattern
from ...spanners.automaton.syntax_tree import CharSet
from ...spanners.logos import LogosLexer
from ...spanners.logos.longest_match import definition_sets
from ...vocab.patterns import CL100K_PATTERN, O200K_PATTERN, R50K_PATTERN
from .cell_names import name_cells

__all__ = [
    "STANDARD_CHARACTERS",
    "Alphabet",
    "codepoint_cells",
    "common_alphabet",
    "lexer_cells",
    "pattern_cells",
    "read_cells",
    "symbol_cells",
]

STANDARD_CHARACTERS = "\n\t\u00a0 '/1AdDeElLmMrRsStTvV\u017f\u00e9\u4e2d\u0301\U0001f600"
"""29 characters: one for each cell of the published patterns together, of 1 to 4 bytes, and a second
whitespace character (tab and no-break space are one cell, but have different widths)."""

# In the order in which people would prefer them in counterexamples.
_READABLE = (
    "a 1!'\nA/slredmtvSLREDMTV" + STANDARD_CHARACTERS + "\r-.,?$+z0\u0e01\u00aa\u01c5\u02b0\u2160\u0903"
)

_MOST_RUNS = 32
_CONTRACTION_LETTERS = "sdmtlvreSDMTLVRE\u017f"


@dataclass(frozen=True, eq=False)
class Alphabet:
    """Cells that no lexer of a comparison can divide further; a symbol is the number of a cell, the simplest
    come first.

    ``symbols`` is uint8 (0x110000,), or uint16 if there are more than 256: the symbol of each codepoint (any
    one for surrogates); ``characters`` has one readable character of each symbol, in order.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> alphabet = common_alphabet(build_lexer("r50k_base"), build_lexer("r50k_base", "regex"))
    >>> len(alphabet), alphabet.signature("hello  you")
    (11, 'letter+ space+ letter+ | end')
    """

    symbols: np.ndarray
    characters: str

    def __len__(self) -> int:
        return len(self.characters)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A short name for each symbol, all different."""
        return name_cells(self.symbols, self.characters)

    def read(self, text: str) -> np.ndarray:
        """The symbol of each character: as ``symbols``, (characters,)."""
        return self.symbols[np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")]

    def signature(self, text: str, following: str = "") -> str:
        """Names of the cells of `text`, with runs as one; after a "|", what follows (nothing: the end of the
        text).

        After 32 runs it ends in "...". The letters of contractions, which have separate cells, count only
        after an apostrophe: elsewhere they are ordinary letters, or one cause would have a hundred
        signatures.
        """
        found = self._merge_letters(text, self.read(text))
        starts = np.flatnonzero(np.append(True, found[1:] != found[:-1])) if len(found) else found
        lengths = np.diff(starts, append=len(found))[:_MOST_RUNS].tolist()
        symbols = found[starts[:_MOST_RUNS]].tolist()
        runs = [self.names[cell] + "+" * (n > 1) for cell, n in zip(symbols, lengths, strict=True)]
        runs += ["..."] * (len(starts) > _MOST_RUNS)
        ahead = self.names[int(self._plain_letters[self.read(following[0])[0]])] if following else "end"
        return f"{' '.join(runs)} | {ahead}"

    def _merge_letters(self, text: str, symbols: np.ndarray) -> np.ndarray:
        quotes = np.flatnonzero(np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4") == 0x27)
        behind_quote = np.zeros(len(symbols) + 2, dtype=bool)
        behind_quote[quotes + 1] = behind_quote[quotes + 2] = True
        return np.where(behind_quote[: len(symbols)], symbols, self._plain_letters[symbols])

    @cached_property
    def _plain_letters(self) -> np.ndarray:
        """Symbol of a contraction's letter -> symbol of ordinary letters of its case, where these have a cell."""
        plain = np.arange(len(self))
        sizes = np.bincount(self.symbols, minlength=len(self))
        for small, ordinary in (("sdmtlvre\u017f", "a"), ("SDMTLVRE", "A")):
            symbol, other = self.read(f"{ordinary}!").tolist()
            if symbol != other and sizes[symbol] > len(_CONTRACTION_LETTERS):
                own = [c for c in set(self.read(small).tolist()) if sizes[c] <= len(_CONTRACTION_LETTERS)]
                plain[own] = symbol
        return plain

    def sweep_characters(self) -> str:
        """Characters to try: `STANDARD_CHARACTERS`, and one of each cell not covered by them."""
        covered = set(self.read(STANDARD_CHARACTERS).tolist())
        missing = [self.characters[symbol] for symbol in range(len(self)) if symbol not in covered]
        return STANDARD_CHARACTERS + "".join(missing)


def lexer_cells(lexer: SpanLexer) -> tuple[CellMap, ...] | None:
    """The cell maps that determine everything `lexer` does; None if unknown (a lexer of another kind)."""
    if isinstance(lexer, LogosLexer):
        sets = definition_sets(lexer.definitions)
        source = "|".join(definition.fragment for definition in lexer.definitions)
        return (load_cells(sets) or build_cells(source, sets), _machine_cells())
    if lexer.kind in ("regex", "automaton", "vector"):
        try:
            return (pattern_cells(lexer.pattern),)
        except PatternError:
            return None
    return None


@lru_cache(maxsize=32)
def pattern_cells(pattern: str) -> CellMap:
    """The cell map of a pattern of the automaton's subset; raises `PatternError` for any other."""
    sets = pattern_sets(parse_pattern(pattern))
    return load_cells(sets) or build_cells(pattern, sets)


@lru_cache(maxsize=1)
def _machine_cells() -> CellMap:
    """What the logos lexers' repair machine tests in a character, beyond the tokens' own sets."""
    letters = ("[sSdDmMtT\u017f]", "[lL]", "[vVrR]", "[eE]")
    return build_cells("", tuple(map(CharSet, (" ", "'", *letters))))


def common_alphabet(*lexers: SpanLexer) -> Alphabet:
    """The coarsest alphabet that distinguishes everything any of `lexers` can; for an unknown lexer, as the
    published patterns."""
    maps: list[CellMap] = []
    for lexer in lexers:
        if not isinstance(lexer, SpanLexer):
            raise wrong_type("a lexer", lexer, "a SpanLexer")
        maps += lexer_cells(lexer) or map(pattern_cells, (R50K_PATTERN, CL100K_PATTERN, O200K_PATTERN))
    return _join(tuple(dict.fromkeys(maps)))


@lru_cache(maxsize=32)
def _join(maps: tuple[CellMap, ...]) -> Alphabet:
    symbols = np.zeros(0x110000, dtype=np.int64)
    for cell_map in maps:
        symbols = _renumber(symbols * 256 + codepoint_cells(cell_map))
    lowest = np.zeros(int(symbols.max()) + 1, dtype=np.int64)
    lowest[symbols[::-1]] = np.arange(0x10FFFF, -1, -1)  # the last one written stays
    characters = {symbol: chr(codepoint) for symbol, codepoint in enumerate(lowest.tolist())}
    readable: dict[int, str] = {}
    for character in _READABLE:
        readable.setdefault(int(symbols[ord(character)]), character)
    plainest_first = list(dict.fromkeys([*readable, *characters]))
    number = np.empty(len(characters), dtype=np.min_scalar_type(len(characters) - 1))
    number[plainest_first] = np.arange(len(characters))
    return Alphabet(number[symbols], "".join((characters | readable)[symbol] for symbol in plainest_first))


class _TwoStages(Protocol):
    """A `CellMap`, or compiled tables that hold its two stages."""

    @property
    def pages(self) -> np.ndarray:
        """uint16 (8704,)"""

    @property
    def cells(self) -> np.ndarray:
        """uint8 (128 * distinct pages,)"""


def read_cells(cell_map: _TwoStages, characters: str) -> np.ndarray:
    """The cell of each of `characters`: uint8 (characters,)."""
    codepoints = np.array([ord(character) for character in characters])
    pages = cell_map.pages[codepoints >> PAGE_BITS].astype(np.int64)
    return cell_map.cells[(pages << PAGE_BITS) + (codepoints & (1 << PAGE_BITS) - 1)]


def symbol_cells(cell_map: _TwoStages, alphabet: Alphabet) -> np.ndarray:
    """The cell of each symbol: uint8 (symbols,); ``ValueError`` if a symbol's characters are in different cells."""
    cells = read_cells(cell_map, alphabet.characters)
    is_character = np.ones(0x110000, dtype=bool)
    is_character[0xD800:0xE000] = False
    if (cells[alphabet.symbols] != codepoint_cells(cell_map))[is_character].any():
        raise ValueError(
            "the cell map distinguishes characters that the alphabet does not: use its own alphabet"
        )
    return cells


def _renumber(keys: np.ndarray) -> np.ndarray:
    """Distinct small integers as 0, 1, 2 ... in order (``np.unique`` would sort: 100 ms instead of 10)."""
    is_used = np.zeros(int(keys.max()) + 1, dtype=bool)
    is_used[keys] = True
    return (np.cumsum(is_used) - 1)[keys]


def codepoint_cells(cell_map: _TwoStages) -> np.ndarray:
    """The cell of every codepoint: uint8 (0x110000,)."""
    return cell_map.cells.reshape(-1, 1 << PAGE_BITS)[cell_map.pages].reshape(-1)
