"""Constructs that Oniguruma reads differently are found; the `tokenizers` package confirms that it does."""

from __future__ import annotations

import pytest
import regex

from wordchipper_lab.vocab.formats.oniguruma import find_dialect_difference
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN

DIFFERENT = [
    (r"a|\p{N}{1,3}+", 7, "12345x"),
    (r"[ab]{2}+|.", 4, "ababab"),
    (r"\s+$|a", 3, "a \na"),
    (r"^ab|.", 0, "xab\nab"),
    (r"\h+|.", 0, "a1 \tg"),
    (r"[a\h]+|.", 2, "a1 \tg"),
    (r"[\w&&[^a]]+|.", 3, "abcab"),
    (r"[a[bc]]+|.", 2, "abcab]"),
    (r"(?m:.)+", 0, "ab\nab"),
    (r"\s\Z|a", 2, "a \n"),
]
ALIKE = [
    GPT2_ORIGINAL_PATTERN,
    O200K_PATTERN,
    # The cl100k pattern as Hugging Face's conversions write it.
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"\p{L}++|\s++|[]a]+|[^]a]+|[\]\[$^{1}+]+|\^\$|\{1\}+|(?i:a)|(?<n>b)|(?>c)|(?=d)|(?-i:e)|.",
]
TEXT = "It's 12345 I'LL  go\r\n\n naïve Ǆ東京x] 5^$\t a+1}+{1}a \n"


def spans_by_regex(pattern: str, text: str) -> list[tuple[int, int]]:
    return [match.span() for match in regex.finditer(pattern, text) if match[0]]


def spans_by_oniguruma(pattern: str, text: str) -> list[tuple[int, int]]:
    tokenizers = pytest.importorskip("tokenizers")
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), behavior="removed", invert=True)
    return [span for _, span in split.pre_tokenize_str(text)]


@pytest.mark.parametrize(("pattern", "position", "text"), DIFFERENT)
def test_differences_are_found(pattern, position, text):
    found = find_dialect_difference(pattern)
    assert found is not None
    assert found[0] == position


@pytest.mark.parametrize(("pattern", "position", "text"), DIFFERENT)
def test_the_differences_are_real(pattern, position, text):
    assert spans_by_regex(pattern, text) != spans_by_oniguruma(pattern, text)


@pytest.mark.parametrize("pattern", ALIKE)
def test_alike_patterns_pass(pattern):
    assert find_dialect_difference(pattern) is None


@pytest.mark.parametrize("pattern", ALIKE)
def test_alike_patterns_cut_alike(pattern):
    assert spans_by_regex(pattern, TEXT) == spans_by_oniguruma(pattern, TEXT)


def test_tiktokens_possessive_wordings_are_refused():
    assert find_dialect_difference(CL100K_PATTERN)[1].startswith("{1,3}+")
    assert find_dialect_difference(R50K_PATTERN)[1].startswith("$")
