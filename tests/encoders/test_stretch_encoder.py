"""Long stretches without a safe cut: the ids of the whole text, in memory that does not grow."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from wordchipper_lab import tokenizer as tokenizer_module
from wordchipper_lab.encoders import long_text, stream_encoder, stretch_encoder
from wordchipper_lab.encoders.registry import find_encoder
from wordchipper_lab.encoders.settled_tokens import settle_tokens
from wordchipper_lab.encoders.span_work import scratch_work
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.errors import WorkLimitError
from wordchipper_lab.tokenizer import Tokenizer
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

RUNS = {
    "one letter": "a",
    "a capital": "A",
    "blanks": " ",
    "equals signs": "=",
    "Thai": "กขคงจฉชซ",
    "newlines": "\n",
    "blanks and newlines": " \n ",
    "contractions": "don't'll",
    "emoji": "👨‍👩‍👧",
    "letters": "etaoinshrdlu",
    "marks": "e\u0301",
    "tabs": "\t ",
}


@pytest.fixture
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start stretches at 50 characters and settle them from 600 bytes on."""
    monkeypatch.setattr(stream_encoder, "STRETCH_FROM", 50)
    monkeypatch.setattr(stretch_encoder, "_SETTLE_FROM", 600)


def streamed(tokenizer: Tokenizer, text: str, draw: random.Random, **options: object) -> list[int]:
    """Ids of a text that arrives in chunks of random sizes."""
    chunks, start = [], 0
    while start < len(text):
        size = draw.choice([1, 7, 60, 400, 1500])
        chunks.append(text[start : start + size])
        start += size
    arrays = iter_encode(tokenizer, chunks, **options)  # type: ignore[arg-type]
    return np.concatenate([np.empty(0, np.uint32), *arrays]).tolist()


@pytest.mark.sampled("o200k_harmony", "r50k_base")
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_harmony"])
@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.usefixtures("short_stretches")
def test_runs_in_chunks_are_the_text_encoded_whole(name: str, kind: str) -> None:
    draw = random.Random(kind)
    tokenizer = Tokenizer.from_pretrained(name)
    letters = RUNS[kind]
    for n in (0, 1, 5000):
        for after in ("", "x", "\n", " end", "<|endoftext|>", " <|endoftext|>9"):
            run = (letters * n)[: n - n % 3] if draw.random() < 0.5 else "".join(draw.choices(letters, k=n))
            text = "go " + run + after + "and on. " + run[:900] + "."
            assert streamed(tokenizer, text, draw) == tokenizer.encode(text), (n, after)


@pytest.mark.parametrize("lexer", ["regex", "logos"])
@pytest.mark.parametrize("encoder", ["bpe_backtrack", "priority_merge"])
@pytest.mark.usefixtures("short_stretches")
def test_mixed_stretches_under_every_lexer(lexer: str, encoder: str) -> None:
    draw = random.Random(5)
    tokenizer = Tokenizer.from_pretrained("o200k_harmony", lexer=lexer, encoder=encoder)
    for _ in range(15):
        parts = [draw.choice([*RUNS.values(), "<|end|>", "\n", "'"]) * draw.randint(1, 300) for _ in range(8)]
        text = "".join(parts)
        for special in ("parse", "text"):
            assert streamed(tokenizer, text, draw, special=special) == tokenizer.encode(text, special=special)


@pytest.mark.usefixtures("short_stretches")
def test_a_pattern_that_is_not_known() -> None:
    """It has no known safe cuts, but the automaton finds its spans."""
    draw = random.Random(6)
    known = load_vocab("r50k_base")
    vocab = UnifiedVocab(known.ranked, pattern=r"[a-z]+(?!\S)|\d{1,2}|\w", special_tokens={"<s>": 60000})
    tokenizer = Tokenizer(vocab)
    for _ in range(15):
        text = "".join(draw.choices(["abc", " ", "12", "!", "<s", "<s>", "é" * 80, "word" * 40], k=60))
        assert streamed(tokenizer, text, draw) == tokenizer.encode(text)


def settled_slowly(vocab: UnifiedVocab, text: bytes, continuations: list[bytes]) -> int:
    """Upper bound on settled tokens: the number that all continuations of a text begin with."""
    tokenizer = Tokenizer(vocab, encoder="priority_merge", memo=False)
    lists = [tokenizer.encode((text + more).decode()) for more in continuations]
    return next(
        (i for i, ids in enumerate(zip(*lists, strict=False)) if len(set(ids)) > 1), len(min(lists, key=len))
    )


