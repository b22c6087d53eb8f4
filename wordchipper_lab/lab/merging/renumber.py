"""Tokens by id in the frames of a trace: kernels and replays number them by rank."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from ...vocab.unified import UnifiedVocab
from ..shown_ranks import are_ids, shown_ranks
from .frames import (
    BacktrackState,
    BufferState,
    Candidate,
    HeapEntry,
    ListState,
    RankRowState,
    StackState,
    State,
    TailState,
)
from .replay import Draft

__all__ = ["renumber", "tokens_to_ids"]


def tokens_to_ids(vocab: UnifiedVocab, tokens: list[int]) -> list[int]:
    """Ids of tokens that are numbered by rank."""
    return vocab.to_ids(np.array(tokens, dtype=np.int64)).tolist() if not are_ids(vocab) else tokens


def renumber(vocab: UnifiedVocab, drafts: list[Draft]) -> list[Draft]:
    """The same frames with ids for tokens, and for ranks the numbers that people know them by (`shown_ranks`)."""
    if are_ids(vocab):
        return drafts
    numbers = _Renumber(vocab)
    return [numbers.draft(draft) for draft in drafts]


class _Renumber:
    def __init__(self, vocab: UnifiedVocab) -> None:
        self._ids, self._ranks = vocab.ids, shown_ranks(vocab)

    def draft(self, draft: Draft) -> Draft:
        return replace(
            draft,
            tokens=self._tokens(draft.tokens),
            candidates=[self._pair(pair) for pair in draft.candidates],
            winner=draft.winner and self._pair(draft.winner),
            merged=draft.merged and self._pair(draft.merged),
            state=self._state(draft.state),
        )

    def _token(self, token: int) -> int:
        return int(self._ids[token])

    def _tokens(self, tokens: Iterable[int]) -> list[int]:
        return [int(self._ids[token]) for token in tokens]

    def _rank(self, rank: int | None) -> int | None:
        return None if rank is None else int(self._ranks[rank])

    def _limit(self, limit: int | None) -> int | None:
        """The first rank that does not refuse a pair; it may be beyond the last one."""
        if limit is None or limit < len(self._ranks):
            return self._rank(limit)
        return int(self._ranks.max()) + 1

    def _pair(self, pair: Candidate) -> Candidate:
        return replace(
            pair,
            left=self._token(pair.left),
            right=self._token(pair.right),
            rank=self._rank(pair.rank),
            token=None if pair.token is None else self._token(pair.token),
        )

    def _entry(self, entry: HeapEntry) -> HeapEntry:
        return HeapEntry(
            int(self._ranks[entry.rank]), entry.position, self._token(entry.left), self._token(entry.right)
        )

    def _state(self, state: State) -> State:
        match state:
            case BufferState():
                return replace(state, buffer=self._tokens(state.buffer))
            case TailState():  # its head comes from earlier spans, as ids
                head = state.output[: state.head]
                return replace(state, output=head + self._tokens(state.output[state.head :]))
            case RankRowState():
                return replace(state, pair_ranks=[self._rank(rank) for rank in state.pair_ranks])
            case StackState():
                return replace(state, stack=self._tokens(state.stack))
            case ListState():
                popped = state.popped and replace(state.popped, entry=self._entry(state.popped.entry))
                return replace(
                    state,
                    heap=[self._entry(entry) for entry in state.heap],
                    popped=popped,
                    pushed=[self._entry(entry) for entry in state.pushed],
                    nodes=[None if node is None else self._token(node) for node in state.nodes],
                )
            case BacktrackState():
                checks = [
                    replace(
                        check,
                        left=self._token(check.left),
                        right=self._token(check.right),
                        rank=self._rank(check.rank),
                        limit=self._limit(check.limit),
                        undone=None if check.undone is None else self._token(check.undone),
                    )
                    for check in state.checks
                ]
                return replace(
                    state,
                    tried=None if state.tried is None else self._token(state.tried),
                    shorter=None if state.shorter is None else self._token(state.shorter),
                    chain=self._tokens(state.chain),
                    checks=checks,
                )
        return state
