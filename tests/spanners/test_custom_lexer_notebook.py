"""The walk-through: its lexer takes under 40 lines and equals the lexer of its pattern."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from wordchipper_lab.spanners import build_lexer, registered_lexers
from wordchipper_lab.spanners.automaton.cells import build_cells, pattern_sets
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "custom_lexer.ipynb"


@pytest.fixture(scope="module")
def cells() -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def names(cells) -> dict:
    """What the notebook's cells define, except for the proof at its end."""
    defined: dict = {}
    for cell in cells[:-1]:
        exec(cell, defined)
    return defined


def test_the_lexer_is_that_of_its_pattern(names, lex_all, regex_ends, assert_same_ends) -> None:
    pattern, lexer = names["PATTERN"], names["lexer"]
    representatives = build_cells("", pattern_sets(parse_pattern(pattern))).representatives[1:].tolist()
    alphabet = dict.fromkeys([*map(chr, representatives), *"\r\t_@", "\u00a0", "\u0301", "\u4e2d"])
    texts = ["".join(chosen) for k in (1, 2, 3, 4) for chosen in product(alphabet, repeat=k)]
    assert_same_ends(texts, regex_ends(pattern, texts), lex_all(lexer, texts).ends)
    assert_same_ends(
        texts, regex_ends(pattern, texts), lex_all(build_lexer(pattern, "automaton"), texts).ends
    )


def test_what_the_notebook_shows(names) -> None:
    text = "so true #late_train  @caf\u00e9 at 17:45"
    assert names["show"](names["lexer"], text)[2:6] == [" #late_train", " ", " @caf\u00e9", " at"]
    assert names["wrong"][0] == "  a"  # from the forgetful lexer
    assert (names["tok"].lexer, names["plain"].lexer) == ("logos", "automaton")
    assert names["PATTERN"] not in registered_lexers()


def test_under_40_lines(cells) -> None:
    setting_up, building, *_ = cells
    program = setting_up + "\n" + building.split("def show")[0]  # imports, pattern, definitions, lexer
    assert len([line for line in program.splitlines() if line.strip()]) < 40
