"""The cost of a contender before it is fast: seconds to import, seconds to the first ids, memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from ...errors import PeerError
from .benchmark_progress import Tracker
from .corpora import Corpus
from .failed_contenders import attempt
from .results import Memory

__all__ = ["TEXT_BYTES", "measure_memory", "probe_memory"]

TEXT_BYTES = 100_000
"""Bytes of the text that is encoded."""

PROBE = Path(__file__).with_name("memory_probe.py")

PROBE_SECONDS = 300
"""A contender that takes longer has a problem."""

POLL_SECONDS = 0.1
"""How often a stop request is checked while it runs."""


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

    The process is killed if `check_stop`, called while waiting, raises. Raises `PeerError`, with the last
    line that the process wrote, if it failed or takes minutes.
    """
    package = str(Path(__file__).parents[3])
    command, pipe = [sys.executable, str(PROBE), contender, model], subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        given: bytes | None = json.dumps([package, text]).encode()
        for _ in range(int(PROBE_SECONDS / POLL_SECONDS)):
            try:
                out, errors = process.communicate(given, timeout=POLL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                given = None  # communicate continues with what it has
                check_stop()
        else:
            raise PeerError(f"no ids after {PROBE_SECONDS} s")
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().split("\n")
        raise PeerError(lines[-1] or f"exit code {process.returncode}")
    return Memory(contender, model, **json.loads(out))
