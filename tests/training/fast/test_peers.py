"""The same merges as other trainers, for the same pattern, tie rule and order of bytes."""

from __future__ import annotations

import json
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any

import pytest

from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import BYTE_ORDERS, SymbolCounts, TrainingOptions
from wordchipper_lab.training.fast import FastTrainer, SpanCounter
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN

LINES = "\n".join(topics.values())[:300_000].splitlines(keepends=True)
LINES += (
    "Алматы қаласы ประเทศไทย 日本語の文字 naïve façade עברית हिन्दी 한국어 aaaa aaaaa ------ ======\n".splitlines(
        keepends=True
    )
    * 40
)

Merged = list[tuple[bytes, bytes]]


def ours(n: int, byte_order: str, texts: list[str] = LINES, **options: Any) -> Merged:
    counter = SpanCounter(TextSpanner(build_lexer(GPT2_ORIGINAL_PATTERN), {}))
    counter.add_texts(texts)
    corpus = SymbolCounts.from_spans(counter.counts(), byte_order)
    trainer = FastTrainer(corpus, TrainingOptions(256 + n, byte_order=byte_order, **options))
    return [(trainer.tokens[merge.left], trainer.tokens[merge.right]) for merge in trainer]


def as_bytes(merges: list[tuple[str, str]], alphabet: list[str]) -> Merged:
    byte_of = dict(zip(sorted(alphabet), BYTE_ORDERS["gpt2"], strict=True))
    return [tuple(bytes(byte_of[c] for c in part) for part in pair) for pair in merges]  # type: ignore[misc]


def theirs(texts: list[str], n: int, **limits: int) -> Merged:
    tokenizers = pytest.importorskip("tokenizers")
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=256 + n, show_progress=False, initial_alphabet=alphabet, **limits
    )
    peer.train_from_iterator(texts, trainer)
    return as_bytes([tuple(pair) for pair in json.loads(peer.to_str())["model"]["merges"]], alphabet)


@pytest.mark.parametrize("limits", [{}, {"min_frequency": 9}])
def test_hugging_face(limits: dict[str, int]) -> None:
    merges = theirs(LINES, 2_000, **limits)
    assert ours(2_000, "gpt2", **limits) == merges
    assert len(merges) > 1_000


def test_hugging_face_with_a_longest_token() -> None:
    # Its tokens stay *below* max_token_length, in UTF-8 bytes of the characters for bytes (two for a space).
    words = [word for line in LINES if line.isascii() for word in line.split()]
    merges = theirs(words, 2_000, max_token_length=5)
    assert ours(2_000, "gpt2", words, max_token_length=4) == merges
    assert max(len(left + right) for left, right in merges) == 4


def test_gigabpe(tmp_path: Path) -> None:
    gigabpe = pytest.importorskip("gigabpe")
    tokenizers = pytest.importorskip("tokenizers")
    file = tmp_path / "lines.txt"
    file.write_text("".join(LINES), encoding="utf-8", newline="")
    # It reads files line by line, and its alphabet consists of the bytes it has seen.
    _, merges = gigabpe.train_bpe([str(file)], 2_000, pretokenizer="bytelevel", special_tokens=[])
    merged = as_bytes(merges, tokenizers.pre_tokenizers.ByteLevel.alphabet())
    assert len(merged) == 2_000 - len(set("".join(LINES).encode()))
    assert ours(len(merged), "gpt2") == merged


def test_rustbpe() -> None:
    rustbpe = pytest.importorskip("rustbpe")
    peer = rustbpe.Tokenizer()
    peer.train_from_iterator(iter(LINES), 256 + 2_000, pattern=GPT2_ORIGINAL_PATTERN)
    tokens = [bytes(token) for token, _ in peer.get_mergeable_ranks()][256:]
    assert [left + right for left, right in ours(2_000, "value")] == tokens


def test_bpeasy() -> None:
    bpeasy = pytest.importorskip("bpeasy")
    # Its only limit is this one: longer tokens are not made.
    vocabulary = bpeasy.train_bpe(iter(LINES), GPT2_ORIGINAL_PATTERN, 1_000, 256 + 2_000)
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)[256:]
    assert [left + right for left, right in ours(2_000, "value")] == tokens
