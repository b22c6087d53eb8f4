"""Open models' patterns: span ends are those of the `tokenizers` package, and all lexers agree."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import tokenizers
from tokenizers import pre_tokenizers

import wordchipper_lab.lab.benchmark
from wordchipper_lab.spanners import OPEN_PATTERNS, build_lexer
from wordchipper_lab.spanners.automaton.bundled_cells import load_cells
from wordchipper_lab.spanners.automaton.cells import build_cells, pattern_sets
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.automaton.predicates import N_SCALARS, to_scalars
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.vocab.open_patterns import DEEPSEEK_V3_STEPS

SAMPLES = Path(wordchipper_lab.lab.benchmark.__file__).parent / "samples"

# The patterns by which each tokenizer.json splits, step by step, verbatim.
STEPS = {
    "llama3": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "qwen2": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "qwen3_5": (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "kimi": (
        r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "deepseek_v3": (
        r"\p{N}{1,3}",
        "[一-龥\u3040-ゟ゠-ヿ]+",
        r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+""",
    ),
    "tekken": (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ),
    "starcoder": (r"\p{N}", OPEN_PATTERNS["gpt_neox"]),
    "gpt_neox": (OPEN_PATTERNS["gpt_neox"],),
}

# Both newlines, three kinds of whitespace, numbers, letters of all categories, a mark, Han, kana, marks and
# punctuation of kana, an emoji, a symbol, a dash, an unassigned character, a control character and a joiner.
NOTABLE = "\n\r \u00a0\t'/.1\u00bdaA\u017f\u00e9\u01c5\u02b0\u0301\u4e2d\u3007\u2e80\u3042\u3099\u309b\u30fb\u30fc\U0001f600$\u2014\u0378\x00\u200d"


def build_theirs(name: str) -> pre_tokenizers.PreTokenizer:
    """The pre_tokenizer as the model's tokenizer.json defines it."""
    if name == "gpt_neox":
        return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    if name == "starcoder":
        byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
        return pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), byte_level])
    splits = [pre_tokenizers.Split(tokenizers.Regex(step), "isolated") for step in STEPS[name]]
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    return pre_tokenizers.Sequence([*splits, byte_level])


def their_ends(name: str, texts: list[str]) -> np.ndarray:
    """Byte ends of the pieces that `tokenizers` finds, all texts laid end to end."""
    split = build_theirs(name).pre_tokenize_str
    ends: list[int] = []
    offset = 0
    for text in texts:
        ends += [offset + end for _, (_, end) in split(text)]
        offset += len(text)
    data = np.frombuffer("".join(texts).encode(), dtype=np.uint8)
    char_starts = np.append(np.flatnonzero((data & 0xC0) != 0x80), len(data))
    return char_starts[ends]


def representatives(name: str) -> str:
    """One character from each joint cell of the pattern and of the published steps."""
    sources = (OPEN_PATTERNS[name], *(step for step in STEPS[name] if "&&" not in step))
    sets = tuple(dict.fromkeys(chars for source in sources for chars in pattern_sets(parse_pattern(source))))
    return "".join(map(chr, build_cells("", sets).representatives[1:].tolist()))


def characters(name: str) -> str:
    return "".join(dict.fromkeys(representatives(name) + NOTABLE))


def all_texts(alphabet: str, longest: int) -> list[str]:
    return ["".join(chosen) for k in range(1, longest + 1) for chosen in product(alphabet, repeat=k)]


@pytest.fixture(params=OPEN_PATTERNS)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def check_against_theirs(name: str, texts: list[str], lex_all, assert_same_ends) -> None:
    spans = lex_all(build_lexer(name, "automaton"), texts)
    assert not spans.kinds.any()  # no gap: every piece of theirs is a word here and has tokens
    assert_same_ends(texts, their_ends(name, texts), spans.ends)


