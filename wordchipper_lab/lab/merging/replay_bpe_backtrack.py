"""bpe_backtrack: one frame for each token that is tried at a position, with everything that decided about
it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...encoders.events import ACCEPT, BACKTRACK, BIT, CHECK, MATCH, SHORTER
from ...vocab.unified import UnifiedVocab
from .frames import BacktrackState, Candidate, PairCheck
from .replay import Draft, Rows, as_rank

__all__ = ["replay_bpe_backtrack"]


class _Attempt:
    """A token being tried, from the event that names it to the one that decides."""

    def __init__(self) -> None:
        self.position, self.tried, self.how = 0, None, "start"
        self.chain: list[int] = []
        self.end, self.is_open, self.trie_steps = 0, True, 0
        self.checks: list[PairCheck] = []

    def state(self, outcome: str, shorter: int | None, bits: list[int]) -> BacktrackState:
        return BacktrackState(
            self.position,
            self.tried,
            self.how,
            list(self.chain),
            self.end,
            self.is_open,
            list(self.checks),
            outcome,
            shorter,
            list(bits),
            self.trie_steps,
        )


def replay_bpe_backtrack(
    vocab: UnifiedVocab, span: bytes, head: Sequence[int], rows: Rows
) -> Iterator[Draft]:
    """Frames of bpe_backtrack; the candidates of a frame are the inner pairs that its checks looked up."""
    starts_of = vocab.tables.token_starts
    tokens: list[int] = []
    starts: list[int] = []
    bits = [1] * (len(span) + 1)
    attempt = _Attempt()
    steps = 0

    def size(token: int) -> int:
        return int(starts_of[token + 1]) - int(starts_of[token])

    def draft(outcome: str, shorter: int | None, stop: int, last: int = -1) -> Draft:
        ends = [start + size(token) for start, token in zip(starts, tokens, strict=True)]
        candidates = [_border_pair(check, attempt.position, last, size) for check in attempt.checks]
        state = attempt.state(outcome, shorter, bits)
        return Draft(list(tokens), list(starts), ends, candidates, None, None, state, stop, steps)

    yield draft("start", None, 0)
    next_how = "back"
    for at, (code, a, b, c, d) in enumerate(rows):
        if code == MATCH:
            attempt, next_how = _Attempt(), "match"
            attempt.trie_steps = c
        elif code == BIT:
            if next_how == "back":
                attempt = _Attempt()
            attempt.position, attempt.tried, attempt.end, attempt.is_open = a, b, c, bool(d)
            attempt.how, attempt.checks = next_how, []
            attempt.chain.append(b)
        elif code == CHECK:
            rank, limit = as_rank(d), None if c > len(starts_of) else c
            refuses = rank is not None and (limit is None or rank < limit)
            if attempt.checks:
                before = attempt.checks[-1]
                undone = before.left if before.left != a else before.right
                attempt.checks[-1] = replace(before, undone=undone)
            attempt.checks.append(PairCheck(a, b, limit, rank, refuses, None))
        elif code == ACCEPT:
            last = len(tokens) - 1
            tokens.append(b)
            starts.append(a)
            steps += 1
            yield draft("accepted", None, at + 1, last)
        elif code == SHORTER:
            steps += 1
            yield draft("shorter", c, at + 1, len(tokens) - 1)
            next_how = "shorter"
            attempt.trie_steps = 0
        elif code == BACKTRACK:
            bits[a] = 0
            last = len(tokens) - 1
            if b >= 0:
                tokens.pop()
                starts.pop()
            steps += 1
            yield draft("back", None, at + 1, last)
            next_how = "back"


def _border_pair(check: PairCheck, border: int, last: int, size: object) -> Candidate:
    """A check's pair as a candidate: its left token ends at the border, its right one begins there.

    `last` is the number of the token before the border, which a step back has removed.
    """
    start = border - size(check.left)  # type: ignore[operator]
    end = border + size(check.right)  # type: ignore[operator]
    return Candidate(last, check.left, check.right, check.rank, start, end, True, check.rank)
