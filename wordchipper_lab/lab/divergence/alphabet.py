"""What two lexers can see of a character: their common cells, each with a name and a character to write it with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from ...errors import PatternError
from ...spanners import SpanLexer
from ...spanners.bundle import load_cells
from ...spanners.cells import PAGE_BITS, CellMap, build_cells, pattern_sets
from ...spanners.logos import LogosLexer
from ...spanners.logos.longest_match import definition_sets
from ...spanners.pattern_syntax import parse_pattern
from ...spanners.syntax_tree import CharSet
from ...vocab.patterns import CL100K_PATTERN, O200K_PATTERN, R50K_PATTERN
from .cell_names import name_cells

__all__ = ["STANDARD_CHARACTERS", "Alphabet", "common_alphabet", "lexer_cells"]

STANDARD_CHARACTERS = "\n\t\u00a0 '/1AdDeElLmMrRsStTvV\u017f\u00e9\u4e2d\u0301\U0001f600"
"""29 characters: one of each cell of the published patterns together, of 1 to 4 bytes, and a second whitespace
character (tab and no-break space are one cell, but not equally wide)."""

_READABLE = (
    "a sStTdDmMlLrRvVeE" + STANDARD_CHARACTERS + "\r-.,!?$+Zz0\u00aa\u2160\u0903\u4e00\u0e01\u01c5\u02b0"
)
"""The first character of a cell in here stands for it: a small letter, where one can."""

_MOST_RUNS = 32


@dataclass(frozen=True, eq=False)
class Alphabet:
    """Cells that no lexer of a comparison can look into; symbol i stands for the characters of cell i.

    ``symbols`` is uint8 (0x110000,), or uint16 if there are more than 256: the symbol of each codepoint (any one for
    surrogates); ``characters`` has one readable character of each symbol, in their order.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> alphabet = common_alphabet(build_lexer("r50k_base"), build_lexer("r50k_base", "regex"))
    >>> len(alphabet), alphabet.signature("hello  you")
    (11, 'letter e l+ letter space+ letter+ | end')
    """

    symbols: np.ndarray
    characters: str

    def __len__(self) -> int:
        return len(self.characters)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A short name of each symbol, no two alike."""
        return name_cells(self.symbols, self.characters)

    def read(self, text: str) -> np.ndarray:
        """The symbol of each character: as ``symbols``, (characters,)."""
        return self.symbols[np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")]

    def signature(self, text: str, following: str = "") -> str:
        """Names of the cells of `text`, runs as one; behind a "|", what follows (nothing: the end of the text).

        Behind 32 runs it ends in "...".
        """
        found = self.read(text)
        starts = np.flatnonzero(np.append(True, found[1:] != found[:-1])) if len(found) else found
        lengths = np.diff(starts, append=len(found))[:_MOST_RUNS].tolist()
        symbols = found[starts[:_MOST_RUNS]].tolist()
        runs = [self.names[cell] + "+" * (n > 1) for cell, n in zip(symbols, lengths, strict=True)]
        runs += ["..."] * (len(starts) > _MOST_RUNS)
        ahead = self.names[int(self.read(following[0])[0])] if following else "end"
        return f"{' '.join(runs)} | {ahead}"

    def sweep_characters(self) -> str:
        """Characters to try: `STANDARD_CHARACTERS`, and one of each cell that these leave out."""
        covered = set(self.read(STANDARD_CHARACTERS).tolist())
        missing = [self.characters[symbol] for symbol in range(len(self)) if symbol not in covered]
        return STANDARD_CHARACTERS + "".join(missing)


def lexer_cells(lexer: SpanLexer) -> tuple[CellMap, ...] | None:
    """The cell maps that decide all that `lexer` does; None if nobody can know (a lexer of another kind)."""
    if isinstance(lexer, LogosLexer):
        sets = definition_sets(lexer.definitions)
        source = "|".join(definition.fragment for definition in lexer.definitions)
        return (load_cells(sets) or build_cells(source, sets), _machine_cells())
    if lexer.kind in ("regex", "automaton"):
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
    """What the logos lexers' repair machine asks of a character, beside the tokens' own sets."""
    letters = ("[sSdDmMtT\u017f]", "[lL]", "[vVrR]", "[eE]")
    return build_cells("", tuple(map(CharSet, (" ", "'", *letters))))


def common_alphabet(*lexers: SpanLexer) -> Alphabet:
    """The coarsest alphabet that tells apart all that any of `lexers` can; of an unknown one, what the published
    patterns can."""
    maps: list[CellMap] = []
    for lexer in lexers:
        maps += lexer_cells(lexer) or map(pattern_cells, (R50K_PATTERN, CL100K_PATTERN, O200K_PATTERN))
    return _join(tuple(dict.fromkeys(maps)))


@lru_cache(maxsize=32)
def _join(maps: tuple[CellMap, ...]) -> Alphabet:
    symbols = np.zeros(0x110000, dtype=np.int64)
    for cell_map in maps:
        # As np.unique, which sorts and takes ten times as long.
        pairs = symbols * 256 + _codepoint_cells(cell_map)
        is_there = np.zeros(int(pairs.max()) + 1, dtype=bool)
        is_there[pairs] = True
        symbols = (np.cumsum(is_there) - 1)[pairs]
    first = np.zeros(int(symbols.max()) + 1, dtype=np.int64)
    first[symbols[::-1]] = np.arange(len(symbols))[::-1]  # the last one written stays
    number = np.empty(len(first), dtype=np.min_scalar_type(len(first) - 1))
    number[np.argsort(first)] = np.arange(len(first))
    symbols = number[symbols]
    return Alphabet(symbols, _readable_characters(symbols, np.sort(first)))


def _codepoint_cells(cell_map: CellMap) -> np.ndarray:
    """The cell of every codepoint: uint8 (0x110000,)."""
    return cell_map.cells.reshape(-1, 1 << PAGE_BITS)[cell_map.pages].reshape(-1)


def _readable_characters(symbols: np.ndarray, lowest: Iterable[int]) -> str:
    characters = {int(symbols[ord(character)]): character for character in reversed(_READABLE)}
    return "".join(characters.get(symbol, chr(first)) for symbol, first in enumerate(lowest))
