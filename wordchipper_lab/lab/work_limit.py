"""The sweeps are quadratic in the length of a span, so a screen refuses a text that would keep it busy for
minutes."""

from __future__ import annotations

import numpy as np

from ..arguments import a_text, checked
from ..encoders.registry import find_encoder
from ..errors import WorkLimitError
from ..spanners import WORD
from ..tokenizer import Special, Tokenizer
from ..tokenizer_arguments import a_special, a_tokenizer

__all__ = ["MOST_SWEEP_STEPS", "check_work", "sweep_steps"]

MOST_SWEEP_STEPS = 200_000_000
"""0.2 to 0.6 s of work: one span of 20,000 bytes, or 80 MB of English in spans of 5."""


@checked(tok=a_tokenizer, text=a_text, special=a_special)
def sweep_steps(tok: Tokenizer, text: str, special: Special = "parse") -> int:
    """Upper bound of the pairs that a sweep examines in `text`: half the square of each word's bytes, added
    up.

    >>> import wordchipper_lab as wl
    >>> sweep_steps(wl.Tokenizer.from_pretrained("o200k_base"), "hello world")
    30
    """
    spans = tok.spans(text, special)
    sizes = np.diff(spans.ends, prepend=0)[spans.kinds == WORD]
    return int((sizes * sizes // 2).sum())


@checked(tok=a_tokenizer, text=a_text, special=a_special)
def check_work(tok: Tokenizer, text: str, special: Special = "parse") -> None:
    """Raise `WorkLimitError` if the tokenizer's encoder is a sweep and `text` has spans too long for it."""
    if not find_encoder(tok.encoder).is_quadratic:
        return
    steps = sweep_steps(tok, text, special)
    if steps > MOST_SWEEP_STEPS:
        raise WorkLimitError(
            f"{tok.encoder} is quadratic in the length of a span: this text would take {steps:,} steps, but "
            f"a screen allows up to {MOST_SWEEP_STEPS:,}; choose priority_merge or bpe_backtrack, or a text "
            "with shorter spans"
        )
