"""`run_strategies`: threads x strategy, measured as any other benchmark."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

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
from .benchmark_progress import ProgressCallback
from .corpora import load_corpus
from .plan import choose_names, plan_cases
from .results import BenchmarkRun, Case
from .run_cases import run_cases
from .strategies import STRATEGIES, open_strategy

__all__ = ["plan_strategies", "run_strategies"]

_THREADS = 'a number of threads from 1, several, "all" or "auto"'
_names = either(str, a_text, sequence_of(a_text, "a name or several"))
_several_threads = either(
    (list, tuple, range), sequence_of(whole_number(1), _THREADS), whole_number(1, expected=_THREADS)
)


@checked(
    model=a_text,
    strategies=_names,
    lexers=_names,
    encoder=a_text,
    memo=a_flag,
    threads=either(str, a_text, _several_threads),
    corpus=a_path,
    rounds=whole_number(1),
    progress=optional(a_function),
    stop=optional(instance_of("a threading.Event", threading.Event)),
)
def run_strategies(
    *,
    model: str = "o200k_base",
    strategies: str | Sequence[str] = "all",
    lexers: str | Sequence[str] = "auto",
    encoder: str = "auto",
    memo: bool = True,
    threads: int | str | Sequence[int] = "all",
    corpus: str | os.PathLike[str] = "english",
    rounds: int = 5,
    progress: ProgressCallback | None = None,
    stop: threading.Event | None = None,
) -> BenchmarkRun:
    """Measure the ways of `STRATEGIES` to encode a batch of documents of 5 kB, on 1, 2, 4 ... threads (or processes).

    Contenders are named "own pool + vector" and so on. Their ids are compared with the reference's, and so with
    each other's, before anything is timed. Starting threads and processes is not timed. The other arguments are as in
    `run_benchmark`; reports such as `batch` read the result. Raises `UnknownNameError`.

    >>> run = run_strategies(model="r50k_base", strategies=("own pool", "queue"), threads=2, rounds=1)
    >>> [(found.case.label, found.case.threads, found.exact) for found in run]
    [('own pool + vector', 2, True), ('queue + vector', 2, True)]
    """
    text = load_corpus(corpus)
    cases = plan_strategies(
        model=model,
        strategies=strategies,
        lexers=lexers,
        encoder=encoder,
        memo=memo,
        threads=threads,
        corpus=text.name,
    )
    settings = {"strategies": list(choose_names("strategy", strategies, tuple(STRATEGIES), {}))}
    with ExitStack() as opened:
        open_case = partial(open_strategy, opened=opened)
        return run_cases(
            cases, [text], open_case, rounds=rounds, settings=settings, progress=progress, stop=stop
        )


def plan_strategies(
    *,
    model: str,
    strategies: str | Sequence[str],
    lexers: str | Sequence[str],
    encoder: str,
    memo: bool,
    threads: int | str | Sequence[int],
    corpus: str,
) -> list[Case]:
    """The cases of `run_strategies`. Raises `UnknownNameError`.

    >>> found = plan_strategies(
    ...     model="gpt2", strategies="queue", lexers="all", encoder="auto", memo=True, threads=1, corpus="english"
    ... )
    >>> [case.contender for case in found]
    ['queue + regex', 'queue + automaton', 'queue + logos', 'queue + vector']
    """
    chosen = choose_names("strategy", strategies, tuple(STRATEGIES), {})
    ours = plan_cases(
        models=(model,),
        lexers=lexers,
        encoders=(encoder,),
        memo=(memo,),
        threads=threads,
        corpora=(corpus,),
        modes=("batch",),
        peers=(),
    )
    return [replace(case, contender=f"{name} + {case.lexer}") for case in ours for name in chosen]
