"""One token looked at closely; word variants; counts; overlaps."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.errors import UnknownNameError, UnknownTokenError
from wordchipper_lab.lab import compare_vocabularies, count_vocabulary, describe_token, word_variants
from wordchipper_lab.lab.vocabulary import PARTS, describe_utf8, index_vocabulary, search_vocabulary
from wordchipper_lab.vocab import load_vocab, write_tiktoken
from wordchipper_lab.vocab.token_bytes import iterate_tokens


@cache
def tokens_and_splits(name: str) -> tuple[dict[int, bytes], dict[int, tuple[int, int] | None]]:
    vocab = load_vocab(name)
    ids = index_vocabulary(vocab).ids.tolist()
    return {i: vocab.token_bytes(i) for i in ids}, {i: vocab.split(i) for i in ids}


@pytest.mark.parametrize("name", ["r50k_base", "p50k_edit"])
@pytest.mark.parametrize("token", [0, 220, 262, 995, 31373, 50256])
def test_details_beside_a_loop_over_all_tokens(name: str, token: int) -> None:
    vocab = load_vocab(name)
    details = describe_token(vocab, token)
    data = vocab.token_bytes(token)
    tokens, splits = tokens_and_splits(name)
    assert details.bytes == data
    assert details.containing.tolist() == [i for i, other in tokens.items() if data in other and i != token]
    assert details.as_left.tolist() == [i for i, pair in splits.items() if pair and pair[0] == token]
    assert details.as_right.tolist() == [i for i, pair in splits.items() if pair and pair[1] == token]
    prefixes = [
        i for i, other in tokens.items() if data.startswith(other) and i != token and not vocab.is_special(i)
    ]
    assert details.longest_prefix == max(prefixes, key=lambda i: len(tokens[i]), default=None)
    assert details.before == [i for i in tokens if i < token][-5:]
    assert details.after == [i for i in tokens if i > token][:5]
    assert details.pair == splits[token]
    assert details.is_special == (token == 50256)
    assert json.loads(json.dumps(details.to_json(most=3)))["containing"]["count"] == len(details.containing)


def test_an_odd_vocabulary(odd) -> None:
    assert describe_token(odd, 256).pair == (98, 257), "its pair is known although it comes later"
    unreachable = describe_token(odd, 259)
    assert (unreachable.is_reachable, unreachable.pair, unreachable.tree.depth) == (False, None, 0)
    assert describe_token(odd, 9999).rank is None
    assert describe_token(odd, 9999).is_reachable
    partial = describe_token(odd, 265)
    assert (partial.text, partial.kind, partial.script) == (None, "not whole UTF-8", "not whole UTF-8")
    assert partial.problem == "its last 2 bytes begin a character of 4: 2 are missing"
    for token in (-1, 258, 301, 10000):
        with pytest.raises(UnknownTokenError, match="odd has ids from 0 to 9999"):
            describe_token(odd, token)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"abc", None),
        ("\ufffd".encode(), None),
        (b"\xf0\x9f", "its 2 bytes begin a character of 4: 2 are missing"),
        (b"\xe2", "its byte begins a character of 3: 2 are missing"),
        (b"a\xc3", "its last byte begins a character of 2: 1 is missing"),
        (b"\x80", "its byte belongs to a character that begins before it"),
        (b"\x80\x80a", "its first 2 bytes belong to a character that begins before it"),
        (
            b"\x80 \xe2\x82",
            "its first byte belongs to a character that begins before it, and its last 2 bytes begin a character of 3: 1 is missing",
        ),
        (b"a\xff", "its byte ff (number 2) cannot stand there: invalid start byte"),
        (b"\xe2a", "its byte e2 (number 1) cannot stand there: invalid continuation byte"),
    ],
)
def test_what_is_missing(data: bytes, problem: str | None) -> None:
    assert describe_utf8(data) == problem


def test_every_partial_token_says_why() -> None:
    vocab = load_vocab("o200k_base")
    for token in search_vocabulary(vocab, utf8="partial").ids.tolist():
        assert describe_utf8(vocab.token_bytes(token))


def test_variants_are_what_the_tokenizer_says() -> None:
    tok = Tokenizer.from_pretrained("o200k_base")
    for variant in word_variants(tok, "  naïve "):
        assert variant.ids == tok.encode(variant.text)
        assert variant.token == tok.vocab.find_token(variant.text.encode())
        assert variant.text.strip("\n\t _").lower() == "naïve"
    assert [variant.form for variant in word_variants(tok, "ok")][:3] == ["as typed", "capitalised", "upper"]
    assert len(word_variants(tok, "123")) == 5, "identical forms are listed once"
    assert word_variants(tok, " \n") == []
    assert word_variants(tok.vocab, "<|endoftext|>")[0].ids == tok.encode("<|endoftext|>", special="text")


def test_a_variant_may_be_a_token_that_no_text_gets() -> None:
    tok = Tokenizer.from_pretrained("o200k_base")
    alone = [v for v in word_variants(tok, "name") if v.token is not None and v.ids != [v.token]]
    assert all(tok.id_to_token(v.token) == v.text for v in alone)


def test_counts(odd) -> None:
    for vocab in (odd, load_vocab("p50k_edit"), load_vocab("o200k_harmony")):
        counted = count_vocabulary(vocab)
        for histogram in (counted.bytes, counted.characters, counted.scripts, counted.kinds):
            assert sum(histogram.values()) == counted.n_tokens
            assert all(histogram.values())
        assert counted.n_ranked == vocab.n_ranked
        assert counted.special_tokens == sorted(vocab.special_tokens.items(), key=lambda item: item[1])
        for script, n in counted.scripts.items():
            assert len(search_vocabulary(vocab, script=script)) == n
        for kind, n in counted.kinds.items():
            assert len(search_vocabulary(vocab, kind=kind)) == n
        for length, n in counted.bytes.items():
            assert len(search_vocabulary(vocab, min_bytes=length, max_bytes=length)) == n
        json.dumps(counted.to_json())
    assert count_vocabulary(odd).n_unreachable == 9


@pytest.mark.parametrize(
    ("a", "b"), [("o200k_base", "cl100k_base"), ("p50k_edit", "r50k_base"), ("r50k_base", "r50k_base")]
)
def test_overlap_beside_dictionaries(a: str, b: str) -> None:
    one, other = ({token: i for i, token in iterate_tokens(load_vocab(name).ranked)} for name in (a, b))
    overlap = compare_vocabularies(load_vocab(a), load_vocab(b))
    assert overlap.same_id.tolist() == sorted(i for token, i in one.items() if other.get(token) == i)
    assert dict(zip(overlap.moved.tolist(), overlap.moved_to.tolist(), strict=True)) == {
        i: other[token] for token, i in one.items() if token in other and other[token] != i
    }
    assert overlap.only_a.tolist() == sorted(i for token, i in one.items() if token not in other)
    assert overlap.only_b.tolist() == sorted(i for token, i in other.items() if token not in one)
    assert overlap.share_of_a == pytest.approx(overlap.n_shared / len(one))
    assert overlap.share_of_b == pytest.approx(overlap.n_shared / len(other))
    assert np.concatenate([overlap.part(name) for name in PARTS]).size == len(one)
    with pytest.raises(UnknownNameError):
        overlap.part("nope")
    json.dumps(overlap.to_json())


def test_a_vocabulary_from_a_file(tmp_path, odd) -> None:
    write_tiktoken(odd.ranked, tmp_path / "odd.tiktoken")
    tok = Tokenizer.from_file(tmp_path / "odd.tiktoken", "cl100k_base", {"<|hole|>": 258})
    assert search_vocabulary(tok, "script").ids.tolist() == [273]
    assert describe_token(tok, 259).is_reachable is False
    overlap = compare_vocabularies(tok, load_vocab("cl100k_base"))
    assert overlap.n_shared + len(overlap.only_a) == tok.vocab_size
