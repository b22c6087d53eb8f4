"""Texts are read where Python keeps them only if they look as expected."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

from wordchipper_lab.text import str_layout, text_memory
from wordchipper_lab.text.str_layout import find_str_layout
from wordchipper_lab.text.text_memory import addresses_of, count_characters, to_utf8
from wordchipper_lab.text.transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK


class Named(str):
    """A text whose characters are elsewhere."""


TEXTS = ["", "a", "h\u00e9" * 5, "\u4e16", "\U0001f44d a", Named("abc"), Named("\u4e16\u754c"), "a" * 1000]


def utf8(texts: list[str]) -> bytes | None:
    addresses, ends = addresses_of(texts), np.zeros(len(texts), dtype=np.int64)
    counts = np.zeros(len(texts), dtype=np.int64)
    count_characters(addresses, counts)
    assert counts.tolist() == list(map(len, texts))
    out = np.zeros(UTF8_ROOM * int(counts.sum()) + UTF8_SLACK, dtype=np.uint8)
    size = to_utf8(addresses, ends, out)
    assert size == SURROGATE or ends[-1] == size
    return None if size == SURROGATE else out[:size].tobytes()


def test_this_python_has_a_known_layout() -> None:
    assert find_str_layout() is not None


def test_texts_of_all_widths_and_types() -> None:
    assert utf8(TEXTS) == "".join(TEXTS).encode()
    assert utf8(["a", "\udc00"]) is None


def test_without_a_layout_the_twin_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_memory, "STR_LAYOUT", None)
    assert utf8(TEXTS) == "".join(TEXTS).encode()
    assert utf8(["a", "\udc00"]) is None


def test_an_unknown_layout_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    layout = find_str_layout()
    for field in range(len(layout)):
        for change in (-1, 1):
            other = layout.copy()
            other[field] += change
            texts = ("a" * 5, "\u0100\u0101", "\U0001f600a")  # a wrong address may not be followed
            assert not all(str_layout._is_as_expected(text, other) for text in texts)
    monkeypatch.setattr(str_layout, "_is_as_expected", lambda text, layout: False)
    assert find_str_layout() is None
    monkeypatch.undo()
    monkeypatch.setattr(sys.implementation, "name", "other")
    assert find_str_layout() is None


def test_a_text_of_unknown_width_is_left_to_python() -> None:
    """As legacy texts of older Pythons had."""
    text = Named("abc")
    layout = find_str_layout()
    state = ctypes.c_uint32.from_address(id(text) + int(layout[1]))
    before = state.value
    try:
        state.value = before & ~(7 << 2) & ~(1 << 6)
        ends, out = np.zeros(1, dtype=np.int64), np.zeros(64, dtype=np.uint8)
        assert to_utf8(addresses_of([text]), ends, out) == SURROGATE
    finally:
        state.value = before
