"""The tokenizer for browsers in Chromium, in the page and in a Worker: the ids, and the steps, that it has in Node.

A page, the package's folder and `answers.js` come from one server of files; nothing may be fetched from elsewhere.
"""

from __future__ import annotations

import json
import re
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.browser.manifest import TOKENIZER

from ..web_tokenizer import questions
from ..web_tokenizer.questions import (
    ALL_ENCODERS,
    MODELS,
    PATTERN_MODELS,
    check_all_strings,
    check_mixed_text,
    check_random_unicode,
    check_traces,
    expected_ids,
)

playwright_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

pytestmark = pytest.mark.browser

README = (TOKENIZER / "README.md").read_text("utf-8")
PLACES = ["page", "worker"]

PAGE = """<!doctype html><meta charset="utf-8"><script type="module">
import * as wordchipper from "./wordchipper-lab/index.js";
import { answer } from "./answers.js";

const worker = new Worker("answer_in_worker.js", { type: "module" });
const reply = () => new Promise((resolve, reject) => { worker.onmessage = ({ data }) => resolve(data); worker.onerror = reject; });
window.ask = {
  page: async (line) => JSON.stringify(await answer(wordchipper, JSON.parse(line))),
  worker: (line) => (worker.postMessage(line), reply()),
};
document.title = "ready";
</script>"""

WORKER = """import * as wordchipper from "./wordchipper-lab/index.js";
import { answer } from "./answers.js";

onmessage = async ({ data }) => postMessage(JSON.stringify(await answer(wordchipper, JSON.parse(data))));
"""


POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"


class Files(SimpleHTTPRequestHandler):
    """Any host of files: it knows no type but those of scripts and pages, and a strict policy forbids other origins."""

    extensions_map = {"": "application/octet-stream", ".js": "text/javascript", ".html": "text/html"}  # noqa: RUF012

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        pass


def example(language: str) -> str:
    """The only example of this kind in the package's README."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return found


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of the package, the questions, and the README's examples."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(TOKENIZER, folder / "wordchipper-lab")
    shutil.copy(Path(questions.__file__).parent / "answers.js", folder)
    (folder / "index.html").write_text(PAGE)
    (folder / "answer_in_worker.js").write_text(WORKER)
    (folder / "example.html").write_text(example("html"))
    (folder / "worker.js").write_text(example("js worker"))
    (folder / "empty.html").write_text("<!doctype html>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(folder))) as server:
        serving = threading.Thread(target=server.serve_forever, daemon=True)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def page(browser: Any, origin: str) -> Iterator[Any]:
    """A page of the site; at the end, everything has come from there, and nothing has failed.

    Playwright's `wait_for_function` looks again by an `eval` in the page, which the policy forbids; `expect` does not.
    """
    context = browser.new_context()
    page = context.new_page()
    requests: list[str] = []
    problems: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(f"{origin}index.html")
    playwright_api.expect(page).to_have_title("ready")
    yield page
    context.close()
    assert problems == []
    assert {f"{origin}answer_in_worker.js", f"{origin}wordchipper-lab/engine.wasm"} <= set(requests)
    assert [url for url in requests if not url.startswith((origin, "data:"))] == []


class InBrowser:
    """Asks `answers.js` in the page or in its Worker, one question after another."""

    def __init__(self, page: Any, place: str) -> None:
        self._page, self._place = page, place

    def __call__(self, ask: str, model: str | None = None, **question: Any) -> Any:
        line = json.dumps({"ask": ask, "model": model, **question})
        return json.loads(self._page.evaluate(f"(line) => ask.{self._place}(line)", line))


@pytest.fixture(params=PLACES)
def ask(page: Any, request: pytest.FixtureRequest) -> InBrowser:
    return InBrowser(page, request.param)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_mixed_text(ask: InBrowser, model: str) -> None:
    check_mixed_text(ask, model)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_random_unicode(ask: InBrowser, model: str) -> None:
    check_random_unicode(ask, model)


@pytest.mark.parametrize(
    "length", [2, *(pytest.param(length, marks=pytest.mark.deep) for length in (1, 3, 4))]
)
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_all_strings_of_telling_characters(ask: InBrowser, model: str, length: int) -> None:
    check_all_strings(ask, model, length)


@pytest.mark.sampled("priority_merge", "bpe_backtrack")
@pytest.mark.parametrize("encoder", ALL_ENCODERS)
def test_traces_event_by_event(ask: InBrowser, encoder: str) -> None:
    check_traces(ask, encoder)


def test_names_and_errors(ask: InBrowser) -> None:
    assert ask("models") == MODELS
    assert ask("encode", "o300k", texts=[])["error"] == "UnknownNameError"
    assert (
        ask("encode", "o200k_base", texts=["<|endoftext|>"], special="error")["error"] == "SpecialTokenError"
    )
    gone = ask("encode", "r50k_base", options={"vocabularies": "./nowhere"}, texts=[])
    assert (gone["error"], "the server answered 404" in gone["message"]) == ("FileUnavailableError", True)


def test_the_example_of_a_page(page: Any, origin: str) -> None:
    other = page.context.new_page()
    other.goto(f"{origin}example.html")
    expected = expected_ids("o200k_base", "How many tokens?", "parse")
    playwright_api.expect(other.locator("output")).to_have_text(str(len(expected)))
    other.close()


def test_the_example_of_a_worker(page: Any, origin: str) -> None:
    other = page.context.new_page()
    other.goto(f"{origin}empty.html")
    found = other.evaluate(
        """() => new Promise((resolve) => {
            const worker = new Worker("worker.js", { type: "module" });
            worker.onmessage = ({ data }) => resolve(Array.from(data));
            worker.postMessage("hello world");
        })"""
    )
    assert found == expected_ids("o200k_base", "hello world", "parse")
    other.close()
