"""Traced spans: the real kernels with recording on, and the two wrong encoders beside their obvious twins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.encoders.greedy_left import greedy_left
from wordchipper_lab.encoders.registry import WRONG_ENCODERS, find_encoder
from wordchipper_lab.encoders.shift_reduce import shift_reduce
from wordchipper_lab.encoders.span_work import scratch_work
from wordchipper_lab.encoders.traced import encode_one_span, trace_span
from wordchipper_lab.errors import UnknownNameError, UnsupportedVocabError
from wordchipper_lab.kernels.trace import new_trace
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

SPANS = st.one_of(
    st.binary(max_size=40), st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace"))
)


def greedy_twin(vocab: UnifiedVocab, span: bytes) -> list[int]:
    """Merge the leftmost pair that can be merged, again and again."""
    tokens = [vocab.find_token(span[i : i + 1]) for i in range(len(span))]
    while True:
        found = [
            (i, merged)
            for i in range(len(tokens) - 1)
            if (merged := vocab.find_pair(*tokens[i : i + 2])) is not None
        ]
        if not found:
            return tokens
        i, merged = found[0]
        tokens[i : i + 2] = [merged]


def shift_reduce_twin(vocab: UnifiedVocab, span: bytes) -> list[int]:
    """Keep a stack; reduce its top two tokens unless the top and the next byte have a lower rank."""
    single = [vocab.find_token(span[i : i + 1]) for i in range(len(span))]
    stack: list[int] = []
    for i, token in enumerate(single):
        stack.append(token)
        while len(stack) > 1 and (merged := vocab.find_pair(*stack[-2:])) is not None:
            ahead = vocab.find_pair(stack[-1], single[i + 1]) if i + 1 < len(single) else None
            if ahead is not None and ahead < merged:
                break
            stack[-2:] = [merged]
    return stack


@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
@settings(max_examples=60, deadline=None)
@given(SPANS)
def test_the_wrong_encoders_do_what_their_twins_do(name: str, span: bytes) -> None:
    vocab = load_vocab(name)
    assert encode_one_span(vocab, "greedy_left", span) == greedy_twin(vocab, span)
    assert encode_one_span(vocab, "shift_reduce", span) == shift_reduce_twin(vocab, span)


def test_the_wrong_encoders_on_joined_tokens() -> None:
    vocab, rng = load_vocab("cl100k_base"), random.Random(3)
    wrong = dict.fromkeys(WRONG_ENCODERS, 0)
    for _ in range(300):
        span = b"".join(vocab.token_bytes(rng.randrange(40000)) for _ in range(3))
        right = encode_one_span(vocab, "priority_merge", span)
        for name, twin in (("greedy_left", greedy_twin), ("shift_reduce", shift_reduce_twin)):
            found = encode_one_span(vocab, name, span)
            assert found == twin(vocab, span)
            wrong[name] += found != right
    assert min(wrong.values()) > 0, "a wrong encoder was never wrong"


@pytest.mark.parametrize("encoder", [*ENCODERS, *WRONG_ENCODERS])
def test_totals_are_complete_whatever_the_capacity(encoder: str) -> None:
    vocab, span = load_vocab("o200k_base"), b"defenestration" * 3
    full = trace_span(vocab, encoder, span, capacity=100_000).trace
    rows = full.rows()
    assert not full.is_truncated
    for code in range(len(full.totals_by_code())):
        met = rows[rows[:, 0] == code]
        assert full.totals_by_code()[code].tolist() == [len(met), *met[:, 1:].sum(axis=0).tolist()]
    for capacity in (0, 1, 7):
        part = trace_span(vocab, encoder, span, capacity=capacity)
        assert part.trace.totals.tolist() == full.totals.tolist()
        assert part.trace.is_truncated
        assert part.trace.rows().tolist() == rows[:capacity].tolist()
        assert part.tokens == encode_one_span(vocab, encoder, span)


@pytest.mark.parametrize("encoder", ENCODERS)
def test_tokens_of_earlier_spans_stay(encoder: str) -> None:
    vocab = load_vocab("o200k_base")
    alone = trace_span(vocab, encoder, b" tokenization")
    behind = trace_span(vocab, encoder, b" tokenization", head=[1, 2, 3])
    assert alone.tokens == behind.tokens == [6602, 2860]
    assert alone.trace.totals.tolist() == behind.trace.totals.tolist()


@pytest.mark.parametrize("encoder", [*ENCODERS, *WRONG_ENCODERS])
def test_an_empty_span_has_no_tokens(encoder: str) -> None:
    assert trace_span(load_vocab("r50k_base"), encoder, b"").tokens == []


def test_names_and_vocabularies_that_do_not_fit() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown encoder 'quick'.*bpe_backtrack.*shift_reduce"):
        trace_span(load_vocab("r50k_base"), "quick", b"x")
    tokens = [bytes([i]) for i in range(256)] + [b"abc", b"ab"]
    with pytest.raises(UnsupportedVocabError, match="choose priority_merge"):
        trace_span(UnifiedVocab(pack_tokens(tokens), pattern=r"\S+|\s+"), "bpe_backtrack", b"abc")


@pytest.mark.deep
@pytest.mark.parametrize("kernel", [shift_reduce, greedy_left])
def test_the_untraced_specialisation_holds_no_recording_code(kernel, monkeypatch) -> None:
    if not hasattr(kernel, "dispatcher"):
        pytest.skip("the JIT is off")
    monkeypatch.setitem(vars(kernel), "linked", ())
    vocab = load_vocab("r50k_base")
    text, tokens = np.frombuffer(bytearray(b"bear"), dtype=np.uint8), np.zeros(4, dtype=np.uint32)
    for trace in (None, new_trace(10)):
        kernel(
            vocab.tables,
            text,
            0,
            4,
            tokens,
            0,
            scratch_work(find_encoder("buffer_sweep", also_wrong=True).scratch, 4),
            trace,
        )
    fresh, signatures = type(kernel.dispatcher)(kernel.py_func), kernel.dispatcher.signatures
    fresh.compile(next(s for s in signatures if "none" in str(s[-1])))
    fresh.compile(next(s for s in signatures if "none" not in str(s[-1])))
    untraced, traced = (fresh.inspect_llvm(signature) for signature in fresh.signatures)
    assert "record" in traced
    assert "record" not in untraced
