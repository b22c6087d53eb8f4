"""The cost of a contender before it is fast: seconds to import, seconds to the first ids, memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from .benchmark_progress import Tracker
from .corpora import Corpus
from .failed_contenders import attempt
from .probe_process import PACKAGE, run_probe
from .results import Memory

__all__ = ["TEXT_BYTES", "measure_memory", "probe_memory"]

TEXT_BYTES = 100_000
"""Bytes of the text that is encoded."""


def measure_memory(
    contenders: Sequence[str], models: Sequence[str], corpus: Corpus, tracker: Tracker
) -> None:
    """Append to the tracker's run what each of `contenders` needs with each of `models`, if not known yet.

    Runs one process at a time, so that they do not slow each other down. Raises `Stopped`.
    """
    known = {(found.contender, found.model) for found in tracker.run.memory}
    text = corpus.text[:TEXT_BYTES]
    for model in models:
        for contender in contenders:
            if (contender, model) in known:
                tracker.skip(1)
                continue
            tracker.tell(f"memory of {contender}, {model}", None)
            found, problem = attempt(probe_memory, contender, model, text, tracker.check_stop)
            tracker.run.memory.append(found or Memory(contender, model, 0.0, 0.0, 0, 0, problem=problem))
            tracker.advance(f"memory of {contender}, {model}", None)


def probe_memory(
    contender: str, model: str, text: str, check_stop: Callable[[], None] = lambda: None
) -> Memory:
    """Start a process that loads `contender` with `model` and encodes `text`; returns what it needed.

    Raises as `run_probe` does.
    """
    given = json.dumps([PACKAGE, text]).encode()
    return Memory(contender, model, **run_probe("memory_probe.py", (contender, model), given, check_stop))
