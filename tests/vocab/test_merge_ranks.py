"""Vocabularies whose merges are listed: their ranks, and encoders, lexers and streams on ids that are not ranks."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.vocab.merge_ranks import NO_ID, RankedTokens, last_merge, rank_by_merges
from wordchipper_lab.vocab.token_bytes import iterate_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab

SINGLE = {bytes([byte]): byte for byte in range(256)}
PATTERN = r"[a-z]+| ?\S|\s+"


def merge_slowly(span: bytes, merges: list[tuple[bytes, bytes]]) -> list[bytes]:
    """The tokens of a span, by the rule of Hugging Face's BPE: the lowest place in the list first, then the leftmost."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    parts = [span[i : i + 1] for i in range(len(span))]
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in ranks]:
        _, i = min(found)
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


def random_vocabulary(rng: random.Random) -> tuple[dict[bytes, int], list[tuple[bytes, bytes]]]:
    """Tokens with ids in any order, and merges in any order."""
    tokens, pool, merges = list(SINGLE), [b"a", b"b", b"c"], []
    for _ in range(rng.randint(1, 25)):
        left, right = rng.choice(pool), rng.choice(pool)
        if len(left + right) > 10:
            continue
        merges.append((left, right))
        if left + right not in tokens:
            tokens.append(left + right)
            pool.append(left + right)
    rng.shuffle(merges)
    ids = rng.sample(range(len(tokens) + 20), len(tokens))
    return dict(zip(tokens, ids, strict=True)), merges


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 30), st.booleans())
def test_every_encoder_gives_the_ids_of_the_listed_merges(seed: int, whole_spans: bool) -> None:
    rng = random.Random(seed)
    ids, merges = random_vocabulary(rng)
    specials = {"<s>": max(ids.values()) + 3}
    listed = rank_by_merges("x", ids, merges, whole_spans=whole_spans)
    vocab = UnifiedVocab(listed, pattern=PATTERN, special_tokens=specials)
    texts = ["".join(rng.choice("abc ") for _ in range(rng.randint(0, 12))) for _ in range(6)]
    tokenizers = [
        wl.Tokenizer(vocab, encoder=encoder, lexer=lexer, memo=encoder == "auto", num_threads=1)
        for encoder in ("auto", "tail_sweep", "priority_merge")
        for lexer in ("automaton", "regex")
    ]
    for text in [*texts, "<s>".join(texts)]:
        expected: list[int] = []
        for number, part in enumerate(text.split("<s>")):
            expected += [specials["<s>"]] if number else []
            for span in _spans(part):
                is_token = whole_spans and span in ids
                expected += [ids[token] for token in ([span] if is_token else merge_slowly(span, merges))]
        for tok in tokenizers:
            assert tok.encode(text) == expected, tok
            assert tok.encode_with_spans(text).tokens.tolist() == expected
            assert tok.decode(expected) == text
            assert tok.count(text) == len(expected)
            streamed = iter_encode(tok, [text[:3], text[3:]], num_threads=1)
            assert [token for part in streamed for token in part.tolist()] == expected


def _spans(text: str) -> list[bytes]:
    found = wl.build_lexer(PATTERN, "regex").spans(text)
    return [text.encode()[span.start : span.end] for span in found if span.kind == "word"]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1 << 30))
def test_ranks_are_those_of_the_twin(seed: int) -> None:
    ids, merges = random_vocabulary(random.Random(seed))
    found = rank_by_merges("x", ids, merges, whole_spans=True)
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    tokens = dict(iterate_tokens(found.tokens))
    id_of = ids if found.ids is None else {tokens[i]: int(token) for i, token in enumerate(found.ids)}
    assert id_of == ids
    made = []
    for number, token in tokens.items():
        left, right = found.splits[2 * number : 2 * number + 2].tolist()
        expected = last_merge(token, ranks)
        assert (left == number) == (expected is None)
        if expected is not None:
            assert (tokens[left], tokens[right]) == expected[1]
            made.append((number, expected[0]))
    assert [rank for _, rank in made] == sorted(rank for _, rank in made)


