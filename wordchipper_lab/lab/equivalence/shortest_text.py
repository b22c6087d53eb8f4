"""The shortest text on which two tokenizers differ in merging: candidates by size, each tried with both."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..reachability import Occurrence
from ..reachability.spans_through import SpansThrough
from .compared_vocabularies import ComparedVocabularies
from .differing_neighbours import DifferingNeighbours

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer

__all__ = ["Tried", "try_neighbours", "try_tokens", "try_whole_spans"]

_MOST_OF_A_SIZE = 2000
_MOST_SEARCHES = 20
_MOST_OF_A_CAUSE = 50
_MOST_TEXTS = 50_000
_MOST_SIZES = 64


@dataclass
class Tried:
    """Texts that were tried with both tokenizers.

    best: the shortest on which they differ. floor: bytes that any text on which they differ has, for all that is known:
    each cause of a difference that was ruled out, or tried, raises it no further than to the texts that it needs.
    tried_below: all texts of fewer bytes have been tried.
    """

    a: Tokenizer
    b: Tokenizer
    best: str | None = None
    floor: int = 1 << 40
    tried_below: int = 0
    answers: dict[str, bool] = field(default_factory=dict)

    @property
    def n_bytes(self) -> int:
        """Bytes of the best text; very many if there is none."""
        return 1 << 40 if self.best is None else len(self.best.encode())

    @property
    def is_shortest(self) -> bool:
        """Whether no shorter text can be one."""
        return self.best is not None and self.n_bytes <= max(self.floor, self.tried_below)

    def differs(self, text: str) -> bool:
        """Try a text; whether the two give different ids."""
        if text not in self.answers:
            self.answers[text] = self.a.encode(text) != self.b.encode(text)
            if self.answers[text] and len(text.encode()) < self.n_bytes:
                self.best = text
        return self.answers[text]


def try_whole_spans(tried: Tried, found: Occurrence, compared: ComparedVocabularies) -> None:
    """Spans that are, as a whole, a token which merging does not make, in one of the two."""
    whole = {
        rules.token_bytes(rank) for rules in (compared.a, compared.b) for rank in rules.only_whole.tolist()
    }
    for span in sorted(whole, key=lambda span: (len(span), span)):
        text = found.automaton.text_of_span(span)
        if text is not None and len(text.encode()) < tried.n_bytes:
            tried.differs(text)
    if not found.automaton.is_exact and whole:
        tried.floor = min(tried.floor, min(map(len, whole)) + 1)


def try_tokens(
    tried: Tried, found: Occurrence, compared: ComparedVocabularies, should_stop: Callable[[], bool]
) -> int:
    """Tokens that occur in `a`, and that `b` does not make or gives another id; returns how many there are."""
    differing = np.flatnonzero(found.occurs & ((compared.made_in_both < 0) | compared.moved))
    sizes = compared.a.sizes[differing]
    for size in np.unique(sizes).tolist():
        if size >= tried.n_bytes or should_stop():
            tried.floor = min(tried.floor, size)
            break
        _try_size(tried, found, size, ((int(token),) for token in differing[sizes == size]))
    return len(differing)


def try_neighbours(
    tried: Tried, found: Occurrence, neighbours: DifferingNeighbours, should_stop: Callable[[], bool]
) -> bool:
    """Pairs of tokens that are stable in `a` only, and meet in some text; returns whether there are any."""
    fewest = neighbours.fewest_bytes(should_stop)
    if fewest is None:
        return False
    sizes = found.rules.sizes
    for size in range(fewest, fewest + _MOST_SIZES):
        if size >= tried.n_bytes or len(tried.answers) > _MOST_TEXTS or should_stop():
            tried.floor = min(tried.floor, size)
            break
        pairs = neighbours.of_at_most(size, _MOST_OF_A_SIZE, should_stop)
        if len(pairs) == _MOST_OF_A_SIZE:
            tried.floor = min(tried.floor, size)
        _try_size(tried, found, size, [pair for pair in pairs if sum(sizes[list(pair)].tolist()) == size])
    else:
        tried.floor = min(tried.floor, fewest + _MOST_SIZES)
    return True


def _try_size(tried: Tried, found: Occurrence, size: int, causes: Iterable[tuple[int, ...]]) -> None:
    """Texts with some neighbouring tokens (of `size` bytes together, ranks in `a`), with nothing around them if
    possible."""
    need_more = []
    for number, tokens in enumerate(causes):
        if number == _MOST_OF_A_SIZE or len(tried.answers) > _MOST_TEXTS:
            tried.floor = min(tried.floor, size)
            break
        text = found.automaton.text_of_span(b"".join(map(found.rules.token_bytes, tokens)))
        if text is not None and tried.differs(text) and len(text.encode()) == size:
            return  # the others of this size cannot be shorter
        need_more.append(tokens)
    for number, tokens in enumerate(need_more):
        if tried.n_bytes <= size + 1:
            break
        if number == _MOST_SEARCHES:
            tried.floor = min(tried.floor, size + 1)
            break
        texts = SpansThrough(found, list(tokens))
        for _, text in zip(range(_MOST_OF_A_CAUSE), texts, strict=False):
            if len(text.encode()) >= tried.n_bytes or tried.differs(text):
                break
        tried.floor = min(tried.floor, texts.floor)
