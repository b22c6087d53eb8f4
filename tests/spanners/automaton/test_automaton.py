"""The automaton lexer equals the regex lexer: on patterns of other models, on generated patterns, on any text."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from wordchipper_lab.errors import UnsupportedPatternError
from wordchipper_lab.spanners import AutomatonLexer, RegexLexer, build_lexer
from wordchipper_lab.spanners.automaton.automaton_tables import compile_automaton
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, R50K_PATTERN

OTHER_PATTERNS = {
    "gpt2, gpt-neox": GPT2_ORIGINAL_PATTERN,
    "starcoder": r"\p{N}|" + GPT2_ORIGINAL_PATTERN,
    "llama 3": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "qwen 2": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "tekken": r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "deepseek": r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    "words only": r"\w+",
    "words and symbols": r"\w+|[^\w\s]+",
    "look-ahead inside": r"[a-z]+(?=[A-Z])[A-Z]|[a-zA-Z](?!\s)|\d",
    "short match of higher priority": r"(?:a|al|all)(?:l|'|lA)|e",
    "far look": r"\s*x|\s|A+1|A",
}


@pytest.mark.sampled("llama 3", "short match", "far look", "gpt2")
@pytest.mark.parametrize("pattern", OTHER_PATTERNS.values(), ids=OTHER_PATTERNS)
def test_other_patterns(pattern, representatives) -> None:
    reference, lexer = RegexLexer(pattern), AutomatonLexer(pattern)
    rng = random.Random(0)
    for _ in range(1500):
        text = "".join(rng.choices(representatives + "xal", k=rng.randint(1, 14)))
        assert lexer.spans(text) == reference.spans(text), text


ATOMS = st.sampled_from(["a", "b", "A", r"\n", r"\s", r"\S", "[ab]", "[^a]", ".", r"\w", "(?i:a)", " "])
SUFFIXES = st.sampled_from(["", "", "", "?", "*", "+", "{2}", "{1,2}", "{1,}", "?+", "*+", "++", "{1,2}+"])
ASSERTIONS = st.sampled_from(["", "", "", r"(?!\S)", "(?=a)", "(?![ab])", r"\z"])


def _extend(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    repeated = st.builds("(?:{}){}".format, inner, SUFFIXES)
    sequence = st.lists(inner, min_size=2, max_size=4).map("".join)
    choice = st.lists(inner, min_size=2, max_size=3).map(lambda branches: f"(?:{'|'.join(branches)})")
    return repeated | sequence | choice


GENERATED_PATTERNS = st.recursive(
    st.builds("{}{}{}".format, ATOMS, SUFFIXES, ASSERTIONS), _extend, max_leaves=8
)


GENERATED_TEXTS = st.lists(st.text("abA \n", max_size=8), min_size=1, max_size=12)


@settings(max_examples=50)
@given(GENERATED_PATTERNS, GENERATED_TEXTS)
def test_generated_patterns(pattern, texts) -> None:
    check_generated(pattern, texts)


@pytest.mark.deep
@settings(max_examples=1000)
@given(GENERATED_PATTERNS, GENERATED_TEXTS)
def test_many_generated_patterns(pattern, texts) -> None:
    check_generated(pattern, texts)


def check_generated(pattern: str, texts: list[str]) -> None:
    try:
        compile_automaton.__wrapped__(pattern)
    except UnsupportedPatternError:
        assume(False)
    reference, lexer = RegexLexer(pattern), AutomatonLexer(pattern)
    for text in texts:
        assert lexer.spans(text) == reference.spans(text), (pattern, text)


@pytest.mark.sampled("[o200k]")
@settings(max_examples=300)
@given(text=st.text(max_size=60))
def test_any_text(pattern, text) -> None:
    expected = build_lexer(pattern, "regex").spans(text)
    assert build_lexer(pattern, "automaton").spans(text) == expected
    assert build_lexer(pattern, "logos").spans(text) == expected
    long = text * 9  # the vector lexer leaves what is shorter than 64 bytes to the automaton
    assert build_lexer(pattern, "vector").spans(long) == build_lexer(pattern, "regex").spans(long)


REPRESENTATIVE_TEXT = st.text(
    "\n\t\u00a0 '/1AdDeElLmMrRsStTvV\u017f\u00e9\u4e2d\u0301\U0001f600", max_size=40
)


@pytest.mark.deep
@settings(max_examples=500)
@given(text=REPRESENTATIVE_TEXT)
def test_any_text_of_representatives(pattern, text) -> None:
    expected = build_lexer(pattern, "regex").spans(text)
    assert build_lexer(pattern, "automaton").spans(text) == expected
    assert build_lexer(pattern, "logos").spans(text) == expected
    long = text * 9  # the vector lexer leaves what is shorter than 64 bytes to the automaton
    assert build_lexer(pattern, "vector").spans(long) == build_lexer(pattern, "regex").spans(long)


@pytest.mark.parametrize("kind", ["automaton", "logos", "vector"])
@pytest.mark.parametrize(
    "text",
    [
        " " * 10**6,
        "\n" + " " * 10**6 + "x",
        " \n" * 500_000,
        "a" * 10**6,
        "A" * 10**6,
        "\u00aa" + "A" * 10**6,
        "'" * 10**6,
        "1" * 10**6,
    ],
    ids=["spaces", "newline and spaces", "space newline", "a", "A", "\u00aaA", "apostrophes", "digits"],
)
def test_a_megabyte_of_the_same(kind, pattern, text) -> None:
    """Linear: if one of these were quadratic, the test would run for hours."""
    spans = build_lexer(pattern, kind).spans(text)
    assert spans.ends[-1] == len(text.encode())


def test_equivalent_wordings_have_the_same_automaton() -> None:
    for text in ("a  b\n\n c", "'s  12 \u00e9!?  "):
        assert AutomatonLexer(GPT2_ORIGINAL_PATTERN).spans(text) == AutomatonLexer(R50K_PATTERN).spans(text)


def test_compiled_once() -> None:
    assert AutomatonLexer(CL100K_PATTERN).tables is AutomatonLexer(CL100K_PATTERN).tables


def test_built_in_patterns_do_without_the_regex_package() -> None:
    """It takes 40 ms to import; the default lexer must not need it."""
    program = (
        "import sys; from wordchipper_lab.spanners import build_lexer; build_lexer('o200k_base'); "
        "build_lexer('cl100k_base', 'logos'); sys.exit('regex' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_too_many_states() -> None:
    with pytest.raises(UnsupportedPatternError, match="the automaton needs more than 4096 states"):
        AutomatonLexer(r"[ab]*a[ab]{13}c|a")
    with pytest.raises(
        UnsupportedPatternError, match="more than 20000 states once repetitions are written out"
    ):
        AutomatonLexer(r"(?:[ab]{1000}){1000}")


def test_table_columns_are_cells_and_the_end() -> None:
    tables = compile_automaton(r"a+")
    assert tables.transitions.dtype == np.uint32
    assert len(tables.transitions) % 3 == 0
