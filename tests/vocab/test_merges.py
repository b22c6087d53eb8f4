"""From merges to ranks and back, on vocabularies small enough to check by eye."""

from __future__ import annotations

import random
from itertools import pairwise, product

import pytest
import tokenizers

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.merges import check_merges, merge_pairs
from wordchipper_lab.vocab.pairs import derive_pair
from wordchipper_lab.vocab.token_bytes import iterate_tokens, pack_tokens_by_id
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


def test_vocabulary_in_merge_order():
    ids = ranked(b"ab", b"abc")
    tokens = check_merges("x.json", ids, [(b"a", b"b"), (b"ab", b"c")])
    assert {token: token_id for token_id, token in iterate_tokens(tokens)} == ids


def test_pairs_that_are_never_met_may_be_listed_too():
    merges = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc"), (b"ab", b"c")]
    check_merges("x.json", ranked(b"ab", b"bc", b"abc"), merges)


def test_reserved_ids_are_no_gap():
    ids = BYTES | {b"ab": 257}
    check_merges("x.json", ids, [(b"a", b"b")], reserved_ids=[256])
    with pytest.raises(UnsupportedVocabError, match=r"x\.json: no token has the id 256"):
        check_merges("x.json", ids, [(b"a", b"b")], reserved_ids=[258])


def test_unmergeable_tokens_need_whole_span_lookup():
    ids = ranked(b"abc")
    check_merges("x.json", ids, [], allow_unmergeable=True)
    with pytest.raises(
        UnsupportedVocabError, match=r"b'abc' \(id 256\) is not made by any merge, and merging by id never"
    ):
        check_merges("x.json", ids, [])


@pytest.mark.parametrize(
    ("tokens", "merges", "problem"),
    [
        ([b"bc", b"ab"], [(b"a", b"b"), (b"b", b"c")], r"b'bc' \(id 256\) is merged after b'ab' \(id 257\)"),
        ([b"ab"], [(b"a", b"b"), (b"b", b"c")], r"merge of b'b' and b'c' needs b'bc', which has no id"),
        ([b"ab", b"abcd"], [(b"a", b"b"), (b"ab", b"cd")], r"needs b'cd', which has no id"),
        (
            [b"ab", b"bc"],
            [(b"b", b"c")],
            r"b'ab' \(id 256\) is not made by any merge, but merging by id makes it from",
        ),
        # Merging bc first leaves a + bc, so this abc is never made by ab + c.
        (
            [b"bc", b"ab", b"abc"],
            [(b"b", b"c"), (b"a", b"b"), (b"ab", b"c")],
            r"b'abc' \(id 258\) is listed as the merge of \(b'ab', b'c'\), but merging by id makes it from \(b'a', b'bc'\)",
        ),
    ],
)
def test_merges_that_this_engine_would_not_follow(tokens, merges, problem):
    with pytest.raises(UnsupportedVocabError, match=problem):
        check_merges("x.json", ranked(*tokens), merges)


def test_missing_byte():
    ids = {token: token_id - 1 for token, token_id in BYTES.items() if token_id}
    with pytest.raises(
        UnsupportedVocabError, match=r"1 of the 256 single bytes have no token \(the first is 0x00\)"
    ):
        check_merges("x.json", ids, [])


def test_merges_of_a_token_that_merging_never_makes() -> None:
    """Llama 3's file lists some; the `tokenizers` package then gives the ids of merging by id."""
    ids = ranked(b"bc", b"ab", b"abcd", b"cd")
    merges = [(b"b", b"c"), (b"a", b"b"), (b"ab", b"cd"), (b"c", b"d")]
    with pytest.raises(UnsupportedVocabError, match="merging by id never makes it"):
        check_merges("x.json", ids, merges)
    tokens = check_merges("x.json", ids, merges, allow_unmergeable=True)
    characters = {bytes_to_characters(token): number for token, number in ids.items()}
    pairs = [(bytes_to_characters(left), bytes_to_characters(right)) for left, right in merges]
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(characters, pairs, ignore_merges=True))
    ours = wl.Tokenizer(UnifiedVocab(tokens, pattern=r"[\s\S]+"))
    for text in map("".join, product("abcd", repeat=6)):
        assert ours.encode(text) == theirs.encode(text).ids, text
    assert ours.encode("abcd") == theirs.encode("abcd").ids == [258]
