"""Which tokens at the start of a span are final, however the span continues?

The tokens of a span so far are known, but more bytes may change the last ones. How many? The tokens of the
whole span have a last border at or before the end of the known part, and the token after that border extends
beyond the end. So the bytes from the border to the end are the beginning of a token, and only some of the
last ``longest token`` places can be that border. For each of them the tokens up to it are those of the bytes
up to it (a list of tokens is the BPE of its bytes if every adjacent pair is valid, see `bpe_backtrack`, so
its head is too). Hence the tokens common to all of these beginnings are final.

For this they are not encoded from the start of the span. Instead a border of the tokens known so far is
tried. If the bytes from there to a place, encoded alone, form a valid pair with the token before, then the
two lists together are the BPE of the bytes up to that place. If that holds for all places, the tokens before
the border are settled, and by the same argument what follows it can be encoded alone. If not, a border
further back is tried.

In English, runs of one letter, blanks and Thai, the tokens settle within about 2 x 128 bytes of the end
(o200k_base). Exact where `bpe_backtrack` is, for vocabularies in merge order. Twin: `settled_slowly` in the
tests.
"""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.trie import child_of
from ..vocab.tables import VocabTables
from .bpe_backtrack import bpe_backtrack, is_valid_pair
from .span_work import SpanWork

__all__ = ["LONGEST_SETTLING_TOKEN", "settle_tokens"]

LONGEST_SETTLING_TOKEN = 1 << 12
"""As many places are tried as the longest token has bytes; the square of that number is acceptable up to
here."""


@jit()
def _begins_a_token(tables: VocabTables, text: np.ndarray, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is the beginning of a longer token."""
    node = np.int64(0)
    for i in range(start, end):
        node = child_of(tables.children, tables.edge_bytes, node, text[i])
        if node == 0:
            return False
    return True


@jit()
def _settles_at(
    tables: VocabTables,
    text: np.ndarray,
    border: int,
    end: int,
    token: int,
    spare: np.ndarray,
    work: SpanWork,
) -> bool:
    """Whether `token` and what follows it up to `border` are final if the text continues after `end`."""
    for place in range(end - 1, max(border, end - np.int64(tables.longest_token[0])), -1):
        if _begins_a_token(tables, text, place, end):
            bpe_backtrack(tables, text, border, place, spare, 0, work, None)
            if not is_valid_pair(tables, token, np.int64(spare[0]), None):
                return False
    return True


@jit()
def settle_tokens(
    tables: VocabTables,
    text: np.ndarray,
    start: int,
    end: int,
    tokens: np.ndarray,
    spare: np.ndarray,
    work: SpanWork,
) -> tuple[int, int]:
    """Encode ``text[start:end]``, a span or its start, into `tokens`; returns how many are final and where
    they end.

    `start` is the start of the span or a border settled earlier. `tokens` and `spare` (uint32) and `work` (of
    bpe_backtrack) need room for ``end - start`` bytes.
    """
    n = bpe_backtrack(tables, text, start, end, tokens, 0, work, None)
    border = end
    reach = 2 * np.int64(tables.longest_token[0])
    while True:
        while n > 0 and border > end - reach:
            n -= 1
            token = np.int64(tokens[n])
            border -= np.int64(tables.token_starts[token + 1]) - np.int64(tables.token_starts[token])
        if n == 0:
            return 0, start
        if _settles_at(tables, text, border, end, np.int64(tokens[n - 1]), spare, work):
            return n, border
        reach *= 2
