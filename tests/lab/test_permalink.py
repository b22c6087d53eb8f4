"""Links: packed state comes back unchanged; anything else is refused without harm."""

from __future__ import annotations

import base64
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import PermalinkError
from wordchipper_lab.lab import pack_state, unpack_state


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=40) | st.booleans() | st.integers()))
def test_round_trip(state: dict[str, object]) -> None:
    word = pack_state(state)
    assert unpack_state(word) == state
    assert set(word) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_a_text_too_long_for_a_link_says_so() -> None:
    random.seed(1)
    with pytest.raises(PermalinkError, match="shorten the text"):
        pack_state({"text": "".join(chr(random.randrange(0x4E00, 0x9FFF)) for _ in range(5000))})


def test_what_is_no_utf8_is_refused() -> None:
    with pytest.raises(PermalinkError, match="surrogate"):
        pack_state({"text": "a\ud800"})


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")


@pytest.mark.parametrize(
    "word",
    [
        "",
        "abc",
        "é",
        "%%%%",
        packed(b"[1, 2]"),
        packed(b"{"),
        packed(b"[" * 100_000),
        packed(b'{"a":"\xff"}'),
    ],
)
def test_damage_is_refused(word: str) -> None:
    with pytest.raises(PermalinkError, match="damaged"):
        unpack_state(word)


def test_a_decompression_bomb_is_refused() -> None:
    with pytest.raises(PermalinkError):
        unpack_state(packed(b'{"text":"' + b"a" * (1 << 24) + b'"}'))
