"""Measure what a table of the paper shows, on this machine."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack

from ...arguments import (
    a_flag,
    a_function,
    a_path,
    a_text,
    checked,
    either,
    instance_of,
    optional,
    sequence_of,
    whole_number,
)
from ..benchmark.benchmark_progress import ProgressCallback
from ..benchmark.contenders import Contender, LoadedPeers, open_contender
from ..benchmark.corpora import Corpus, load_corpus
from ..benchmark.peers import installed_peers
from ..benchmark.plan import plan_cases
from ..benchmark.results import BenchmarkRun, Case
from ..benchmark.run_cases import run_cases
from ..benchmark.run_strategies import plan_strategies
from ..benchmark.strategies import open_strategy, strategy_of
from ..reports.selection import distinct
from .here import RETENTION_CORPORA
from .tables import PaperTable, paper_table

__all__ = ["measure_table", "plan_table"]

_THREADS = 'a number of threads from 1, several, "all" or "auto"'
_several_threads = either(
    (list, tuple, range), sequence_of(whole_number(1), _THREADS), whole_number(1, expected=_THREADS)
)


@checked(
    threads=either(str, a_text, _several_threads),
    corpus=a_path,
    peers=a_flag,
    rounds=whole_number(1),
    progress=optional(a_function),
    stop=optional(instance_of("a threading.Event", threading.Event)),
)
def measure_table(
    number: int,
    *,
    threads: int | str | Sequence[int] = "all",
    corpus: str | os.PathLike[str] = "english",
    peers: bool = True,
    rounds: int = 5,
    progress: ProgressCallback | None = None,
    stop: threading.Event | None = None,
) -> BenchmarkRun:
    """A run of exactly what the paper's table `number` shows, as far as it can be measured here.

    Documents of 5 kB from `corpus` by 1, 2, 4 ... threads, with the memo of spans off, as the paper's engine has none;
    for table 3, the texts "english" and "diverse" on one thread. peers: also the packages of the table that are
    installed. The rest is as in `run_benchmark`. Raises `ArgumentError` for a table that there is not.

    >>> from wordchipper_lab.lab.paper import side_by_side
    >>> run = measure_table(8, threads=1, peers=False, rounds=1)
    >>> len(run.measurements), run.finished
    (5, True)
    """
    table = paper_table(number)
    texts = [load_corpus(name) for name in (RETENTION_CORPORA if table.kind == "retention" else (corpus,))]
    cases = plan_table(table, texts, threads, peers=peers)
    with ExitStack() as opened:
        return run_cases(
            cases,
            texts,
            _opener(opened),
            rounds=rounds,
            settings={"paper_table": number},
            progress=progress,
            stop=stop,
        )


def plan_table(
    table: PaperTable, texts: Sequence[Corpus], threads: int | str | Sequence[int], *, peers: bool = True
) -> list[Case]:
    """The cases of a table: for every row that has a counterpart here.

    >>> english = load_corpus("english")
    >>> [case.label for case in plan_table(paper_table(4), [english], 1, peers=False)][-2:]
    ['regex + tail_sweep', 'vector + bpe_backtrack + memo']
    """
    installed = installed_peers()
    named = [row.peer for row in table.rows if row.peer in installed] if peers else []
    retention = table.kind == "retention"
    common = {
        "models": table.models,
        "corpora": [text.name for text in texts],
        "modes": ("encode_array" if retention else "batch",),
        "threads": 1 if retention else threads,
    }
    lexers = distinct(row.lexer for row in table.rows if row.lexer)
    encoders = distinct(row.encoder for row in table.rows if row.encoder)
    cases: list[Case] = []
    if encoders:
        cases += plan_cases(**common, lexers=lexers, encoders=encoders, memo=(False,), peers=named)
    else:
        cases += plan_strategies(
            model=table.models[0],
            strategies=distinct(row.strategy for row in table.rows if row.strategy),
            lexers=lexers,
            encoder="auto",
            memo=False,
            threads=threads,
            corpus=texts[0].name,
        )
        cases += plan_cases(**common, lexers=(), peers=named)
    if table.kind == "throughput":
        cases += plan_cases(**common, peers=())  # the default
    return cases


def _opener(opened: ExitStack) -> Callable[[Case], Contender]:
    find_peer = LoadedPeers()

    def open_case(case: Case) -> Contender:
        return open_strategy(case, opened) if strategy_of(case) else open_contender(case, find_peer)

    return open_case
