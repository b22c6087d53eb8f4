"""The data of the compiled trainer: flat arrays of positions, tokens, pairs, and a heap.

A *position* is a symbol of a distinct span; positions never move. A token occupies as many positions as it
has symbols, and its id is stored at the first and the last one, so that both neighbours can be found: the
token on the right begins at ``p + lengths[token]``, the one on the left ends at ``p - 1``. Between two spans
there is one position with token -1.

A *pair* that is tracked has a number. All its occurrences come into being at once: at the beginning, or in
the merge that made the younger of its two tokens. So its postings are written once, and its count only falls.
The pair's number is stored at the position where an occurrence begins. An occurrence is withdrawn by
decrementing the count of that number, and a posting is outdated if another number is stored there. No table
is looked up except at the beginning.

Pairs that cannot win yet are not tracked (-1): those that occur less often than `THRESHOLD`. When no tracked
pair reaches the threshold, it is lowered and pairs are counted again (`register_pairs`).

Memory: 24 bytes per position (one more position per span), 56 per tracked pair and 28 per token, whatever the
counts. There are at most two postings per position: at most one that is current, and `compact` removes the
others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...errors import TrainingError
from ...kernels.jit import jit
from ..options import TrainingOptions
from ..symbol_counts import SymbolCounts
from ..ties import TIES

__all__ = [
    "FIRST_SEEN", "GREATEST_BYTES", "LEAST_BYTES", "LIMIT", "LOWEST_IDS", "MINIMUM", "NEEDED", "NO_PAIR", "N_HEAP",
    "N_PAIRS", "N_POSTINGS", "N_SYMBOLS", "N_TOKENS", "STATUS", "THRESHOLD", "TIE", "TrainerArrays",
    "new_trainer_arrays", "with_pairs", "with_tokens",
]  # fmt: skip

NO_PAIR = -1
N_PAIRS, N_POSTINGS, N_HEAP, N_TOKENS, N_SYMBOLS, THRESHOLD, TIE, MINIMUM, LIMIT, STATUS, NEEDED = range(11)
"""Indices into `TrainerArrays.numbers`; `MINIMUM` and `LIMIT` are `min_frequency` and `max_token_length` (0:
any); `NEEDED` is the number of additional pairs for which a kernel needs room."""

LOWEST_IDS, GREATEST_BYTES, LEAST_BYTES, FIRST_SEEN = range(4)
_TIE_CODES = {
    "lowest_ids": LOWEST_IDS,
    "greatest_bytes": GREATEST_BYTES,
    "least_bytes": LEAST_BYTES,
    "first_seen": FIRST_SEEN,
}
assert set(_TIE_CODES) == set(TIES)

_FIRST_PAIRS = 1 << 10
_MOST_POSITIONS = (1 << 31) - 2


class TrainerArrays(NamedTuple):
    """The arrays; `numbers` is int64 (11,)."""

    numbers: np.ndarray
    places: np.ndarray
    """int32 (2 * positions,): token and pair, side by side, because both are read together."""
    span_of: np.ndarray
    """int32 (positions,)."""
    weights: np.ndarray
    """int64 (spans,): how often each span occurs."""
    lengths: np.ndarray
    """int32 (tokens,), in symbols."""
    sizes: np.ndarray
    """int64 (tokens,), in bytes."""
    token_ends: np.ndarray
    """int64 (tokens,): where the bytes of each token end; used by the ties that compare bytes."""
    token_bytes: np.ndarray
    pairs_before: np.ndarray
    """int32 (tokens,): during a merge, the pair (token, new token); otherwise -1."""
    pairs_behind: np.ndarray
    """int32 (tokens,): during a merge, the pair (new token, token); otherwise -1."""
    lefts: np.ndarray
    rights: np.ndarray
    counts: np.ndarray
    """int64 (pairs,)."""
    begins: np.ndarray
    """int64 (pairs,): where their postings begin."""
    n_postings: np.ndarray
    """int32 (pairs,)."""
    cursors: np.ndarray
    """int32 (pairs,): leading postings that are known to be outdated."""
    postings: np.ndarray
    """int32: positions, ascending within a pair; pairs in order."""
    log: np.ndarray
    """int32 (positions,): where a merge has created new occurrences."""
    heap_counts: np.ndarray
    """int64 (pairs,): count when the entry was written, so not below the current count."""
    heap_keys: np.ndarray
    """uint64 (pairs,): among equal counts, the least wins."""
    heap_places: np.ndarray
    """int32 (pairs,): among equal keys, the least wins."""
    heap_pairs: np.ndarray
    """int32 (pairs,)."""


def new_trainer_arrays(corpus: SymbolCounts, options: TrainingOptions, n_merges: int) -> TrainerArrays:
    """The arrays of a corpus with no pair registered yet; raises `TrainingError` beyond 2^31 positions."""
    n_symbols, n_spans = len(corpus.symbols), len(corpus.ends)
    n_positions = n_symbols + n_spans + 1
    if n_positions > _MOST_POSITIONS:
        raise TrainingError(
            f"the distinct spans have {n_symbols:,} symbols: expected at most "
            f"{_MOST_POSITIONS - n_spans:,}; count part of the corpus, or leave out spans that occur once"
        )
    n_tokens = len(corpus.alphabet)
    # A merge leaves at least one token fewer, so there are no more merges than symbols.
    room = n_tokens + min(n_merges, n_symbols) + 1
    numbers = np.zeros(11, dtype=np.int64)
    numbers[N_TOKENS], numbers[N_SYMBOLS] = n_tokens, n_symbols
    numbers[TIE], numbers[MINIMUM] = _TIE_CODES[options.tie], options.min_frequency
    numbers[LIMIT] = options.max_token_length or 0
    sizes = np.zeros(room, dtype=np.int64)
    sizes[:n_tokens] = [len(symbol) for symbol in corpus.alphabet]
    lengths = np.ones(room, dtype=np.int32)
    alphabet = np.frombuffer(bytearray(b"".join(corpus.alphabet)), dtype=np.uint8)
    # Untouched memory of np.empty costs nothing.
    arrays = TrainerArrays(
        numbers=numbers,
        places=np.empty(2 * n_positions, dtype=np.int32),
        span_of=np.empty(n_positions, dtype=np.int32),
        weights=np.require(corpus.counts, np.int64, ["C", "W"]),
        lengths=lengths,
        sizes=sizes,
        token_ends=np.cumsum(sizes),
        token_bytes=alphabet,
        pairs_before=np.full(room, NO_PAIR, dtype=np.int32),
        pairs_behind=np.full(room, NO_PAIR, dtype=np.int32),
        postings=np.empty(2 * n_symbols + 16, dtype=np.int32),
        log=np.empty(n_symbols + 16, dtype=np.int32),
        **_pair_arrays(_FIRST_PAIRS),
    )
    _lay_out(
        np.require(corpus.symbols, np.int32, ["C", "W"]),
        np.require(corpus.ends, np.int64, ["C", "W"]),
        arrays,
    )
    return arrays


def with_pairs(arrays: TrainerArrays, needed: int) -> TrainerArrays:
    """The same arrays with room for `needed` pairs."""
    kept = int(arrays.numbers[N_PAIRS])
    larger = _pair_arrays(needed)
    for name, array in larger.items():
        array[:kept] = getattr(arrays, name)[:kept]
    return arrays._replace(**larger)


def with_tokens(arrays: TrainerArrays, needed: int) -> TrainerArrays:
    """The same arrays with room for `needed` tokens: for known merges, which need not occur."""
    kept = int(arrays.numbers[N_TOKENS])
    larger = {}
    for name in ("lengths", "sizes", "token_ends", "pairs_before", "pairs_behind"):
        old = getattr(arrays, name)
        larger[name] = np.full(needed, NO_PAIR, dtype=old.dtype)
        larger[name][:kept] = old[:kept]
    return arrays._replace(**larger)


def _pair_arrays(capacity: int) -> dict[str, np.ndarray]:
    kinds = {
        np.int32: ("lefts", "rights", "n_postings", "cursors", "heap_places", "heap_pairs"),
        np.int64: ("counts", "begins", "heap_counts"),
        np.uint64: ("heap_keys",),
    }
    return {name: np.empty(capacity, dtype=dtype) for dtype, names in kinds.items() for name in names}


@jit()
def _lay_out(symbols, ends, arrays):  # type: ignore[no-untyped-def]
    """Write the positions of the spans, with one of token -1 before the first and after each."""
    places, span_of = arrays.places, arrays.span_of
    at = np.int64(0)
    places[0], places[1], span_of[0] = -1, NO_PAIR, 0
    start = np.int64(0)
    for span in range(len(ends)):
        for i in range(start, ends[span]):
            at += 1
            places[2 * at], places[2 * at + 1], span_of[at] = symbols[i], NO_PAIR, span
        at += 1
        places[2 * at], places[2 * at + 1], span_of[at] = -1, NO_PAIR, span
        start = ends[span]
