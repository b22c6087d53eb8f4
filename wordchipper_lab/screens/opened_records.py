"""What a page learns about a tokenizer that it opened."""

from __future__ import annotations

from typing import TypedDict

__all__ = ["OpenedRecord", "PatternRecord"]


class OpenedRecord(TypedDict):
    """``name`` selects it; ``tokens`` are ranked ones; ``word`` is its lexer on the Divergence screen, or
    ``why_no_word`` says why it has none there; ``lexers`` and ``encoders`` suit it, the best first."""

    name: str
    tokens: int
    special: int
    word: str | None
    why_no_word: str | None
    lexers: list[str]
    encoders: list[str]


class PatternRecord(TypedDict):
    """A question: which of the ``patterns`` splits the text for the vocabulary in ``file``, which has none."""

    file: str
    patterns: list[str]
    suggested: str
    why: str
