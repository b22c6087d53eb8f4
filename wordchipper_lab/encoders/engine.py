"""The engine in one call: texts -> tokens without coming back to Python between the passes.

A kernel call from Python costs 0.3 us and more by what it is given, and NumPy between two of them costs as much
again; a short prompt is encoded in less. So the tables of the vocabulary, of the special tokens and of the automaton
lie in one book, a thread's working arrays in another (`kernels.books`), and `encode_documents` does what the token
encoder's general path does: find special tokens, scan a block of spans, encode it, until the texts are done. The
kernels are the same. Twin: `TokenEncoder._encode_blocks`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.books import Book, array_at, text_at
from ..kernels.jit import jit
from ..kernels.long_memo import LongMemo
from ..kernels.tables import find_span
from ..spanners.automaton_kernel import scan_region
from ..spanners.automaton_tables import AutomatonTables
from ..spanners.special_tokens import SpecialTrie, find_special
from ..spanners.text_spanner import TextSpanner
from ..vocab.special import SpecialTables
from ..vocab.tables import VocabTables
from ..vocab.unified import UnifiedVocab
from .encode_spans import encode_spans
from .workspace import SpanMemo, SpanWork, Workspace

__all__ = [
    "AS_TEXT",
    "FOUND_SPECIAL",
    "PADDING",
    "PARSE",
    "REFUSE",
    "encode_documents",
    "tables_book",
    "work_book",
]

PARSE, AS_TEXT, REFUSE = range(3)
"""What `encode_documents` does at special tokens: give their ids, take them as ordinary text, or stop."""

FOUND_SPECIAL = -1
"""`encode_documents` met a special token where none is wanted."""

PADDING = 16
"""Bytes behind a text that may be read (and are ignored); a short text is copied to where they exist."""


def tables_book(vocab: UnifiedVocab, spanner: TextSpanner, automaton: AutomatonTables) -> Book:
    """The book of all that does not change from call to call."""
    trie = spanner.trie
    numbers = np.array([trie.n_classes, trie.first], dtype=np.int64)
    trie_arrays = (trie.children, trie.lengths, trie.classes, numbers)
    return Book([*vocab.tables, *vocab.specials, *automaton, *trie_arrays])


def work_book(workspace: Workspace) -> Book:
    """The book of one thread's arrays; made anew when one of them is."""
    own = (workspace.ends, workspace.kinds, workspace.progress, workspace.state, workspace.short_text)
    return Book([*own, workspace.memo.short, *workspace.memo.long, *workspace.span_work])


@jit(inline=True)
def _read_vocab(book: np.ndarray) -> VocabTables:
    return VocabTables(
        array_at(book, 0, np.uint8),
        array_at(book, 1, np.uint32),
        array_at(book, 2, np.uint64),
        array_at(book, 3, np.uint64),
        array_at(book, 4, np.uint32),
        array_at(book, 5, np.uint32),
        array_at(book, 6, np.uint32),
        array_at(book, 7, np.uint64),
        array_at(book, 8, np.uint8),
        array_at(book, 9, np.uint32),
        array_at(book, 10, np.uint32),
        array_at(book, 11, np.int64),
        array_at(book, 12, np.uint32),
    )


@jit(inline=True)
def _read_specials(book: np.ndarray) -> SpecialTables:
    return SpecialTables(
        array_at(book, 13, np.uint8),
        array_at(book, 14, np.uint32),
        array_at(book, 15, np.uint64),
        array_at(book, 16, np.uint32),
    )


@jit(inline=True)
def _read_automaton(book: np.ndarray) -> AutomatonTables:
    return AutomatonTables(
        array_at(book, 17, np.uint32),
        array_at(book, 18, np.uint16),
        array_at(book, 19, np.uint8),
        array_at(book, 20, np.uint32),
        array_at(book, 21, np.uint16),
        array_at(book, 22, np.int64),
    )


@jit(inline=True)
def _read_trie(book: np.ndarray) -> SpecialTrie:
    numbers = array_at(book, 26, np.int64)
    return SpecialTrie(
        array_at(book, 23, np.int32),
        array_at(book, 24, np.int32),
        array_at(book, 25, np.uint8),
        numbers[0],
        numbers[1],
    )


