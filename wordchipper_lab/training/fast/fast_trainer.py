"""`FastTrainer`: the trainer to use, a compiled version of what the others explain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise

import numpy as np

from ...arguments import check_number
from ...kernels.trace import Trace, new_trace
from ..options import TrainingOptions
from ..symbol_counts import SymbolCounts
from ..trainer import MOST_TOKEN_BYTES, Merge, Observer, Pair, Trainer, too_many_token_bytes
from .changes import MOST_EVENTS, changes_of
from .compact import compact
from .pair_heap import count_stale, settle
from .register_pairs import REGISTERED, TABLE_FULL, register_pairs
from .train_kernel import (
    BYTES,
    LOWER,
    NONE_LEFT,
    PAIRS,
    find_pair,
    train,
    train_forced,
    write_sequences,
)  # fmt: skip
from .trainer_arrays import (
    MINIMUM,
    N_HEAP,
    N_PAIRS,
    N_POSTINGS,
    N_TOKENS,
    NEEDED,
    STATUS,
    THRESHOLD,
    new_trainer_arrays,
    with_pairs,
    with_tokens,
)

__all__ = ["FastTrainer"]

# 8 MB each of Python code / 500 languages / docstrings to 32,000 tokens, one quiet core, milliseconds:
# counting spans 34 / 52 / 32 (span_counter.py), registering the first pairs 7 / 36 / 6, merging 23 / 142 /
# 29, and 11 for the lists of Python objects. Before the kernels included their helpers, merging took 40 / 233
# / 51 (passing 22 arrays to a function costs more than most of them do), and without prefetching a quarter
# more on the 500 languages.

_FIRST_SLOTS = 1 << 16
_TOP_SHARE = 5
_LOWERED_BY = 8
_AT_ONCE = 1 << 14

_as_merge = partial(tuple.__new__, Merge)
"""`Merge._make` without its Python code: half the time of adding 32,000 merges."""


class FastTrainer(Trainer):
    """Merges in compiled code, without the GIL: positions that never move, postings, a lazy heap
    (`trainer_arrays`).

    With N symbols in the distinct spans and m merges, everything together costs O(N log N). Each merged
    occurrence is visited once and leaves one token fewer, so there are at most N of them. A merge costs its
    occurrences (including those withdrawn before), the new pairs among their neighbours, and some levels of
    the heap.

    >>> from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions
    >>> corpus = SymbolCounts.from_spans(SpanCounts.from_mapping({b"low": 5, b"lower": 2}))
    >>> [merge[:4] for merge in FastTrainer(corpus, TrainingOptions(258))]
    [(108, 111, 256, 7), (256, 119, 257, 7)]
    """

    name = "fast"

    def __init__(
        self, corpus: SymbolCounts, options: TrainingOptions, *, observer: Observer | None = None
    ) -> None:
        super().__init__(corpus, options, observer=observer)
        self._n_tokens = corpus.n_symbols
        first = replace(corpus, alphabet=tuple(self.tokens))  # kernels number merges after these
        self._arrays = new_trainer_arrays(first, options, self.n_merges)
        # The last pair of m merges is about as frequent as the first one divided by m; rarer pairs are not
        # tracked yet.
        self._register_pairs(divisor=max(1, _TOP_SHARE * self.n_merges))

    # -- the trainer interface ---------------------------------------------------------------------------

    def best_pair(self) -> tuple[Pair, int] | None:
        """See `Trainer.best_pair`."""
        while True:
            arrays = self._arrays
            pair = settle(arrays)
            count = int(arrays.counts[pair]) if pair >= 0 else 0
            if count >= max(1, arrays.numbers[THRESHOLD]):
                return (int(arrays.lefts[pair]), int(arrays.rights[pair])), count
            if arrays.numbers[THRESHOLD] <= arrays.numbers[MINIMUM]:
                return None
            self._lower_threshold()

    def apply(self, pair: Pair, token: int) -> tuple[int, int]:
        """See `Trainer.apply`; `token` must be the next id."""
        row = np.array([[*pair, token, 0, 0, 0]])
        number = find_pair(self._arrays, *pair) if self.observer is not None else -1
        trace = self._new_trace(number)
        self._run(row, trace, forced=True)
        if trace is not None:
            for change in changes_of(trace.rows(), token):
                self.observer(change)  # type: ignore[misc]  # a trace is there because an observer is
        self._n_tokens -= int(row[0, 4])
        return int(row[0, 4]), int(row[0, 5])

    def pair_counts(self) -> dict[Pair, int]:
        """See `Trainer.pair_counts`: counted from the current tokens, O(N log N)."""
        tokens, ends = self._sequences()
        spans = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
        inside = spans[1:] == spans[:-1]
        keys = (tokens[:-1].astype(np.int64) << 32 | tokens[1:])[inside]
        found, pair_of = np.unique(keys, return_inverse=True)
        counts = np.zeros(len(found), dtype=np.int64)
        np.add.at(counts, pair_of, self.corpus.counts[spans[1:][inside]])
        lefts, rights = (found >> 32).tolist(), (found & 0xFFFFFFFF).tolist()
        return dict(zip(zip(lefts, rights, strict=True), counts.tolist(), strict=True))

    def sequences(self) -> list[list[int]]:
        """See `Trainer.sequences`."""
        tokens, ends = self._sequences()
        listed, bounds = tokens.tolist(), [0, *ends.tolist()]
        return [listed[start:end] for start, end in pairwise(bounds)]

    # -- faster versions ----------------------------------------------------------------------------

    def step(self) -> Merge | None:
        """See `Trainer.step`."""
        return next(iter(self.steps(1)), None)

    def steps(self, most: int) -> list[Merge]:
        """See `Trainer.steps`: one kernel call, which does not hold the GIL."""
        most = check_number("most", most)
        if most == 1 and self.observer is not None:
            merge = super().step()
            return [merge] if merge else []
        if self.observer is not None:
            return super().steps(most)
        made: list[Merge] = []
        while len(made) < most and not self._is_full():
            rows = np.zeros(
                (min(most - len(made), self.n_merges - len(self.merges), _AT_ONCE), 6), dtype=np.int64
            )
            n = self._run(rows, None, forced=False)
            made += self._enter(rows[:n])
            if n < len(rows):
                self.stopped = self._why_none()
        return made

    def replay(self, merges: Iterable[Merge]) -> None:
        """See `Trainer.replay`: as fast as `steps` for the merges that it would make itself."""
        if self.observer is not None:
            super().replay(merges)
            return
        merges = iter(merges)
        while part := list(islice(merges, _AT_ONCE)):
            rows = np.array(part, dtype=np.int64).reshape(-1, 6)
            frequencies = rows[:, 3].copy()
            self._run(rows, None, forced=True)
            rows[:, 3] = frequencies
            self._enter(rows)

    @property
    def n_tokens(self) -> int:
        """Current number of tokens in the corpus."""
        return self._n_tokens

    # -- for the screens ------------------------------------------------------------------------------

    @property
    def n_pairs(self) -> int:
        """Number of tracked pairs, including those that no longer occur."""
        return int(self._arrays.numbers[N_PAIRS])

    @property
    def heap_live(self) -> int:
        """Entries of the heap that are up to date."""
        return int(self._arrays.numbers[N_HEAP]) - self.heap_stale

    @property
    def heap_stale(self) -> int:
        """Entries of the heap whose pair now occurs less often."""
        return int(count_stale(self._arrays))

    @property
    def n_bytes(self) -> int:
        """Number of bytes of memory used by the trainer's arrays."""
        arrays, numbers = self._arrays, self._arrays.numbers
        positions = arrays.places.nbytes + arrays.span_of.nbytes
        pairs = sum(getattr(arrays, name).itemsize for name in ("lefts", "rights", "counts", "begins")) + 8
        return int(positions + 4 * numbers[N_POSTINGS] + pairs * numbers[N_PAIRS] + 24 * numbers[N_HEAP])

    # -- internals
    # --------------------------------------------------------------------------------------------

    def _run(self, rows: np.ndarray, trace: Trace | None, *, forced: bool) -> int:
        """Write merges into `rows`, giving the kernel the room it requests; returns how many were made."""
        kernel = train_forced if forced else train
        if forced:
            self._reserve_tokens(len(rows))
        made = 0
        while True:
            made += int(kernel(self._arrays, rows[made:].reshape(-1), trace))
            status = self._arrays.numbers[STATUS]
            if made == len(rows) or status == NONE_LEFT:
                return made
            if status == LOWER:
                self._lower_threshold()
            elif status == BYTES:
                if len(self._arrays.token_bytes) > MOST_TOKEN_BYTES:
                    raise too_many_token_bytes(int(self._arrays.numbers[N_TOKENS]))
                longer = np.empty(2 * len(self._arrays.token_bytes), dtype=np.uint8)
                longer[: len(self._arrays.token_bytes)] = self._arrays.token_bytes
                self._arrays = self._arrays._replace(token_bytes=longer)
            else:
                compact(self._arrays)
                if status == PAIRS:
                    self._reserve_pairs()

    def _reserve_pairs(self) -> None:
        # Half of the room stays free, so that the next growth is as far away as this one was.
        needed = 2 * int(self._arrays.numbers[N_PAIRS] + self._arrays.numbers[NEEDED])
        if needed > len(self._arrays.lefts):
            self._arrays = with_pairs(self._arrays, needed)

    def _reserve_tokens(self, more: int) -> None:
        needed = int(self._arrays.numbers[N_TOKENS]) + more
        if needed > len(self._arrays.lengths):
            self._arrays = with_tokens(self._arrays, needed)

    def _lower_threshold(self) -> None:
        numbers = self._arrays.numbers
        numbers[THRESHOLD] = max(numbers[THRESHOLD] // _LOWERED_BY, numbers[MINIMUM])
        compact(self._arrays)
        self._register_pairs(divisor=0)

    def _register_pairs(self, divisor: int) -> None:
        slots = _FIRST_SLOTS
        while True:
            status = register_pairs(self._arrays, np.zeros(4 * slots, dtype=np.int64), divisor)
            if status == REGISTERED:
                return
            if status == TABLE_FULL:
                slots *= 4
            else:
                self._arrays = with_pairs(self._arrays, 2 * int(status))

    def _enter(self, rows: np.ndarray) -> list[Merge]:
        columns = rows.T.tolist()
        merges: list[Merge] = list(map(_as_merge, zip(*columns, strict=True)))
        for left, right in zip(columns[0], columns[1], strict=True):
            self._add_token(left, right)
        self.merges += merges
        self._n_tokens -= int(rows[:, 4].sum())
        return merges

    def _new_trace(self, pair: int) -> Trace | None:
        if self.observer is None:
            return None
        n_postings = int(self._arrays.n_postings[pair]) if pair >= 0 else len(self._arrays.log)
        return new_trace(MOST_EVENTS * n_postings)

    def _sequences(self) -> tuple[np.ndarray, np.ndarray]:
        tokens = np.empty(len(self.corpus.symbols), dtype=np.int32)
        ends = np.empty(len(self.corpus.ends), dtype=np.int64)
        n = write_sequences(self._arrays, tokens, ends)
        return tokens[:n], ends
