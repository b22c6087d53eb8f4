"""Each specimen is caught by every method, explained, and shrunk to its textbook example."""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.divergence import (
    explain,
    find_divergences,
    prove_equivalence,
    shrink_divergence,
    sweep_equivalence,
)
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.specimens import SPECIMENS, build_specimen

PROSE = "A page of prose, as it comes: nothing about it is strange, and it goes on for 12 lines.\n" * 40


@pytest.fixture(params=SPECIMENS)
def specimen(request):
    return SPECIMENS[request.param]


@pytest.fixture
def right(specimen):
    return build_lexer(specimen.pattern_name, "regex")


@pytest.fixture
def wrong(specimen):
    return build_specimen(specimen.name)


def test_found_in_a_long_text_and_shrunk(specimen, right, wrong) -> None:
    text = PROSE.strip() + " 2" + specimen.example  # a span ends after a number, whatever follows
    found = list(find_divergences(right, wrong, text))
    assert len(PROSE.encode()) <= found[-1].start + len((found[-1].text + found[-1].after).encode())
    shrunk = shrink_divergence(right, wrong, text)
    assert len(shrunk.text) <= specimen.first_k
    assert (
        list(right.spans(shrunk.text)) == list(shrunk.a) != list(shrunk.b) == list(wrong.spans(shrunk.text))
    )


def test_shrunk_to_the_textbook_example(specimen, right, wrong) -> None:
    shrunk = shrink_divergence(right, wrong, specimen.example)
    assert len(shrunk.text) == specimen.first_k
    # The same kinds of characters, each replaced by the plainest of its kind.
    assert shrunk.signature == shrink_divergence(right, wrong, shrunk.text).signature
    plain = {"no_whitespace_give_back": "  a", "no_contraction_split": "'sa", "digits_without_space": " 1",
             "contraction_any_case": "'S", "no_trailing_whitespace": "\n ", "marks_in_prefix": "\u0301A",
             "digits_unlimited": "1111", "newline_with_blanks": "\n \n", "marks_are_letters": "a\u0301",
             "long_s": "'\u017fa"}  # fmt: skip
    if specimen.name in plain:
        assert shrunk.text == plain[specimen.name]


def test_no_shorter_text_shows_it_and_this_is_proved(specimen, right, wrong) -> None:
    assert len(prove_equivalence(right, wrong).text) == specimen.first_k


def test_the_sweep_meets_it_at_its_length(specimen, wrong) -> None:
    automaton = build_lexer(specimen.pattern_name)
    result = sweep_equivalence(automaton, wrong, specimen.first_k, most=5)
    assert [length.length for length in result.by_length if length.divergent] == [specimen.first_k]
    assert len(result.divergences[0].text) == specimen.first_k


def test_both_sides_are_explained(specimen, right, wrong) -> None:
    automaton = build_lexer(specimen.pattern_name)
    told = [explain(lexer, specimen.example).spans for lexer in (right, automaton, wrong)]
    assert [(s.start, s.end) for s in told[0]] == [(s.start, s.end) for s in told[1]]
    assert [(s.start, s.end, s.kind) for s in told[0]] != [(s.start, s.end, s.kind) for s in told[2]]
    assert all(story.branch is not None for story in told[0])
    assert all(story.steps or story.tokens for story in told[2])


def test_the_pytest_case_fails_as_long_as_they_diverge(specimen, right, wrong) -> None:
    case = shrink_divergence(right, wrong, specimen.example).to_pytest()
    scope: dict[str, object] = {}
    exec(case, scope)
    test = next(value for name, value in scope.items() if name.startswith("test_"))
    with pytest.raises(AssertionError):
        test()
