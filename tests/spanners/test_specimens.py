"""Specimens: each has one fault, first shown by texts of `first_k` characters, and passes on plain text."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.spanners import LEXERS, SPECIMENS, build_lexer, build_specimen
from wordchipper_lab.spanners.faithful import obeys_its_pattern
from wordchipper_lab.vocab.patterns import PATTERNS

PROSE = (
    "It is a truth, universally acknowledged: a man in want of a wife does not hide it.\nWe don't, either. "
    * 3
)
CODE = "def half(x):\n    if x > 100:\n        return x / 2  # or x * 0.5\n\n    return 0\n"

# (prose, code): does the specimen pass for the real one?
GOES_UNNOTICED = {
    "no_whitespace_give_back": (True, False),
    "no_contraction_split": (True, True),
    "no_prefix_restart": (True, True),
    "no_trailing_whitespace": (True, True),
    "contraction_any_case": (True, True),
    "digits_without_space": (True, False),
    "digits_unlimited": (True, True),
    "decimal_digits": (True, True),
    "marks_in_prefix": (True, True),
    "newline_with_blanks": (True, True),
    "isalpha": (True, True),
    "marks_are_letters": (True, True),
    "long_s": (True, True),
}


@pytest.fixture(params=SPECIMENS)
def specimen(request: pytest.FixtureRequest):
    return SPECIMENS[request.param]


def spans_of_each(spans, texts: list[str]) -> list[list[int]]:
    """Span ends for each of the texts laid end to end."""
    cuts = np.searchsorted(spans.ends, np.cumsum([len(text.encode()) for text in texts]), side="right")
    return [ends.tolist() for ends in np.split(spans.ends, cuts[:-1])]


def test_first_divergence(specimen, representatives, lex_all) -> None:
    alphabet = dict.fromkeys(specimen.example + representatives)
    lexer, reference = specimen.build(), build_lexer(specimen.pattern, "automaton")
    for k in range(1, specimen.first_k):
        texts = ["".join(chosen) for chosen in product(alphabet, repeat=k)]
        assert lex_all(lexer, texts) == lex_all(reference, texts)
    assert len(specimen.example) == specimen.first_k
    assert lexer.spans(specimen.example) != build_lexer(specimen.pattern, "regex").spans(specimen.example)


def test_plain_text(specimen) -> None:
    lexer, reference = specimen.build(), build_lexer(specimen.pattern, "regex")
    found = tuple(lexer.spans(text) == reference.spans(text) for text in (PROSE, CODE))
    assert found == GOES_UNNOTICED[specimen.name]


def test_automata_are_the_pattern_they_run(specimen, representatives, lex_all) -> None:
    lexer = specimen.build()
    assert lexer.name == specimen.name
    if lexer.kind == "logos":
        assert lexer.pattern == specimen.pattern
        return
    assert lexer.kind == "automaton"
    assert lexer.pattern != specimen.pattern
    texts = [
        "".join(c)
        for k in (1, 2, 3)
        for c in product(dict.fromkeys(specimen.example + representatives), repeat=k)
    ]
    assert lex_all(lexer, texts) == lex_all(build_lexer(lexer.pattern, "regex"), texts)


def test_one_thing_is_changed(specimen) -> None:
    assert (specimen.replaced != ("", "")) + bool(specimen.without) + bool(specimen.definitions) == 1
    assert len(specimen.without) <= 1
    if specimen.replaced != ("", ""):
        assert specimen.replaced[0] in specimen.pattern


def test_what_is_told_of_each(specimen) -> None:
    assert specimen.pattern_name in PATTERNS
    assert specimen.name == next(name for name, other in SPECIMENS.items() if other is specimen)
    assert 15 < len(specimen.title) < 90
    assert 100 < len(specimen.story) < 450
    assert specimen.story.endswith((".", ".)"))
    assert "  " not in specimen.story
    assert '\\"' not in specimen.story


def test_they_are_no_lexers_to_choose(specimen) -> None:
    assert specimen.name not in LEXERS
    lexer = specimen.build()
    assert obeys_its_pattern(lexer) == (lexer.kind == "automaton")  # it states the wrong pattern that it runs
    with pytest.raises(UnknownNameError, match="unknown lexer"):
        build_lexer(specimen.pattern, specimen.name)


def test_by_name() -> None:
    assert build_specimen("long_s").spans("'\u017fa").ends.tolist() == [4]
    with pytest.raises(
        UnknownNameError, match=r"unknown specimen 'nope': expected one of no_whitespace_give_back, .*long_s"
    ):
        build_specimen("nope")


def test_python_isalpha_is_category_l() -> None:
    """What the `isalpha` story says about Python and about the property."""
    assert "\u2167".isalpha() is False
    assert "\u093f".isalpha() is False
    lexer = build_specimen("isalpha")
    assert lexer.spans("x\u2167\u0915\u093f").ends.tolist() == [10]
