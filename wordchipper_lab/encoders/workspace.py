"""Working memory, kept by each thread from call to call so that no span and hardly a text allocates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernels.address_table import AddressTable
from ..kernels.bits import words_for_bits
from ..kernels.layout import I32, I64, U32, U64
from ..kernels.long_memo import LongMemo, new_long_memo
from ..kernels.memo import MEMO_SLACK, MOST_MEMO_TOKENS, new_memo
from ..text.text_memory import to_utf8
from ..text.transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK
from .short_merge import SHORT_WORK
from .step_memo import new_step_memo

__all__ = ["SPANS_A_BLOCK", "SpanMemo", "SpanWork", "Workspace", "new_span_work"]

# Spans and tokens are found block by block, so that the two passes meet in the cache (a block of 8,192 spans
# is 140 kB of arrays) and memory does not grow with the text. 2,048 and 32,768 measured the same within 2 %.
SPANS_A_BLOCK = 8192

ENGINE_STATE = 9
"""Numbers that the engine keeps: where it stands, and a search for special tokens."""

_FIRST_SPAN_BYTES = 256
_FIRST_TOKENS = 1 << 12
_KEPT_TOKENS = 1 << 22
_SHORT_TEXT = 1 << 12
_KEPT_SPAN_BYTES = 1 << 20
_KEPT_TEXT = 1 << 25


class SpanMemo(NamedTuple):
    """What a thread remembers of recent spans: of the short ones and of the long ones."""

    short: U64
    """uint64 (4 * slots,), see `kernels.memo`; empty where nothing shall be remembered."""
    long: LongMemo


class SpanWork(NamedTuple):
    """Scratch arrays of the span encoders; each uses its own, the others stay empty."""

    capacity: I64
    """int64 (1,): bytes of the longest span there is room for."""
    working: U32
    """uint32 (capacity,): buffer_sweep's working tokens, priority_merge's node tokens."""
    ranks: I64
    """int64 (capacity,): merge_heap's pair ranks."""
    previous: I32
    """int32 (capacity,): priority_merge's linked list."""
    following: I32
    """int32 (capacity,): priority_merge's linked list."""
    heap_keys: U64
    """uint64 (2 * capacity,): priority_merge's heap, rank << 32 | position."""
    heap_pairs: U64
    """uint64 (2 * capacity,): left << 32 | right of each heap entry."""
    bits: U64
    """uint64 (words,): bpe_backtrack's bitfield of capacity + 1 bits."""
    short: U32
    """uint32 (`SHORT_WORK`,): short_merge's keys and tokens."""
    steps: U64
    """uint64 (2 * steps,): bpe_backtrack's memo of steps; empty where nothing shall be remembered."""


def new_span_work(encoder: str, capacity: int, *, memo: bool = False) -> SpanWork:
    """Scratch arrays for spans of up to `capacity` bytes under `encoder`; 0 bytes for the arrays it does not use.

    With `memo` bpe_backtrack remembers the steps it took.

    >>> new_span_work("bpe_backtrack", 100).bits.shape
    (2,)
    """

    def room(size: int, dtype: type, *users: str) -> np.ndarray:
        return np.empty(size if encoder in users else 0, dtype=dtype)

    return SpanWork(
        capacity=np.array([capacity], dtype=np.int64),
        working=room(capacity, np.uint32, "buffer_sweep", "priority_merge"),
        ranks=room(capacity, np.int64, "merge_heap"),
        previous=room(capacity, np.int32, "priority_merge"),
        following=room(capacity, np.int32, "priority_merge"),
        heap_keys=room(2 * capacity, np.uint64, "priority_merge"),
        heap_pairs=room(2 * capacity, np.uint64, "priority_merge"),
        bits=room(words_for_bits(capacity + 1), np.uint64, "bpe_backtrack"),
        short=np.empty(SHORT_WORK, dtype=np.uint32),
        steps=new_step_memo() if memo and encoder == "bpe_backtrack" else np.empty(0, dtype=np.uint64),
    )


class Workspace:
    """One thread's arrays for one token encoder: a block of spans, the tokens so far, the span encoder's scratch."""

    def __init__(self, encoder: str, *, memo: bool = True) -> None:
        self._encoder = encoder
        self._memo = memo
        self.cursor = np.zeros(2, dtype=np.int64)
        self.ends = np.empty(SPANS_A_BLOCK, dtype=np.int64)
        self.kinds = np.empty(SPANS_A_BLOCK, dtype=np.uint8)
        self.token_ends = np.empty(SPANS_A_BLOCK, dtype=np.int64)
        self.progress = np.zeros(2, dtype=np.int64)
        self.state = np.zeros(ENGINE_STATE, dtype=np.int64)
        self.short_text = np.zeros(_SHORT_TEXT, dtype=np.uint8)
        self.text = np.empty(0, dtype=np.uint8)
        self.document_end = np.zeros(1, dtype=np.int64)
        self.offsets = np.zeros(2, dtype=np.int64)
        self.tokens = np.empty(_FIRST_TOKENS, dtype=np.uint32)
        self.addresses: AddressTable | None = None
        self.span_work = new_span_work(encoder, _FIRST_SPAN_BYTES, memo=memo)
        self.memo = SpanMemo(new_memo(), new_long_memo()) if memo else SpanMemo(new_memo(0), new_long_memo(0))

    def reserve_tokens(self, needed: int, used: int = 0) -> None:
        """Make room for `needed` tokens, keeping the first `used`."""
        needed += MOST_MEMO_TOKENS
        if needed > len(self.tokens):
            tokens = np.empty(max(needed, 3 * len(self.tokens) // 2), dtype=np.uint32)
            tokens[:used] = self.tokens[:used]
            self.tokens = tokens

    def write_texts(self, addresses: np.ndarray, n_characters: int, ends: np.ndarray) -> bool:
        """Write the UTF-8 of texts (see `addresses_of`) to ``self.text``; ``ends[i]`` becomes the end of text i.

        False if there are surrogates in it.
        """
        # What `to_utf8` may write, and what may be read behind a span: memory that is never touched costs nothing.
        needed = UTF8_ROOM * n_characters + UTF8_SLACK + MEMO_SLACK
        if needed > len(self.text):
            self.text = np.empty(needed, dtype=np.uint8)
            self.addresses = None
        return to_utf8(addresses, ends, self.text) != SURROGATE  # type: ignore[no-any-return]

    def reserve_span(self, n_bytes: int) -> None:
        """Make room for a span of `n_bytes` bytes."""
        if n_bytes > self.span_work.capacity[0]:
            self.span_work = new_span_work(self._encoder, 1 << (n_bytes - 1).bit_length(), memo=self._memo)
            self.addresses = None

    def release_excess(self) -> None:
        """Give back what only an unusually long text or span needed."""
        if len(self.tokens) > _KEPT_TOKENS:
            self.tokens = np.empty(_FIRST_TOKENS, dtype=np.uint32)
        if len(self.text) > _KEPT_TEXT:
            self.text = np.empty(0, dtype=np.uint8)
            self.addresses = None
        if self.span_work.capacity[0] > _KEPT_SPAN_BYTES:
            self.span_work = new_span_work(self._encoder, _FIRST_SPAN_BYTES, memo=self._memo)
            self.addresses = None
