"""Which stage makes two tokenizers differ on a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...pipeline.normalize import normalize
from ...spanners.spans import SPECIAL
from .results import Cause
from .stages import pipeline_of

if TYPE_CHECKING:
    from ...encoders import Encoding
    from ...tokenizer import Tokenizer

__all__ = ["cause_of", "tokens_of"]


def cause_of(a: Tokenizer, b: Tokenizer, text: str) -> Cause:
    """The first stage after which the two differ.

    >>> from wordchipper_lab import Tokenizer
    >>> r50k, cl100k = (Tokenizer.from_pretrained(name) for name in ("r50k_base", "cl100k_base"))
    >>> cause_of(r50k, cl100k, " 1"), cause_of(r50k, cl100k, "the")
    ('split pattern', 'vocabulary')
    """
    one, other = a.encode_with_spans(text), b.encode_with_spans(text)
    if _special(one) != _special(other):
        return "special tokens"
    here, there = (normalize(text, pipeline_of(tok).normalizer).text for tok in (a, b))
    if here != there:
        return "normalizer"
    if _rows(one) != _rows(other):
        return "split pattern"
    if one.tokens.tolist() == other.tokens.tolist():
        return "post-processor"
    same = one.token_ends.tolist() == other.token_ends.tolist()
    return "vocabulary" if same else "merges"


def tokens_of(tok: Tokenizer, ids: list[int]) -> tuple[bytes, ...]:
    """The bytes of each id."""
    return tuple(map(tok.id_to_bytes, ids))


def _rows(encoding: Encoding) -> tuple[list[int], list[int]]:
    return encoding.span_ends.tolist(), encoding.span_kinds.tolist()


def _special(encoding: Encoding) -> list[tuple[int, int]]:
    ends, kinds = _rows(encoding)
    return [
        (start, end) for start, end, kind in zip([0, *ends], ends, kinds, strict=False) if kind == SPECIAL
    ]
