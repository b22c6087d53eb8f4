"""Small vocabularies at random, and merging as slow and obvious as possible, for proofs about merging."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

import pytest

from wordchipper_lab.vocab.merge_ranks import rank_by_merges
from wordchipper_lab.vocab.token_bytes import iterate_tokens
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

    @cached_property
    def tokens(self) -> dict[bytes, int]:
        """What the engine looks up, bytes -> id."""
        return {token: self.vocab.id_of_rank(rank) for rank, token in iterate_tokens(self.vocab.ranked)}

    def encode(self, span: bytes) -> list[int]:
        """The ids of a span: one that is a token as a whole is that token."""
        return [self.tokens[token] for token in ([span] if span in self.tokens else self.merge(span))]


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
    ids: Mapping[bytes, int] | None = None,
) -> Drawn:
    """The vocabulary of a list of merges; ids as given, or in the order in which they are listed first."""
    known = dict(ids or {})
    ids = {bytes([value]): value for value in range(256)}
    for token in (token for left, right in merges for token in (left, right, left + right)):
        if token not in ids:
            ids[token] = known.setdefault(token, 256 + len(known))
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
