"""Run a probe: a file of this package in a process of its own, with one answer."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ...errors import PeerError

__all__ = ["PACKAGE", "run_probe"]

PACKAGE = str(Path(__file__).parents[3])
"""The directory that contains this package, for the probe's ``sys.path``."""

PROBE_SECONDS = 300
"""A contender that takes longer has a problem."""

POLL_SECONDS = 0.1
"""How often a stop request is checked while it runs."""


def run_probe(
    file: str, arguments: Sequence[str], given: bytes, check_stop: Callable[[], None] = lambda: None
) -> Any:
    """Start `file`, beside this one, with `given` on stdin; returns the JSON that it prints.

    The process is killed if `check_stop`, called while waiting, raises. Raises `PeerError`, with the last
    line that the process wrote, if it failed or takes minutes.
    """
    command, pipe = [sys.executable, str(Path(__file__).with_name(file)), *arguments], subprocess.PIPE
    with tempfile.TemporaryFile() as stdin:  # communicate does not go on with its input after a timeout
        stdin.write(given)
        stdin.seek(0)
        process = subprocess.Popen(command, stdin=stdin, stdout=pipe, stderr=pipe)
    try:
        for _ in range(int(PROBE_SECONDS / POLL_SECONDS)):
            try:
                out, errors = process.communicate(timeout=POLL_SECONDS)
                break
            except subprocess.TimeoutExpired:
                check_stop()
        else:
            raise PeerError(f"no ids after {PROBE_SECONDS} s")
    finally:
        process.kill()
        process.wait()
    if process.returncode != 0:
        lines = errors.decode(errors="replace").strip().split("\n")
        raise PeerError(lines[-1] or f"exit code {process.returncode}")
    return json.loads(out)