@jit(inline=True)
def _read_memo(work: np.ndarray) -> SpanMemo:
    return SpanMemo(
        array_at(work, 5, np.uint64),
        LongMemo(
            array_at(work, 6, np.uint64),
            array_at(work, 7, np.uint8),
            array_at(work, 8, np.uint32),
            array_at(work, 9, np.int64),
        ),
    )


@jit(inline=True)
def _read_span_work(work: np.ndarray) -> SpanWork:
    return SpanWork(
        array_at(work, 10, np.int64),
        array_at(work, 11, np.uint32),
        array_at(work, 12, np.int64),
        array_at(work, 13, np.int32),
        array_at(work, 14, np.int32),
        array_at(work, 15, np.uint64),
        array_at(work, 16, np.uint64),
        array_at(work, 17, np.uint64),
        array_at(work, 18, np.uint32),
    )


@jit()
def encode_documents(
    book: np.ndarray,
    work: np.ndarray,
    encoder: int,
    special: int,
    data: bytes,
    document_ends: np.ndarray,
    offsets: np.ndarray,
    tokens: np.ndarray,
    keep: bool,
    resume: bool,
) -> int:
    """Encode texts that lie end to end in `data`; text i ends at byte ``document_ends[i]`` (int64).

    `special` is `PARSE`, `AS_TEXT` or `REFUSE`. `tokens` (uint32) needs room for one token a byte and 4 more, of all
    texts together; if they are not to `keep`, each block of spans overwrites the one before. ``offsets[i + 1]``
    (int64) becomes the number of tokens up to and with text i.

    Returns the number of tokens; or `FOUND_SPECIAL` where special tokens are refused; or, if a span is too long for
    the workspace, -1 - its bytes: grow it, and `resume`.
    """
    state = array_at(work, 3, np.int64)
    document, position, n_tokens = np.int64(0), np.int64(0), np.int64(0)
    if resume:
        document, position, n_tokens = state[0], state[1], state[2]
    text = text_at(data)
    n_bytes = document_ends[len(document_ends) - 1]
    short_text = array_at(work, 4, np.uint8)
    if n_bytes + PADDING <= len(short_text) and len(text) < n_bytes + PADDING:
        for i in range(n_bytes):
            short_text[i] = text[i]
        text = short_text[: n_bytes + PADDING]
    vocab, specials, automaton = _read_vocab(book), _read_specials(book), _read_automaton(book)
    trie, memo, span_work = _read_trie(book), _read_memo(work), _read_span_work(work)
    ends, kinds = array_at(work, 0, np.int64), array_at(work, 1, np.uint8)
    progress = array_at(work, 2, np.int64)
    while document < len(document_ends):
        end = document_ends[document]
        while position < end:
            region_end, special_end = end, end
            if special != AS_TEXT and len(specials.ids) > 0:
                region_end, special_end = find_special(text, position, end, trie)
            while position < region_end:
                n_spans = scan_region(text, position, position, region_end, ends, kinds, 0, automaton)
                progress[0] = 0
                progress[1] = n_tokens if keep else 0
                missing = encode_spans(
                    vocab,
                    specials,
                    encoder,
                    text,
                    position,
                    ends,
                    kinds,
                    n_spans,
                    memo,
                    span_work,
                    tokens,
                    ends[:0],
                    progress,
                )
                if missing > 0:  # this block will be scanned and encoded again
                    state[0] = document
                    state[1] = position
                    state[2] = n_tokens
                    return -1 - missing
                n_tokens = progress[1] if keep else n_tokens + progress[1]
                position = ends[n_spans - 1]
            if special_end > region_end:
                if special == REFUSE:
                    return FOUND_SPECIAL
                number = find_span(
                    specials.spans, specials.data, specials.starts, text, region_end, special_end
                )
                tokens[n_tokens if keep else 0] = specials.ids[number]
                n_tokens += 1
                position = special_end
        document += 1
        offsets[document] = n_tokens
    return n_tokens
