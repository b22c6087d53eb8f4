"""The Worker of a page, in a Node process that replays what Python's screens were asked."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.browser.manifest import TOKENIZER
from wordchipper_lab.web.modules import javascript

HERE = Path(__file__).parent


class PageWorker:
    """Asks `web/engine/wasm_worker.js`, one message after another."""

    def __init__(self, bundle: Path) -> None:
        command = ["node", str(bundle.parent / "answer_in_node.mjs"), str(bundle), str(TOKENIZER)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._last = 0

    def __call__(self, verb: str, **fields: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._last += 1
        message = json.dumps({"ask": self._last, "verb": verb, **fields})
        self._process.stdin.write(message.encode() + b"\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert answer.pop("ask") == self._last
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        assert self._process.wait(timeout=10) == 0


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
