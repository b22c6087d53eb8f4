"""Text that no contender has seen: the documents of a corpus, of which each contender gets each once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from ...text.text_bytes import encode_text
from .corpora import Corpus, documents
from .modes import BATCH_MODES
from .results import Case
from .workload import BATCH_BYTES, DOCUMENT_BYTES, SMALL_SIZES, cut_text

__all__ = [
    "LEAST_BYTES",
    "MOST_BYTES",
    "REGIMES",
    "NewText",
    "make_new_text",
    "new_documents",
    "plan_new_text",
]

REGIMES = ("new", "warm")
""" "new": each contender sees each document once, and the same documents once more for a second figure. "warm": all
rounds are on the same text, so that a contender that remembers spans has seen them."""

LEAST_BYTES = 1_000_000
"""A smaller corpus is over in milliseconds, so it has no figure for new text."""

MOST_BYTES = 12_000_000
"""Most bytes of new text, including the warm-up."""

WARM_UP = 0.25
"""The first of the text, as a share, is not timed: it fills caches that any use has filled after a moment."""

SLICE_BYTES = 100_000
SLICE_DOCUMENTS = 20
"""A contender encodes this much, whichever is less, before the next one takes its turn."""

_SEED = 20260101


@dataclass(frozen=True)
class NewText:
    """Documents in slices: those for the warm-up, then those of each round. For a batch, a slice is one call."""

    warm_up: list[list[str]]
    rounds: list[list[list[str]]]


def new_documents(corpus: Corpus) -> list[str]:
    """The documents of `corpus`, each different one once, in an order that is always the same but no other order,
    up to `MOST_BYTES`; none if the corpus repeats its own text.

    In random order every round has a bit of everything. A corpus without its own documents is cut into
    documents of 5 kB.

    >>> sorted(new_documents(Corpus("x", "a b a", "here", ("a", "b", "a"))))
    ['a', 'b']
    """
    if corpus.repeats:
        return []
    found = list(dict.fromkeys(documents(corpus, DOCUMENT_BYTES)))
    random.Random(_SEED).shuffle(found)
    totals = accumulate(map(_size, found))
    return [text for text, total in zip(found, totals, strict=True) if total <= MOST_BYTES]


def make_new_text(texts: Sequence[str], mode: str, rounds: int, threads: int = 1) -> NewText | None:
    """The documents `texts` in slices for `mode`; ``None`` if they are fewer than `LEAST_BYTES`, or too few for
    so many rounds. threads: the most that any contender uses.

    >>> new = make_new_text(["a" * 25_000] * 100, "encode", 5)
    >>> len(new.warm_up), [len(slices) for slices in new.rounds], len(new.rounds[0][0])
    (7, [4, 4, 3, 4, 3], 4)
    """
    n_bytes = sum(map(_size, texts))
    if n_bytes < LEAST_BYTES:
        return None
    if mode == "batch_small":
        texts = [piece for text in texts for piece in cut_text(text, SMALL_SIZES)]
    is_batch = mode in BATCH_MODES
    size = min(BATCH_BYTES * threads if is_batch else SLICE_BYTES, n_bytes // (2 * rounds))
    slices = list(_cut(texts, size, len(texts) if is_batch else SLICE_DOCUMENTS))
    ends = accumulate(sum(map(_size, each)) for each in slices)
    n_warm_up = 1 + sum(end < WARM_UP * n_bytes for end in ends)
    timed = slices[n_warm_up:]
    if len(timed) < rounds:
        return None
    bounds = [-(-number * len(timed) // rounds) for number in range(rounds + 1)]
    return NewText(slices[:n_warm_up], [timed[a:b] for a, b in pairwise(bounds)])


def plan_new_text(
    cases: Iterable[Case], corpora: Iterable[Corpus], rounds: int, most_threads: int
) -> dict[tuple[str, str], NewText]:
    """(corpus, mode) -> its new text, for the modes of `cases`; a corpus without new text is missing."""
    found = {}
    for corpus in corpora:
        texts = new_documents(corpus)
        for mode in dict.fromkeys(case.mode for case in cases if case.corpus == corpus.name):
            if (new := make_new_text(texts, mode, rounds, most_threads)) is not None:
                found[corpus.name, mode] = new
    return found


def _cut(texts: Sequence[str], n_bytes: int, n_texts: int) -> Iterable[list[str]]:
    taken: list[str] = []
    size = 0
    for text in texts:
        taken.append(text)
        size += _size(text)
        if size >= n_bytes or len(taken) == n_texts:
            yield taken
            taken, size = [], 0
    if taken:
        yield taken


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(encode_text(text))
