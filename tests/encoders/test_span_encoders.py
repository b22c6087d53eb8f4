"""One suite that every span encoder must pass: each gives the reference's tokens on every span."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.bpe_backtrack import bpe_backtrack, is_valid_pair
from wordchipper_lab.encoders.buffer_sweep import buffer_sweep
from wordchipper_lab.encoders.merge_heap import merge_heap
from wordchipper_lab.encoders.priority_merge import priority_merge
from wordchipper_lab.encoders.reference import backtrack_bytes, merge_bytes
from wordchipper_lab.encoders.registry import find_encoder
from wordchipper_lab.encoders.span_work import scratch_work
from wordchipper_lab.encoders.tail_sweep import tail_sweep
from wordchipper_lab.encoders.traced import encode_one_span
from wordchipper_lab.kernels.trace import Trace, new_trace
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

KERNELS = dict(
    zip(ENCODERS, (buffer_sweep, tail_sweep, merge_heap, priority_merge, bpe_backtrack), strict=True)
)
VOCABS = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")
HEAD = 3

SPANS = [
    b"a",
    b" tokenization",
    b"defenestration",
    b"   world",
    "\U0001f468‍\U0001f469‍\U0001f467".encode(),
    "สวัสดีชาวโลก".encode(),
    "안녕하세요".encode(),
    b"\xff\xfe\x80\x00\xc3",
    b"ab" * 100,
    b"=" * 200,
    b"\n" * 150,
]


def encode(vocab: UnifiedVocab, encoder: str, span: bytes, trace: Trace | None = None) -> list[int]:
    """Tokens of a span in the middle of a text, appended after `HEAD` other tokens."""
    text = np.frombuffer(bytearray(b"<" + span + b">"), dtype=np.uint8)
    tokens = np.zeros(HEAD + len(span), dtype=np.uint32)
    work = scratch_work(find_encoder(encoder).scratch, len(span))
    n = KERNELS[encoder](vocab.tables, text, 1, 1 + len(span), tokens, HEAD, work, trace)
    assert tokens[:HEAD].tolist() == [0] * HEAD, "the fixed head of the output was touched"
    return tokens[HEAD:n].tolist()


@pytest.mark.sampled("r50k_base-", "o200k_base-bpe_backtrack")
@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("name", VOCABS)
def test_chosen_spans(encoder: str, name: str) -> None:
    vocab = load_vocab(name)
    for span in SPANS:
        assert encode(vocab, encoder, span) == merge_bytes(span, vocab.find_token), span


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(
        st.binary(min_size=1, max_size=60),
        st.text(min_size=1, max_size=30).map(lambda t: t.encode("utf-8", "replace")),
    )
)
def test_any_span(span: bytes) -> None:
    for name in VOCABS:
        vocab = load_vocab(name)
        expected = merge_bytes(span, vocab.find_token)
        for encoder in ENCODERS:
            assert encode(vocab, encoder, span) == expected, (name, encoder)


@pytest.mark.parametrize("name", VOCABS)
def test_spans_made_of_tokens(name: str) -> None:
    """Joined tokens are the hard case for backtracking: their borders look right but often are not."""
    vocab, rng = load_vocab(name), random.Random(11)
    for _ in range(400):
        span = b"".join(vocab.token_bytes(rng.randrange(50000)) for _ in range(rng.randrange(1, 5)))
        expected = merge_bytes(span, vocab.find_token)
        for encoder in ENCODERS:
            assert encode(vocab, encoder, span) == expected, (encoder, span)


@pytest.mark.sampled("r50k_base", "o200k_base")
@pytest.mark.parametrize("name", VOCABS)
def test_every_token_encodes_to_itself(name: str) -> None:
    vocab = load_vocab(name)
    for token in range(0, len(vocab.ranked.starts) - 1, 17):
        if vocab.ranked.starts[token] == vocab.ranked.starts[token + 1]:
            continue
        assert encode(vocab, "bpe_backtrack", vocab.token_bytes(token)) == [token]
        assert encode(vocab, "priority_merge", vocab.token_bytes(token)) == [token]


@pytest.mark.parametrize("encoder", ["priority_merge", "bpe_backtrack", "merge_heap"])
@pytest.mark.parametrize("unit", [b"a", b" ", b"ab", "한".encode()])
def test_long_spans(encoder: str, unit: bytes) -> None:
    vocab = load_vocab("cl100k_base")
    span = unit * (4000 // len(unit))
    assert encode(vocab, encoder, span) == encode(vocab, "tail_sweep", span)


def test_valid_pairs_are_those_that_encode_to_themselves() -> None:
    vocab, rng = load_vocab("r50k_base"), random.Random(13)
    verdicts = set()
    for _ in range(3000):
        left, right = rng.randrange(3000), rng.randrange(3000)
        expected = merge_bytes(vocab.token_bytes(left) + vocab.token_bytes(right), vocab.find_token) == [
            left,
            right,
        ]
        assert is_valid_pair(vocab.tables, left, right, None) == expected
        verdicts.add(expected)
    assert verdicts == {True, False}


@pytest.mark.parametrize("encoder", ["buffer_sweep", "tail_sweep", "merge_heap", "priority_merge"])
def test_vocabularies_out_of_merge_order(encoder: str) -> None:
    tokens = [bytes([i]) for i in range(256)] + [b"abc", b"ab", b"wxyz", b"bd", b"abd", b"bc", b"aa", b"aaa"]
    vocab = UnifiedVocab(pack_tokens(tokens), pattern=r"\S+|\s+")
    rng = random.Random(17)
    for _ in range(500):
        span = bytes(rng.choices(b"abcdwxyz", k=rng.randrange(1, 12)))
        assert encode(vocab, encoder, span) == merge_bytes(span, vocab.find_token), span


@pytest.mark.parametrize("encoder", ENCODERS)
def test_a_trace_changes_nothing_and_ends_where_it_should(encoder: str) -> None:
    vocab = load_vocab("o200k_base")
    for span in SPANS:
        trace = new_trace(60_000)
        assert encode(vocab, encoder, span, trace) == encode(vocab, encoder, span)
        assert not trace.is_truncated
        assert len(trace.rows()) > 0 or len(span) == 1


def test_a_full_trace_says_so_and_stays_usable() -> None:
    trace = new_trace(5)
    span = b" tokenization"
    vocab = load_vocab("o200k_base")
    assert encode(vocab, "buffer_sweep", span, trace) == encode(vocab, "buffer_sweep", span)
    assert trace.is_truncated
    assert trace.rows().shape == (5, 5)
    assert trace.count[0] > 5


@pytest.mark.deep
@pytest.mark.parametrize("encoder", ENCODERS)
def test_the_untraced_specialisation_holds_no_recording_code(encoder: str, monkeypatch) -> None:
    vocab = load_vocab("o200k_base")
    kernel = KERNELS[encoder]
    if not hasattr(kernel, "dispatcher"):
        pytest.skip("the JIT is off")
    monkeypatch.setitem(vars(kernel), "linked", ())
    encode(vocab, encoder, b" tokenization")
    encode(vocab, encoder, b" tokenization", new_trace(100))
    # A function loaded from numba's cache has no LLVM to inspect; compile it afresh.
    fresh, signatures = type(kernel.dispatcher)(kernel.py_func), kernel.dispatcher.signatures
    fresh.compile(next(s for s in signatures if "none" in str(s[-1])))
    fresh.compile(next(s for s in signatures if "none" not in str(s[-1])))
    untraced, traced = (fresh.inspect_llvm(signature) for signature in fresh.signatures)
    assert "record" in traced
    assert "record" not in untraced


def test_backtracking_in_plain_python_is_the_compiled_ones_twin() -> None:
    vocab = load_vocab("r50k_base")
    chosen = random.Random(9)
    spans = [b" tokenization", b"defenestration", "\u6771\u4eac".encode(), b"aaaaaaaaaaaaaaa", b"    "]
    spans += [bytes(chosen.choices(b"abcdef ,", k=chosen.randrange(1, 24))) for _ in range(150)]
    spans += [chosen.randbytes(chosen.randrange(1, 12)) for _ in range(50)]
    for span in spans:
        found = backtrack_bytes(span, vocab.find_token)
        assert found == merge_bytes(span, vocab.find_token) == encode_one_span(vocab, "bpe_backtrack", span)
