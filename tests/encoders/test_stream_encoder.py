"""Chunks must leave no trace in the ids."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.errors import SpecialTokenError
from wordchipper_lab.spanners.automaton.unicode_version import as_unicode_16
from wordchipper_lab.spanners.text_pieces import _CUT_OF_PATTERN, _find_cuts, iter_pieces
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN

PATTERNS = {
    "r50k": R50K_PATTERN,
    "gpt2": GPT2_ORIGINAL_PATTERN,
    "cl100k": CL100K_PATTERN,
    "o200k": O200K_PATTERN,
    **OPEN_PATTERNS,
}
SPECIAL = ["<|endoftext|>", "<|end of|>", "e 1", "end", "|>.", "\n<"]

# Every class of character that a published pattern distinguishes, and the letters of the contractions.
# U+0558 is a letter as of Unicode 18, but not for tiktoken; likewise U+1ACF, a mark.
ALPHABET = "sdmtlvreaAǅʰ中\u3007ſ\u0558\u1acf\u03011!/'’ \t\n\r\u00a0\u3000\ud83d"
chunked = st.lists(
    st.one_of(
        st.text(alphabet=ALPHABET, max_size=6),
        st.text(max_size=4),
        st.sampled_from([*SPECIAL, "<|endof", "text|>", "don't", "  \n ", "123"]),
    ),
    max_size=12,
)


def lex(pattern: str, text: str) -> list[str]:
    return [text[m.start() : m.end()] for m in regex.finditer(pattern, as_unicode_16(text))]


@pytest.mark.sampled("o200k", "llama3")
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_every_cut_between_four_characters_is_safe(pattern: str) -> None:
    cut_pattern, span_pattern = _CUT_OF_PATTERN[pattern], regex.compile(pattern)
    alphabet = "sltreA\u0301中1!/' \n\r\t"
    if pattern == OPEN_PATTERNS["deepseek_v3"]:
        alphabet = "sA\u0301中\u3042\u30fb\u30991!' \n\r\t\x00"
    if pattern == OPEN_PATTERNS["kimi"]:
        alphabet = "slA\u0301中\u3007\u2e801!/' \n\t"  # a number and a symbol that are Han
    cuts = 0
    spans = {
        text: span_pattern.findall(text)
        for k in range(5)
        for text in map("".join, product(alphabet, repeat=k))
    }
    for text, whole in spans.items():
        for cut in _find_cuts(text, 0, cut_pattern):
            cuts += 1
            assert spans[text[:cut]] + spans[text[cut:]] == whole, (text, cut)
    assert cuts > len(spans) // 2


@given(chunks=chunked)
@example(chunks=["don", "'", "t"])
@example(chunks=["a  \n", "  ", "\n", "b"])
@example(chunks=["x<|endof", "text|>y"])
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_pieces_lexed_alone_are_the_text_lexed_whole(pattern: str, chunks: list[str]) -> None:
    pieces = list(iter_pieces(chunks, pattern))
    assert "".join(pieces) == "".join(chunks)
    assert [span for piece in pieces for span in lex(pattern, piece)] == lex(pattern, "".join(chunks))


@given(chunks=chunked)
@example(chunks=["a<|end", "oftext|>", "b"])
@example(chunks=["x e", " ", "1 ", "e 1"])
@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS)
def test_no_special_token_is_cut(pattern: str, chunks: list[str]) -> None:
    longest_first = "|".join(regex.escape(token) for token in sorted(SPECIAL, key=len, reverse=True))
    find = regex.compile(f"({longest_first})").split
    pieces = list(iter_pieces(chunks, pattern, SPECIAL))

    def regions(text: str) -> list[str]:
        return [
            span for i, part in enumerate(find(text)) for span in ([part] if i % 2 else lex(pattern, part))
        ]

    assert "".join(pieces) == "".join(chunks)
    assert [span for piece in pieces for span in regions(piece)] == regions("".join(chunks))


def test_other_patterns_are_held_until_the_end_or_a_special_token() -> None:
    assert list(iter_pieces(["one ", "two ", "three"], r"\w+|\W+")) == ["one two three"]
    pieces = list(iter_pieces(["one <|", "end", " of|> two <|end o", "r"], r"\w+|\W+", SPECIAL))
    assert pieces == ["one <|end of|>", " two <|end", " or"]


def test_memory_is_bounded_by_the_longest_stretch_without_a_cut() -> None:
    taken = 0

    def chunks() -> Iterator[str]:
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield "lorem ipsum, " * 10

    given_back = 0
    for piece in iter_pieces(chunks(), O200K_PATTERN, SPECIAL):
        given_back += len(piece)
        assert taken * 130 - given_back < 2 * 130


@pytest.mark.parametrize("chunk", ["aaaa", "1", "!!", "<|endoftext|>", "   ", "é"])
def test_a_run_without_cuts_comes_out_whole(chunk: str) -> None:
    assert "".join(iter_pieces([chunk] * 500, O200K_PATTERN, SPECIAL)) == chunk * 500


@pytest.fixture(scope="module", params=["r50k_base", "cl100k_base", "o200k_harmony"])
def tokenizer(request: pytest.FixtureRequest) -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained(request.param)


@given(chunks=chunked)
@example(chunks=["\ud83d", "\ude00 a"])
def test_ids_are_those_of_the_whole_text(tokenizer: wl.Tokenizer, chunks: list[str]) -> None:
    for special in ("parse", "text"):
        arrays = list(iter_encode(tokenizer, chunks, special=special))
        ids = np.concatenate([np.empty(0, np.uint32), *arrays])
        assert ids.tolist() == tokenizer.encode("".join(chunks), special=special)


def test_a_forbidden_special_token_is_named_with_its_place_in_the_whole_text(tokenizer: wl.Tokenizer) -> None:
    chunks = ["é naïve ", "text, ", "then <|endo", "ftext|> here"]
    with pytest.raises(SpecialTokenError) as raised:
        list(iter_encode(tokenizer, chunks, special="error"))
    assert raised.value.token == "<|endoftext|>"
    assert raised.value.byte_offset == len("é naïve text, then ".encode())
