"""Flat token bytes and their helpers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.decoders.gather import SLACK
from wordchipper_lab.errors import UnknownTokenError, UnsupportedVocabError
from wordchipper_lab.vocab.token_bytes import (
    SPARE_BYTES,
    add_tokens,
    bytes_of_token,
    count_tokens,
    iterate_tokens,
    pack_tokens,
    pack_tokens_by_id,
)


@given(st.lists(st.binary(max_size=5)))
def test_pack_and_unpack(listed):
    tokens = pack_tokens(listed)
    assert (tokens.data.dtype, tokens.starts.dtype) == (np.uint8, np.int64)
    assert len(tokens.starts) == len(listed) + 1
    ranked = [(token_id, token) for token_id, token in enumerate(listed) if token]
    assert list(iterate_tokens(tokens)) == ranked
    assert count_tokens(tokens) == len(ranked)
    assert [(token_id, bytes_of_token(tokens, token_id)) for token_id, _ in ranked] == ranked


@given(st.dictionaries(st.integers(0, 40), st.binary(min_size=1, max_size=4)))
def test_pack_by_id_leaves_holes(token_of):
    ids = {token: token_id for token_id, token in token_of.items()}
    tokens = pack_tokens_by_id(ids)
    assert {token: token_id for token_id, token in iterate_tokens(tokens)} == ids


@pytest.mark.parametrize("token_id", [-1, 1, 3, 10**12])
def test_ids_without_a_token(token_id):
    tokens = pack_tokens([b"a", b"", b"bc"])
    with pytest.raises(UnknownTokenError, match=f"the id {token_id}: expected 0 to 2"):
        bytes_of_token(tokens, token_id)


@pytest.mark.parametrize(
    ("ids", "problem"),
    [
        ({b"a": 0, b"b": -1}, "is negative"),
        ({b"a": 0, b"b": 0}, "has two tokens"),
        ({b"a": 0, b"": 1}, "has no bytes"),
    ],
)
def test_ids_that_make_no_vocabulary(ids, problem):
    with pytest.raises(UnsupportedVocabError, match=problem):
        pack_tokens_by_id(ids)


@given(
    st.lists(st.binary(max_size=4)), st.dictionaries(st.integers(0, 40), st.binary(min_size=1, max_size=4))
)
def test_added_tokens_lie_between_and_behind(listed, added):
    added = {i: token for i, token in added.items() if i >= len(listed) or not listed[i]}
    data, starts = add_tokens(pack_tokens(listed), added)
    expected = [*listed, *[b""] * (max(added, default=-1) + 1 - len(listed))]
    for i, token in added.items():
        expected[i] = token
    assert data.tobytes() == b"".join(expected) + bytes(SPARE_BYTES)
    assert np.array_equal(starts, pack_tokens(expected).starts)
    assert (data.dtype, starts.dtype) == (np.uint8, np.int64)
    assert data.flags.writeable


def test_the_decoder_may_read_beyond_a_token():
    assert SPARE_BYTES >= SLACK
