"""The Worker of a page, in a Node process that replays what Python's screens were asked."""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.browser.manifest import TOKENIZER
from wordchipper_lab.web.modules import javascript

from ..line_program import LineProgram

HERE = Path(__file__).parent


class PageWorker(LineProgram):
    """Asks `web/engine/wasm_worker.js`, one message after another."""

    def __init__(self, bundle: Path) -> None:
        super().__init__("node", str(bundle.parent / "answer_in_node.mjs"), str(bundle), str(TOKENIZER))
        self._last = 0

    def __call__(self, verb: str, **fields: Any) -> dict[str, Any]:
        self._last += 1
        message = json.dumps({"ask": self._last, "verb": verb, **fields})
        answer: dict[str, Any] = self.ask(message.encode())
        assert answer.pop("ask") == self._last
        return answer


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageWorker]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the page's own answers were not compared")
    folder = tmp_path_factory.mktemp("worker")
    (folder / "worker.mjs").write_text(javascript("engine/wasm_worker.js"), encoding="utf-8")
    shutil.copy(HERE / "answer_in_node.js", folder / "answer_in_node.mjs")
    process = PageWorker(folder / "worker.mjs")
    yield process
    process.close()


def plain(value: Any) -> Any:
    """As JSON has it, with binary columns as base64."""
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(value).decode()}
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value
