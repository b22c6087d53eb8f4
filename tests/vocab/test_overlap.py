"""Tokens of one vocabulary found in another: the kernel and its twin."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.vocab import load_vocab
from wordchipper_lab.vocab.overlap import find_tokens_twin, tokens_in
from wordchipper_lab.vocab.tables import build_tables
from wordchipper_lab.vocab.token_bytes import pack_tokens

BYTES = [bytes([value]) for value in range(256)]


@pytest.mark.parametrize(
    ("here", "there"),
    [("r50k_base", "p50k_base"), ("p50k_edit", "cl100k_base"), ("cl100k_base", "r50k_base")],
)
def test_the_kernel_and_its_twin_find_the_same(here: str, there: str) -> None:
    one, other = load_vocab(here).tables, load_vocab(there).tables
    expected = find_tokens_twin(other.token_data, other.token_starts, one.token_data, one.token_starts)
    assert (tokens_in(other, one) == expected).all()


@settings(max_examples=40)
@given(st.data())
def test_small_vocabularies_with_holes(data) -> None:
    tokens = st.lists(st.binary(min_size=2, max_size=20), unique=True, max_size=12)
    one, other = (build_tables(pack_tokens([*BYTES, b"", *data.draw(tokens)])).tables for _ in range(2))
    expected = find_tokens_twin(other.token_data, other.token_starts, one.token_data, one.token_starts)
    assert (tokens_in(other, one) == expected).all()
    assert expected[256] == -1, "an id without a token is not found"
