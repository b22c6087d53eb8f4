"""The engine, in one call, equals its twin, the general path that goes block by block."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.encoders import ENCODERS, TokenEncoder
from wordchipper_lab.errors import SpecialTokenError
from wordchipper_lab.spanners import AutomatonLexer, TextSpanner
from wordchipper_lab.vocab.unified import load_vocab

PARTS = [
    "hello ",
    "World's",
    "  \n\t ",
    "12345",
    "日本語の長い文章を書く",
    "naïve",
    "👩‍💻",
    "<|endoftext|>",
    "x" * 40,
    "_" * 300,
    "\r\n",
]


def both(name: str, encoder: str = "bpe_backtrack", pattern: str | None = None, **options: bool):
    vocab = load_vocab(name)
    fast = TokenEncoder(
        vocab, TextSpanner(AutomatonLexer(pattern or vocab.pattern), vocab.special_tokens), encoder, **options
    )
    twin = TokenEncoder(vocab, fast.spanner, encoder, **options)
    assert fast._tables is not None
    twin._tables = None
    return fast, twin


def some_texts(n: int) -> list[str]:
    rng = random.Random(3)
    return ["".join(rng.choices(PARTS, k=rng.randrange(12))) for _ in range(n)]


@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("memo", [True, False])
def test_every_encoder(encoder: str, memo: bool) -> None:
    fast, twin = both("cl100k_base", encoder, memo=memo)
    for text in some_texts(60):
        for special in ("parse", "text"):
            expected = twin.encode(text, special)
            assert fast.encode(text, special).tolist() == expected.tolist()
            assert fast.encode_list(text, special) == expected.tolist()
            assert fast.count(text, special) == twin.count(text, special) == len(expected)


def test_documents_with_special_tokens_and_empty_ones() -> None:
    fast, twin = both("o200k_base")
    texts = ["", *some_texts(300), "", ""]
    for special in ("parse", "text"):
        one, other = fast.encode_batch(texts, special, 1), twin.encode_batch(texts, special, 1)
        assert one.tokens.tolist() == other.tokens.tolist()
        assert one.offsets.tolist() == other.offsets.tolist()


@pytest.mark.parametrize("encoder", ["bpe_backtrack", "priority_merge"])
def test_spans_that_outgrow_the_workspace(encoder: str) -> None:
    fast, twin = both("o200k_base", encoder)
    text = "ab " + "Z" * 5000 + "<|endoftext|>" + "q" * 70_000 + " end"
    for _ in range(2):
        assert fast.encode(text).tolist() == twin.encode(text).tolist()
        assert fast.count(text) == twin.count(text)


def test_gaps_give_no_tokens() -> None:
    fast, twin = both("r50k_base", pattern=r"\w+")
    text = "a, b -- c!" * 3000
    assert fast.encode(text).tolist() == twin.encode(text).tolist()


def test_many_blocks_and_the_end_of_a_long_text() -> None:
    fast, twin = both("o200k_base")
    rng = random.Random(9)
    text = "".join(rng.choices(PARTS, k=40_000))
    expected = twin.encode(text)
    assert np.array_equal(fast.encode(text), expected)
    for cut in range(1, 40):  # the memo's loads must not read past the end of the text
        assert fast.encode(text[: 5000 + cut]).tolist() == twin.encode(text[: 5000 + cut]).tolist()


def test_a_refused_special_token_leaves_the_encoder_usable() -> None:
    fast, _ = both("cl100k_base")
    with pytest.raises(SpecialTokenError, match="byte 3"):
        fast.encode("abc<|endoftext|>", "error")
    assert fast.encode_list("hello world", "error") == [15339, 1917]
