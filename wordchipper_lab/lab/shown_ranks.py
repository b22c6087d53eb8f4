"""The rank of a token, for people: its id where ids are ranks, otherwise the place of its merge in the file's list.

The engine numbers tokens by rank: bytes first, then tokens in the order in which they are merged. Where ids are not
ranks, these numbers are in no file, and mean nothing to the reader of one.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import checked
from ..tokenizer_arguments import a_token, a_vocabulary

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..vocab.unified import UnifiedVocab

__all__ = ["NO_RANK", "are_ids", "ranks_of_ids", "shown_rank", "shown_ranks"]

NO_RANK = -1

_HALF = np.uint64(32)
_kept: weakref.WeakKeyDictionary[Any, np.ndarray] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def are_ids(vocab: UnifiedVocab) -> bool:
    """Whether the rank of each token is its id."""
    return not len(vocab.ids)


def shown_ranks(vocab: UnifiedVocab) -> np.ndarray:
    """The rank of each token by its number in the engine's tables: int64 (n,), -1 where no merge makes it.

    >>> import wordchipper_lab as wl
    >>> single = {bytes([value]): value for value in range(256)}
    >>> tok = wl.Tokenizer.from_merges({**single, b"ab": 300, b"abc": 299}, [(b"a", b"b"), (b"ab", b"c")])
    >>> shown_ranks(tok.vocab)[255:].tolist()
    [-1, 0, 1]
    """
    if are_ids(vocab):
        return np.arange(len(vocab.ranked.starts) - 1)
    with _lock:
        found = _kept.get(vocab)
    if found is None:
        found = _find_ranks(vocab)
        with _lock:
            _kept[vocab] = found
    return found


def ranks_of_ids(vocab: UnifiedVocab, tokens: np.ndarray) -> np.ndarray:
    """The rank of each of the ids `tokens`, int64 (n,), -1 where there is none."""
    n = len(vocab.ranked.starts) - 1
    ids = vocab.ids[:n] if len(vocab.ids) else np.arange(n, dtype=np.uint32)
    order = np.argsort(ids, kind="stable")
    places = np.minimum(np.searchsorted(ids, tokens, sorter=order), n - 1)
    numbers = order[places]
    found: np.ndarray = np.where(ids[numbers] == tokens, shown_ranks(vocab)[numbers], NO_RANK)
    return found


@checked(vocab=a_vocabulary, token=a_token)
def shown_rank(vocab: UnifiedVocab | Tokenizer, token: int) -> int | None:
    """The rank of the token with that id; None for a special token, and for one that no merge makes if ranks are places
    in a list.

    >>> import wordchipper_lab as wl
    >>> shown_rank(wl.Tokenizer.from_pretrained("o200k_base"), 2375)
    2375
    """
    known: UnifiedVocab = getattr(vocab, "vocab", vocab)
    number = known.rank_of(token)
    if number is None or are_ids(known):
        return number
    rank = int(shown_ranks(known)[number])
    return None if rank == NO_RANK else rank


def _find_ranks(vocab: UnifiedVocab) -> np.ndarray:
    """Of a pair that is listed twice, the last place counts (see `merge_ranks`)."""
    assert vocab.listed is not None  # ids differ from ranks because merges are listed
    splits = vocab.tables.splits.reshape(-1, 2)
    merged = np.flatnonzero(splits[:, 0] != np.arange(len(splits)))
    wanted = _as_key(vocab.ids[splits[merged, 0]], vocab.ids[splits[merged, 1]])
    listed = _as_key(*vocab.listed.listed.T)
    keys, last = np.unique(listed[::-1], return_index=True)
    ranks = np.full(len(splits), NO_RANK, dtype=np.int64)
    ranks[merged] = len(listed) - 1 - last[np.searchsorted(keys, wanted)]
    return ranks


def _as_key(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    return left.astype(np.uint64) << _HALF | right.astype(np.uint64)
