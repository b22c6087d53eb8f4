"""A long text in parts has the ids of the whole."""

from __future__ import annotations

import random
from pydoc_data.topics import topics
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab import tokenizer as tokenizer_module
from wordchipper_lab.encoders import long_text
from wordchipper_lab.errors import SpecialTokenError
from wordchipper_lab.spanners.cut_rule import CutRule

PROSE = "\n".join(topics.values())
MIXED = "".join(
    random.Random(4).choices(
        ["word ", "\u0e01\u0e32\u0e19", "\u4e2d\u6587\u3002", "12 345", "\n\n  ", "<|endoftext|>", "'s", "\U0001f600", "\ud800"],
        k=20_000,
    )
)  # fmt: skip
VALID = MIXED.replace("\ud800", "")
ONE_SURROGATE = PROSE[:30_000] + "\ud800" + PROSE[30_000:60_000]
TEXTS = {
    "prose": PROSE,
    "mixed": MIXED,
    "valid": VALID,
    "one surrogate": ONE_SURROGATE,
    "a": "a" * 30_000,
    "blanks": " " * 30_000,
    "special": "<|endoftext|>" * 3000,
    "new lines": "\n" * 30_000 + "a",
}


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_text, "_LONGEST_PART", 1 << 10)
    monkeypatch.setattr(long_text, "_SHORTEST_PART", 1 << 6)
    monkeypatch.setattr(long_text, "_AHEAD", 1 << 6)
    for limit in ("_LONG_FOR_ONE", "_LONG_FOR_THREADS"):
        monkeypatch.setattr(tokenizer_module, limit, 1 << 13)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.sampled("auto]", "mixed-2-", "blanks-5-")
@pytest.mark.parametrize("lexer", ["auto", "automaton", "regex"])
@pytest.mark.parametrize("num_threads", [1, 2, 5])
@pytest.mark.parametrize("name", TEXTS)
def test_parts_have_the_ids_of_the_whole(name: str, num_threads: int, lexer: str) -> None:
    text = TEXTS[name]
    tok = wl.Tokenizer.from_pretrained("cl100k_base", lexer=lexer, num_threads=num_threads)
    for special in ("parse", "text"):
        expected = tok._encoder.encode(text, special)
        found = tok.encode_array(text, special=special)
        assert found.dtype == np.uint32
        assert np.array_equal(found, expected)
        assert tok.encode(text, special=special) == expected.tolist()
        assert tok.count(text, special=special) == len(expected)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(
    "special_tokens", [{}, {"of the": 300_000, " a": 300_001, "\u4e2d\u6587\u3002 " * 30: 300_002}]
)
def test_parts_end_in_no_special_token(special_tokens: dict[str, int], tmp_path: Any) -> None:
    path = tmp_path / "o200k.tiktoken"
    wl.Tokenizer.from_pretrained("o200k_base").save_base64_vocab(path)
    tok = wl.Tokenizer.from_file(path, pattern="o200k_base", special_tokens=special_tokens, num_threads=4)
    for text in (
        PROSE[:100_000],
        ("x " + "\u4e2d\u6587\u3002 " * 31) * 400,
        ("y" + "\u4e2d\u6587\u3002 " * 30) * 400,
    ):
        assert np.array_equal(tok.encode_array(text), tok._encoder.encode(text))
        assert tok.count(text) == len(tok._encoder.encode(text))


def test_parts_are_about_equal_and_a_multiple_of_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_text, "_LONGEST_PART", 10_000)
    rule = CutRule.of(wl.Tokenizer.from_pretrained("r50k_base").spanner)
    for threads, expected in ((1, 10), (2, 10), (3, 12)):
        parts = list(long_text._parts(PROSE[:95_000], threads, rule))
        assert len(parts) == expected
        assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
        assert max(abs(part.stop - part.start - 95_000 // expected) for part in parts) < 100


def test_a_text_has_no_more_parts_than_are_worth_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base", num_threads=64)
    used: list[int] = []
    map_over_threads = long_text.map_over_threads

    def watched(work: Any, parts: list[slice], num_threads: int) -> list[Any]:
        used.append(num_threads)
        return map_over_threads(work, parts, num_threads)

    monkeypatch.setattr(long_text, "map_over_threads", watched)
    text = PROSE * (1 + 600_000 // len(PROSE))
    assert np.array_equal(tok.encode_array(text[:600_000]), tok._encoder.encode(text[:600_000]))
    assert used == [2]


@pytest.mark.usefixtures("small_parts")
def test_a_special_token_is_refused_at_its_place_in_the_whole() -> None:
    tok = wl.Tokenizer.from_pretrained("cl100k_base", num_threads=2)
    text = "\u4e2d" + PROSE[:50_000] + "<|endoftext|>" + PROSE[:9000] + "<|endoftext|>"
    for encode in (tok.encode, tok.encode_array, tok.count):
        with pytest.raises(SpecialTokenError) as caught:
            encode(text, special="error")
        assert caught.value.byte_offset == len(text[: text.index("<|")].encode())
    with pytest.raises(ValueError, match="special"):
        tok.encode_array(text, special="maybe")


def test_a_text_of_millions_of_characters() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base", num_threads=2)
    text = PROSE * (1 + (5 << 20) // len(PROSE))
    assert len(text) > 2 * long_text._LONGEST_PART
    found = tok.encode_array(text)
    assert np.array_equal(found, tok._encoder.encode(text))
    assert found.base is None
    assert found.flags.writeable
    assert tok.count(text) == len(found)
