"""The engine in one call: texts -> tokens, without returning to Python between the passes.

A kernel call from Python costs 0.3 us or more depending on its arguments, and NumPy between two calls costs
as much again; encoding a short prompt takes less. So the tables of the vocabulary, of the special tokens and
of the automaton are in one table of addresses, and a thread's working arrays in another (`engine_layout`).
`encode_documents` does what the token encoder's general path does: find special tokens, scan a block of
spans, encode it, until the texts are done. The kernels are the same. Twin: `TokenEncoder._encode_blocks`.
"""

from __future__ import annotations

import numpy as np

from ..kernels.address_table import text_at
from ..kernels.jit import jit
from ..kernels.memo import MOST_MEMO_TOKENS
from ..kernels.tables import find_span
from ..spanners.special_tokens import find_special, restart_search
from ..spanners.vector.vector_kernel import scan_vector_region
from ..text.text_memory import unpack_text, write_utf8
from ..text.transcode import SURROGATE
from .encode_spans import encode_spans
from .engine_layout import TABLES, WORK
from .span_memo import wants_to_grow

__all__ = [
    "AS_TEXT",
    "CROWDED_MEMO",
    "FOUND_SPECIAL",
    "PADDING",
    "PARSE",
    "REFUSE",
    "encode_documents",
    "encode_str",
]

read_vocab, read_specials = TABLES.reader("vocab"), TABLES.reader("specials")
read_lexer, read_special_automaton = TABLES.reader("lexer"), TABLES.reader("special_automaton")
read_ids = TABLES.reader("ids")
read_ends, read_kinds, read_progress = WORK.reader("ends"), WORK.reader("kinds"), WORK.reader("progress")
read_state, read_short_text, read_text = WORK.reader("state"), WORK.reader("short_text"), WORK.reader("text")
read_document_ends, read_offsets = WORK.reader("document_ends"), WORK.reader("offsets")
read_tokens = WORK.reader("tokens")
read_one_end, read_two_offsets = WORK.reader("one_end"), WORK.reader("two_offsets")
read_memo, read_span_work = WORK.reader("memo"), WORK.reader("span_work")

PARSE, AS_TEXT, REFUSE = range(3)
"""What `encode_documents` does with special tokens: encode them as their ids, treat them as ordinary text, or
stop. In the order of `SPECIAL_POLICIES`."""

FOUND_SPECIAL = -1
"""`encode_documents` found a special token where none is allowed."""

CROWDED_MEMO = -(1 << 62)
"""The workspace's memo should grow: enlarge it and `resume`."""

LONGEST_STR = 1 << 16
"""Characters of a text that `encode_str` takes: its UTF-8 has room in the workspace's ``short_text``. Longer ones gain
nothing."""

PADDING = 16
"""Bytes after a text that may be read (and are ignored); a short text is copied to where they exist."""


@jit()
def encode_documents(
    tables: np.ndarray,
    work: np.ndarray,
    encoder: int,
    special: int,
    data: bytes,
    keep: bool,
    resume: bool,
) -> int:
    """Encode concatenated texts; text i ends at byte ``document_ends[i]`` of the workspace.

    Their UTF-8 is `data` or, if that is empty, in the workspace, followed by at least `PADDING` bytes. All other
    arrays are in the workspace: an argument of its own takes 0.05 us at each call.

    `special` is `PARSE`, `AS_TEXT` or `REFUSE`. `tokens` needs room for one token per byte of all texts, and 4 more.
    Without `keep`, each block of spans overwrites the one before, and room for the longest span suffices.
    ``offsets[i + 1]`` becomes the number of tokens up to and including text i.

    Returns the number of tokens; or `FOUND_SPECIAL` if special tokens are refused; or `CROWDED_MEMO`; or, if a
    span is too long for the workspace (or for `tokens` that are not kept), -1 minus its size in bytes: grow both, and
    `resume`.
    """
    document_ends = read_document_ends(work)
    text = text_at(data) if len(data) > 0 else read_text(work)
    n_bytes = document_ends[len(document_ends) - 1]
    short_text = read_short_text(work)
    if n_bytes + PADDING <= len(short_text) and len(text) < n_bytes + PADDING:
        for i in range(n_bytes):
            short_text[i] = text[i]
        text = short_text[: n_bytes + PADDING]
    return _encode(tables, work, encoder, special, text, document_ends, read_offsets(work), keep, resume)


@jit()
def encode_str(
    tables: np.ndarray, work: np.ndarray, encoder: int, layout: np.ndarray, special: int, text: int
) -> tuple[int, int]:
    """Encode the ``str`` at the address `text` if that is simple: up to `LONGEST_STR` characters, no surrogates, room
    for everything.

    layout: see `text_memory.STR_LAYOUT`. Returns the number of tokens and the address of the first; a negative number
    if `encode_documents` must do it, in all its steps. Twin: `encode_documents` of the text's UTF-8.
    """
    tokens, out = read_tokens(work), read_short_text(work)
    data, length, width, is_ascii = unpack_text(text, layout)
    if length > LONGEST_STR:
        return np.int64(-1), np.int64(0)
    size = write_utf8(data, length, width, is_ascii, out, 0)
    if size == SURROGATE or size + MOST_MEMO_TOKENS > len(tokens):
        return np.int64(-1), np.int64(0)
    end = read_one_end(work)
    end[0] = size
    found = _encode(tables, work, encoder, special, out, end, read_two_offsets(work), True, False)
    return np.int64(found), np.int64(tokens.ctypes.data)


@jit()
def _encode(
    tables: np.ndarray,
    work: np.ndarray,
    encoder: int,
    special: int,
    text: np.ndarray,
    document_ends: np.ndarray,
    offsets: np.ndarray,
    keep: bool,
    resume: bool,
) -> int:
    """`encode_documents`, with the arrays that differ as arguments."""
    tokens, state = read_tokens(work), read_state(work)
    search = state[3:]
    document, position, n_tokens = np.int64(0), np.int64(0), np.int64(0)
    if resume:
        document, position, n_tokens = state[0], state[1], state[2]
    vocab, specials, lexer = read_vocab(tables), read_specials(tables), read_lexer(tables)
    special_automaton, memo, span_work = read_special_automaton(tables), read_memo(work), read_span_work(work)
    ends, kinds = read_ends(work), read_kinds(work)
    progress = read_progress(work)
    while document < len(document_ends):
        end = document_ends[document]
        restart_search(search)
        while position < end:
            region_end, special_end = end, end
            if special != AS_TEXT and len(specials.ids) > 0:
                region_end, special_end = find_special(text, position, end, special_automaton, search, True)
            while position < region_end:
                n_spans = scan_vector_region(text, position, position, region_end, ends, kinds, 0, lexer)
                if not keep:
                    while n_spans > 0 and ends[n_spans - 1] - position + MOST_MEMO_TOKENS > len(tokens):
                        n_spans -= 1
                progress[0] = 0
                progress[1] = n_tokens if keep else 0
                missing = ends[0] - position
                if n_spans > 0:
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
                if wants_to_grow(memo):
                    state[0] = document
                    state[1] = position
                    state[2] = n_tokens
                    return CROWDED_MEMO
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
    ids = read_ids(tables)
    if keep and len(ids) > 0:  # so far, tokens have their ranks
        for i in range(n_tokens):
            tokens[i] = ids[tokens[i]]
    return n_tokens
