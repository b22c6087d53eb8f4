"""A vocabulary as the browser draws it: complete, 1.2 MB for o200k_base, so that scrolling needs no kernel."""

from __future__ import annotations

import zlib
from typing import cast

import numpy as np

from ...lab.merge_tree import MergeNode
from ...lab.vocabulary import KINDS, Found, Overlap, TokenDetails, VocabularyIndex, VocabularyStatistics
from ...lab.vocabulary.family import TokenFamily
from ..explorer.drawing import pack_numbers
from .records import (
    DetailsRecord,
    FoundRecord,
    OverlapRecord,
    StatisticsRecord,
    TreeRecord,
    VocabularyRecord,
)

__all__ = [
    "draw_details",
    "draw_found",
    "draw_overlap",
    "draw_statistics",
    "draw_tree",
    "draw_vocabulary",
    "read_ids",
]

_VALID, _SPECIAL, _NEVER = 1, 2, 4
_LEVEL = 3  # level 6 takes three times as long for 2 % less
_MOST_NODES = 600
_MOST_IDS = 60


def draw_vocabulary(index: VocabularyIndex) -> VocabularyRecord:
    """Bytes, lengths, scripts and kinds of all tokens, by place, packed (0.1 s for o200k_base); ids as runs."""
    breaks = np.flatnonzero(np.diff(index.ids, prepend=-2) != 1)
    counts = np.diff(breaks, append=len(index))
    flags = index.is_valid * _VALID + index.is_special * _SPECIAL + index.is_never * _NEVER
    flags = flags.astype(np.uint8)
    sizes = np.diff(index.starts).astype("<u4").view(np.uint8).reshape(-1, 4).T
    columns = (*sizes, index.scripts, index.kinds, flags, index.data[: index.starts[-1]])
    ranks: dict[str, bytes] = {} if index.has_ids_as_ranks else {"ranks": pack_numbers(index.ranks + 1)}
    drawn = {
        "name": index.name,
        "max_token": index.max_token,
        "run_firsts": pack_numbers(index.ids[breaks]),
        "run_lengths": pack_numbers(counts),
        "packed": zlib.compress(b"".join(column.tobytes() for column in columns), _LEVEL),
        "script_names": list(index.script_names),
        "kind_names": list(KINDS),
    }
    return cast(VocabularyRecord, drawn | ranks)


def read_ids(drawn: VocabularyRecord) -> np.ndarray:
    """The ids of all tokens (int64), as the browser reads them."""
    columns = drawn["run_firsts"], drawn["run_lengths"]
    firsts, lengths = (np.frombuffer(column, dtype="<u4").astype(np.int64) for column in columns)
    begins = np.cumsum(lengths) - lengths
    ids: np.ndarray = np.arange(lengths.sum()) + np.repeat(firsts - begins, lengths)
    return ids


def draw_found(index: VocabularyIndex, found: Found) -> FoundRecord:
    """Places in the order found; if all tokens are listed by id, ``all`` says so instead."""
    is_all = len(found) == len(index) and np.array_equal(found.ids, index.ids)
    places = np.searchsorted(index.ids, found.ids)
    return {
        "vocabulary": index.name,
        "all": is_all,
        "places": b"" if is_all else pack_numbers(places),
        "count": len(found),
        "of": found.n_tokens,
        "milliseconds": found.seconds * 1000,
    }


def draw_statistics(statistics: VocabularyStatistics) -> StatisticsRecord:
    """All counts."""
    specials = [{"text": text, "id": token} for text, token in statistics.special_tokens]
    return cast(StatisticsRecord, statistics.to_json() | {"special_tokens": specials})


def draw_overlap(index: VocabularyIndex, overlap: Overlap, model: str, compare: str) -> OverlapRecord:
    """Counts, and for each place the other vocabulary's id of that token plus one, 0 for none.

    `model` and `compare` are the names that the vocabularies were asked for by.
    """
    others = np.zeros(len(index), dtype=np.uint32)
    others[np.searchsorted(index.ids, overlap.same_id)] = overlap.same_id + 1
    others[np.searchsorted(index.ids, overlap.moved)] = overlap.moved_to + 1
    asked = {"model": model, "compare": compare}
    return cast(OverlapRecord, overlap.to_json() | {"others": pack_numbers(others), "asked": asked})


def draw_tree(tree: MergeNode) -> TreeRecord | None:
    """The tree in columns, or ``None`` if it is too large to read."""
    nodes = list(tree)
    if len(nodes) > _MOST_NODES:
        return None
    place = {id(node): at for at, node in enumerate(nodes)}
    return {
        "token": tree.token,
        "bytes": tree.data.hex(),
        "nodes": {
            "token": [node.token for node in nodes],
            "start": [node.start for node in nodes],
            "end": [node.end for node in nodes],
            "left": [place.get(id(node.left), -1) for node in nodes],
            "right": [place.get(id(node.right), -1) for node in nodes],
        },
    }


def draw_details(vocabulary: str, details: TokenDetails, family: TokenFamily) -> DetailsRecord:
    """What the kernel knows about one token and the browser does not."""
    pair = {"left": details.pair[0], "right": details.pair[1]} if details.pair else None
    drawn = {"vocabulary": vocabulary, "tree": draw_tree(details.tree), "pair": pair}
    kin = {"family": [member.to_json() for member in family.members], "why": family.why}
    return cast(DetailsRecord, details.to_json(most=_MOST_IDS) | drawn | kin | {"why_branch": family.branch})
