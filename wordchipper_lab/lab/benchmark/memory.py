"""What a contender costs before it is fast: seconds to import, seconds to the first ids, memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from ...errors import PeerError
from .corpora import Corpus
from .problems import attempt
from .progress import Tracker
from .results import Memory

__all__ = ["TEXT_BYTES", "measure_memory", "probe_memory"]

TEXT_BYTES = 100_000
"""Bytes of the text that is encoded."""

PROBE = Path(__file__).with_name("memory_probe.py")

PROBE_SECONDS = 300
"""A contender that is not done by then has a problem."""


def measure_memory(
    contenders: Sequence[str], models: Sequence[str], corpus: Corpus, tracker: Tracker
) -> None:
    """Append to the tracker's run what each of `contenders` needs with each of `models`, where it is not known yet.

    One process at a time, so that they do not slow each other down. Raises `Stopped` between two of them.
    """
    known = {(found.contender, found.model) for found in tracker.run.memory}
    text = corpus.text[:TEXT_BYTES]
    for model in models:
        for contender in contenders:
            if (contender, model) in known:
                tracker.skip(1)
                continue
            tracker.tell(f"memory of {contender}, {model}", None)
            found, problem = attempt(probe_memory, contender, model, text)
            tracker.run.memory.append(found or Memory(contender, model, 0.0, 0.0, 0, 0, problem=problem))
            tracker.advance(f"memory of {contender}, {model}", None)


def probe_memory(contender: str, model: str, text: str) -> Memory:
    """Start a process that loads `contender` with `model` and encodes `text`, and report what it needed.

    Raises `PeerError` with the last line that the process wrote if it failed.
    """
    command = [sys.executable, str(PROBE), contender, model]
    package = str(Path(__file__).parents[3])
    done = subprocess.run(
        command,
        input=json.dumps([package, text]).encode(),
        capture_output=True,
        timeout=PROBE_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").split("\n")
        raise PeerError(
            next((line for line in reversed(lines) if line.strip()), f"exit code {done.returncode}")
        )
    return Memory(contender, model, **json.loads(done.stdout))
