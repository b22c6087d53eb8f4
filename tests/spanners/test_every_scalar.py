"""Automaton and logos equal the regex on every scalar value, at many places of a text."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.automaton.predicates import N_SCALARS, to_scalars

CONTEXTS = [
    "{}",
    "'{}",
    "a{}b",
    " {} ",
    "  {}x",
    "A{}{}a",
    "!{}!",
    "\n {}",
    "{}'s",
    "1{}23",
    "{}\u0301A",
    "B\u00a0{}",
]


# What CI has time for without an exception: all of them for the largest pattern.
_IN_CI = [("o200k", context) for context in CONTEXTS]
_IN_CI += [(family, context) for family in ("r50k", "cl100k") for context in ("{}", "a{}b", " {} ", "{}'s")]
_BY_HAND = [case for case in product(("r50k", "cl100k"), CONTEXTS) if case not in _IN_CI]


@pytest.fixture(scope="module")
def characters() -> list[str]:
    return [chr(codepoint) for codepoint in to_scalars(np.arange(N_SCALARS)).tolist()]


@pytest.mark.sampled("[o200k-{}]")
@pytest.mark.parametrize("context", CONTEXTS)
def test_equal_on_every_scalar(
    context, pattern, characters, is_plain, regex_ends, lex_all, assert_same_ends
) -> None:
    chosen = characters if context == "'{}" else [c for c in characters if not is_plain(c)]
    texts = [context.replace("{}", character) for character in chosen]
    expected = regex_ends(pattern, texts)
    for kind in ("automaton", "logos"):
        assert_same_ends(texts, expected, lex_all(build_lexer(pattern, kind), texts).ends)


@pytest.mark.parametrize(
    ("pattern", "context"),
    [
        *(pytest.param(*case, marks=pytest.mark.deep) for case in _IN_CI),
        *(pytest.param(*case, marks=pytest.mark.exhaustive) for case in _BY_HAND),
    ],
    indirect=["pattern"],
)
def test_equal_on_every_scalar_without_exception(
    context, pattern, characters, regex_ends, lex_all, assert_same_ends
) -> None:
    texts = [context.replace("{}", character) for character in characters]
    expected = regex_ends(pattern, texts)
    for kind in ("automaton", "logos"):
        assert_same_ends(texts, expected, lex_all(build_lexer(pattern, kind), texts).ends)
