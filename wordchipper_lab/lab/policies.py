"""The effect of each special-token policy on a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import a_text, checked
from ..spanners.spans import SPECIAL
from ..text.text_bytes import encode_text
from ..tokenizer_arguments import a_tokenizer
from .work_limit import check_work

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer

__all__ = ["PolicyCounts", "count_policies"]


@dataclass(frozen=True)
class PolicyCounts:
    """Token counts of one text under each policy; ``error`` is None if that policy refuses the text.

    ``specials`` maps each special token found to the number of times it occurs, in order of appearance.
    """

    parse: int
    text: int
    error: int | None
    specials: dict[str, int]


@checked(tok=a_tokenizer, text=a_text)
def count_policies(tok: Tokenizer, text: str) -> PolicyCounts:
    """Count the tokens of `text` under ``special="parse"``, ``"text"`` and ``"error"``.

    Raises `WorkLimitError` if a quadratic encoder would take minutes.

    >>> import wordchipper_lab as wl
    >>> count_policies(wl.Tokenizer.from_pretrained("r50k_base"), "a<|endoftext|>")
    PolicyCounts(parse=2, text=8, error=None, specials={'<|endoftext|>': 1})
    """
    check_work(tok, text, special="text")
    parsed = tok.encode_with_spans(text, special="parse")
    n_parsed = len(parsed.tokens)
    found = np.flatnonzero(parsed.span_kinds == SPECIAL)
    if not len(found):
        return PolicyCounts(n_parsed, n_parsed, n_parsed, {})
    data, ends = encode_text(text), parsed.span_ends
    specials: dict[str, int] = {}
    for span in found.tolist():
        token = data[int(ends[span - 1]) if span else 0 : int(ends[span])].decode()
        specials[token] = specials.get(token, 0) + 1
    return PolicyCounts(n_parsed, len(tok.encode_array(text, special="text")), None, specials)
