"""A span that is merged in pieces has the tokens of one that is not."""

from __future__ import annotations

import random
import string

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.encoders.bpe_backtrack import bpe_backtrack
from wordchipper_lab.encoders.span_pieces import GIVEN_UP, _end_of_stretch, merge_in_pieces

ALPHABETS = {
    "letters": string.ascii_lowercase,
    "two letters": "ab",
    "capitals, which merge rarely": "QXZJVKW",
    "acids": "ACGT",
    "Thai": "".join(map(chr, (*range(0x0E01, 0x0E3B), *range(0x0E40, 0x0E4F)))),
    "Chinese": "".join(map(chr, range(0x4E00, 0x4E00 + 500))),
    "Korean": "".join(map(chr, range(0xAC00, 0xAC00 + 500))),
    "Cyrillic and Latin": "абвгдежзийклмноп" + "abcdefgh",
    "signs": "=-_*#/",
}
MODELS = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")


def chunk(rng: random.Random, alphabet: str, size: int) -> str:
    """Characters at random, or a few of them again and again."""
    if rng.random() < 0.7:
        return "".join(rng.choices(alphabet, k=size))
    part = "".join(rng.choices(alphabet, k=rng.choice((1, 1, 2, 3, 7, 11, 33, 40))))
    return (part * (size // len(part) + 1))[:size]


def spans(alphabet: str, seed: int, rounds: int) -> list[str]:
    """Spans of one alphabet, of 65 bytes to some thousands; some have stretches with a period."""
    rng = random.Random(seed)
    sizes = [65, 66, 95, 96, 97, 127, 128, 129, 130, 191, 192, 193, 300, 1000, 5000]
    found = []
    for size in sizes * rounds:
        text = ""
        while len(text) < size:
            text += chunk(rng, alphabet, rng.choice((1, 5, 64, 128, 200, size)))
        found.append(text[:size])
    return found


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("alphabet", ALPHABETS)
def test_tokens_are_those_of_other_encoders(alphabet: str, model: str) -> None:
    tok = Tokenizer.from_pretrained(model)
    other = Tokenizer.from_pretrained(model, encoder="priority_merge", memo=False)
    for text in spans(ALPHABETS[alphabet], 5, 2):
        assert tok.encode(text, special="text") == other.encode(text, special="text"), text


def work_and_tokens(tok: Tokenizer, size: int):
    tok.encode("a b")
    workspace = tok._encoder._local.workspace
    workspace.reserve_span(size)
    return workspace.span_work, np.zeros(size + 4, dtype=np.uint32)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_equal_to_its_twin(model: str) -> None:
    tok = Tokenizer.from_pretrained(model)
    tables = tok.vocab.tables
    for name, alphabet in ALPHABETS.items():
        for span in spans(alphabet, 6, 1):
            text = np.frombuffer(bytearray(b"<" + span.encode() + b">" * 64), dtype=np.uint8)
            end = len(text) - 64
            work, tokens = work_and_tokens(tok, end)
            found = merge_in_pieces(tables, text, 1, end, tokens, 0, work)
            if found == GIVEN_UP:
                continue
            expected = np.zeros(end, dtype=np.uint32)
            n = bpe_backtrack(tables, text, 1, end, expected, 0, work, None)
            assert tokens[:found].tolist() == expected[:n].tolist(), (name, span)


def test_any_bytes() -> None:
    """It does not rely on valid UTF-8."""
    tok = Tokenizer.from_pretrained("o200k_base")
    rng = np.random.default_rng(3)
    for choice in (range(256), (0x80, 0xBF), (0xE0, 0xB8, 0x81), (0xF0, 0x9F, 0x98, 0x80, 0xFF)):
        for size in (65, 66, 97, 500, 3000):
            text = rng.choice(np.array(choice, dtype=np.uint8), size + 64)
            work, tokens = work_and_tokens(tok, size)
            found = merge_in_pieces(tok.vocab.tables, text, 0, size, tokens, 0, work)
            expected = np.zeros(size, dtype=np.uint32)
            n = bpe_backtrack(tok.vocab.tables, text, 0, size, expected, 0, work, None)
            assert found == GIVEN_UP or tokens[:found].tolist() == expected[:n].tolist()


@pytest.mark.parametrize("period", [1, 2, 7, 31, 32])
def test_stretches(period: int) -> None:
    unit = bytes(range(1, period + 1))
    for size in (128, 129, 200, 1000):
        for tail in (b"", b"\xff", b"\xff" * 3):
            whole = (unit * (size // period + 1))[:size] + tail + b"\0" * 64
            text = np.frombuffer(bytearray(whole), dtype=np.uint8)
            assert _end_of_stretch(text, 0, size + len(tail)) == size + (len(tail) if unit == tail[:1] else 0)
            assert _end_of_stretch(text, 0, 127) == 0  # too short
            assert _end_of_stretch(text, 0, 128) == 128


def test_longer_periods_and_short_runs_are_no_stretches() -> None:
    for whole in (bytes(range(33)) * 10, b"a" * 100 + b"b" * 100, bytes(range(200)) * 2):
        assert _end_of_stretch(np.frombuffer(bytearray(whole), dtype=np.uint8), 0, len(whole) - 8) == 0
