"""Working memory, kept by each thread from call to call, so that spans, and nearly all texts, need no
allocation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..kernels.address_table import AddressTable
from ..kernels.memo import MEMO_SLACK, MOST_MEMO_TOKENS
from ..text.text_memory import to_utf8
from ..text.transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK
from ..vocab.tables import VocabTables
from .memo_growth import MemoHelper, grow
from .plugs import connect
from .registry import PLUGGED, code_of, find_encoder
from .span_memo import DEFAULT_MEMO_BYTES, new_span_memo
from .span_work import scratch_work

__all__ = ["SPANS_A_BLOCK", "Workspace"]

# Spans and tokens are found block by block, so that the two passes meet in the cache (a block of 8,192 spans
# is 140 kB of arrays) and memory does not grow with the text. 2,048 and 32,768 measured the same within 2 %.
SPANS_A_BLOCK = 8192

ENGINE_STATE = 9
"""Numbers that the engine stores: its position, and a search for special tokens."""

_FIRST_SPAN_BYTES = 256
_FIRST_TOKENS = 1 << 17  # untouched memory costs nothing
_KEPT_TOKENS = 1 << 22
_SHORT_TEXT = (1 << 18) + 64
_KEPT_SPAN_BYTES = 1 << 20
_KEPT_TEXT = 1 << 25


class Workspace:
    """One thread's arrays for one token encoder: a block of spans, the tokens so far, the span encoder's
    scratch."""

    def __init__(self, encoder: str, tables: VocabTables, *, memo_bytes: int = DEFAULT_MEMO_BYTES) -> None:
        self._encoder, self._tables, self._memo_bytes = find_encoder(encoder), tables, memo_bytes
        self._is_plugged = code_of(encoder) == PLUGGED
        self.cursor = np.zeros(2, dtype=np.int64)
        self.ends = np.empty(SPANS_A_BLOCK, dtype=np.int64)
        self.kinds = np.empty(SPANS_A_BLOCK, dtype=np.uint8)
        self.token_ends = np.empty(SPANS_A_BLOCK, dtype=np.int64)
        self.progress = np.zeros(2, dtype=np.int64)
        self.state = np.zeros(ENGINE_STATE, dtype=np.int64)
        self.short_text = np.zeros(_SHORT_TEXT, dtype=np.uint8)
        self.text = np.empty(0, dtype=np.uint8)
        self.document_ends = self.one_end = np.zeros(1, dtype=np.int64)
        self.offsets = self.two_offsets = np.zeros(2, dtype=np.int64)
        self.tokens = np.empty(_FIRST_TOKENS, dtype=np.uint32)
        self.addresses: AddressTable | None = None
        self.short: tuple[Callable[..., Any], Callable[..., Any]] | None = None
        """Linked kernels for short texts, with the arguments that do not change: see `TokenEncoder`."""
        self._make_room(_FIRST_SPAN_BYTES)
        self.memo = new_span_memo(memo_bytes)
        self._helper: MemoHelper | None = None

    def reserve_tokens(self, needed: int, used: int = 0) -> None:
        """Make room for `needed` tokens, keeping the first `used`."""
        needed += MOST_MEMO_TOKENS
        if needed > len(self.tokens):
            tokens = np.empty(max(needed, 3 * len(self.tokens) // 2), dtype=np.uint32)
            tokens[:used] = self.tokens[:used]
            self.tokens = tokens
            self._forget_addresses()

    def write_texts(self, addresses: np.ndarray, n_characters: int, ends: np.ndarray, first: int = 0) -> bool:
        """Write the UTF-8 of texts (see `addresses_of`) to ``self.text``; ``ends[i]`` becomes the end of text i.

        They have `n_characters` in all; with `first`, it is that many characters of one text, from there on. Returns
        False if there are surrogates.
        """
        # What `to_utf8` may write, and what may be read after a span: untouched memory costs nothing.
        needed = UTF8_ROOM * n_characters + UTF8_SLACK + MEMO_SLACK
        if needed > len(self.text):
            self.text = np.empty(needed, dtype=np.uint8)
            self._forget_addresses()
        return to_utf8(addresses, ends, self.text, first, n_characters) != SURROGATE  # type: ignore[no-any-return]

    def _forget_addresses(self) -> None:
        self.addresses = self.short = None

    def set_documents(self, ends: np.ndarray, offsets: np.ndarray) -> None:
        """Let the engine encode documents with these ends (int64 (n,)), and write to `offsets` (int64 (n + 1,))."""
        if ends is not self.document_ends or offsets is not self.offsets:
            self.document_ends, self.offsets = ends, offsets
            self._forget_addresses()

    def reserve_span(self, n_bytes: int) -> None:
        """Make room for a span of `n_bytes` bytes."""
        if n_bytes > self.span_work.capacity[0]:
            self._make_room(1 << (n_bytes - 1).bit_length())

    def grow_memo(self) -> None:
        """Enlarge the memos that are crowded, or begin to (see `span_memo.wants_to_grow`)."""
        self.memo, self._helper = grow(self.memo, self._helper, self._memo_bytes, self._tables)
        self._forget_addresses()

    def settle_memo(self) -> None:
        """Wait for a larger memo that is being made."""
        if self._helper is not None:
            self._helper.wait()
            self.grow_memo()

    def release_excess(self) -> None:
        """Free what only an unusually long text or span needed."""
        if len(self.tokens) > _KEPT_TOKENS:
            self.tokens = np.empty(_FIRST_TOKENS, dtype=np.uint32)
            self._forget_addresses()
        if len(self.text) > _KEPT_TEXT:
            self.text = np.empty(0, dtype=np.uint8)
            self._forget_addresses()
        if self.span_work.capacity[0] > _KEPT_SPAN_BYTES:
            self._make_room(_FIRST_SPAN_BYTES)

    def _make_room(self, n_bytes: int) -> None:
        """New scratch for spans of up to `n_bytes` bytes."""
        self.span_work = scratch_work(self._encoder.scratch, n_bytes, memo=self._memo_bytes > 0)
        self._plug = connect(self._encoder, self._tables, self.span_work) if self._is_plugged else None
        self._forget_addresses()
