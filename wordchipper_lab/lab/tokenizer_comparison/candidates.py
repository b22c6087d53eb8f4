"""Usual stages to try in a known tokenizer, where the other one says nothing of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property

import numpy as np

from ...errors import WordchipperLabError
from ...vocab.merge_ranks import RankedTokens, rank_by_merges
from ...vocab.open_patterns import OPEN_PATTERNS
from ...vocab.patterns import PATTERN_MODELS, PATTERNS
from ...vocab.pipeline import NormalizerStep, SplitStep
from ...vocab.token_bytes import TokenBytes, iterate_tokens, pack_tokens_by_id
from ...vocab.unified import UnifiedVocab
from .recipe import Recipe
from .stages import Stage

__all__ = ["NORMALIZERS", "SPLITS", "Candidates"]

NORMALIZERS: dict[str, tuple[NormalizerStep, ...]] = {
    "no normalizer": (),
    **{kind: (NormalizerStep(kind),) for kind in ("NFC", "NFKC", "NFD", "NFKD", "Lowercase")},
    "NFC and Lowercase": (NormalizerStep("NFC"), NormalizerStep("Lowercase")),
    "Strip": (NormalizerStep("Strip"),),
    "a space before the text": (NormalizerStep("Prepend", content=" "),),
}

SPLITS: dict[str, tuple[SplitStep, ...]] = {
    **{
        f"the split pattern of {name}": (SplitStep(PATTERNS[name], "removed", True),)
        for name in PATTERN_MODELS
    },
    **{
        f"the split pattern of {name}": (SplitStep(pattern, "removed", True),)
        for name, pattern in OPEN_PATTERNS.items()
    },
    "no split": (),
}


class Candidates:
    """Variants of a recipe with one stage from these lists, in the order of the stages."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe

    def __iter__(self) -> Iterator[tuple[Stage, str, Recipe]]:
        """The stage, what is in its place, and the recipe."""
        base = self._recipe
        for name, steps in NORMALIZERS.items():
            yield "normalizer", name, replace(base, normalizer=steps)
        if base.added_tokens:
            yield "special tokens", "no special tokens", replace(base, added_tokens=())
            spread = tuple(replace(token, lstrip=True, rstrip=True) for token in base.added_tokens)
            strict = tuple(
                replace(token, lstrip=False, rstrip=False, single_word=False) for token in base.added_tokens
            )
            yield (
                "special tokens",
                "white space around special tokens taken",
                replace(base, added_tokens=spread),
            )
            yield (
                "special tokens",
                "no white space around special tokens taken",
                replace(base, added_tokens=strict),
            )
        for name, splits in SPLITS.items():
            yield "split pattern", name, replace(base, splits=splits)
        for name, merging in self._mergings.items():
            yield "merges", name, replace(base, merging=merging)

    @cached_property
    def _mergings(self) -> dict[str, UnifiedVocab]:
        """Other readings of the same vocabulary, where it lists its merges."""
        vocab = self._recipe.merging
        if vocab.listed is None:
            return {}
        ids = {data: vocab.id_of_rank(number) for number, data in iterate_tokens(vocab.ranked)}
        every = ids | {data: i for i, data in vocab.other_tokens.items()}
        merges = vocab.merges
        readings: dict[str, Callable[[], TokenBytes | RankedTokens]] = {
            "merges in the order of ids": lambda: pack_tokens_by_id(every)
        }
        if vocab.other_tokens:
            readings["whole spans looked up"] = lambda: rank_by_merges("", every, merges, whole_spans=True)
        if _has_unmerged(vocab):
            readings["whole spans not looked up"] = lambda: rank_by_merges("", every, merges)
        made = {}
        for name, read in readings.items():
            try:
                made[name] = UnifiedVocab(read(), pattern=vocab.pattern, name=vocab.name)
            except WordchipperLabError:  # such a reading is not possible here
                continue
        return made


def _has_unmerged(vocab: UnifiedVocab) -> bool:
    """Whether there are tokens that merging never makes, but a whole span is."""
    sizes = np.diff(vocab.tables.token_starts.astype(np.int64))
    return bool(((sizes > 1) & (vocab.tables.splits[::2] == np.arange(len(sizes)))).any())
