"""str -> UTF-8: the kernels give what `str.encode` gives."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab import Tokenizer
from wordchipper_lab.text.text_bytes import LONG_TEXT, as_text_bytes, encode_text
from wordchipper_lab.text.text_memory import addresses_of, to_utf8, to_utf8_twin
from wordchipper_lab.text.transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK

EDGES = "\0\x7f\x80\xff\u0100\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"


def both(*texts: str) -> tuple[object, object]:
    results = []
    for function in (to_utf8, to_utf8_twin):
        out = np.full(UTF8_ROOM * sum(map(len, texts)) + UTF8_SLACK, 0xAA, dtype=np.uint8)
        ends = np.zeros(len(texts), dtype=np.int64)
        size = int(function(addresses_of(texts), ends, out))
        results.append(size if size == SURROGATE else (out[:size].tobytes(), ends.tolist()))
    return results[0], results[1]


@settings(max_examples=400)
@given(
    st.lists(
        st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(EDGES)), max_size=40),
        min_size=1,
        max_size=6,
    )
)
def test_any_texts(texts: list[str]) -> None:
    one, other = both(*texts)
    assert one == other
    data = [text.encode() for text in texts]
    assert one == (b"".join(data), np.cumsum([len(each) for each in data]).tolist())


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab" * 20 + EDGES), max_size=80), st.integers(0, 90), st.integers(0, 90))
def test_some_characters_of_a_text(text: str, first: int, most: int) -> None:
    for function in (to_utf8, to_utf8_twin):
        out, ends = np.zeros(UTF8_ROOM * most + UTF8_SLACK, dtype=np.uint8), np.zeros(1, dtype=np.int64)
        size = function(addresses_of([text]), ends, out, first, most)
        assert out[:size].tobytes() == text[first : first + most].encode()
        assert ends[0] == size


@pytest.mark.parametrize("filling", ["a", "é", "ж", "한", "\U0001f600"])
def test_every_character_at_every_place_of_a_block(filling: str) -> None:
    for other in [*EDGES, "a"]:
        for size in (1, 15, 16, 17, 33):
            for place in range(size):
                text = filling * place + other + filling * (size - place - 1)
                one, twin = both(text)
                assert one == twin, (filling, other, size, place)


def test_every_codepoint() -> None:
    codepoints = [i for i in range(sys.maxunicode + 1) if not 0xD800 <= i < 0xE000]
    for limit in (0x100, 0x10000, sys.maxunicode + 1):  # one, two and four bytes per character in memory
        text = "".join(map(chr, (i for i in codepoints if i < limit)))
        one, twin = both(text)
        assert one == twin


@pytest.mark.parametrize("codepoint", [0xD800, 0xDBFF, 0xDC00, 0xDFFF])
@pytest.mark.parametrize("wide", ["", "\U0001f600"])
def test_surrogates_are_told(codepoint: int, wide: str) -> None:
    text = "abc" * 9 + wide + chr(codepoint) + "tail"
    assert both(text) == (SURROGATE, SURROGATE)


class Name(str):
    """A subclass of str has a different memory layout."""

    __slots__ = ()


@pytest.mark.parametrize("text", ["", "a", "a" * 40, "é" * 40, "한" * 40, "\U0001f600" * 40])
def test_subclasses_of_str(text: str) -> None:
    assert both(Name(text), text) == ((2 * text.encode(), [len(text.encode()), 2 * len(text.encode())]),) * 2
    tok = Tokenizer.from_pretrained("cl100k_base")
    assert tok.encode_batch([Name(text), text])[0] == tok.encode(Name(text)) == tok.encode(text)


def test_the_text_is_let_go() -> None:
    text = "".join(["é"] * 100)
    before = sys.getrefcount(text)
    for _ in range(50):
        both(text)
    assert sys.getrefcount(text) == before


def test_nothing_is_written_behind_the_slack() -> None:
    for text in ("a" * 31, "é" * 31, "\U0001f600" * 31):
        out = np.full(UTF8_ROOM * len(text) + UTF8_SLACK + 64, 0xAA, dtype=np.uint8)
        to_utf8(addresses_of([text]), np.zeros(1, dtype=np.int64), out)
        assert (out[-64:] == 0xAA).all()


def test_long_texts_take_the_kernel_and_surrogates_the_long_way() -> None:
    rng = random.Random(1)
    for tail in ("", "\ud83d", "\ud83d\ude00", "é"):
        text = "".join(rng.choices("ab é한\U0001f600\n", k=LONG_TEXT)) + tail
        assert as_text_bytes(text).tobytes() == encode_text(text)
        tok = Tokenizer.from_pretrained("cl100k_base")
        assert tok.encode(text) == tok.encode(encode_text(text).decode())
        assert tok.encode_batch([text[:-1], text[-1:], "", text]) == [
            tok.encode(encode_text(piece).decode()) for piece in (text[:-1], text[-1:], "", text)
        ]