def test_settled_tokens_stay() -> None:
    """Vocabularies of random merges over two letters, 40 continuations each."""
    draw = random.Random(7)
    n_settled = 0
    for _ in range(60):
        tokens = [bytes([byte]) for byte in range(256)]
        for _ in range(30):
            joined = b"".join(draw.choices([b"a", b"b", *tokens[256:]], k=2))
            if joined not in tokens and len(joined) < 24:
                tokens.append(joined)
        vocab = UnifiedVocab(pack_tokens(tokens), pattern=r"[ab]+")
        if not vocab.is_merge_ordered:
            continue
        text = bytes(draw.choices(b"ab", k=150)) if draw.random() < 0.7 else b"ab" * 75
        array = np.frombuffer(bytearray(text + bytes(16)), dtype=np.uint8)
        found, spare = np.empty(200, np.uint32), np.empty(200, np.uint32)
        n, border = settle_tokens(
            vocab.tables,
            array,
            0,
            len(text),
            found,
            spare,
            scratch_work(find_encoder("bpe_backtrack").scratch, 200),
        )
        continuations = [bytes(draw.choices(b"ab", k=draw.randint(0, 30))) for _ in range(40)]
        assert n <= settled_slowly(vocab, text, continuations)
        assert b"".join(tokens[token] for token in found[:n]) == text[:border]
        n_settled += n > 0
    assert n_settled > 20


def test_what_must_be_held_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blanks after a newline belong to it if another newline follows; the message says what to raise."""
    tokenizer = Tokenizer.from_pretrained("o200k_base")
    chunks = ["\n"] + [" " * 10_000] * 30
    with pytest.raises(WorkLimitError, match=r"raise max_held \(or WORDCHIPPER_LAB_MAX_HELD"):
        list(iter_encode(tokenizer, chunks, max_held=100_000))
    monkeypatch.setenv("WORDCHIPPER_LAB_MAX_HELD", "100000")
    with pytest.raises(WorkLimitError, match="more than 100,000 bytes"):
        list(iter_encode(tokenizer, chunks))
    ids = np.concatenate(list(iter_encode(tokenizer, chunks, max_held=1 << 20)))
    assert ids.tolist() == tokenizer.encode("".join(chunks))


def test_a_pattern_that_reads_the_text_again_and_again_is_stopped() -> None:
    """a*b|a reads to the end of the text for each letter."""
    tokenizer = Tokenizer(UnifiedVocab(load_vocab("r50k_base").ranked, pattern="a*b|a"))
    chunks = ["a" * 100_000] * 11 + ["c"]
    with pytest.raises(WorkLimitError, match="more than 64 times"):
        list(iter_encode(tokenizer, chunks))


PEAK = """
import resource, sys
from wordchipper_lab.tokenizer import Tokenizer
from wordchipper_lab.encoders.stream_encoder import iter_encode
tokenizer = Tokenizer.from_pretrained(sys.argv[1])
letters = sys.argv[2] * (1_000_000 // len(sys.argv[2]))
n = sum(len(ids) for ids in iter_encode(tokenizer, (letters for _ in range(int(sys.argv[3])))))
print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.deep
@pytest.mark.parametrize("letters", ["a", " ", "กขค", "don't'll"])
def test_memory_does_not_grow_with_a_run(letters: str) -> None:
    """16 and 128 million characters: the same peak, within 30 MB."""
    peaks = []
    for millions in ("16", "128"):
        done = subprocess.run(
            [sys.executable, "-c", PEAK, "o200k_base", letters, millions],
            capture_output=True,
            text=True,
            timeout=600,
            check=True,
        )
        peaks.append(int(done.stdout.split()[1]))
    assert peaks[1] - peaks[0] < 30_000


def test_a_long_text_is_counted_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Tokenizer.count` of one run counts what it reads, whatever the limit for streams."""
    for limit in ("_LONG_FOR_ONE", "_LONG_FOR_THREADS"):
        monkeypatch.setattr(tokenizer_module, limit, 1000)
    monkeypatch.setattr(long_text, "_LONGEST_PART", 1000)
    monkeypatch.setattr(tokenizer_module, "_STREAM_CHUNK", 700)
    monkeypatch.setenv("WORDCHIPPER_LAB_MAX_HELD", "1000")
    tokenizer = Tokenizer.from_pretrained("o200k_base")
    for text in ("ab" * 5000, "\n" + " " * 5000, "one two. " * 1000, "<|endoftext|>" * 500):
        assert tokenizer.count(text) == len(tokenizer._encoder.encode(text))
