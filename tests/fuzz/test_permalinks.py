"""Whatever a link says, a screen shows it or reports what is wrong, and goes on."""

from __future__ import annotations

import base64
import json
import zlib
from contextlib import suppress
from typing import Any

import pytest
from fuzzing import fuzz_target
from hypothesis import strategies as st
from mutations import any_json, damaged_bytes

from wordchipper_lab.errors import PermalinkError
from wordchipper_lab.lab import pack_state, unpack_state

STATES = st.dictionaries(st.text(max_size=8), any_json, max_size=5)


@fuzz_target(STATES)
def test_what_is_packed_is_unpacked(state: dict[str, Any]) -> None:
    """Packing and unpacking gives back the same state."""
    try:
        word = pack_state(state)
    except PermalinkError:
        return
    assert json.dumps(unpack_state(word)) == json.dumps(state)


@fuzz_target(
    damaged_bytes(pack_state({"text": "hello", "model": "o200k_base", "span": 3}).encode()), examples=100
)
def test_damaged_link(word: bytes) -> None:
    """Damage raises nothing but `PermalinkError`."""
    with suppress(PermalinkError):
        assert isinstance(unpack_state(word.decode("latin-1")), dict)


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b'{"a":' + b"9" * 5000 + b"}", b"\xff", b"NaN", b"[]", b'{"a":"\\ud800"}']
)
def test_odd_contents(data: bytes) -> None:
    word = base64.urlsafe_b64encode(zlib.compress(data)).decode().rstrip("=")
    with suppress(PermalinkError):
        assert isinstance(unpack_state(word), dict)
