"""The stages of a tokenizer that can make a difference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, get_args

__all__ = ["ID_STAGES", "STAGES", "Stage", "in_order"]

Stage = Literal[
    "normalizer",
    "special tokens",
    "split pattern",
    "merges",
    "vocabulary",
    "post-processor",
    "decoding",
]
"""normalizer: what is done to characters before anything is split. special tokens: which added tokens there are, with
their options and ids. split pattern: where the text is divided into spans. merges: into which bytes a span is
divided. vocabulary: the ids of these bytes. post-processor: ids put before and after those of the text. decoding: ids
back to text."""

STAGES: tuple[Stage, ...] = get_args(Stage)

ID_STAGES: tuple[Stage, ...] = STAGES[:-1]
"""Those that make ids."""


def in_order(stages: Iterable[Stage]) -> tuple[Stage, ...]:
    """Each of `stages` once, in the order of `STAGES`.

    >>> in_order(["merges", "normalizer", "merges"])
    ('normalizer', 'merges')
    """
    given = set(stages)
    return tuple(stage for stage in STAGES if stage in given)
