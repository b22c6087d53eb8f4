"""Cells: the partition is exact, the bundled one is current, the representatives are complete."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.errors import UnsupportedPatternError
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.spanners.automaton.bundled_cells import BUNDLE_PATH, load_cells
from wordchipper_lab.spanners.automaton.cells import build_cells, pattern_sets
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.automaton.precompute import compute_cells
from wordchipper_lab.spanners.automaton.predicates import N_SCALARS, set_contains, set_edges, to_scalars
from wordchipper_lab.vocab.patterns import PATTERNS


def all_cells(cell_map) -> np.ndarray:
    """The cell of every scalar value, by the two-stage lookup."""
    codepoints = to_scalars(np.arange(N_SCALARS))
    return cell_map.cells[(cell_map.pages[codepoints >> 7].astype(np.int64) << 7) + (codepoints & 127)]


def test_bundled_cells_are_what_the_installed_regex_package_gives() -> None:
    computed = list(compute_cells())
    assert len(computed) == 6
    for fresh in computed:
        bundled = load_cells(fresh.sets)
        assert bundled is not None, fresh.sets
        for part in ("pages", "cells", "truth", "representatives"):
            assert np.array_equal(getattr(bundled, part), getattr(fresh, part)), part
            assert getattr(bundled, part).dtype == getattr(fresh, part).dtype


def test_bundle_is_small_and_has_nothing_for_other_patterns() -> None:
    assert BUNDLE_PATH.stat().st_size < 200_000
    assert load_cells(pattern_sets(parse_pattern("x"))) is None


def test_number_of_cells() -> None:
    patterns = dict.fromkeys(PATTERNS.values())
    assert [load_cells(pattern_sets(parse_pattern(p))).n_cells for p in patterns] == [11, 12, 27]


def test_membership_of_every_scalar_follows_from_its_cell(pattern) -> None:
    cell_map = load_cells(pattern_sets(parse_pattern(pattern)))
    cells = all_cells(cell_map)
    assert cells.min() == 1
    assert cells.max() == cell_map.n_cells
    for number, chars in enumerate(cell_map.sets):
        inside = np.zeros(N_SCALARS, dtype=bool)
        for start, end in set_edges(chars).reshape(-1, 2):
            inside[start:end] = True
        assert np.array_equal(cell_map.truth[number][cells], inside), chars


def test_cells_are_told_apart_by_some_set(pattern) -> None:
    cell_map = load_cells(pattern_sets(parse_pattern(pattern)))
    answers = cell_map.truth[:, 1:]
    assert len(np.unique(answers, axis=1).T) == cell_map.n_cells


@pytest.mark.deep
def test_representatives_cover_every_cell_of_all_patterns_together(representatives) -> None:
    sets = tuple(dict.fromkeys(chars for cell_map in compute_cells() for chars in cell_map.sets))
    together = build_cells("", sets)
    assert together.n_cells == 28
    assert {together.cell_of(character) for character in representatives} == set(range(1, 29))


def test_each_cell_has_its_lowest_codepoint_as_representative(pattern) -> None:
    cell_map = load_cells(pattern_sets(parse_pattern(pattern)))
    codepoints = to_scalars(np.arange(N_SCALARS))
    cells, first = np.unique(all_cells(cell_map), return_index=True)
    assert np.array_equal(codepoints[first], cell_map.representatives[cells])


@pytest.mark.parametrize(
    ("source", "ignore_case", "inside", "outside"),
    [
        ("s", True, "sS\u017f", "x"),
        (r"[^\S\r\n]", False, " \t\u00a0\u3000\u0085", "\r\na"),
        (r"\p{N}", False, "1\u0663\u2167\u00bd", "a"),
        (r"\s", False, " \u2028\x0b", "\u200b\x1c"),
        (".", False, "a\r\u2028", "\n"),
    ],
)
def test_sets(source, ignore_case, inside, outside) -> None:
    chars = pattern_sets(parse_pattern(f"(?i:{source})" if ignore_case else source))[0]
    assert all(set_contains(chars, character) for character in inside)
    assert not any(set_contains(chars, character) for character in outside)


def test_too_many_cells() -> None:
    with pytest.raises(UnsupportedPatternError, match="number of cells: 301, at most 255"):
        compile_automaton("|".join(chr(0x4E00 + i) for i in range(300)))
