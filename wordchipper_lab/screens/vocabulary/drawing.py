"""A vocabulary as the browser draws it: complete, 2 MB for o200k_base, so that scrolling needs no kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...lab.merge_tree import MergeNode
from ...lab.vocabulary import KINDS, Found, Overlap, TokenDetails, VocabularyIndex
from ..explorer.drawing import pack_numbers

__all__ = ["draw_details", "draw_found", "draw_overlap", "draw_tree", "draw_vocabulary"]

_VALID, _SPECIAL = 1, 2
_MOST_NODES = 600
_MOST_IDS = 60


def draw_vocabulary(index: VocabularyIndex) -> dict[str, Any]:
    """Bytes, lengths, scripts and kinds of all tokens, by place; ids as runs [first, number of ids]."""
    breaks = np.flatnonzero(np.diff(index.ids, prepend=-2) != 1)
    counts = np.diff(breaks, append=len(index))
    flags = index.is_valid * _VALID + index.is_special * _SPECIAL
    return {
        "name": index.name,
        "max_token": index.max_token,
        "id_runs": np.stack([index.ids[breaks], counts], axis=1).tolist(),
        "data": index.data[: index.starts[-1]].tobytes(),
        "starts": pack_numbers(index.starts),
        "scripts": index.scripts.tobytes(),
        "kinds": index.kinds.tobytes(),
        "flags": flags.astype(np.uint8).tobytes(),
        "script_names": list(index.script_names),
        "kind_names": list(KINDS),
    }


def draw_found(index: VocabularyIndex, found: Found) -> dict[str, Any]:
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


def draw_overlap(index: VocabularyIndex, overlap: Overlap) -> dict[str, Any]:
    """Counts, and for each place the other vocabulary's id of that token plus one, 0 for none."""
    others = np.zeros(len(index), dtype=np.uint32)
    others[np.searchsorted(index.ids, overlap.same_id)] = overlap.same_id + 1
    others[np.searchsorted(index.ids, overlap.moved)] = overlap.moved_to + 1
    return overlap.to_json() | {"others": pack_numbers(others)}


def draw_tree(tree: MergeNode) -> dict[str, Any] | None:
    """The tree as numbers, or ``None`` if it is too large to read."""
    drawn = tree.to_json()
    return drawn | {"token": tree.token} if len(drawn["nodes"]) <= _MOST_NODES else None


def draw_details(vocabulary: str, details: TokenDetails) -> dict[str, Any]:
    """What the kernel knows about one token and the browser does not."""
    return details.to_json(most=_MOST_IDS) | {"vocabulary": vocabulary, "tree": draw_tree(details.tree)}