@pytest.mark.sampled("gpt_neox", "llama3")
def test_ends_are_those_of_tokenizers(name, lex_all, assert_same_ends) -> None:
    check_against_theirs(name, all_texts(characters(name), 3), lex_all, assert_same_ends)


@pytest.mark.deep
def test_ends_are_those_of_tokenizers_on_all_texts_of_4(name, lex_all, assert_same_ends) -> None:
    """Every character at each of the four places, among all triples with one character per cell."""
    triples = ["".join(chosen) for chosen in product(representatives(name), repeat=3)]
    for place in range(4):
        texts = [t[:place] + character + t[place:] for character in characters(name) for t in triples]
        check_against_theirs(name, texts, lex_all, assert_same_ends)


@pytest.mark.exhaustive
def test_ends_are_those_of_tokenizers_on_all_texts_of_4_of_all_characters(
    name, lex_all, assert_same_ends
) -> None:
    for first in characters(name):
        texts = [first + "".join(rest) for rest in product(characters(name), repeat=3)]
        check_against_theirs(name, texts, lex_all, assert_same_ends)


def test_ends_are_those_of_tokenizers_on_the_samples(name, lex_all, assert_same_ends) -> None:
    # Oniguruma has its own Unicode version: what Unicode 16 does not know is left out of the comparison.
    texts = [as_unicode_16(path.read_text(encoding="utf-8")) for path in sorted(SAMPLES.glob("*.txt"))]
    assert len(texts) == 3
    check_against_theirs(name, texts, lex_all, assert_same_ends)


@cache
def known_scalars() -> list[str]:
    scalars = "".join(map(chr, to_scalars(np.arange(N_SCALARS)).tolist()))
    return [c for c, shown in zip(scalars, as_unicode_16(scalars), strict=True) if c == shown]


@pytest.mark.deep
def test_ends_are_those_of_tokenizers_on_every_scalar(name, lex_all, assert_same_ends) -> None:
    texts = [f"a{character}a" for character in known_scalars()]
    check_against_theirs(name, texts, lex_all, assert_same_ends)


@pytest.mark.deep
@pytest.mark.parametrize("frame", ["a{}", " {}!", "'{}a", "A{}{}", "\n{}1", "\u3042{}\u3042"])
def test_ends_are_those_of_tokenizers_on_every_scalar_in_many_places(
    name, frame, is_plain, lex_all, assert_same_ends
) -> None:
    texts = [frame.replace("{}", character) for character in known_scalars() if not is_plain(character)]
    check_against_theirs(name, texts, lex_all, assert_same_ends)


@pytest.mark.sampled("tekken", "qwen2")
def test_the_automaton_is_the_regex(name, lex_all, regex_ends, assert_same_ends) -> None:
    texts = all_texts(representatives(name), 4)
    assert_same_ends(
        texts, regex_ends(OPEN_PATTERNS[name], texts), lex_all(build_lexer(name, "automaton"), texts).ends
    )


@pytest.mark.parametrize("kind", ["regex", "automaton", "auto"])
def test_lexers_by_name(name, kind) -> None:
    lexer = build_lexer(name, kind)
    assert (lexer.pattern, lexer.name) == (OPEN_PATTERNS[name], name)
    assert lexer.spans("caf\u00e9 au lait").ends.tolist() == [5, 8, 13]


def test_the_cell_maps_are_bundled(name) -> None:
    sets = pattern_sets(parse_pattern(OPEN_PATTERNS[name]))
    bundled, fresh = load_cells(sets), build_cells("", sets)
    assert bundled is not None
    for part in ("pages", "cells", "truth", "representatives"):
        assert np.array_equal(getattr(bundled, part), getattr(fresh, part)), part


def test_the_published_wording_where_it_is_one_step() -> None:
    for name, steps in STEPS.items():
        if len(steps) == 1 and "&&" not in steps[0]:
            assert OPEN_PATTERNS[name] == steps[0]
    assert STEPS["deepseek_v3"] == DEEPSEEK_V3_STEPS
