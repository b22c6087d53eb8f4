"""Vocabularies with listed merges: ids that are not ranks, entries that no text is encoded to."""

from __future__ import annotations

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import (
    compare_vocabularies,
    count_vocabulary,
    describe_token,
    merge_tree,
    search_vocabulary,
)
from wordchipper_lab.lab.shown_ranks import ranks_of_ids, shown_rank
from wordchipper_lab.vocab.token_bytes import iterate_tokens

from ...odd_tokenizer import odd_tokenizer_json


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_file(odd_tokenizer_json())


def _id(tok: wl.Tokenizer, text: str) -> int:
    token = tok.vocab.find_token(text.encode())
    assert token is not None
    return token


def test_every_entry_is_listed(tok: wl.Tokenizer) -> None:
    found = search_vocabulary(tok, "")
    vocab = tok.vocab
    assert found.ids.tolist() == sorted(
        {*(vocab.id_of_rank(rank) for rank, _ in iterate_tokens(vocab.ranked)), *vocab.other_tokens}
        | set(vocab.special_tokens.values())
    )
    never = search_vocabulary(tok, "", special="never").ids.tolist()
    assert {tok.id_to_bytes(token) for token in never} == {b"xyz", b" low"}
    ranked = search_vocabulary(tok, "", special="ranked")
    assert len(ranked) == len(found) - 2 - 4
    assert count_vocabulary(tok).n_never == count_vocabulary(tok).n_unreachable == 2


def test_ranks_are_places_in_the_list_of_merges(tok: wl.Tokenizer) -> None:
    by_rank = search_vocabulary(tok, "", sort="rank").ids.tolist()
    merged = [left + right for left, right in tok.merges]
    made = [token for token in by_rank if shown_rank(tok, token) is not None]
    assert by_rank[: len(made)] == made, "tokens without a rank come last"
    assert [shown_rank(tok, token) for token in made] == sorted(shown_rank(tok, token) or 0 for token in made)
    assert all(merged[shown_rank(tok, token) or 0] == tok.id_to_bytes(token) for token in made)
    ids = np.array(by_rank, dtype=np.uint32)
    expected = [shown_rank(tok, token) for token in by_rank]
    assert ranks_of_ids(tok.vocab, ids).tolist() == [-1 if rank is None else rank for rank in expected]
    backwards = search_vocabulary(tok, "", sort="rank", descending=True).ids.tolist()
    assert backwards[: len(made)] == made[::-1]


def test_details_are_in_ids(tok: wl.Tokenizer) -> None:
    details = describe_token(tok, _id(tok, "low"))
    assert (details.rank, details.is_reachable, details.is_never) == (0, True, False)
    assert details.pair == (_id(tok, "lo"), _id(tok, "w"))
    assert details.as_left.tolist() == [_id(tok, "lower")]
    assert [tok.id_to_bytes(node.token) for node in merge_tree(tok, details.id)] == [
        b"low",
        b"lo",
        b"l",
        b"o",
        b"w",
    ]
    assert details.longest_prefix == _id(tok, "lo")
    entry = describe_token(tok, _id(tok, "xyz"))
    assert (entry.rank, entry.is_reachable, entry.is_never, entry.pair) == (None, False, True, None)
    assert entry.as_left.tolist() == []
    special = describe_token(tok, tok.token_to_id("<mask>"))
    assert (special.rank, special.is_special, special.is_never) == (None, True, False)


def test_what_two_vocabularies_share_is_told_by_their_ids(tok: wl.Tokenizer) -> None:
    other = wl.Tokenizer.from_pretrained("r50k_base")
    here, there = compare_vocabularies(tok, other), compare_vocabularies(other, tok)
    ours = {tok.vocab.id_of_rank(rank): data for rank, data in iterate_tokens(tok.vocab.ranked)}
    theirs = {data: token for token, data in iterate_tokens(other.vocab.ranked)}
    both = {token: theirs[data] for token, data in ours.items() if data in theirs}
    assert here.same_id.tolist() == sorted(token for token, another in both.items() if token == another)
    moved = dict(zip(here.moved.tolist(), here.moved_to.tolist(), strict=True))
    assert moved == {token: another for token, another in both.items() if token != another}
    assert here.only_a.tolist() == sorted(set(ours) - set(both))
    assert len(there.only_a) == len(here.only_b)
    assert dict(zip(there.moved_to.tolist(), there.moved.tolist(), strict=True)) == moved
    assert here.n_shared == there.n_shared == len(both)
