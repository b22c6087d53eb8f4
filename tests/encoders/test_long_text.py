"""A long text in pieces has the ids of the whole."""

from __future__ import annotations

import random
from pydoc_data.topics import topics

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab import tokenizer as tokenizer_module
from wordchipper_lab.encoders import long_text
from wordchipper_lab.errors import SpecialTokenError

PROSE = "\n".join(topics.values())
MIXED = "".join(
    random.Random(4).choices(
        ["word ", "\u0e01\u0e32\u0e19", "\u4e2d\u6587\u3002", "12 345", "\n\n  ", "<|endoftext|>", "'s", "\U0001f600", "\ud800"],
        k=20_000,
    )
)  # fmt: skip


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_text, "_PIECE", 1 << 10)
    monkeypatch.setattr(tokenizer_module, "_ENCODED_IN_PIECES", 1 << 13)


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("lexer", ["auto", "regex"])
@pytest.mark.parametrize("num_threads", [1, 2])
@pytest.mark.parametrize(
    "text", [PROSE, MIXED, "a" * 30_000, " " * 30_000], ids=["prose", "mixed", "a", "blanks"]
)
def test_pieces_have_the_ids_of_the_whole(text: str, num_threads: int, lexer: str) -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base", lexer=lexer, num_threads=num_threads)
    for special in ("parse", "text"):
        expected = tok._encoder.encode(text, special)
        found = tok.encode_array(text, special=special)
        assert found.dtype == np.uint32
        assert np.array_equal(found, expected)
        assert tok.encode(text, special=special) == expected.tolist()


@pytest.mark.usefixtures("small_pieces")
def test_a_special_token_is_refused_at_its_place_in_the_whole() -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base")
    text = "\u4e2d" + PROSE[:50_000] + "<|endoftext|>" + PROSE[:9000]
    for encode in (tok.encode, tok.encode_array):
        with pytest.raises(SpecialTokenError) as caught:
            encode(text, special="error")
        assert caught.value.byte_offset == len(text[: text.index("<|")].encode())
    with pytest.raises(ValueError, match="special"):
        tok.encode_array(text, special="maybe")


def test_a_text_of_millions_of_characters() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base", num_threads=2)
    text = PROSE * (1 + (5 << 20) // len(PROSE))
    assert len(text) > tokenizer_module._ENCODED_IN_PIECES
    found = tok.encode_array(text)
    assert np.array_equal(found, tok._encoder.encode(text))
    assert found.base is None
    assert found.flags.writeable
