"""Explorations: every offset is exact, and every count is what its name says."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.errors import SpecialTokenError, TextError
from wordchipper_lab.lab import count_policies, explore, inspect_token

TEXTS = [
    "",
    "hello world",
    "naïve 東京 👩‍💻 ꙮ\r\n",
    "a<|endoftext|>b<|endoftext|>",
    "สวัสดี é ﷺ \u202eabc",
]


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("o200k_base")


@given(st.text(max_size=60) | st.sampled_from(TEXTS))
@settings(max_examples=150)
def test_tokens_tile_the_text(text: str) -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base")
    exploration = explore(tok, text)
    assert exploration.tokens.tolist() == tok.encode(text)
    assert b"".join(exploration.token_bytes()) == exploration.data
    assert exploration.token_bytes() == [
        {i: t.encode() for t, i in tok.get_special_tokens()}.get(token) or tok.id_to_bytes(token)
        for token in tok.encode(text)
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_statistics_count_what_they_say(tok: wl.Tokenizer, text: str) -> None:
    exploration = explore(tok, text)
    statistics = exploration.statistics
    pieces = exploration.token_bytes()
    assert statistics.tokens == len(pieces)
    assert statistics.bytes == len(text.encode())
    assert statistics.characters == len(text)
    split, offset = set(), 0
    data = text.encode()
    for piece in pieces[:-1]:
        offset += len(piece)
        if data[offset] & 0xC0 == 0x80:
            split.add(sum(byte & 0xC0 != 0x80 for byte in data[: offset + 1]))
    assert statistics.split_characters == len(split)
    assert statistics.special_spans == text.count("<|endoftext|>")
    assert statistics.spans == statistics.word_spans + statistics.special_spans


def test_a_span_that_is_one_token_is_counted(tok: wl.Tokenizer) -> None:
    statistics = explore(tok, "hello untranslatableness").statistics
    assert (statistics.word_spans, statistics.single_token_spans) == (2, 1)


def test_gaps_have_bytes_but_no_tokens(tmp_path: Path) -> None:
    path = tmp_path / "bytes.tiktoken"
    path.write_bytes(b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256)))
    tok = wl.Tokenizer.from_file(path, pattern="[a-z]+")
    exploration = explore(tok, "ab-cd")
    assert exploration.statistics.gap_bytes == 1
    assert exploration.token_bytes() == [b"a", b"b", b"c", b"d"]
    assert exploration.to_json()["span_kinds"] == ["word", "gap", "word"]


@pytest.mark.parametrize("text", TEXTS)
def test_json_round_trip(tok: wl.Tokenizer, text: str) -> None:
    saved = json.loads(json.dumps(explore(tok, text).to_json()))
    assert saved["tokens"] == tok.encode(text)
    assert saved["text"] == text
    assert set(saved["span_kinds"]) <= {"word", "special", "gap"}


def test_lone_surrogates_are_shown_as_they_are_encoded(tok: wl.Tokenizer) -> None:
    exploration = explore(tok, "a\ud800b")
    assert exploration.text == "a\ufffdb"
    assert exploration.tokens.tolist() == tok.encode("a\ud800b")


def test_refusals(tok: wl.Tokenizer) -> None:
    with pytest.raises(SpecialTokenError, match="at byte 1"):
        explore(tok, "a<|endoftext|>", special="error")
    with pytest.raises(TextError):
        explore(tok, b"bytes")


@pytest.mark.parametrize("text", TEXTS)
def test_policies_count_as_the_tokenizer_does(tok: wl.Tokenizer, text: str) -> None:
    counts = count_policies(tok, text)
    assert counts.parse == len(tok.encode(text))
    assert counts.text == len(tok.encode(text, special="text"))
    if "<|endoftext|>" in text:
        assert counts.error is None
        assert counts.specials == {"<|endoftext|>": 2}
    else:
        assert counts.error == counts.parse


@pytest.mark.parametrize("text", [t for t in TEXTS if t])
def test_inspection_agrees_with_the_text(tok: wl.Tokenizer, text: str) -> None:
    exploration = explore(tok, text)
    for index, piece in enumerate(exploration.token_bytes()):
        token = inspect_token(exploration, index)
        assert token.bytes == exploration.data[token.byte_start : token.byte_end] == piece
        assert token.hex == piece.hex(" ")
        touched = text[token.char_start : token.char_end]
        assert piece in touched.encode()
        assert token.splits_character == (touched.encode() != piece)
        utf16 = text.encode("utf-16-le")[2 * token.utf16_start : 2 * token.utf16_end]
        assert utf16.decode("utf-16-le") == touched
        assert token.span_start <= token.byte_start
        assert token.byte_end <= token.span_end
        assert (token.rank is None) == (token.span_kind == "special")


def test_inspection_from_the_end_and_beyond(tok: wl.Tokenizer) -> None:
    exploration = explore(tok, "hello world")
    assert inspect_token(exploration, -1) == inspect_token(exploration, 1)
    with pytest.raises(IndexError, match="expected 0 to 1"):
        inspect_token(exploration, 2)
