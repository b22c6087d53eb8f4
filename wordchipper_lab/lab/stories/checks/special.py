"""Special tokens: which of them a text holds, and what each policy makes of it."""

from __future__ import annotations

from ...policies import count_policies
from .registry import check, tokenizer

__all__ = ["count_special_in", "is_refused"]


@check
def count_special_in(text: str, model: str = "o200k_base") -> int:
    """How many special tokens a text holds where they are parsed."""
    return sum(count_policies(tokenizer(model), text).specials.values())


@check
def is_refused(text: str, model: str = "o200k_base") -> bool:
    """Whether the policy "error" refuses a text."""
    return count_policies(tokenizer(model), text).error is None
