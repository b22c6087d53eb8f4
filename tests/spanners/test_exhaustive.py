"""Automaton and logos equal the regex on all strings of k representative characters."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from wordchipper_lab.lab.divergence.alphabet import common_alphabet
from wordchipper_lab.spanners import build_lexer

OF_OTHER_WIDTHS = "\u00a0\u4e2d\U0001f600"  # 2, 3 and 4 bytes


@pytest.fixture(scope="session")
def short_texts(representatives) -> list[str]:
    return ["".join(characters) for k in range(1, 5) for characters in product(representatives, repeat=k)]


@pytest.fixture(scope="session")
def expected(pattern, short_texts, regex_ends) -> np.ndarray:
    return regex_ends(pattern, short_texts)


def test_732_540_texts(short_texts) -> None:
    assert len(short_texts) == len(set(short_texts)) == 29 + 29**2 + 29**3 + 29**4 == 732_540


@pytest.mark.parametrize("kind", ["automaton", "logos"])
def test_equal_on_all_short_texts(kind, pattern, short_texts, expected, lex_all, assert_same_ends) -> None:
    spans = lex_all(build_lexer(pattern, kind), short_texts)
    assert not spans.kinds.any()
    assert_same_ends(short_texts, expected, spans.ends)


@pytest.mark.deep
def test_equal_on_all_texts_of_5(pattern, regex_ends, lex_all, assert_same_ends) -> None:
    """Of the characters that this pattern tells apart: 29 of o200k's, which are all, but 15 to 18 of the others'."""
    automaton, logos = (build_lexer(pattern, kind) for kind in ("automaton", "logos"))
    alphabet = dict.fromkeys(common_alphabet(automaton, logos).characters + OF_OTHER_WIDTHS)
    for first in alphabet:
        texts = [first + "".join(rest) for rest in product(alphabet, repeat=4)]
        expected = regex_ends(pattern, texts)
        for lexer in (automaton, logos):
            assert_same_ends(texts, expected, lex_all(lexer, texts).ends)
