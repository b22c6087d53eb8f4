"""`MergeRules`: what merging does with bytes, read from a vocabulary's tables. All that is proved here rests on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...vocab.merge_ranks import NO_ID

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.tables import VocabTables
    from ...vocab.unified import UnifiedVocab

__all__ = ["MergeRules", "merge_rules", "rules_of_tables"]


@dataclass(frozen=True, eq=False)
class MergeRules:
    """Tokens, numbered by rank, and the merge that makes each of them. n is the number of ranks.

    data, starts: uint8, int64 (n + 1,): token i is ``data[starts[i]:starts[i + 1]]``; empty for an unused rank.
    left, right: int64 (n,): the pair that becomes token i; -1 for a single byte, and for what merging never makes.
    ids: int64 (n,): rank -> id; -1 for a byte that has none.

    A span that is a token's bytes becomes that token even if merging never makes it (`only_whole`).
    """

    name: str
    data: np.ndarray
    starts: np.ndarray
    left: np.ndarray
    right: np.ndarray
    ids: np.ndarray

    def __len__(self) -> int:
        return len(self.left)

    @cached_property
    def sizes(self) -> np.ndarray:
        """Bytes of each token: int64 (n,)."""
        return np.diff(self.starts)

    @cached_property
    def is_made(self) -> np.ndarray:
        """Which tokens merging makes, the single bytes among them: bool (n,)."""
        return (self.left >= 0) | (self.sizes == 1)

    @cached_property
    def only_whole(self) -> np.ndarray:
        """Ranks of the tokens that merging never makes: only a span that has exactly their bytes becomes one."""
        return np.flatnonzero(~self.is_made & (self.sizes > 0))

    @cached_property
    def byte_tokens(self) -> np.ndarray:
        """byte -> rank: int64 (256,)."""
        single = np.flatnonzero(self.sizes == 1)
        ranks = np.full(256, -1, dtype=np.int64)
        ranks[self.data[self.starts[single]]] = single
        return ranks

    @cached_property
    def last_events(self) -> np.ndarray:
        """The highest rank of all merges that make a token, int64 (n,): the token itself in merge order; -1 for none.

        If merges of several tokens happen in one text without touching each other, the token with the lower one is
        complete first, and of equal ones the left token: each step takes the lowest rank that there is.
        """
        is_merged = self.left >= 0
        highest = np.where(is_merged, np.arange(len(self)), -1)
        if (np.maximum(self.left, self.right) < highest)[is_merged].all():
            return highest  # merge order, the usual case
        for ranks in self.by_size:
            made = ranks[self.left[ranks] >= 0]
            parts = np.maximum(highest[self.left[made]], highest[self.right[made]])
            highest[made] = np.maximum(highest[made], parts)
        return highest

    @cached_property
    def by_size(self) -> list[np.ndarray]:
        """Ranks of the tokens of each size in bytes, the smallest first: parts come before what is made of them."""
        order = np.argsort(self.sizes, kind="stable")
        order = order[self.sizes[order] > 0]
        return np.split(order, np.flatnonzero(np.diff(self.sizes[order])) + 1) if len(order) else []

    def token_bytes(self, rank: int) -> bytes:
        """The bytes of a token."""
        return self.data[self.starts[rank] : self.starts[rank + 1]].tobytes()


def merge_rules(vocab: UnifiedVocab | Tokenizer) -> MergeRules:
    """The merges of a vocabulary, as its tables have them.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> rules = merge_rules(load_vocab("r50k_base"))
    >>> rules.token_bytes(262), rules.token_bytes(rules.left[262]), rules.token_bytes(rules.right[262])
    (b' the', b' t', b'he')
    """
    known: UnifiedVocab = getattr(vocab, "vocab", vocab)
    return rules_of_tables(known.name, known.tables, known.ids)


def rules_of_tables(name: str, tables: VocabTables, ids: np.ndarray | None = None) -> MergeRules:
    """The merges in `tables`; ids: as `UnifiedVocab.ids`, empty or None if ids are ranks."""
    starts = tables.token_starts.astype(np.int64)
    n = len(starts) - 1
    parts = tables.splits.reshape(-1, 2).astype(np.int64)
    is_merged = parts[:, 0] != np.arange(n)
    given = np.arange(n) if ids is None or not len(ids) else ids[:n].astype(np.int64)
    return MergeRules(
        name,
        tables.token_data,
        starts,
        np.where(is_merged, parts[:, 0], -1),
        np.where(is_merged, parts[:, 1], -1),
        np.where(given == NO_ID, -1, given),
    )
