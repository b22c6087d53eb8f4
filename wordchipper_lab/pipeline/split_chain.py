"""Splits in sequence: each step divides the pieces that the one before left. Lexers do it, all pieces in one call.

What a step does with its matches is Hugging Face's ``SplitDelimiterBehavior``
(``tokenizers/src/tokenizer/normalizer.rs``); `divide_slowly` in the tests is the obvious twin.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..errors import UnsupportedPatternError
from ..spanners import LEXERS, PatternLimits, SpanLexer, build_lexer
from ..spanners.span_lexer import collect_spans
from ..spanners.spans import GAP, SPECIAL, WORD
from ..vocab.pipeline import SplitStep
from .allowance import Allowance

__all__ = ["Origins", "Pieces", "SplitChain", "byte_places", "character_places"]

_SPACE = 0x20
_KINDS = ("regex", "automaton", "vector")

Origins = tuple[np.ndarray, np.ndarray]
"""For each byte, where the stretch of the original text that it stands for begins and ends: int64 (bytes,) each."""


class Pieces(NamedTuple):
    """Concatenated pieces of text: piece i ends at byte ``ends[i]`` of `data`. None is empty."""

    data: np.ndarray
    """uint8 (bytes,)"""
    ends: np.ndarray
    """int64 (pieces,)"""
    kinds: np.ndarray
    """uint8 (pieces,): `WORD` for text, `SPECIAL` for an added token, `GAP` for what was removed."""
    texts: np.ndarray
    """int64 (pieces,): the number of the text to which a piece belongs."""
    origins: Origins | None = None

    @property
    def starts(self) -> np.ndarray:
        """Where each piece begins: int64 (pieces,)."""
        starts = np.zeros_like(self.ends)
        starts[1:] = self.ends[:-1]
        return starts


class SplitChain:
    """The steps of a pre-tokenizer, each with its lexer.

    >>> chain = SplitChain([SplitStep("b", "merged_with_previous"), SplitStep("a")])
    >>> data = np.frombuffer(bytearray(b"aacb"), dtype=np.uint8)
    >>> whole = Pieces(data, np.array([4]), np.array([WORD], dtype=np.uint8), np.array([0]))
    >>> chain.divide(whole).ends.tolist()
    [1, 2, 4]
    """

    def __init__(
        self, steps: Sequence[SplitStep], lexer: str = "auto", limits: PatternLimits | None = None
    ) -> None:
        """lexer: of each step whose pattern it supports, if it is one for any pattern; limits: of their patterns.

        Raises as `build_lexer`.
        """
        kind = lexer if lexer in _KINDS and lexer in LEXERS else "auto"
        self.steps = tuple(steps)
        self._lexers = [_build(step.pattern, kind, limits) if step.pattern else None for step in steps]

    def divide(self, pieces: Pieces, allowance: Allowance | None = None) -> Pieces:
        """The pieces that all steps leave, those that they remove included (as `GAP`).

        Raises `WorkLimitError` beyond the allowance.
        """
        for step, lexer in zip(self.steps, self._lexers, strict=True):
            if allowance is not None:
                allowance.check_time()
            if step.prefix_space:
                pieces = _prefix(pieces)
            if lexer is not None:
                pieces = _divide(pieces, step, lexer)
        return pieces


def _build(pattern: str, kind: str, limits: PatternLimits | None) -> SpanLexer:
    try:
        return build_lexer(pattern, kind, limits=limits)
    except UnsupportedPatternError:
        return build_lexer(pattern, "auto", limits=limits)


def _prefix(pieces: Pieces) -> Pieces:
    """A space before each piece of text that does not begin with one."""
    starts = pieces.starts
    needs = (pieces.kinds == WORD) & (pieces.data[starts] != _SPACE)
    if not needs.any():
        return pieces
    places = starts[needs]
    origins = pieces.origins
    if origins is not None:  # it stands for the character that it is put before
        origins = tuple(np.insert(side, places, side[places]) for side in origins)  # type: ignore[assignment]
    return pieces._replace(
        data=np.insert(pieces.data, places, np.uint8(_SPACE)),
        ends=pieces.ends + np.cumsum(needs),
        origins=origins,
    )


def _divide(pieces: Pieces, step: SplitStep, lexer: SpanLexer) -> Pieces:
    if not len(pieces.ends):
        return pieces
    regions = np.where(pieces.kinds == WORD, WORD, SPECIAL).astype(np.uint8)
    spans = collect_spans(lexer, pieces.data, pieces.ends, regions)
    region = np.searchsorted(pieces.ends, spans.ends)
    is_text = pieces.kinds[region] == WORD
    is_match = (spans.kinds == WORD) != step.invert
    same = np.zeros(len(region), dtype=bool)  # the span before is of the same piece
    same[1:] = (region[1:] == region[:-1]) & is_text[1:]
    before = np.append(False, is_match[:-1])
    if step.behavior == "merged_with_previous":
        joins = same & is_match & ~before
    elif step.behavior == "merged_with_next":
        joins = same & ~is_match & before
    elif step.behavior == "contiguous":
        joins = same & (is_match == before)
    else:
        joins = same & (spans.kinds == GAP) & np.append(False, spans.kinds[:-1] == GAP)
    kinds = pieces.kinds[region]
    if step.behavior == "removed":
        kinds = np.where(is_text & is_match, np.uint8(GAP), kinds)
    kept = np.append(~joins[1:], True)
    return pieces._replace(ends=spans.ends[kept], kinds=kinds[kept], texts=pieces.texts[region][kept])


def character_places(pieces: Pieces, starts: np.ndarray, ends: np.ndarray) -> Origins:
    """What the bytes of the pieces from each of `starts` to each of `ends` stand for, in characters of the text."""
    assert pieces.origins is not None  # the caller asked for them
    return pieces.origins[0][starts], pieces.origins[1][ends - 1]


def byte_places(pieces: Pieces, text: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> Origins:
    """The same in bytes of the text, uint8 (bytes,)."""
    byte_of = np.append(np.flatnonzero((text & 0xC0) != 0x80), len(text))
    first, last = character_places(pieces, starts, ends)
    return byte_of[first], byte_of[last]