def test_the_vocabulary_speaks_in_ids() -> None:
    ids = {**SINGLE, b"abc": 300, b"ab": 400, b"zz": 299}
    vocab = UnifiedVocab(
        rank_by_merges("x", ids, [(b"a", b"b"), (b"ab", b"c")]), pattern=PATTERN, special_tokens={"<s>": 298}
    )
    assert vocab.find_token(b"abc") == 300
    assert vocab.find_pair(97, 98) == 400
    assert vocab.split(300) == (400, 99)
    assert (vocab.rank_of(400), vocab.rank_of(300), vocab.rank_of(298), vocab.rank_of(5000)) == (
        256,
        257,
        None,
        None,
    )
    assert vocab.id_of_rank(256) == 400
    assert vocab.find_token(b"zz") == 299
    assert vocab.other_tokens == {299: b"zz"}
    assert vocab.token_bytes(299) == b"zz"
    assert vocab.split(299) is None
    assert vocab.token_bytes(298) == b"<s>"
    assert vocab.max_token == 400
    assert vocab.merges == [(b"a", b"b"), (b"ab", b"c")]


def test_a_pair_that_is_listed_twice_has_its_last_place() -> None:
    ids = {**SINGLE, b"ab": 256, b"bc": 257}
    tok = wl.Tokenizer.from_merges(ids, [(b"a", b"b"), (b"b", b"c"), (b"a", b"b")], pattern=PATTERN)
    assert tok.encode("abc") == [97, 257]


def test_bytes_that_no_text_contains_need_no_token() -> None:
    ids = {token: number for token, number in SINGLE.items() if token not in (b"\xc0", b"\xff")}
    found = rank_by_merges("x", ids, [])
    assert isinstance(found, RankedTokens)
    assert found.ids is not None
    assert np.count_nonzero(found.ids == NO_ID) == 2
    tok = wl.Tokenizer.from_merges(ids, [], pattern=PATTERN)
    assert tok.encode("\u00e9") == [0xC3, 0xA9]
    assert tok.token_to_id("\ufffd") is None


@pytest.mark.parametrize(
    ("ids", "merges", "problem"),
    [
        ({**SINGLE, b"ab": 256}, [(b"a", b"x"), (b"ax", b"b")], "needs b'ax', which has no id"),
        ({**SINGLE, b"ab": 97}, [(b"a", b"b")], "have the same id, 97"),
        ({**SINGLE, b"": 256}, [], "a token is empty"),
        ({token: number for token, number in SINGLE.items() if token != b"a"}, [], "have no token .* 0x61"),
    ],
)
def test_what_is_refused(ids: dict[bytes, int], merges: list[tuple[bytes, bytes]], problem: str) -> None:
    with pytest.raises(UnsupportedVocabError, match=problem):
        rank_by_merges("x.json", ids, merges)


def test_pickled_with_its_merges() -> None:
    import pickle

    tok = wl.Tokenizer.from_merges(
        {**SINGLE, b"abc": 300, b"ab": 400}, [(b"a", b"b"), (b"ab", b"c")], pattern=PATTERN
    )
    again = pickle.loads(pickle.dumps(tok))
    assert again.encode("abc,ab") == tok.encode("abc,ab") == [300, 44, 400]
    assert again.merges == tok.merges


def test_a_long_token_takes_no_quadratic_time() -> None:
    word = bytes(random.Random(3).choice(b"abcdefgh") for _ in range(200_000))
    ids, merges, left = dict(SINGLE), [], word[:1]
    for size in range(2, 400):
        merges.append((left, word[size - 1 : size]))
        left = word[:size]
        ids[left] = len(ids)
    ids[word] = len(ids)
    found = rank_by_merges("x", ids, merges)
    assert word in found.others.values()
