"""A recipe put together: the compiled engine with these stages, whosever they are.

Tokens have the numbers that the engine gives them until all is merged, and only then ids. So stages of two
tokenizers fit together even if their ids do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...errors import WordchipperLabError
from ...pipeline.split_of import ANY_TEXT
from ...pipeline.stages import Stages
from ...spanners.gaps import words_pattern
from ...tokenizer import Tokenizer
from ...vocab.formats.pre_tokenizer import one_pattern
from ...vocab.pipeline import Pipeline
from ...vocab.tables import BuiltTables
from ...vocab.unified import UnifiedVocab
from .recipe import Recipe, ids_by_number
from .rows import Rows, pack_rows

if TYPE_CHECKING:
    from ...pipeline.located import Located

__all__ = ["Assembly", "Workshop"]

_MEMO_BYTES = 1 << 22
_MOST_KEPT = 64


@dataclass(frozen=True, eq=False)
class Assembly:
    """A recipe that encodes."""

    recipe: Recipe
    tok: Tokenizer
    """Its ids are the engine's numbers."""
    ids: np.ndarray
    """uint32 (n,): number -> id."""

    def encode(self, texts: Sequence[str]) -> Rows:
        """Ids of each text."""
        prefix, suffix = self.recipe.frame
        if len(texts) == 1:  # without the work for a batch
            ids = self.ids[self.tok.encode_array(texts[0])]
            return pack_rows([[*prefix, *ids.tolist(), *suffix]])
        batch = self.tok.encode_batch_arrays(texts)
        core = self.ids[batch.tokens].astype(np.int64)
        if not prefix and not suffix:
            return Rows(core, batch.offsets)
        more = len(prefix) + len(suffix)
        offsets = batch.offsets + more * np.arange(len(texts) + 1)
        ids = np.empty(len(core) + more * len(texts), dtype=np.int64)
        is_core = np.ones(len(ids), dtype=bool)
        for place, token in enumerate(prefix):
            ids[offsets[:-1] + place] = token
            is_core[offsets[:-1] + place] = False
        for place, token in enumerate(reversed(suffix)):
            ids[offsets[1:] - 1 - place] = token
            is_core[offsets[1:] - 1 - place] = False
        ids[is_core] = core
        return Rows(ids, offsets)

    def locate(self, text: str) -> Located:
        """The engine's numbers with their places in the text (see `Tokenizer.locate`)."""
        return self.tok.locate(text)

    @property
    def n_ranked(self) -> int:
        """The first number that stands for an added token."""
        return len(self.recipe.merging.ranked.starts) - 1

    @cached_property
    def stages(self) -> Stages:
        """What is done before merging."""
        return Stages(self.tok.pipeline)


class Workshop:
    """Puts recipes together, and keeps what it made: parts that are equal are built once."""

    def __init__(self) -> None:
        self._made: dict[object, Tokenizer] = {}
        self._ids: dict[object, np.ndarray] = {}

    def assemble(self, recipe: Recipe) -> Assembly:
        """The engine for a recipe."""
        key = (recipe.normalizer, recipe.added_tokens, recipe.splits, id(recipe.merging))
        if key not in self._made:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            self._made[key] = _build(recipe)
        return Assembly(recipe, self._made[key], self._ids_of(recipe))

    def try_to_encode(self, recipe: Recipe, texts: Sequence[str]) -> Rows | None:
        """Ids of each text; None if these stages do not go together (a normalizer that leaves nothing of an added
        token)."""
        try:
            return self.assemble(recipe).encode(texts)
        except WordchipperLabError:
            return None

    def _ids_of(self, recipe: Recipe) -> np.ndarray:
        key = (recipe.added_tokens, id(recipe.merging), id(recipe.naming))
        if key not in self._ids:
            if len(self._ids) >= _MOST_KEPT:
                self._ids.clear()
            added = list(_added_numbers(recipe))
            ids = ids_by_number(recipe.merging, recipe.naming)
            self._ids[key] = np.append(ids, np.array(added, dtype=np.uint32))
        return self._ids[key]


def _added_numbers(recipe: Recipe) -> dict[int, int]:
    """The engine's number for each id of an added token."""
    first = len(recipe.merging.ranked.starts) - 1
    return {
        i: first + place for place, i in enumerate(dict.fromkeys(token.id for token in recipe.added_tokens))
    }


def _build(recipe: Recipe) -> Tokenizer:
    number = _added_numbers(recipe)
    added = tuple(replace(token, id=number[token.id]) for token in recipe.added_tokens)
    split = one_pattern(recipe.splits)
    merging = recipe.merging
    vocab = UnifiedVocab(
        merging.ranked,
        pattern=words_pattern(merging.name, split.pattern, split.keeps_gaps) if split else ANY_TEXT,
        special_tokens={token.text: token.id for token in added},
        name=merging.name,
        built=BuiltTables(merging.tables, merging.is_merge_ordered, 0),
        pipeline=Pipeline(recipe.normalizer, added, recipe.splits),
    )
    return Tokenizer(vocab, memo_bytes=_MEMO_BYTES)
