"""`run_benchmark`: the whole cross product, measured fairly, saved to a file, stopped and resumed at any
time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from typing import Any, cast
from zlib import crc32

import numpy as np

from ...arguments import (
    a_flag,
    a_function,
    a_path,
    a_text,
    checked,
    either,
    instance_of,
    one_of,
    optional,
    sequence_of,
    whole_number,
)
from ...errors import InputError
from .benchmark_progress import ProgressCallback, Stopped
from .contenders import Contender, LoadedPeers, open_contender, open_own
from .corpora import Corpus, load_corpus
from .new_text import REGIMES, plan_new_text
from .own_tokenizer import OwnTokenizer, OwnTokenizers, check_own
from .plan import plan_cases
from .results import OURS, BenchmarkRun, Case
from .session import Session
from .store import RunStore
from .this_machine import describe_machine

__all__ = ["run_benchmark"]


_THREADS = 'a number of threads from 1, several, "all" or "auto"'
_several_threads = either(
    Iterable, sequence_of(whole_number(1), _THREADS), whole_number(1, expected=_THREADS)
)
_threads = either(str, a_text, _several_threads)
_names = either(str, a_text, sequence_of(a_text, "a name or several"))


@checked(
    models=_names,
    lexers=_names,
    encoders=_names,
    memo=either((bool, np.bool_), a_flag, sequence_of(a_flag, "True, False, or both in a list")),
    threads=_threads,
    corpora=either((str, PathLike), a_path, sequence_of(a_path, "names or paths")),
    modes=_names,
    peers=_names,
    rounds=whole_number(1),
    latency=a_flag,
    memory=a_flag,
    resume=optional(a_path),
    progress=optional(a_function),
    stop=optional(instance_of("a threading.Event", threading.Event)),
    open_case=optional(a_function),
    own=optional(check_own),
    column=optional(a_text),
    regime=one_of("regime", REGIMES),
    growth=a_flag,
)
def run_benchmark(
    *,
    models: str | Sequence[str] = ("o200k_base",),
    lexers: str | Sequence[str] = ("auto",),
    encoders: str | Sequence[str] = ("bpe_backtrack",),
    memo: bool | Sequence[bool] = (True,),
    threads: int | str | Sequence[int] = (1,),
    corpora: str | PathLike[str] | Sequence[str | PathLike[str]] = ("english",),
    modes: str | Sequence[str] = ("encode_array",),
    peers: str | Sequence[str] = "installed",
    rounds: int = 5,
    latency: bool = False,
    memory: bool = False,
    resume: str | PathLike[str] | None = None,
    progress: ProgressCallback | None = None,
    stop: threading.Event | None = None,
    open_case: Callable[[Case], Contender] | None = None,
    own: Mapping[str, OwnTokenizer | Callable[[str], Any]] | None = None,
    column: str | None = None,
    regime: str = "new",
    growth: bool = True,
) -> BenchmarkRun:
    """Measure the cross product of the axes (see `plan_cases` and `MODES`) on this machine.

    Contenders of one model, corpus and mode take turns, and their results are compared with tiktoken's.
    regime: "new" measures text that no contender has seen. Each sees each document of a corpus once, about 100 kB
    before the next one takes its turn; the first quarter only warms up, the rest is ``rounds`` rounds, and a
    second pass over the same documents gives the figure for text that was seen before (``warm_seconds``). That
    needs a corpus of 1 MB that does not repeat itself; up to 12 MB of it are used. A smaller one, and each one
    with "warm", is measured on the same text in all rounds; what remembers spans has seen it, and
    ``Measurement.regime`` says so. growth: also the memory that encoding a corpus once adds, if it is
    new, each contender in a separate process.
    latency: also percentiles by prompt length. memory: also seconds to import and memory, each in a separate
    process. resume: a JSON file that is kept up to date, and resumed if it exists. progress: called after every step,
    in this thread.
    stop: once it is set, the results so far are returned, with ``finished`` False.

    own: your own tokenizers by name, each a function from a text to its ids, or an `OwnTokenizer` that says whose
    ids they are. One that fails keeps its error as a problem, and the others continue. They take no part in
    ``memory``, and a run is resumed only with the same names.
    open_case: makes the timed function from a case, for all other changes.
    column: of corpora that are Parquet or JSON Lines files (see `load_corpus`).

    Texts are encoded with special tokens as text, each time in a new string: none finds a string's UTF-8 that an
    earlier call left in it (see `fresh_copy`). Raises `UnknownNameError`, and `InputError` for a corpus that is
    not text or a file of another run.

    >>> run = run_benchmark(models="r50k_base", modes="count", peers=(), rounds=2)
    >>> run.finished, len(run.measurements[0].seconds), run.measurements[0].exact
    (True, 2, True)
    """
    texts = [load_corpus(c, column) for c in ([corpora] if isinstance(corpora, str | PathLike) else corpora)]
    names = [corpus.name for corpus in texts]
    if len(set(names)) < len(names):
        raise InputError(
            f"corpora are told apart by their names, but these are {', '.join(names)}: rename a file"
        )
    named = cast(OwnTokenizers, own or {})  # checked above
    cases = plan_cases(
        models=models,
        lexers=lexers,
        encoders=encoders,
        memo=memo,
        threads=threads,
        corpora=names,
        modes=modes,
        peers=peers,
        own=named,
    )
    most_threads = max((case.threads for case in cases), default=1)
    new = plan_new_text(cases, texts, rounds, most_threads) if regime == "new" else {}
    settings = _settings(cases, texts, named) | {
        "rounds": rounds,
        "latency": latency,
        "memory": memory,
        "regime": regime,
        "growth": growth and bool(new),
    }
    store = RunStore(resume)
    run = store.open_run(describe_machine(), settings)
    kept = _with_own(open_case or partial(open_contender, find_peer=LoadedPeers()), named)
    fresh = _with_own(open_case or open_contender, named)
    session = Session(
        run, cases, texts, kept, fresh, lambda: store.save_if_due(run), progress, stop, named, new
    )
    try:
        session.measure()
        run.finished = True
        session.tracker.tell("done", None)
    except Stopped:
        pass
    finally:
        store.save(run)
    return run


def _with_own(open_case: Callable[[Case], Contender], own: OwnTokenizers) -> Callable[[Case], Contender]:
    return lambda case: open_own(case, own[case.contender]) if case.contender in own else open_case(case)


def _settings(cases: list[Case], corpora: list[Corpus], own: OwnTokenizers) -> dict[str, object]:
    """What was requested, with "all" and "auto" resolved: lists of names and numbers."""
    ours = [case for case in cases if case.contender == OURS]
    axes: dict[str, list[Any]] = {
        "models": [case.model for case in cases],
        "lexers": [case.lexer for case in ours],
        "encoders": [case.encoder for case in ours],
        "memo": [case.memo for case in ours if case.encoder],
        "threads": [case.threads for case in cases],
        "corpora": [case.corpus for case in cases],
        "modes": [case.mode for case in cases],
        "peers": [case.contender for case in cases if case.contender not in (OURS, *own)],
    }
    return {
        **{name: [value for value in dict.fromkeys(values) if value != ""] for name, values in axes.items()},
        **({"own": {name: each.model for name, each in own.items()}} if own else {}),
        "corpus_sources": {corpus.name: corpus.source for corpus in corpora},
        "corpus_bytes": {corpus.name: corpus.n_bytes for corpus in corpora},
        "corpus_crc32": {corpus.name: crc32(corpus.text.encode()) for corpus in corpora},
    }
