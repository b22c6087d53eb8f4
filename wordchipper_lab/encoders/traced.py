"""One span through one span encoder with tracing on: the kernel that runs, and what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..kernels.trace import Trace, new_trace
from ..vocab.unified import UnifiedVocab
from .plugs import compiled
from .registry import find_encoder
from .span_work import scratch_work

__all__ = ["TracedSpan", "encode_one_span", "trace_span"]


class TracedSpan(NamedTuple):
    """The result of a traced kernel."""

    tokens: list[int]
    trace: Trace


def trace_span(
    vocab: UnifiedVocab, encoder: str, span: bytes, *, head: Sequence[int] = (), capacity: int = 0
) -> TracedSpan:
    """Tokens of `span`, appended after the tokens `head` as in the middle of a text, and up to `capacity`
    events.

    The trace's totals are complete, however small the capacity. The fast path for a span that is one token is
    not used: the kernel itself runs. Raises `UnknownNameError`, or `UnsupportedVocabError` for an encoder
    that would not be exact.
    """
    trace = new_trace(capacity)
    return TracedSpan(_run(vocab, encoder, span, head, trace), trace)


def encode_one_span(vocab: UnifiedVocab, encoder: str, span: bytes) -> list[int]:
    """Tokens of `span` by the untraced kernel, which must equal those of `trace_span`."""
    return _run(vocab, encoder, span, (), None)


def _run(
    vocab: UnifiedVocab, encoder: str, span: bytes, head: Sequence[int], trace: Trace | None
) -> list[int]:
    chosen = find_encoder(encoder, also_wrong=True)
    chosen.check(vocab)
    if not span:
        return []
    text = np.frombuffer(bytearray(span), dtype=np.uint8)
    n_head = len(head)
    tokens = np.zeros(n_head + len(span), dtype=np.uint32)
    tokens[:n_head] = head
    work = scratch_work(chosen.scratch, len(span))
    n_tokens = compiled(chosen.kernel)(vocab.tables, text, 0, len(span), tokens, n_head, work, trace)
    return tokens[n_head:n_tokens].tolist()
