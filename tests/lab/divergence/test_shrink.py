"""Shrinking: textbook examples, minimal, always the same, and fast."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wordchipper_lab.errors import NoDivergenceError
from wordchipper_lab.lab import shrink_divergence
from wordchipper_lab.spanners import AutomatonLexer, RegexLexer, build_lexer
from wordchipper_lab.spanners.specimens import SPECIMENS

PATTERNS = (r"a+", r"\w+", r"\s+(?!\S)|\s", r" ?\w+|\s+", r"\w+|[^\w]", r"a{1,2}|\S")


@pytest.mark.parametrize(
    ("specimen", "text", "expected"),
    [
        ("no_whitespace_give_back", "if x:\n\u00a0\u00a0\u00a0Dog barks  ", "  a"),
        ("no_whitespace_give_back", "    return", "  a"),
        ("no_contraction_split", "'There!' he said", "'sa"),
        ("no_trailing_whitespace", "The end\r\n\t ", "\n "),
        ("contraction_any_case", "IT'S 12 O'CLOCK", "'S"),
        ("digits_without_space", "in 1999, on \u0663", " 1"),
        ("digits_unlimited", "12345678", "1111"),
    ],
)
def test_textbook_examples(specimen: str, text: str, expected: str) -> None:
    regex = build_lexer(SPECIMENS[specimen].pattern_name, "regex")
    for a, b in ((regex, SPECIMENS[specimen].build()), (SPECIMENS[specimen].build(), regex)):
        assert shrink_divergence(a, b, text).text == expected


@pytest.mark.parametrize("name", SPECIMENS)
def test_each_specimen_out_of_a_long_text(name: str) -> None:
    """The divergence is somewhere in 1 MB."""
    specimen = SPECIMENS[name]
    regex = build_lexer(specimen.pattern_name, "regex")
    prose = "It was the best of times, it was the worst of times. " * 10_000
    right, wrong = build_lexer(specimen.pattern_name), specimen.build()
    for before, after in (("\n", "\n" + prose), ("x", "\n" + prose), ("x", "")):
        text = prose + before + specimen.example + after
        if right.spans(text) != wrong.spans(text):
            break
    started = time.perf_counter()
    found = shrink_divergence(right, wrong, text)
    assert time.perf_counter() - started < 10
    assert len(found.text) == specimen.first_k
    assert list(regex.spans(found.text)) == list(found.a)
    assert shrink_divergence(regex, wrong, found.text).text == found.text


@given(
    patterns=st.lists(st.sampled_from(PATTERNS), min_size=2, max_size=2),
    kind=st.sampled_from([RegexLexer, AutomatonLexer]),
    text=st.text("abD \n\u00e9\u4e2d\U0001f600!1\ud83d", max_size=30),
)
def test_minimal_and_divergent_and_always_the_same(patterns, kind, text: str, naive_row) -> None:
    a, b = map(kind, patterns)

    def diverges(shorter: str) -> bool:
        return naive_row(a, shorter) != naive_row(b, shorter)

    assume(diverges(text))
    found = shrink_divergence(a, b, text)
    assert diverges(found.text)
    assert (list(found.a), list(found.b)) == (naive_row(a, found.text), naive_row(b, found.text))
    assert not any(diverges(found.text[:i] + found.text[i + 1 :]) for i in range(len(found.text)))
    assert (found.before, found.after, found.start, found.source) == ("", "", 0, "")
    assert shrink_divergence(a, b, text) == found
    assert shrink_divergence(a, b, found.text) == found


def test_a_megabyte_in_one_stretch() -> None:
    started = time.perf_counter()
    found = shrink_divergence("automaton:a+|[^a]", "automaton:a|[^a]", "a" * 1_000_000)
    assert (found.text, time.perf_counter() - started < 10) == ("aa", True)


@pytest.mark.deep
def test_a_divergence_that_needs_both_ends_of_its_text() -> None:
    found = shrink_divergence(r"regex:x[^y]*y|[\s\S]", r"regex:[\s\S]", "x" + "abc " * 50_000 + "y")
    assert found.text == "xy"


def test_what_does_not_diverge() -> None:
    for text in ("", "hello world", "hello " * 1000):
        with pytest.raises(
            NoDivergenceError, match="automaton:o200k_base and logos:o200k_base agree on this text"
        ):
            shrink_divergence("automaton:o200k_base", "logos:o200k_base", text)


def test_the_pytest_case_fails_while_they_diverge() -> None:
    found = shrink_divergence("regex:cl100k_base", "specimen:no_whitespace_give_back", "  hello")
    scope: dict[str, object] = {}
    exec(found.to_pytest(), scope)
    (case,) = [value for name, value in scope.items() if name.startswith("test_")]
    with pytest.raises(AssertionError):
        case()
    exec(
        found.to_pytest().replace("build_specimen('no_whitespace_give_back')", "build_lexer('cl100k_base')"),
        scope,
    )
    scope[case.__name__]()


@pytest.mark.parametrize("name", SPECIMENS)
def test_every_pytest_case_is_python(name: str) -> None:
    found = shrink_divergence(
        f"regex:{SPECIMENS[name].pattern_name}", f"specimen:{name}", SPECIMENS[name].example
    )
    assert found.to_pytest().isascii()
    compile(found.to_pytest(), "case", "exec")
