"""Which patterns have rules for 64 bytes at once, and what those need to know of a character."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernels.layout import I64, U8
from ...vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN
from ..automaton.automaton_tables import AutomatonTables, compile_automaton
from ..automaton.bundled_cells import load_cells
from ..automaton.cells import CellMap, build_cells, pattern_sets
from ..automaton.pattern_syntax import parse_pattern

__all__ = [
    "CASELESS",
    "FAMILIES",
    "HARD",
    "LOWER",
    "MARK",
    "NO_FAMILY",
    "OTHER",
    "UPPER",
    "VectorTables",
    "automaton_only",
    "compile_vector",
]

NO_FAMILY, R50K, CL100K, O200K = range(4)

FAMILIES = {
    GPT2_ORIGINAL_PATTERN: R50K,
    R50K_PATTERN: R50K,
    CL100K_PATTERN: CL100K,
    O200K_PATTERN: O200K,
}
"""Pattern -> the number of its rules in `family_rules`."""

HARD, UPPER, LOWER, CASELESS, MARK, OTHER = range(6)
"""Classes of characters outside ASCII: letters by case; combining marks, where they count as letters; characters
that are neither letters, numbers nor blanks; and the rest, which is left to the automaton."""


class VectorTables(NamedTuple):
    """All that the kernel needs."""

    family: I64
    """int64 (1,): the number of the rules; `NO_FAMILY` to leave all to the automaton."""
    classes: U8
    """uint8 (cells + 1,): the class of each cell of the automaton (`HARD` ... `OTHER`)."""
    automaton: AutomatonTables


def compile_vector(pattern: str) -> VectorTables | None:
    """The tables of a pattern; None if there are no rules for it."""
    if pattern not in FAMILIES:
        return None
    family, sets = FAMILIES[pattern], pattern_sets(parse_pattern(pattern))
    cells = load_cells(sets) or build_cells(pattern, sets)
    return VectorTables(
        np.array([family], dtype=np.int64), _classes(family, cells), compile_automaton(pattern)
    )


def automaton_only(automaton: AutomatonTables) -> VectorTables:
    """Tables with which the kernel runs the automaton."""
    family, classes = np.array([NO_FAMILY], dtype=np.int64), np.zeros(1, dtype=np.uint8)
    return VectorTables(family, classes, automaton)


def _classes(family: int, cells: CellMap) -> np.ndarray:
    """The class of each cell, from the sets of the pattern that contain it."""
    truth = {chars.source: cells.truth[number] for number, chars in enumerate(cells.sets)}
    other = truth[r"[^\s\p{L}\p{N}]"]
    if family == O200K:
        may_begin = truth[r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"]
        may_end = truth[r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"]
        is_mark = may_begin & may_end & other
        classes = np.select(
            [is_mark, may_begin & may_end, may_begin, may_end, other],
            [MARK, CASELESS, UPPER, LOWER, OTHER],
            HARD,
        )
    else:
        letters = truth[r"\p{L}"] if r"\p{L}" in truth else truth[r"[\p{L}]"]
        classes = np.select([letters, other], [LOWER, OTHER], HARD)
    return classes.astype(np.uint8)
