"""The fast paths of character-level BPE against their simple twins, and texts that would take forever otherwise."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.spanners.text_pieces import has_safe_cuts, iter_pieces
from wordchipper_lab.training import CharacterBPE, SpanCounts
from wordchipper_lab.training.character import character_bpe
from wordchipper_lab.training.character.apply_merges import apply_merges_reference
from wordchipper_lab.training.character.count_words import symbols_of_words
from wordchipper_lab.training.character.word_symbols import MARKERS, word_symbols
from wordchipper_lab.vocab.word_patterns import WORD_PATTERNS

pytestmark = pytest.mark.filterwarnings("ignore:training stopped early")

WORDS = st.text(
    st.sampled_from("abc\u00e9\u4f60\U0001f600</w>") | st.characters(codec="utf-8"), min_size=1, max_size=12
)


@pytest.mark.parametrize("marker", MARKERS)
@given(words=st.dictionaries(WORDS.map(str.encode), st.integers(1, 5), max_size=12))
def test_symbols_are_those_of_each_word(marker: str, words: dict[bytes, int]) -> None:
    found = symbols_of_words(SpanCounts.from_mapping(words), marker, "$$$")
    expected = [word_symbols(word.decode(), marker, "$$$") for word in words]
    alphabet = list(dict.fromkeys(symbol for symbols in expected for symbol in symbols))
    assert [symbol.decode() for symbol in found.alphabet] == alphabet
    assert [[alphabet[symbol] for symbol in symbols] for symbols in found.sequences()] == expected
    assert found.counts.tolist() == list(words.values())


@pytest.mark.parametrize("unknown_token", [None, "<unk>"])
@pytest.mark.parametrize("marker", MARKERS)
@given(words=st.lists(st.text("abcd\u00e9", min_size=1, max_size=40), max_size=10))
def test_words_become_what_simple_steps_make_of_them(
    marker: str, unknown_token: str | None, words: list[str]
) -> None:
    text = "abc cab abcab \u00e9ab bca abab aab " * 3
    bpe = CharacterBPE.train(
        text, n_merges=25, pattern="whitespace", marker=marker, unknown_token=unknown_token
    )
    expected = []
    for word in words:
        symbols = [bpe._id_of.get(symbol, -1) for symbol in bpe.symbols(word)]
        tokens = apply_merges_reference(symbols, bpe._rules)
        unknown = -1 if unknown_token is None else bpe._id_of[unknown_token]
        expected += [unknown if token < 0 else token for token in tokens]
    assert bpe._encoder is not None
    found = bpe._encoder.encode([word.encode() for word in words])
    assert found.dtype == np.uint32
    assert found.tolist() == [token for token in expected if token >= 0]


@pytest.mark.parametrize("sample", ["english", "diverse"])
@pytest.mark.parametrize("pattern", WORD_PATTERNS)
def test_a_long_text_becomes_what_its_words_become(
    sample: str, pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = load_corpus(sample).text[:60_000]
    bpe = CharacterBPE.train(text[:30_000], n_merges=400, pattern=pattern, unknown_token="<unk>")
    found = bpe.encode(text)
    assert bpe.encode_array(text).tolist() == found
    monkeypatch.setattr(character_bpe, "_LONG", len(text) + 1)
    assert bpe.encode(text) == found
    assert bpe.encode_array(text).tolist() == found


HOSTILE = {
    "one letter": "a" * 1_000_000,
    "two letters": "ab" * 500_000,
    "random letters": "".join(random.Random(7).choices("abcdefgh", k=1_000_000)),
    "spaces": " " * 1_000_000,
    "Thai": "ภาษาไทยไม่มีช่องว่าง" * 50_000,
    "words that all differ": " ".join(map(str, range(150_000))),
    "letters with spaces": "a b " * 250_000,
}


@pytest.mark.sampled("[whitespace-")
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("pattern", WORD_PATTERNS)
def test_no_text_takes_forever(name: str, pattern: str) -> None:
    text = HOSTILE[name]
    bpe = CharacterBPE.train(text, n_merges=50, pattern=pattern)
    ids = bpe.encode(text)
    assert len(ids) <= len(text)
    assert sum(len(bpe.tokens[token].removesuffix("</w>")) for token in ids) == sum(map(len, bpe.words(text)))
    assert bpe.encode_word("ab" * 100_000) or "ab" not in text


@pytest.mark.parametrize("pattern", WORD_PATTERNS.values())
@given(chunks=st.lists(st.text("aZ1_'s é-!\n\r\t\u3000\ud800", max_size=9), max_size=9))
def test_pieces_have_the_words_of_the_whole(pattern: str, chunks: list[str]) -> None:
    assert has_safe_cuts(pattern)
    lexer = build_lexer(pattern, "regex")

    def words(text: str) -> list[bytes]:
        data = text.encode("utf-8", "surrogatepass").replace(b"\xed\xa0\x80", "\ufffd".encode())
        return [data[span.start : span.end] for span in lexer.spans(text) if span.kind == "word"]

    pieces = list(iter_pieces(chunks, pattern))
    assert "".join(pieces) == "".join(chunks)
    assert [word for piece in pieces for word in words(piece)] == words("".join(chunks))


def test_a_text_of_many_words_is_cut() -> None:
    for pattern in WORD_PATTERNS.values():
        assert len(list(iter_pieces(["low lower "] * 20, pattern))) > 5
