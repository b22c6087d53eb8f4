"""Encode a stretch of text without a safe cut in parts: runs of one letter, of blanks, of punctuation.

The lexer's state is carried from part to part (`StretchLexer`). Finished spans are encoded; of a long
unfinished one, the tokens that are final whatever follows (`settle_tokens`). Only the bytes after them are
kept.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from ..spanners.automaton.stretch_lexer import StretchLexer
from ..spanners.text_spanner import TextSpanner
from ..text.text_bytes import encode_text
from ..vocab.unified import UnifiedVocab
from .bpe_backtrack import bpe_backtrack
from .encode_spans import encode_spans
from .registry import code_of
from .settled_tokens import LONGEST_SETTLING_TOKEN, settle_tokens
from .span_memo import wants_to_grow
from .workspace import Workspace

__all__ = ["StretchEncoder", "StretchTokenizer"]

_SETTLE_FROM = 1 << 16

_NO_TOKENS = np.empty(0, dtype=np.uint32)


class StretchTokenizer(Protocol):
    """The part of a tokenizer that a `StretchEncoder` uses."""

    @property
    def spanner(self) -> TextSpanner:
        """Special tokens and lexer."""

    @property
    def vocab(self) -> UnifiedVocab:
        """The vocabulary."""

    @property
    def encoder(self) -> str:
        """Name of the span encoder."""

    @property
    def memo_bytes(self) -> int:
        """The most memory that the memo of a thread may take; 0 without shortcuts."""


class StretchEncoder:
    """Encodes stretches of text without special tokens, one stretch after another, each in parts."""

    def __init__(self, tokenizer: StretchTokenizer, lexer: StretchLexer) -> None:
        self._vocab = tokenizer.vocab
        self._lexer = lexer
        self._code = code_of(tokenizer.encoder)
        longest = int(self._vocab.tables.longest_token[0])
        self._settles = self._vocab.is_merge_ordered and longest <= LONGEST_SETTLING_TOKEN
        self._settle_from = max(_SETTLE_FROM, 8 * longest)
        self._workspace = Workspace(tokenizer.encoder, self._vocab.tables, memo_bytes=tokenizer.memo_bytes)
        self._rest = Workspace("bpe_backtrack", self._vocab.tables)
        self._begin()

    def _begin(self) -> None:
        self._lexer.begin()
        self._is_begun = False  # whether tokens of the unfinished span have been returned
        self._try_at = self._settle_from

    def feed(self, part: str, is_last: bool) -> np.ndarray:
        """The ids that are final now, uint32 (n,); the last part ends the stretch, and the next one may
        begin.

        Raises `WorkLimitError` if more text would have to be held, or read again, than is allowed.
        """
        self._lexer.append(encode_text(part))
        found = [_NO_TOKENS]
        for ends, kinds in self._lexer.spans(is_last):
            if self._is_begun:
                found.append(self._encode_rest(int(ends[0])))
                ends, kinds = ends[1:], kinds[1:]
            if len(ends):
                found.append(self._encode_finished(ends, kinds))
        if is_last:
            self._begin()
        else:
            found.append(self._settle())
            self._lexer.drop()
        return np.concatenate(found)

    def _encode_finished(self, ends: np.ndarray, kinds: np.ndarray) -> np.ndarray:
        workspace, lexer = self._workspace, self._lexer
        end = int(ends[-1])
        workspace.reserve_tokens(end - lexer.done)
        workspace.progress[:] = 0
        while long_span := encode_spans(
            self._vocab.tables,
            self._vocab.specials,
            self._code,
            lexer.text[: lexer.n_bytes],
            lexer.done,
            ends,
            kinds,
            len(ends),
            workspace.memo,
            workspace.span_work,
            workspace.tokens,
            ends[:0],
            workspace.progress,
        ):
            workspace.reserve_span(int(long_span))
        if wants_to_grow(workspace.memo):
            workspace.grow_memo()
        self._lexer.done, self._try_at = end, self._settle_from
        return self._vocab.to_ids(workspace.tokens[: workspace.progress[1]]).copy()

    def _encode_rest(self, end: int) -> np.ndarray:
        """The last tokens of a span; not through `encode_spans`, because they must not be looked up as a
        whole."""
        rest, size = self._reserve_rest(end)
        n = 0
        if size:
            tables = self._vocab.tables
            n = bpe_backtrack(
                tables, self._lexer.text, self._lexer.done, end, rest.tokens, 0, rest.span_work, None
            )
        self._lexer.done, self._is_begun, self._try_at = end, False, self._settle_from
        return self._vocab.to_ids(rest.tokens[:n]).copy()

    def _settle(self) -> np.ndarray:
        """The tokens of the unfinished span that are final."""
        reached = self._lexer.reached
        if not self._settles or reached - self._lexer.done < self._try_at:
            return _NO_TOKENS
        rest, size = self._reserve_rest(reached)
        spare = np.empty(size, dtype=np.uint32)
        tables = self._vocab.tables
        n, border = settle_tokens(
            tables, self._lexer.text, self._lexer.done, reached, rest.tokens, spare, rest.span_work
        )
        if n:
            self._lexer.done, self._is_begun, self._try_at = int(border), True, self._settle_from
        else:
            self._try_at = 2 * size  # so that trying costs at most a few times as much as encoding
        return self._vocab.to_ids(rest.tokens[:n]).copy()

    def _reserve_rest(self, end: int) -> tuple[Workspace, int]:
        size = end - self._lexer.done
        self._rest.reserve_span(size)
        self._rest.reserve_tokens(size)
        return self._rest, size
