"""From merges to ranks and back, on vocabularies small enough to check by eye."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
import tokenizers

import wordchipper_lab as wl
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.merges import merge_pairs
from wordchipper_lab.vocab.pairs import derive_pair
from wordchipper_lab.vocab.token_bytes import pack_tokens_by_id
from wordchipper_lab.vocab.unified import UnifiedVocab

BYTES = {bytes([value]): value for value in range(256)}


def ranked(*tokens: bytes) -> dict[bytes, int]:
    return BYTES | {token: 256 + i for i, token in enumerate(tokens)}


@pytest.mark.parametrize(
    ("tokens", "token", "pair"),
    [
        ([b"ab"], b"ab", (b"a", b"b")),
        ([b"ab", b"bc", b"abc"], b"abc", (b"ab", b"c")),
        ([b"bc", b"ab", b"abc"], b"abc", (b"a", b"bc")),
        ([b"aa", b"aaa"], b"aaa", (b"aa", b"a")),
        ([b"ab", b"cd", b"bcd", b"abcd"], b"abcd", (b"ab", b"cd")),
        ([b"abc"], b"abc", None),
        ([b"ab", b"bcd", b"abcd"], b"abcd", None),
        ([], b"a", None),
    ],
)
def test_derive_pair(tokens, token, pair):
    assert derive_pair(token, ranked(*tokens)) == pair


def test_pair_is_the_one_that_merging_a_longer_text_meets():
    """The claim in `derive_pair` on random vocabularies and texts: log every merge of a plain BPE run."""
    rng = random.Random(5)
    for _ in range(100):
        tokens = list(
            dict.fromkeys("".join(rng.choices("ab", k=rng.randint(2, 5))).encode() for _ in range(8))
        )
        ids = ranked(*tokens)
        parts = [bytes([byte]) for byte in "".join(rng.choices("ab", k=40)).encode()]
        while True:
            pairs = list(pairwise(parts))
            found = [(ids[left + right], i) for i, (left, right) in enumerate(pairs) if left + right in ids]
            if not found:
                break
            _, i = min(found)
            assert derive_pair(b"".join(pairs[i]), ids) == pairs[i]
            parts[i : i + 2] = [b"".join(pairs[i])]


def test_compiled_pairs_are_those_of_the_twin():
    """Vocabularies in and out of merge order, with some unreachable tokens."""
    rng = random.Random(7)
    for _ in range(100):
        tokens = {"".join(rng.choices("abc", k=rng.randint(2, 6))).encode() for _ in range(12)}
        ids = ranked(*rng.sample(sorted(tokens), len(tokens)))
        assert merge_pairs(pack_tokens_by_id(ids)) == {token: derive_pair(token, ids) for token in tokens}


def test_merges_of_a_token_that_merging_never_makes() -> None:
    """Llama 3's file lists some; the `tokenizers` package then gives the ids of merging by id."""
    ids = ranked(b"bc", b"ab", b"abcd", b"cd")
    merges = [(b"b", b"c"), (b"a", b"b"), (b"ab", b"cd"), (b"c", b"d")]
    tokens = pack_tokens_by_id(ids)
    characters = {bytes_to_characters(token): number for token, number in ids.items()}
    pairs = [(bytes_to_characters(left), bytes_to_characters(right)) for left, right in merges]
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(characters, pairs, ignore_merges=True))
    ours = wl.Tokenizer(UnifiedVocab(tokens, pattern=r"[\s\S]+"))
    for text in map("".join, product("abcd", repeat=6)):
        assert ours.encode(text) == theirs.encode(text).ids, text
    assert ours.encode("abcd") == theirs.encode("abcd").ids == [258]
