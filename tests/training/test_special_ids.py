"""Ids of special tokens before those of the merges, as the articles on byte-level training number them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from zlib import crc32

import pytest
import regex

import wordchipper_lab as wl
from wordchipper_lab.errors import CheckpointError, UnknownNameError
from wordchipper_lab.training import TRAINERS, SpanCounts, SymbolCounts, TrainingOptions, build_trainer

END, PAD = "<|endoftext|>", "<|pad|>"
PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
TEXT = f"low lower lowest{END}newest widest newest low low{PAD}lower wider naïve naïve 12 12" * 3


def as_in_the_articles(text: str, vocab_size: int, special_tokens: list[str]) -> dict[int, bytes]:
    """Id -> bytes: the bytes, then the special tokens, then each merge gets the next id."""
    vocab = {value: bytes([value]) for value in range(256)}
    for special in special_tokens:
        vocab[len(vocab)] = special.encode()
    words: dict[tuple[bytes, ...], int] = {}
    for part in regex.split("|".join(map(regex.escape, special_tokens)), text):
        for match in regex.finditer(PATTERN, part):
            word = tuple(bytes([value]) for value in match[0].encode())
            words[word] = words.get(word, 0) + 1
    while len(vocab) < vocab_size:
        counts: dict[tuple[bytes, bytes], int] = {}
        for word, count in words.items():
            for pair in pairwise(word):
                counts[pair] = counts.get(pair, 0) + count
        best = max(counts, key=lambda pair: (counts[pair], pair))
        vocab[len(vocab)] = best[0] + best[1]
        merged: dict[tuple[bytes, ...], int] = {}
        for word, count in words.items():
            parts = list(word)
            for i in range(len(parts) - 1):
                if i + 1 < len(parts) and (parts[i], parts[i + 1]) == best:
                    parts[i : i + 2] = [best[0] + best[1]]
            merged[tuple(parts)] = merged.get(tuple(parts), 0) + count
        words = merged
    return vocab


def vocabulary_of(tok: wl.Tokenizer) -> dict[int, bytes]:
    return {token: tok.id_to_bytes(token) for token in range(tok.max_token + 1)}


def test_the_worked_example_of_the_article() -> None:
    texts = ["low"] * 5 + ["lower"] * 2
    tok = wl.train_bpe(texts, 261, special_tokens=[END], tie="greatest_bytes", special_ids="after_bytes")
    assert [tok.id_to_bytes(token) for token in range(256, 261)] == [
        END.encode(), b"ow", b"low", b"lowe", b"lower"
    ]  # fmt: skip
    assert tok.encode(f"lower{END}low") == [260, 256, 258]
    assert tok.get_special_tokens() == [(END, 256)]
    assert (tok.vocab_size, tok.max_token) == (260, 260)


@pytest.mark.parametrize("special_tokens", [[END], [END, PAD]])
def test_ids_are_those_of_the_articles(special_tokens: list[str]) -> None:
    tok = wl.train_bpe(
        TEXT, 280, special_tokens=special_tokens, tie="greatest_bytes", special_ids="after_bytes"
    )
    assert vocabulary_of(tok) == as_in_the_articles(TEXT, 280, special_tokens)


@pytest.mark.parametrize("byte_order", ["value", "gpt2"])
def test_only_the_numbers_change(byte_order: str) -> None:
    options = {"special_tokens": [END, PAD], "byte_order": byte_order}
    behind = wl.train_bpe(TEXT, 280, **options)
    before = wl.train_bpe(TEXT, 280, special_ids="after_bytes", **options)
    assert behind.get_special_tokens() == [(END, 278), (PAD, 279)]
    assert before.get_special_tokens() == [(END, 256), (PAD, 257)]
    moved = {**{i: i for i in range(256)}, **{i: i + 2 for i in range(256, 278)}, 278: 256, 279: 257}
    assert before.encode(TEXT) == [moved[token] for token in behind.encode(TEXT)]
    assert before.decode(before.encode(TEXT)) == TEXT
    assert before.encode(TEXT, "text") == [moved[token] for token in behind.encode(TEXT, "text")]


def test_every_encoder_and_lexer_agrees() -> None:
    vocab = wl.train_bpe(TEXT, 280, special_tokens=[END], special_ids="after_bytes").vocab
    assert vocab.is_merge_ordered
    found = {
        tuple(wl.Tokenizer(vocab, encoder=encoder, memo=memo).encode(TEXT))
        for encoder in wl.ENCODERS.built_in
        for memo in (True, False)
    }
    assert len(found) == 1


@pytest.mark.parametrize("tie", ["lowest_ids", "greatest_bytes", "least_bytes", "first_seen"])
def test_all_trainers_number_their_merges_alike(tie: str) -> None:
    spans = SpanCounts.from_mapping({b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3, b"aaaa": 2})
    options = TrainingOptions(275, tie, special_tokens=(END, PAD), special_ids="after_bytes")
    made = {name: list(build_trainer(name, SymbolCounts.from_spans(spans), options)) for name in TRAINERS}
    assert [merge.token for merge in made["naive"]] == list(range(258, 258 + len(made["naive"])))
    assert all(merges == made["naive"] for merges in made.values())


@pytest.mark.parametrize("name", ["mine.tiktoken", "tokenizer.json", "vocab.bpe"])
def test_files_keep_the_ids(tmp_path: Path, name: str) -> None:
    tok = wl.train_bpe(TEXT, 280, special_tokens=[END, PAD], special_ids="after_bytes")
    tok.save(tmp_path / name)
    specials = dict(tok.get_special_tokens()) if name == "mine.tiktoken" else None
    again = wl.Tokenizer.from_file(tmp_path / name, pattern="r50k_base", special_tokens=specials)
    assert again.encode(TEXT) == tok.encode(TEXT)
    assert vocabulary_of(again) == vocabulary_of(tok)


def test_tokenizers_and_tiktoken_read_the_files(tmp_path: Path) -> None:
    tiktoken, tokenizers = pytest.importorskip("tiktoken"), pytest.importorskip("tokenizers")
    tok = wl.train_bpe(TEXT, 280, special_tokens=[END, PAD], special_ids="after_bytes")
    tok.save(tmp_path / "tokenizer.json")
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode(TEXT).ids == tok.encode(TEXT)
    specials = dict(tok.get_special_tokens())
    ranks = {tok.id_to_bytes(token): token for token in range(280) if token not in specials.values()}
    encoding = tiktoken.Encoding("mine", pat_str=tok.pattern, mergeable_ranks=ranks, special_tokens=specials)
    assert encoding.encode(TEXT, allowed_special="all") == tok.encode(TEXT)


def test_an_unknown_place_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="place of the special ids 'first': expected one of after_m"):
        wl.train_bpe(TEXT, 280, special_ids="first")


# -- checkpoints -----------------------------------------------------------------------------------------------


def test_a_checkpoint_goes_on_with_the_same_numbers_only(tmp_path: Path) -> None:
    options = {"special_tokens": [END], "checkpoint": tmp_path}
    whole = wl.train_bpe(TEXT, 280, special_tokens=[END], special_ids="after_bytes")
    wl.train_bpe(TEXT, 270, special_ids="after_bytes", **options)
    resumed = wl.train_bpe(TEXT, 280, special_ids="after_bytes", **options)
    assert vocabulary_of(resumed) == vocabulary_of(whole)
    with pytest.raises(CheckpointError, match="its special ids is 'after_bytes', this run's 'after_merges'"):
        wl.train_bpe(TEXT, 280, **options)


def test_a_checkpoint_of_an_earlier_version_numbers_them_after_the_merges(tmp_path: Path) -> None:
    options = {"special_tokens": [END], "checkpoint": tmp_path}
    wl.train_bpe(TEXT, 270, **options)
    log = tmp_path / "merges.txt"
    header, *lines = log.read_bytes().splitlines(keepends=True)
    contents = json.loads(header.rpartition(b" ")[0])
    del contents["settings"]["special_ids"]
    older = json.dumps(contents).encode()
    log.write_bytes(b"".join([b"%s %08x\n" % (older, crc32(older)), *lines]))
    again = wl.train_bpe(TEXT, 280, **options)
    assert vocabulary_of(again) == vocabulary_of(wl.train_bpe(TEXT, 280, special_tokens=[END]))
    with pytest.raises(CheckpointError, match="special ids is 'after_merges', this run's 'after_bytes'"):
        wl.train_bpe(TEXT, 280, special_ids="after_bytes", **options)
