"""Vocabulary tables: pairs, splits, trie and the unified vocabulary, each against its slow twin."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.errors import UnknownNameError, UnknownTokenError, UnsupportedVocabError, VocabError
from wordchipper_lab.kernels.keys import NO_TOKEN
from wordchipper_lab.kernels.tables import NOT_FOUND, pair_table, span_table
from wordchipper_lab.kernels.tables import insert_spans as fill
from wordchipper_lab.kernels.trie import longest_match
from wordchipper_lab.vocab.long_tokens import pair_scratch
from wordchipper_lab.vocab.pairs import derive_pairs
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_spec
from wordchipper_lab.vocab.tables import build_tables, token_dtype
from wordchipper_lab.vocab.token_bytes import TokenBytes, iterate_tokens, pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

BYTES = [bytes([i]) for i in range(256)]


def longest_prefix(tokens: dict[bytes, int], text: bytes) -> int:
    return next(tokens[text[:n]] for n in range(len(text), 0, -1) if text[:n] in tokens)


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_fast_and_slow_pairs_agree(name: str) -> None:
    vocab = load_vocab(name)
    assert vocab.is_merge_ordered
    tables = vocab.tables
    n = len(tables.token_starts) - 1
    pairs, splits = pair_table(n), np.empty(2 * n, dtype=np.uint32)
    scratch = pair_scratch(int(tables.longest_token[0]))
    unreachable = derive_pairs(
        tables.spans, tables.token_data, tables.token_starts, tables.byte_tokens, pairs, splits, scratch
    )
    assert unreachable == 0
    assert np.array_equal(splits, tables.splits)
    assert np.array_equal(pairs, tables.pairs)


@pytest.mark.parametrize(
    ("name", "dtype"), [("r50k_base", np.uint16), ("p50k_edit", np.uint16), ("o200k_base", np.uint32)]
)
def test_the_smallest_dtype_is_told_and_the_tables_have_one_for_all(name: str, dtype: type) -> None:
    vocab = load_vocab(name)
    assert vocab.token_dtype == dtype
    tables = vocab.tables
    for array in (
        tables.byte_tokens,
        tables.splits,
        tables.next_prefix,
        tables.longest_tokens,
        tables.byte_pairs,
    ):
        assert array.dtype == np.uint32


def test_byte_pairs_are_the_pairs_of_bytes() -> None:
    vocab = load_vocab("o200k_base")
    for first in range(256):
        for second in range(256):
            token = vocab.find_token(bytes([first, second]))
            assert vocab.tables.byte_pairs[first << 8 | second] == (NO_TOKEN if token is None else token)


def test_token_dtype_at_its_edge() -> None:
    assert token_dtype(65536) == np.uint16
    assert token_dtype(65537) == np.uint32


@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
def test_trie_finds_the_longest_token_and_the_next_prefix(name: str) -> None:
    vocab = load_vocab(name)
    tokens = {token: i for i, token in iterate_tokens(vocab.ranked)}
    tables, rng = vocab.tables, random.Random(3)
    listed = list(tokens)
    for _ in range(3000):
        text = (
            rng.choice(listed)[: rng.randrange(1, 9)] + rng.choice(listed) + rng.randbytes(rng.randrange(3))
        )
        array = np.frombuffer(bytearray(text), dtype=np.uint8)
        walk = (
            tables.children,
            tables.edge_bytes,
            tables.longest_tokens,
            tables.two_bytes,
            tables.byte_tokens,
        )
        found, decisive = longest_match(*walk, array, 0, len(text))
        assert found == longest_prefix(tokens, text)
        if decisive <= len(text):  # whatever follows the deciding bytes
            array[decisive:] = rng.randrange(256)
            assert longest_match(*walk, array, 0, len(text)) == (found, decisive)
    for token in rng.sample(listed, 2000):
        expected = longest_prefix(tokens, token[:-1]) if len(token) > 1 else tokens[token]
        assert tables.next_prefix[tokens[token]] == expected


def test_unified_vocab_looks_up_both_ways() -> None:
    vocab = load_vocab("p50k_edit")
    rng = random.Random(5)
    for token in rng.sample(range(50256), 500):
        span = vocab.token_bytes(token)
        assert vocab.find_token(span) == token
        split = vocab.split(token)
        if len(span) == 1:
            assert split is None
        else:
            assert split is not None
            assert vocab.find_pair(*split) == token
            assert vocab.token_bytes(split[0]) + vocab.token_bytes(split[1]) == span
    assert vocab.find_token(b"") is None
    assert vocab.find_token(b"no such token is in it") is None
    assert vocab.find_token(b"x" * 5000) is None
    assert vocab.find_pair(-1, 10**9) is None
    assert vocab.is_special(50256)
    assert vocab.token_bytes(50256) == b"<|endoftext|>"
    assert vocab.split(50256) is None
    for unknown in (-1, 50284, 10**12):
        with pytest.raises(UnknownTokenError, match="ids from 0 to 50283"):
            vocab.token_bytes(unknown)


def test_a_pretrained_vocabulary_is_made_once() -> None:
    assert load_vocab("openai::o200k_base") is load_vocab("o200k_base")
    assert load_vocab("o200k_harmony").tables is load_vocab("o200k_base").tables
    with pytest.raises(UnknownNameError, match="o200k_base"):
        load_vocab("")


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_the_bytes_of_the_tokens_are_in_memory_once(name: str) -> None:
    vocab = load_vocab(name)
    assert np.shares_memory(vocab.ranked.data, vocab.tables.token_data)
    assert np.shares_memory(vocab.ranked.data, vocab.all_tokens.data)
    assert np.shares_memory(vocab.ranked.starts, vocab.all_tokens.starts)


@pytest.mark.parametrize("name", ["p50k_base", "p50k_edit", "o200k_base", "o200k_harmony"])
def test_all_tokens_are_the_ranked_and_the_special_ones(name: str) -> None:
    vocab = load_vocab(name)
    ranked = load_token_bytes(pretrained_spec(name))
    for array, expected in zip(vocab.ranked, ranked, strict=True):
        assert np.array_equal(array, expected)
    known = dict(iterate_tokens(ranked))
    for text, token in vocab.special_tokens.items():
        known.setdefault(token, text.encode())
    assert dict(iterate_tokens(vocab.all_tokens)) == known


def test_tokens_that_may_not_be_written_into_are_copied() -> None:
    packed = pack_tokens([*BYTES, b"ab"])
    locked = TokenBytes(np.frombuffer(packed.data.tobytes(), dtype=np.uint8), packed.starts)
    tables = build_tables(locked).tables
    assert tables.token_data.flags.writeable
    assert np.array_equal(tables.token_data, packed.data)


def test_tables_refuse_what_is_no_byte_level_vocabulary() -> None:
    with pytest.raises(VocabError, match="token 256 has the same bytes"):
        build_tables(pack_tokens([*BYTES, b"a"]))
    with pytest.raises(VocabError, match="2 single bytes have no token \\(0x00, 0xff\\)"):
        build_tables(pack_tokens(BYTES[1:255]))
    with pytest.raises(UnsupportedVocabError, match="supports up to"):
        build_tables(TokenBytes(np.zeros(0, dtype=np.uint8), np.zeros(1 << 22, dtype=np.int64)))


@pytest.mark.parametrize(
    ("special", "message"),
    [
        ({"": 300}, "is empty"),
        ({"<x>": 65}, "a ranked token's"),
        ({"<x>": -1}, "has the id -1"),
        ({"<x>": 1 << 24}, "expected 0 to 16777215"),
    ],
)
def test_bad_special_tokens_are_refused(special: dict[str, int], message: str) -> None:
    with pytest.raises(UnsupportedVocabError, match=message):
        UnifiedVocab(pack_tokens(BYTES), pattern=r"\S+|\s+", special_tokens=special)


def test_a_vocabulary_out_of_merge_order_gets_the_pairs_that_merging_meets() -> None:
    # "abc" (256) ranks before "ab" (257), from which it is made; "wxyz" cannot be made at all.
    tokens = [*BYTES, b"abc", b"ab", b"wxyz", b"bd", b"abd"]
    built = build_tables(pack_tokens(tokens))
    assert not built.is_merge_ordered
    assert built.n_unreachable == 1
    assert built.tables.splits.reshape(-1, 2)[256].tolist() == [257, ord("c")]
    assert built.tables.splits.reshape(-1, 2)[258].tolist() == [258, 258]
    # "ab" ranks before "bd", so "abd" is ab + d.
    assert built.tables.splits.reshape(-1, 2)[260].tolist() == [257, ord("d")]
    known = {token: i for i, token in enumerate(tokens)}
    assert merge_bytes(b"abc", known.get) == [256]


def test_span_table_of_a_vocabulary_holds_every_token() -> None:
    packed = load_vocab("r50k_base").ranked
    starts = packed.starts.astype(np.uint32)
    entries = span_table(len(starts) - 1)
    assert fill(entries, packed.data, starts, len(starts) - 1) == NOT_FOUND
    slots = 1 << 17
    assert np.count_nonzero(entries[: 2 * slots : 2]) == 50256


def test_a_token_of_a_million_letters_is_taken_apart_in_few_rounds() -> None:
    # Round by round; occurrence by occurrence it takes 12 s for 100,000 letters and grows quadratically.
    runs = [b"a" * (1 << power) for power in range(1, 21)]
    built = build_tables(pack_tokens([*(bytes([byte]) for byte in range(256)), *runs]))
    assert built.is_merge_ordered
    assert built.tables.splits[-2:].tolist() == [274, 274]
