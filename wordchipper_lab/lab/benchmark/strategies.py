"""Ways to encode many texts at once with the same engine: what the way itself costs.

The paper compares its own pool with Python's thread pool (tables 8 to 11), and describes how it hands out its
resources: fixed slots, chosen by a hash, which may collide. Each strategy here is a context manager that starts its
threads or processes, and yields a call: texts in, the ids of each text out, always the same ids.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from ...errors import UnknownNameError
from ...thread_pool import map_over_threads
from ...tokenizer import Tokenizer
from .contenders import Contender
from .results import Case

__all__ = ["STRATEGIES", "StrategyCall", "open_strategy", "slot_of", "strategy_of"]

StrategyCall = Callable[[list[str]], Sequence[np.ndarray]]
"""Texts to the ids of each, uint32 (n,)."""

_CHUNKS_A_PROCESS = 4


@contextmanager
def own_pool(tok: Tokenizer, num_threads: int) -> Iterator[StrategyCall]:
    """The tokenizer's own batch call: each thread receives a run of texts, and encodes it in one kernel call.

    Shows what is left when Python takes part once for each run of texts, and not once for each text.

    >>> tok = Tokenizer.from_pretrained("r50k_base")
    >>> with own_pool(tok, 2) as call:
    ...     [ids.tolist() for ids in call(["hello", " world"])]
    [[31373], [995]]
    """
    yield lambda texts: tok.encode_batch_arrays(texts, "text", num_threads)  # type: ignore[return-value]


@contextmanager
def thread_pool(tok: Tokenizer, num_threads: int) -> Iterator[StrategyCall]:
    """Python's ``ThreadPoolExecutor``, one task for each text.

    Shows the cost of the GIL: encoding releases it, but tasks, results and calls need it, some 20 us for each text.
    """
    with ThreadPoolExecutor(num_threads) as pool:
        yield lambda texts: list(pool.map(partial(tok.encode_array, special="text"), texts))


@contextmanager
def processes(tok: Tokenizer, num_threads: int) -> Iterator[StrategyCall]:
    """Python's ``ProcessPoolExecutor``, a few tasks for each of `num_threads` processes.

    Shows the cost of copying: texts and ids travel between processes, and each of them holds the tables once more.
    The processes are started anew, because a fork of a process with threads may inherit their locks.
    """
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(num_threads, context, initializer=_keep_tokenizer, initargs=(tok,)) as pool:

        def call(texts: list[str]) -> list[np.ndarray]:
            chunk = ceil(len(texts) / (num_threads * _CHUNKS_A_PROCESS))
            return list(pool.map(_encode_kept, texts, chunksize=max(1, chunk)))

        yield call


@contextmanager
def queue(tok: Tokenizer, num_threads: int) -> Iterator[StrategyCall]:
    """A shared queue of single texts: a thread that is done takes the next one, as the own pool does with its runs.

    Shows how well work is balanced that is handed out late: no thread waits while there is a text left.
    """
    encode = partial(tok.encode_array, special="text")
    yield lambda texts: map_over_threads(encode, texts, num_threads)


@contextmanager
def hashed_slots(tok: Tokenizer, num_threads: int) -> Iterator[StrategyCall]:
    """Fixed slots: a text belongs to the thread that a hash of its index names (see `slot_of`).

    Shows what balance is lost when work is handed out early: the call takes as long as the fullest slot, however
    early the others are done. The same chance decides where callers' threads share slots by a hash.
    """
    with ExitStack() as threads:
        slots = [threads.enter_context(ThreadPoolExecutor(1)) for _ in range(num_threads)]

        def encode_all(texts: list[str], indices: list[int]) -> list[np.ndarray]:
            return [tok.encode_array(texts[index], "text") for index in indices]

        def call(texts: list[str]) -> list[np.ndarray]:
            shares: list[list[int]] = [[] for _ in slots]
            for index in range(len(texts)):
                shares[slot_of(index, num_threads)].append(index)
            begun = [slot.submit(encode_all, texts, share) for slot, share in zip(slots, shares, strict=True)]
            found: list[Any] = [None] * len(texts)
            for share, part in zip(shares, begun, strict=True):
                for index, ids in zip(share, part.result(), strict=True):
                    found[index] = ids
            return found

        yield call


def slot_of(index: int, num_slots: int) -> int:
    """The slot of a text: chance decides, the same in every process.

    >>> [slot_of(index, 2) for index in range(12)]
    [0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 0]
    """
    return hash((index,)) % num_slots  # a number's own hash is the number; a tuple's is mixed


STRATEGIES: dict[str, Callable[[Tokenizer, int], AbstractContextManager[StrategyCall]]] = {
    "own pool": own_pool,
    "thread pool": thread_pool,
    "processes": processes,
    "queue": queue,
    "hashed slots": hashed_slots,
}
"""By the names that tables and charts give them."""


def strategy_of(case: Case) -> str:
    """The strategy of a case that `run_strategies` measured, whose contender is "STRATEGY + LEXER"; else empty.

    >>> strategy_of(Case("queue + logos", "o200k_base", "logos", "tail_sweep", False, 2, "english", "batch"))
    'queue'
    """
    name = case.contender.partition(" + ")[0]
    return name if name in STRATEGIES else ""


def open_strategy(case: Case, opened: ExitStack) -> Contender:
    """Load the tokenizer of `case`, and start its strategy, which ends with `opened`.

    Raises `UnknownNameError` for a contender that is no strategy.
    """
    name = strategy_of(case)
    if not name:
        raise UnknownNameError("strategy", case.contender, STRATEGIES)
    tok = Tokenizer.from_pretrained(case.model, case.lexer, case.encoder, case.threads, memo=case.memo)
    return Contender(opened.enter_context(STRATEGIES[name](tok, case.threads)), _as_lists, tok)


def _as_lists(batch: Iterable[np.ndarray]) -> list[list[int]]:
    return [ids.tolist() for ids in batch]


_kept: list[Tokenizer] = []


def _keep_tokenizer(tok: Tokenizer) -> None:
    _kept[:] = [tok]


def _encode_kept(text: str) -> np.ndarray:
    return _kept[0].encode_array(text, "text")
