"""`Trainer`: what all generations have in common. A trainer makes one merge per step, so it can be watched
and paused."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, NamedTuple

from ..arguments import check_number, instance_of, several
from ..errors import TrainingError
from .options import TrainingOptions
from .symbol_counts import SymbolCounts

__all__ = ["MOST_TOKEN_BYTES", "Change", "Merge", "Observer", "Pair", "Trainer", "too_many_token_bytes"]

MOST_TOKEN_BYTES = 1 << 30
"""Of all tokens together: in a text without spaces, each token may be the previous one plus a letter, without
end."""

Pair = tuple[int, int]


class Merge(NamedTuple):
    """One merge, in ids. `frequency` and `merged` count occurrences in the corpus, weighted by the spans' counts."""

    left: int
    right: int
    token: int
    """The id of the pair's token: that of the previous merge, plus one. The first has the id after the alphabet, or
    after the special tokens (`SPECIAL_IDS`)."""
    frequency: int
    """How often the pair occurred when it won (in ``aaa``, ``(a, a)`` occurs twice)."""
    merged: int
    """How many tokens fewer the corpus has now (in ``aaa``, one)."""
    affected: int
    """Number of distinct spans that contained the pair."""


class Change(NamedTuple):
    """One change that a merge made to a trainer's data, as passed to an observer."""

    kind: str
    """"withdraw" (a pair of an affected span loses counts), "rewrite" (the span's tokens change),
    "register"."""
    span: int
    """Number of the distinct span."""
    pair: Pair
    """The pair whose count changes; the merged pair for "rewrite"."""
    weight: int
    """By how much: the span's count, negative for "withdraw"; for "rewrite" the number of occurrences
    merged."""


Observer = Callable[[Change], None]


class Trainer(ABC):
    """Learns merges from counted symbols: the most frequent pair repeatedly becomes a token.

    corpus: what to learn from. options: see `TrainingOptions`. observer: called with each `Change`, in
    generations that make such changes. A subclass defines how the best pair is found and merged.
    """

    name: ClassVar[str]
    """Its name in `TRAINERS`."""

    def __init__(
        self, corpus: SymbolCounts, options: TrainingOptions, *, observer: Observer | None = None
    ) -> None:
        self.corpus, self.options, self.observer = corpus, options, observer
        self.n_merges = options.n_merges(corpus.n_before)
        self.tokens: list[bytes] = options.first_tokens(corpus.alphabet)
        """The bytes of each id: the alphabet, special tokens that come before the merges, merged tokens."""
        self._n_token_bytes = sum(map(len, self.tokens))
        self.merges: list[Merge] = []
        """All merges so far."""
        self.stopped = ""
        """Why no further merge can be made; empty while one can."""

    # -- the trainer interface ---------------------------------------------------------------------------

    @abstractmethod
    def best_pair(self) -> tuple[Pair, int] | None:
        """The pair to be merged next and its frequency; None if no pair is allowed. Changes nothing."""

    @abstractmethod
    def apply(self, pair: Pair, token: int) -> tuple[int, int]:
        """Merge all occurrences of `pair` into `token`; returns how many (weighted), and the number of
        affected spans."""

    @abstractmethod
    def pair_counts(self) -> dict[Pair, int]:
        """How often each pair occurs now; pairs that no longer occur are absent."""

    @abstractmethod
    def sequences(self) -> list[list[int]]:
        """The current tokens of each distinct span."""

    # -- common to all --------------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """Make one merge; None (and `stopped` says why) if none is possible."""
        if self._is_full():
            return None
        best = self.best_pair()
        if best is None:
            self.stopped = self._why_none()
            return None
        return self._merge(*best)

    def steps(self, most: int) -> list[Merge]:
        """Make up to `most` merges; fewer only if training ends."""
        most = check_number("most", most)
        made: list[Merge] = []
        while len(made) < most and (merge := self.step()) is not None:
            made.append(merge)
        return made

    def __iter__(self) -> Iterator[Merge]:
        """Merge after merge, until training ends."""
        while (merge := self.step()) is not None:
            yield merge

    def replay(self, merges: Iterable[Merge]) -> None:
        """Make merges known from an earlier run, without searching for the best pair."""
        for merge in several(instance_of("a Merge", Merge), "several Merges")("merges", merges):
            self._merge((merge.left, merge.right), merge.frequency)

    def _merge(self, pair: Pair, frequency: int) -> Merge:
        token = len(self.tokens)
        self._add_token(*pair)
        merged, affected = self.apply(pair, token)
        self.merges.append(Merge(*pair, token, frequency, merged, affected))
        return self.merges[-1]

    def _add_token(self, left: int, right: int) -> None:
        token = self.tokens[left] + self.tokens[right]
        self._n_token_bytes += len(token)
        if self._n_token_bytes > MOST_TOKEN_BYTES:
            raise too_many_token_bytes(len(self.tokens))
        self.tokens.append(token)

    def _is_full(self) -> bool:
        if not self.stopped and len(self.merges) >= self.n_merges:
            self.stopped = f"the vocabulary has its {self.options.vocab_size:,} tokens"
        return bool(self.stopped)

    def _why_none(self) -> str:
        made = f"after {len(self.merges):,} of {self.n_merges:,} merges"
        options = self.options
        limits = []
        if options.min_frequency > 1:
            limits.append(f"occurs {options.min_frequency:,} times")
        if options.max_token_length is not None:
            limits.append(f"makes a token of at most {options.max_token_length:,} bytes")
        if not limits or not self.pair_counts():
            return f"no pair is left {made}: every span is one token"
        return f"no pair is left that {' and '.join(limits)}, {made}"

    def is_allowed(self, pair: Pair) -> bool:
        """Whether the pair's token is not too long."""
        longest = self.options.max_token_length
        return longest is None or len(self.tokens[pair[0]]) + len(self.tokens[pair[1]]) <= longest

    @property
    def n_tokens(self) -> int:
        """Current number of tokens in the corpus."""
        return self.corpus.n_symbols - sum(merge.merged for merge in self.merges)


def too_many_token_bytes(n_tokens: int) -> TrainingError:
    """The error for tokens that grow without end."""
    return TrainingError(
        f"{n_tokens:,} tokens have more than {MOST_TOKEN_BYTES:,} bytes in total, because spans are very "
        "long: set max_token_length, or a greater min_frequency"
    )
