"""The ids of the rest of a text with each of many endings, up to the id that reaches the end of the rest.

One batch encodes them all. If the rest is long, what its beginning becomes is found once: the spans that are final
whatever follows (`StretchLexer`), and in an unfinished span the tokens that are (`settle_tokens`); from there on, each
ending is tried with a few bytes before it. An ending that is not UTF-8 cannot be split, so then all of it is one piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .settled_rest import settled_rest

if TYPE_CHECKING:
    from ._tiktoken import CoreBPE

__all__ = ["continue_rest"]

_AT_ONCE = 1 << 24
"""Bytes of texts that are encoded together."""

_LONG_REST = 1 << 12


def continue_rest(core: CoreBPE, rest: bytes, endings: Iterable[bytes]) -> set[tuple[int, ...]]:
    """The ids of `rest` and each ending, up to the one that ends at the end of `rest` or after it."""
    split: list[bytes] = []
    whole: list[bytes] = []
    for ending in endings:
        (split if _is_utf8(ending) else whole).append(ending)
    found: set[tuple[int, ...]] = set()
    for group, is_split in ((split, True), (whole, False)):
        settled = settled_rest(core, rest, is_split) if len(rest) >= _LONG_REST and group else None
        if settled is not None:
            found |= settled.continue_with(group)
            continue
        size = max(1, _AT_ONCE // (len(rest) + 1))
        for i in range(0, len(group), size):
            found |= _encode(core, rest, group[i : i + size], is_split)
    return found


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _encode(core: CoreBPE, rest: bytes, endings: list[bytes], is_split: bool) -> set[tuple[int, ...]]:
    texts = [rest + ending for ending in endings]
    if is_split:
        batch = core.tokenizer.encode_batch_arrays([text.decode() for text in texts], "text", 1)
        tokens, offsets = batch.tokens, batch.offsets
    else:
        tokens, offsets = core.merge_each(texts)
    sizes = core.sizes(tokens)
    ends = np.cumsum(sizes)
    before = np.append(0, ends)[offsets[:-1]]
    stops = np.minimum(np.searchsorted(ends, before + len(rest)) + 1, offsets[1:])
    ids = core.to_ids(tokens).tolist()
    return {tuple(ids[a:b]) for a, b in zip(offsets[:-1].tolist(), stops.tolist(), strict=True)}
