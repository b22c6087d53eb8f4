"""A long rest of a text whose first ids are known whatever follows: see `continuations`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from ...encoders.bpe_backtrack import bpe_backtrack
from ...encoders.settled_tokens import LONGEST_SETTLING_TOKEN, settle_tokens
from ...encoders.workspace import Workspace
from ...spanners.automaton.stretch_kernel import SPAN_START
from ...spanners.automaton.stretch_lexer import StretchLexer, stretch_lexer
from ...spanners.spans import GAP
from .engine_core import EngineCore

__all__ = ["SettledRest", "settled_rest"]

_ANY_SIZE = 1 << 62


def settled_rest(core: EngineCore, rest: bytes, is_split: bool) -> SettledRest | None:
    """What is known of `rest`, which is to be split by the pattern or not; None if nothing is.

    That is so with a lexer that the automaton cannot replace, a pattern that leaves characters out, and a vocabulary
    out of merge order or with very long tokens.
    """
    vocab = core.tokenizer.vocab
    if not vocab.is_merge_ordered or int(vocab.tables.longest_token[0]) > LONGEST_SETTLING_TOKEN:
        return None
    lexer = stretch_lexer(core.tokenizer.spanner.lexer, _ANY_SIZE) if is_split else None
    if is_split and lexer is None:
        return None
    found = SettledRest(core, rest, lexer)
    return found if found.n_known and not found.has_gaps else None


class SettledRest:
    """The ids of the beginning, and the place from which on an ending may change them."""

    def __init__(self, core: EngineCore, rest: bytes, lexer: StretchLexer | None) -> None:
        self._core, self._rest, self._lexer = core, rest, lexer
        self._tables = core.tokenizer.vocab.tables
        self._workspace = Workspace("bpe_backtrack", self._tables)
        self._text = np.frombuffer(bytearray(rest + bytes(16)), dtype=np.uint8)
        self.has_gaps = False
        self._known: list[int] = []
        self._border = reached = 0
        if lexer is not None:
            lexer.append(rest)
            ends, self.has_gaps = self._spans(is_last=False)
            self._state = lexer._state.copy()
            self._known = core.encode_pieces(self._cut(0, ends)).tolist() if len(ends) else []
            self._border = int(lexer._state[SPAN_START])
        reached = len(rest) if lexer is None else lexer.reached
        self._settle(reached)

    @property
    def n_known(self) -> int:
        """How many ids are known."""
        return len(self._known)

    def _settle(self, reached: int) -> None:
        """Add the tokens of the unfinished span that are final."""
        self._is_begun = False
        size = reached - self._border
        if size <= 0:
            return
        self._workspace.reserve_span(size)
        self._workspace.reserve_tokens(size)
        spare = np.empty(size, dtype=np.uint32)
        n, border = settle_tokens(
            self._tables,
            self._text,
            self._border,
            reached,
            self._workspace.tokens,
            spare,
            self._workspace.span_work,
        )
        if n:
            self._known += self._core.to_ids(self._workspace.tokens[:n].copy()).tolist()
            self._border, self._is_begun = int(border), True

    def continue_with(self, endings: Iterable[bytes]) -> set[tuple[int, ...]]:
        """As `continuations.continue_rest`."""
        ways = {self._continue(ending) for ending in endings}
        known = tuple(self._known)
        return {known + way for way in ways}

    def _continue(self, ending: bytes) -> tuple[int, ...]:
        """The ids after the known ones."""
        size = len(self._rest) + len(ending)
        if size + 16 > len(self._text):
            self._text = np.append(self._text, np.zeros(len(self._text) // 2 + size, dtype=np.uint8))
        self._text[len(self._rest) : size] = np.frombuffer(ending, dtype=np.uint8)
        ends = np.array([size])
        if self._lexer is not None:
            self._lexer._state[:] = self._state
            self._lexer.n_bytes = len(self._rest)
            self._lexer.append(ending)
            ends, _ = self._spans(is_last=True)
        ids: list[int] = []
        start = self._border
        if self._is_begun or self._lexer is None:
            ids += self._merge(start, int(ends[0]))
            start, ends = int(ends[0]), ends[1:]
        if len(ends):
            ids += self._core.encode_pieces(self._cut(start, ends)).tolist()
        return self._up_to_the_end(ids)

    def _spans(self, is_last: bool) -> tuple[np.ndarray, bool]:
        """Ends of the next spans, and whether there are gaps between them."""
        assert self._lexer is not None
        blocks = [(ends.copy(), bool((kinds == GAP).any())) for ends, kinds in self._lexer.spans(is_last)]
        ends = [ends for ends, _ in blocks]
        return np.concatenate([np.empty(0, dtype=np.int64), *ends]), any(has_gaps for _, has_gaps in blocks)

    def _cut(self, start: int, ends: np.ndarray) -> list[bytes]:
        data = self._text[start : ends[-1]].tobytes()
        bounds = [0, *(ends - start).tolist()]
        return [data[a:b] for a, b in pairwise(bounds)]

    def _merge(self, start: int, end: int) -> list[int]:
        """Ids of the last bytes of a span, which must not be looked up as a whole."""
        if start == end:
            return []
        self._workspace.reserve_span(end - start)
        self._workspace.reserve_tokens(end - start)
        tokens = self._workspace.tokens
        n = bpe_backtrack(self._tables, self._text, start, end, tokens, 0, self._workspace.span_work, None)
        return self._core.to_ids(tokens[:n].copy()).tolist()  # type: ignore[no-any-return]

    def _up_to_the_end(self, ids: list[int]) -> tuple[int, ...]:
        left = len(self._rest) - self._border
        for i, number in enumerate(ids, start=1):
            left -= len(self._core.decode_single_token_bytes(number))
            if left <= 0:
                return tuple(ids[:i])
        return tuple(ids)
