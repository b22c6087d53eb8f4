"""bpe_backtrack gives the same tokens whether or not it remembers its steps."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.encoders.step_memo import new_step_memo, recall_step, remember_step
from wordchipper_lab.kernels.tables import NOT_FOUND

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "ABab",
    "_-=",
    "กขคงจชซญดตถทธนบปผพมยรลวสหอเาิีึืุู",
    "的一是不了人我在有他这为之大来",
    "가나다라마바사",
    "\U0001f469\u200d\U0001f468\U0001f4bb\U0001f3fd",
)


def repetitive_text(rng: random.Random, size: int) -> str:
    """Words of one alphabet, some repeated, with an occasional character of another one in between."""
    alphabet = rng.choice(ALPHABETS)
    letters = rng.sample(alphabet, rng.randint(1, len(alphabet)))
    words = [
        "".join(rng.choices(letters, k=rng.choice((1, 2, 3, 8, 20)))) for _ in range(rng.choice((1, 3, 20)))
    ]
    parts: list[str] = []
    while sum(map(len, parts)) < size:
        parts.append(rng.choice(words) * rng.choice((1, 1, 2, 5, 40)))
        if rng.random() < 0.05:
            parts.append(rng.choice(rng.choice(ALPHABETS)))
    return "".join(parts)


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
def test_repetitive_texts(name: str) -> None:
    tok = Tokenizer.from_pretrained(name)
    other = Tokenizer.from_pretrained(name, encoder="priority_merge", memo=False)
    without = Tokenizer.from_pretrained(name, encoder="bpe_backtrack", memo=False)
    rng = random.Random(3)
    for size in [50, 200, 1000] * 60 + [20_000] * 4:
        text = repetitive_text(rng, size)
        expected = other.encode(text, special="text")
        assert tok.encode(text, special="text") == expected, text
        assert without.encode(text, special="text") == expected, text


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base"])
@pytest.mark.parametrize("run", [" ", "_", "=", "a", "B", "\n", "ab", "\u00e9", "\U0001f469\u200d"])
def test_runs_that_break_off(run: str, name: str) -> None:
    tok = Tokenizer.from_pretrained(name)
    other = Tokenizer.from_pretrained(name, encoder="priority_merge", memo=False)
    for size in [30, 40, *range(65, 82), 127, 128, 129, 255, 256, 257, 1003]:
        for head in ("", "A\ud55c", "x" + run * 70 + "y"):
            for tail in ("", "x", run[:1] + "x" + run * 300):
                text = head + run * size + tail
                expected = other.encode(text, special="text")
                assert tok.encode(text, special="text") == expected, text
                assert tok.encode(text, special="text") == expected, text  # now that its steps are known


def test_a_step_is_known_again_before_the_same_bytes_only() -> None:
    steps = new_step_memo()
    text = np.frombuffer(bytearray(b"abcdefgh abcdefgh abcdeXgh abcXefgh"), dtype=np.uint8)
    assert not remember_step(steps, text, 0, 6, 7, 5)
    assert remember_step(steps, text, 9, 6, 7, 5)
    assert recall_step(steps, text, 9, 7) == 5
    assert recall_step(steps, text, 9, 8) == NOT_FOUND  # after another token
    assert recall_step(steps, text, 18, 7) == NOT_FOUND  # before other bytes
    assert not remember_step(steps, text, 0, 3, 9, 6)  # only the first three bytes decided
    assert recall_step(steps, text, 18, 9) == 6
