"""One text under several vocabularies: where do their token boundaries differ?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import a_text, checked, several
from ..tokenizer_arguments import a_special, a_tokenizer
from .exploration import Exploration, explore

if TYPE_CHECKING:
    from ..tokenizer import Special, Tokenizer

__all__ = ["ComparedVocabulary", "Comparison", "compare"]


@dataclass(frozen=True, eq=False)
class ComparedVocabulary:
    """One row of a comparison.

    ``own_boundaries`` are the byte offsets (int64, ascending) at which this vocabulary cuts and at least one
    other does not.
    """

    exploration: Exploration
    own_boundaries: np.ndarray


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several vocabularies on one text; ``shared_boundaries`` (bytes, int64) are the places where all of them
    cut."""

    rows: list[ComparedVocabulary]
    shared_boundaries: np.ndarray


@checked(toks=several(a_tokenizer, "several Tokenizers"), text=a_text, special=a_special)
def compare(toks: Iterable[Tokenizer], text: str, special: Special = "parse") -> Comparison:
    """Encode `text` with every tokenizer and sort the boundaries into shared ones and others.

    >>> import wordchipper_lab as wl
    >>> toks = [wl.Tokenizer.from_pretrained(name) for name in ("r50k_base", "o200k_base")]
    >>> compare(toks, "don't").rows[0].own_boundaries.tolist()
    [3]
    """
    explorations = [explore(tok, text, special) for tok in toks]
    boundaries = [_boundaries(exploration) for exploration in explorations]
    shared: np.ndarray | None = None
    for ends in boundaries:
        shared = ends if shared is None else np.intersect1d(shared, ends, assume_unique=True)
    if shared is None:
        shared = np.empty(0, dtype=np.int64)
    rows = [
        ComparedVocabulary(exploration, np.setdiff1d(ends, shared))
        for exploration, ends in zip(explorations, boundaries, strict=True)
    ]
    return Comparison(rows, shared)


def _boundaries(exploration: Exploration) -> np.ndarray:
    """Where tokens end in the text, each place once."""
    changes = exploration.changes
    return exploration.token_ends if changes is None else np.unique(changes.token_ends)
