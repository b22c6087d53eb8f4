"""The tokenizer for browsers, in a Node process that answers questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from wordchipper_lab.browser.manifest import TOKENIZER

from ..line_program import LineProgram

HERE = Path(__file__).parent


class NodeProcess(LineProgram):
    """Asks `answers.js`, one question after another."""

    def __init__(self, folder: Path = TOKENIZER) -> None:
        super().__init__("node", str(HERE / "answer_in_node.js"), str(folder))

    def __call__(self, ask: str, model: str | None = None, **question: Any) -> Any:
        return self.ask(json.dumps({"ask": ask, "model": model, **question}).encode())
