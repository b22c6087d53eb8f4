"""The tokenizer for browsers, in a Node process that answers questions."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from wordchipper_lab.browser.manifest import TOKENIZER

HERE = Path(__file__).parent


class NodeProcess:
    """Asks `answers.js`, one question after another."""

    def __init__(self, folder: Path = TOKENIZER) -> None:
        self._process = subprocess.Popen(
            ["node", str(HERE / "answer_in_node.js"), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def __call__(self, ask: str, model: str | None = None, **question: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = json.dumps({"ask": ask, "model": model, **question})
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(timeout=10) == 0
