"""A pattern that would take minutes to compile is refused within seconds; known ones stay well below."""

from __future__ import annotations

import time
from contextlib import suppress

import numpy as np
import pytest

from wordchipper_lab.errors import PatternSyntaxError, UnsupportedPatternError
from wordchipper_lab.spanners import OPEN_PATTERNS, LogosLexer, Standalone, TokenDefinition
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.spanners.automaton.build_nfa import build_nfa
from wordchipper_lab.spanners.automaton.bundled_cells import load_cells
from wordchipper_lab.spanners.automaton.cells import build_cells, pattern_sets
from wordchipper_lab.spanners.automaton.dfa import build_dfa
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.automaton.predicates import literal_edges, set_edges
from wordchipper_lab.spanners.automaton.syntax_tree import CharSet
from wordchipper_lab.spanners.automaton.work_budget import MAX_STEPS, WorkBudget
from wordchipper_lab.vocab.patterns import PATTERNS

# Each just stays under the other bounds: states, cells, repetitions.
LETTERS = "".join(chr(0x4E00 + i) for i in range(200))
EXPENSIVE = {
    "empty groups, repeated": r"(?:(?:(?:(?:){1000}){1000}){1000}){1000}a",
    "long chain": r"(?:a{1000}){4}",
    "long chain, many cells": r"a{1000}b{1000}|" + "|".join(LETTERS[:50]),
    "many cells and states": "|".join(f"{c}{{20}}" for c in LETTERS[:180]),
    "many threads": r"(?:\w?){900}!(?:\w?\d?){900}a",
    "many sets": "|".join(f"[{LETTERS[i : i + 9]}][a{LETTERS[i]}]" for i in range(0, 190)) * 3,
    "long classes": "|".join(f"[{i}{LETTERS}{chr(0x3041 + i)}]x" for i in range(200)),
    "possessive, repeated": r"(?:(?:\w|\s)++b?|x){500}y?",
}


QUICK = ("possessive, repeated",)  # the others take 22 s together


@pytest.mark.parametrize(
    "pattern",
    [
        pytest.param(pattern, id=name, marks=() if name in QUICK else pytest.mark.deep)
        for name, pattern in EXPENSIVE.items()
    ],
)
def test_no_pattern_takes_long(pattern) -> None:
    start = time.process_time()
    with suppress(UnsupportedPatternError):
        compile_automaton.__wrapped__(pattern)
    assert time.process_time() - start < 30  # the target is 5 s, but some machines are slower


@pytest.mark.deep
def test_the_message_names_the_size() -> None:
    with pytest.raises(UnsupportedPatternError, match=r"compiling this needs more than 16,000,000 steps"):
        compile_automaton(EXPENSIVE["empty groups, repeated"])


def test_nested_groups() -> None:
    compile_automaton("(?:" * 100 + "a" + ")" * 100)
    with pytest.raises(UnsupportedPatternError, match="nesting of more than 100 groups"):
        compile_automaton("(?:" * 101 + "a" + ")" * 101)
    with pytest.raises(UnsupportedPatternError, match="nesting of more than 100 groups"):
        compile_automaton("(" * 100_000)
    with pytest.raises(PatternSyntaxError, match="missing"):
        compile_automaton("((a)")


@pytest.mark.parametrize("pattern", dict.fromkeys([*PATTERNS.values(), *OPEN_PATTERNS.values()]))
def test_known_patterns_take_a_small_part_of_it(pattern) -> None:
    node, work = parse_pattern(pattern), WorkBudget(pattern)
    sets = pattern_sets(node)
    build_dfa(build_nfa(node, load_cells(sets) or build_cells(pattern, sets), pattern, work))
    assert work.steps < MAX_STEPS / 100


@pytest.mark.deep
def test_token_definitions_are_counted_too() -> None:
    many = [
        TokenDefinition(str(i), f"(?:[a-z]{c}?){{200}}", Standalone()) for i, c in enumerate(LETTERS[:60])
    ]
    with pytest.raises(UnsupportedPatternError, match="unsupported size"):
        LogosLexer(many)


def test_plain_characters_need_no_look_at_unicode() -> None:
    for codepoint in range(128):
        for source in (chr(codepoint), "\\" + chr(codepoint)):
            edges = literal_edges(CharSet(source))
            if edges is not None:
                assert np.array_equal(edges, set_edges(CharSet(source))), source
    assert literal_edges(CharSet("a")) is not None
    assert literal_edges(CharSet(r"\d")) is None
    assert literal_edges(CharSet("\u00e9")) is None
