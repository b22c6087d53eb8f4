"""One span through one span encoder with its trace switched on: the kernel that runs, and what it did on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..errors import NameTypeError, UnknownNameError, UnsupportedVocabError
from ..kernels.trace import Trace, new_trace
from ..vocab.unified import UnifiedVocab
from .bpe_backtrack import bpe_backtrack
from .buffer_sweep import buffer_sweep
from .encode_spans import ENCODERS
from .greedy_left import greedy_left
from .merge_heap import merge_heap
from .priority_merge import priority_merge
from .shift_reduce import shift_reduce
from .tail_sweep import tail_sweep
from .workspace import new_span_work

__all__ = ["WRONG_ENCODERS", "TracedSpan", "check_encoder", "encode_one_span", "trace_span"]

WRONG_ENCODERS = ("shift_reduce", "greedy_left")
"""Ways to merge that are not BPE, to be looked at beside those that are; no tokenizer can be made with them."""

_KERNELS = {
    "buffer_sweep": buffer_sweep,
    "tail_sweep": tail_sweep,
    "merge_heap": merge_heap,
    "priority_merge": priority_merge,
    "bpe_backtrack": bpe_backtrack,
    "shift_reduce": shift_reduce,
    "greedy_left": greedy_left,
}


class TracedSpan(NamedTuple):
    """What a traced kernel gave."""

    tokens: list[int]
    trace: Trace


def check_encoder(vocab: UnifiedVocab, encoder: str) -> None:
    """Raise `UnknownNameError` or `UnsupportedVocabError` if `encoder` cannot encode with `vocab`."""
    if not isinstance(encoder, str) or encoder not in _KERNELS:
        raise (UnknownNameError if isinstance(encoder, str) else NameTypeError)(
            "encoder", encoder, ENCODERS, f"or, to see what is wrong, {' or '.join(WRONG_ENCODERS)}"
        )
    if encoder == "bpe_backtrack" and not vocab.is_merge_ordered:
        raise UnsupportedVocabError(
            f"{vocab.name} has tokens that are not merged from two lower-ranked ones, "
            "so bpe_backtrack would not be exact: choose priority_merge"
        )


def trace_span(
    vocab: UnifiedVocab, encoder: str, span: bytes, *, head: Sequence[int] = (), capacity: int = 0
) -> TracedSpan:
    """Tokens of `span`, appended behind the tokens `head` as in the middle of a text, and up to `capacity` events.

    The trace's totals are complete, however small the capacity is. The fast path for a span that is one token is
    not taken: the kernel itself runs. Raises what `check_encoder` raises.
    """
    trace = new_trace(capacity)
    return TracedSpan(_run(vocab, encoder, span, head, trace), trace)


def encode_one_span(vocab: UnifiedVocab, encoder: str, span: bytes) -> list[int]:
    """Tokens of `span` by the untraced kernel: what `trace_span` must give, too."""
    return _run(vocab, encoder, span, (), None)


def _run(
    vocab: UnifiedVocab, encoder: str, span: bytes, head: Sequence[int], trace: Trace | None
) -> list[int]:
    check_encoder(vocab, encoder)
    if not span:
        return []
    text = np.frombuffer(bytearray(span), dtype=np.uint8)
    n_head = len(head)
    tokens = np.zeros(n_head + len(span), dtype=np.uint32)
    tokens[:n_head] = head
    work = new_span_work(encoder, len(span))
    n_tokens = _KERNELS[encoder](vocab.tables, text, 0, len(span), tokens, n_head, work, trace)
    return tokens[n_head:n_tokens].tolist()
