"""Vocabularies with very long tokens: built in n log n, encoded exactly, kept in every format."""

from __future__ import annotations

import pickle
import random

import pytest

from wordchipper_lab.encoders.reference import merge_bytes
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.tokenizer import Tokenizer
from wordchipper_lab.vocab import tables as tables_module
from wordchipper_lab.vocab.pairs import derive_pair
from wordchipper_lab.vocab.tables import build_tables
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab

BYTES = [bytes([byte]) for byte in range(256)]


def doubled(n_bytes: int) -> list[bytes]:
    """aa, aaaa, ... up to `n_bytes` letters: each is merged from two of the previous one."""
    return [b"a" * (1 << k) for k in range(1, n_bytes.bit_length())]


@pytest.mark.sampled("[False]")
@pytest.mark.parametrize("in_order", [True, False])
def test_pairs_of_long_tokens_equal_the_twin(in_order: bool) -> None:
    """Tokens of up to 300 bytes over two letters, joined from earlier ones or (not in merge order) any."""
    draw = random.Random(3)
    for _ in range(20):
        tokens = [*BYTES, b"ab", b"ba", b"aa"]
        for _ in range(60):
            joined = b"".join(draw.choices(tokens[97:99] + tokens[256:][-8:], k=2 if in_order else 3))
            if joined not in tokens and len(joined) <= 300:
                tokens.append(joined)
        if not in_order:
            draw.shuffle(tokens)
        rank_of = {token: rank for rank, token in enumerate(tokens)}
        splits = build_tables(pack_tokens(tokens)).tables.splits.reshape(-1, 2)
        assert max(map(len, tokens)) > 64
        for rank, token in enumerate(tokens):
            pair = derive_pair(token, rank_of) if len(token) > 1 else None
            expected = (rank, rank) if pair is None else (rank_of[pair[0]], rank_of[pair[1]])
            assert tuple(splits[rank].tolist()) == expected


@pytest.mark.sampled("bpe_backtrack")
@pytest.mark.parametrize("encoder", ["bpe_backtrack", "priority_merge"])
def test_a_token_of_a_megabyte(encoder: str) -> None:
    """In merge order: a million letters, and a text with shorter and shorter runs."""
    vocab = UnifiedVocab(pack_tokens([*BYTES, *doubled(1 << 20)]), pattern=r"a+|[^a]")
    assert vocab.is_merge_ordered
    tokenizer = Tokenizer(vocab, encoder=encoder)
    assert tokenizer.encode("a" * ((3 << 20) + 5)) == [275, 275, 275, 257, 97]
    lengths = [0, 1, 7, 100_000, (1 << 20) - 1, 65_537]
    expected = [token for n in lengths for token in [*_greedy(n), ord("b")]]
    assert tokenizer.encode("b".join("a" * n for n in lengths) + "b") == expected


def _greedy(n: int) -> list[int]:
    return [255 + k if k else ord("a") for k in range(20, -1, -1) for _ in range(n >> k & 1)]


def test_a_random_token_of_a_megabyte() -> None:
    """Merging never makes it: it is found as a whole span; all other spans are merged."""
    token = bytes(random.Random(4).choices(b"abcdef", k=1_000_000))
    tokens = [*BYTES, b"ab", b"cd", b"abcd", token]
    vocab = UnifiedVocab(pack_tokens(tokens), pattern=r"[a-f]+|[^a-f]")
    assert not vocab.is_merge_ordered or vocab.split(len(tokens) - 1) is None
    tokenizer = Tokenizer(vocab)
    assert tokenizer.encode(token.decode()) == [len(tokens) - 1]
    some = token[:500]
    assert tokenizer.encode(some.decode()) == merge_bytes(some, vocab.find_token)


@pytest.mark.parametrize("name", ["long.tiktoken", "tokenizer.json", "vocab.bpe"])
def test_in_files_and_pickled(tmp_path, name: str) -> None:
    """A token of 128 kB goes through every format and through pickle."""
    vocab = UnifiedVocab(pack_tokens([*BYTES, *doubled(1 << 17)]), pattern=r"a+|[^a]", name="long")
    tokenizer = Tokenizer(vocab)
    text = "a" * 200_000 + "b"
    tokenizer.save(tmp_path / name)
    read = Tokenizer.from_file(tmp_path / name, pattern=vocab.pattern)
    assert read.encode(text) == tokenizer.encode(text)
    assert pickle.loads(pickle.dumps(tokenizer)).encode(text) == tokenizer.encode(text)


def test_more_bytes_than_the_trie_can_number(monkeypatch) -> None:
    """The message says what was given and what is allowed."""
    monkeypatch.setattr(tables_module, "MOST_BYTES", 1000)
    with pytest.raises(
        UnsupportedVocabError, match="1,280 bytes in total; this engine supports fewer than 1,000"
    ):
        build_tables(pack_tokens([*BYTES, b"a" * 1024]))
