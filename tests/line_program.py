"""A program that answers each line with a line of JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any


class LineProgram:
    """Runs until it is closed, and must outlive everything that it is asked."""

    def __init__(self, *command: str, cwd: Path | None = None) -> None:
        self._process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, line: bytes) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(timeout=10) == 0
