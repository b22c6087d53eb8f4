"""Small vocabularies at random, and merging as slow and obvious as possible, for proofs about merging."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, product

import pytest

from wordchipper_lab.vocab.merge_ranks import rank_by_merges
from wordchipper_lab.vocab.unified import UnifiedVocab

Pair = tuple[bytes, bytes]


@dataclass(frozen=True)
class Drawn:
    """A vocabulary with listed merges, in any order."""

    vocab: UnifiedVocab
    merges: dict[Pair, int]
    letters: tuple[bytes, ...]

    def merge(self, span: bytes) -> list[bytes]:
        """The definition: the listed pair of the lowest rank first, the leftmost of equal ones."""
        parts = [span[i : i + 1] for i in range(len(span))]
        while True:
            found = [(self.merges[pair], i) for i, pair in enumerate(pairwise(parts)) if pair in self.merges]
            if not found:
                return parts
            _, i = min(found)
            parts[i : i + 2] = [parts[i] + parts[i + 1]]

    def encode(self, span: bytes) -> list[bytes]:
        """What the tokenizer gives: a span that is a token as a whole is that token."""
        return [span] if self.vocab.find_token(span) in self.whole else self.merge(span)

    @property
    def whole(self) -> frozenset[int]:
        n = len(self.vocab.ranked.starts) - 1
        return frozenset(
            self.vocab.id_of_rank(rank)
            for rank in range(n)
            if self.vocab.ranked.starts[rank + 1] > self.vocab.ranked.starts[rank]
        )


def draw(
    rng: random.Random,
    letters: tuple[bytes, ...] = (b"a", b"b"),
    *,
    most: int = 9,
    longest: int = 7,
    pattern: str = r"[\s\S]+",
    whole_spans: bool | None = None,
) -> Drawn:
    """A vocabulary of up to `most` merges; half of them out of merge order."""
    tokens, merges = list(letters), []
    for _ in range(rng.randint(1, most)):
        pair = rng.choice(tokens), rng.choice(tokens)
        if len(pair[0] + pair[1]) <= longest and pair not in merges:
            merges.append(pair)
            if pair[0] + pair[1] not in tokens:
                tokens.append(pair[0] + pair[1])
    if rng.random() < 0.5:
        rng.shuffle(merges)
    return vocabulary(rng, merges, letters, pattern, whole_spans)


def vocabulary(
    rng: random.Random,
    merges: list[Pair],
    letters: tuple[bytes, ...],
    pattern: str = r"[\s\S]+",
    whole_spans: bool | None = None,
) -> Drawn:
    """The vocabulary of a list of merges; ids in the order in which they are listed first."""
    ids = {bytes([value]): value for value in range(256)}
    for left, right in merges:
        for token in (left, right, left + right):
            ids.setdefault(token, len(ids))
    whole = rng.random() < 0.5 if whole_spans is None else whole_spans
    vocab = UnifiedVocab(
        rank_by_merges("drawn", ids, merges, whole_spans=whole), pattern=pattern, name="drawn"
    )
    return Drawn(vocab, {pair: rank for rank, pair in enumerate(merges)}, letters)


def all_texts(characters: str, longest: int) -> list[str]:
    """Every text of up to that many of the characters, the shortest first."""
    return ["".join(text) for k in range(1, longest + 1) for text in product(characters, repeat=k)]


@pytest.fixture(scope="session")
def draw_vocabulary() -> Callable[..., Drawn]:
    return draw


@pytest.fixture(scope="session")
def vocabulary_of() -> Callable[..., Drawn]:
    return vocabulary


@pytest.fixture(scope="session")
def every_short_text() -> Callable[[str, int], list[str]]:
    return all_texts
