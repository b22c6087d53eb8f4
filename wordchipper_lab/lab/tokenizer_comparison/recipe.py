"""`Recipe`: a tokenizer taken apart into stages, each of which another tokenizer's can replace."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...kernels.tables import NOT_FOUND
from ...vocab.overlap import tokens_in
from ...vocab.pipeline import AddedToken, NormalizerStep, SplitStep
from ...vocab.tables import find_bytes
from .stages import ID_STAGES, Stage

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.unified import UnifiedVocab

__all__ = ["NO_FRAME", "Frame", "Recipe", "exchange", "ids_by_number", "recipe_of", "stages_that_differ"]


class Frame(NamedTuple):
    """Ids that come before and after those of a text."""

    prefix: tuple[int, ...] = ()
    suffix: tuple[int, ...] = ()


NO_FRAME = Frame()


@dataclass(frozen=True, eq=False)
class Recipe:
    """Everything that decides the ids of a text, one field for each of `ID_STAGES`, in their order.

    merging: the vocabulary by whose tables spans are merged. naming: the one that has the ids. They are the same
    object in a tokenizer, and not in a mixture of two.
    """

    normalizer: tuple[NormalizerStep, ...]
    added_tokens: tuple[AddedToken, ...]
    splits: tuple[SplitStep, ...]
    merging: UnifiedVocab
    naming: UnifiedVocab
    frame: Frame = NO_FRAME


_FIELDS: dict[Stage, str] = dict(
    zip(
        ID_STAGES,
        ("normalizer", "added_tokens", "splits", "merging", "naming", "frame"),
        strict=True,
    )
)


def recipe_of(tok: Tokenizer, frame: Frame = NO_FRAME, special: str = "parse") -> Recipe:
    """The stages of one of our tokenizers; special: "text" if special tokens in a text are ordinary text.

    Its lexer counts for the split pattern that it obeys.
    """
    found = tok.pipeline
    added: tuple[AddedToken, ...] = ()
    if special != "text":
        known = {token.text for token in found.added_tokens}
        more = [(text, i) for text, i in tok.vocab.special_tokens.items() if text not in known]
        added = (*found.added_tokens, *(AddedToken(text, i) for text, i in more))
    return Recipe(found.normalizer, added, found.splits, tok.vocab, tok.vocab, frame)


def exchange(a: Recipe, b: Recipe, stages: Iterable[Stage]) -> Recipe:
    """`a` with these stages of `b`."""
    return replace(a, **{_FIELDS[stage]: getattr(b, _FIELDS[stage]) for stage in stages})


def stages_that_differ(a: Recipe, b: Recipe) -> tuple[Stage, ...]:
    """The stages that are not the same in both, whether or not any text shows it."""
    return tuple(stage for stage in ID_STAGES if not _is_same(stage, a, b))


def _is_same(stage: Stage, a: Recipe, b: Recipe) -> bool:
    if stage == "merges":
        return merge_alike(a.merging, b.merging)
    if stage == "vocabulary":
        return all(
            np.array_equal(ids_by_number(merging, a.naming), ids_by_number(merging, b.naming))
            for merging in (a.merging, b.merging)
        )
    return bool(getattr(a, _FIELDS[stage]) == getattr(b, _FIELDS[stage]))


def merge_alike(a: UnifiedVocab, b: UnifiedVocab) -> bool:
    """Whether both make the same tokens, by the same merges in the same order, and look up the same whole spans."""
    if a is b:
        return True
    used = np.flatnonzero(np.diff(a.tables.token_starts.astype(np.int64)))
    there = tokens_in(b.tables, a.tables)[used]
    if len(used) != np.count_nonzero(np.diff(b.tables.token_starts.astype(np.int64))) or (there < 0).any():
        return False
    number = np.zeros(int(used.max(initial=0)) + 1, dtype=np.int64)
    number[used] = there
    here, other = (vocab.tables.splits.reshape(-1, 2) for vocab in (a, b))
    if not np.array_equal(number[here[used]], other[there]):
        return False
    is_merged = here[used, 0] != used
    return bool((np.diff(there[is_merged]) > 0).all())


def ids_by_number(merging: UnifiedVocab, naming: UnifiedVocab) -> np.ndarray:
    """The id in `naming` of each token of `merging`, by its number there: uint32 (n,).

    A token that `naming` does not have keeps its own id: it comes with the merges that make it.
    """
    own = merging.to_ids(np.arange(len(merging.ranked.starts) - 1, dtype=np.uint32))[
        : len(merging.ranked.starts) - 1
    ]
    if naming is merging:
        return own
    there = tokens_in(naming.tables, merging.tables)
    theirs = naming.to_ids(np.arange(len(naming.ranked.starts) - 1, dtype=np.uint32))
    ids = np.where(there >= 0, theirs[there], own).astype(np.uint32)
    for number, data in naming.other_tokens.items():
        found = find_bytes(merging.tables, data)
        if found != NOT_FOUND and there[found] < 0:
            ids[found] = number
    return ids
