"""What training goes on from, if not from bytes: the tokens of a vocabulary, by id, and how it makes them of spans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..errors import TrainingError
from ..spanners import TextSpanner
from .fast import SpanCounter
from .options import TrainingOptions
from .span_counts import SpanCounts
from .symbol_counts import SymbolCounts

__all__ = ["Start"]


@dataclass(frozen=True, eq=False)
class Start:
    """A vocabulary whose merges stay; new ones join its tokens, and get the ids after its largest.

    tokens: the bytes of each id, ``b""`` for an id without a token. n_tokens: how many have one. spanner: divides
    texts as the vocabulary's tokenizer does, with all special tokens, also the new ones. encode: span counts to the
    ids of all spans, int32, and where those of each end, int64. fingerprint: of everything, for checkpoints. counter:
    what counts spans, by the spanner and a number of threads.
    """

    name: str
    pattern: str
    tokens: tuple[bytes, ...] = field(repr=False)
    n_tokens: int
    spanner: TextSpanner = field(repr=False)
    encode: Callable[[SpanCounts], tuple[np.ndarray, np.ndarray]] = field(repr=False)
    fingerprint: str
    counter: Callable[[TextSpanner, int | None], SpanCounter] = field(default=SpanCounter, repr=False)

    def check(self, options: TrainingOptions) -> None:
        """Raise `TrainingError` for options that do not go with it."""
        least = self.n_tokens + len(options.special_tokens)
        if options.vocab_size < least:
            new = f" and {len(options.special_tokens)} new special tokens" if options.special_tokens else ""
            raise TrainingError(
                f"vocab_size is {options.vocab_size:,}: expected at least {least:,}, for the {self.n_tokens:,} tokens "
                f"of {self.name}{new}"
            )
        if options.byte_order != "value":
            raise TrainingError(
                f"byte_order is {options.byte_order!r}, but the bytes have their ids in {self.name} already: leave it "
                "out"
            )

    def symbols(self, counts: SpanCounts) -> SymbolCounts:
        """The input of a trainer: each span as the ids that it has now."""
        symbols, ends = self.encode(counts)
        return SymbolCounts(symbols, ends, counts.counts, self.tokens, self.n_tokens)
