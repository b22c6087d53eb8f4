"""Look up the tokens of one vocabulary in another, by their bytes."""

from __future__ import annotations

import numpy as np

from ..kernels.jit import jit
from ..kernels.tables import find_span
from .tables import VocabTables

__all__ = ["find_tokens", "find_tokens_twin", "tokens_in"]


@jit()
def find_tokens(
    spans: np.ndarray,
    data: np.ndarray,
    starts: np.ndarray,
    wanted: np.ndarray,
    wanted_starts: np.ndarray,
    found: np.ndarray,
) -> None:
    """``found[i]`` (int64) becomes the token whose bytes are ``wanted[wanted_starts[i]:wanted_starts[i + 1]]``, or -1.

    The first three arrays are those of a `VocabTables`; the wanted tokens have the types of its `token_data`
    and `token_starts`. Empty tokens are never found. Twin: `find_tokens_twin`.
    """
    for i in range(len(found)):
        start, end = np.int64(wanted_starts[i]), np.int64(wanted_starts[i + 1])
        found[i] = find_span(spans, data, starts, wanted, start, end) if end > start else -1


def find_tokens_twin(
    data: np.ndarray, starts: np.ndarray, wanted: np.ndarray, wanted_starts: np.ndarray
) -> np.ndarray:
    """The slow, obvious `find_tokens`, without a span table."""
    known = _tokens(data, starts)
    ids = {token: i for i, token in enumerate(known) if token}
    return np.array([ids.get(token, -1) for token in _tokens(wanted, wanted_starts)], dtype=np.int64)


def _tokens(data: np.ndarray, starts: np.ndarray) -> list[bytes]:
    return [data[starts[i] : starts[i + 1]].tobytes() for i in range(len(starts) - 1)]


def tokens_in(there: VocabTables, here: VocabTables) -> np.ndarray:
    """For each ranked token of `here`, the token of `there` with the same bytes, or -1: int64 (n,). 200,000
    take 0.01 s.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> tokens_in(load_vocab("o200k_base").tables, load_vocab("r50k_base").tables)[:4].tolist()
    [0, 1, 2, 3]
    """
    found = np.empty(len(here.token_starts) - 1, dtype=np.int64)
    find_tokens(there.spans, there.token_data, there.token_starts, here.token_data, here.token_starts, found)
    return found
