"""Search in a vocabulary: by text, regular expression, bytes or id; filtered and sorted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import an_array, checked, optional
from ...tokenizer_arguments import a_vocabulary
from .index import KINDS, VocabularyIndex, index_vocabulary
from .matching import match_bytes
from .query import Query, parse_ranges
from .regex_matching import match_pattern

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.unified import UnifiedVocab

__all__ = ["Found", "search_vocabulary"]


@dataclass(frozen=True, eq=False)
class Found:
    """The tokens found by a `Query`.

    ``ids`` is uint32 (n,), in the requested order; ``seconds`` is the time taken (without building the
    index), ``n_tokens`` the number of tokens in the vocabulary, including special ones.
    """

    query: Query
    vocabulary: str
    ids: np.ndarray
    seconds: float
    n_tokens: int

    def __len__(self) -> int:
        return len(self.ids)

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers, strings and lists."""
        return {
            "vocabulary": self.vocabulary,
            "query": self.query.to_json(),
            "found": len(self.ids),
            "of": self.n_tokens,
            "ids": self.ids.tolist(),
        }


@checked(vocab=a_vocabulary, among=optional(an_array("iu")))
def search_vocabulary(
    vocab: UnifiedVocab | Tokenizer,
    query: str | Query = "",
    *,
    among: np.ndarray | None = None,
    **options: Any,
) -> Found:
    """Find tokens; `options` are the fields of `Query`. 1 to 25 ms in o200k_base, 60 to 150 ms by regex.

    among: ids (integers) to search in, for example a part of an `Overlap`; by default all.
    A regular expression that repeats a group, or has more than four choices, takes 0.4 s (see
    regex_matching.py); one that would take more than 2 s raises `WorkLimitError`. Raises `InputError` for bad
    hex or a bad id, `PatternSyntaxError` with the position, `UnknownNameError` for an unknown option.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> search_vocabulary(load_vocab("r50k_base"), " world", match="starts").ids[:3].tolist()
    [995, 8688, 11621]
    """
    asked = query if isinstance(query, Query) else Query(query, **options)
    asked.check()
    index = index_vocabulary(vocab)
    _prepare(index, asked)
    began = time.perf_counter()
    places = _filter(index, asked, among)
    places = _match(index, asked, places)
    ids = index.ids[_sort(index, asked, places)]
    return Found(asked, index.name, ids, time.perf_counter() - began, len(index))


def _prepare(index: VocabularyIndex, query: Query) -> None:
    """Let the index compute what the query needs, which takes time only once."""
    if query.by == "regex" and query.text:
        _ = index.texts
    if query.ignore_case and query.by == "text":
        _ = index.folded
    if query.kind or query.script or query.utf8 != "any":
        _ = index.scripts
    if query.sort == "characters" or query.min_characters or query.max_characters:
        _ = index.n_characters


def _filter(index: VocabularyIndex, query: Query, among: np.ndarray | None) -> np.ndarray:
    """Places of the tokens that pass all filters: int64, ascending."""
    keep = np.ones(len(index), dtype=np.bool_)
    if among is not None:
        keep &= np.isin(index.ids, among)
    if query.utf8 != "any":
        keep &= index.is_valid == (query.utf8 == "whole")
    if query.special != "any":
        kept = {"special": index.is_special, "never": index.is_never}
        keep &= kept.get(query.special, ~(index.is_special | index.is_never))
    if query.space != "any":
        keep &= (index.data[index.starts[:-1]] == ord(" ")) == (query.space == "with")
    if query.kind:
        keep &= index.kinds == KINDS.index(query.kind)
    if query.script:
        keep &= index.scripts == index.script_names.index(query.script)
    for name, sizes in (("bytes", "sizes"), ("characters", "n_characters")):
        least, most = getattr(query, f"min_{name}"), getattr(query, f"max_{name}")
        if least > 0:
            keep &= getattr(index, sizes) >= least
        if most > 0:
            keep &= getattr(index, sizes) <= most
    return np.flatnonzero(keep)


def _match(index: VocabularyIndex, query: Query, places: np.ndarray) -> np.ndarray:
    if not query.text:
        return places
    if query.by == "regex":
        return match_pattern(index.texts, places, query.text, ignore_case=query.ignore_case)
    if query.by == "id":
        ids = index.ids[places]
        wanted = np.zeros(len(ids), dtype=np.bool_)
        for first, last in parse_ranges(query.text):
            wanted |= (ids >= first) & (ids <= last)
        return places[wanted]
    if query.by == "text" and query.ignore_case:
        found = match_bytes(*index.folded, Query(query.text.casefold()).bytes, query.match)
    else:
        found = match_bytes(index.data, index.starts, query.bytes, query.match)
    is_found = np.zeros(len(index), dtype=np.bool_)
    is_found[found] = True
    return places[is_found[places]]


def _sort(index: VocabularyIndex, query: Query, places: np.ndarray) -> np.ndarray:
    if query.sort == "id":
        return places[::-1] if query.descending else places
    if query.sort == "rank":
        ranks = index.ranks[places]
        order = np.argsort(
            np.where(ranks < 0, np.iinfo(np.int64).max, -ranks if query.descending else ranks), kind="stable"
        )
        return places[order]
    lengths = (index.sizes if query.sort == "bytes" else index.n_characters)[places].astype(np.int32)
    return places[np.argsort(-lengths if query.descending else lengths, kind="stable")]
