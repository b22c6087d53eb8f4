"""The Lab in JupyterLab, as `lab` starts it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from wordchipper_lab.serving import find_notebooks

pytest.importorskip("jupyterlab")
playwright_api = pytest.importorskip("playwright.sync_api")

pytestmark = [pytest.mark.browser, pytest.mark.deep]

_START = """
import sys
from pathlib import Path
from wordchipper_lab.serving import jupyterlab
jupyterlab.writable_notebooks = lambda: Path(sys.argv[1])  # not the checkout's, which would be changed
jupyterlab.lab(port=0, open_browser=False)
"""
_END_ALL_KERNELS = """async () => {
    const headers = { "X-XSRFToken": document.cookie.match(/_xsrf=([^;]+)/)?.[1] };
    const kernels = await (await fetch("/api/kernels")).json();
    await Promise.all(kernels.map(({ id }) => fetch(`/api/kernels/${id}`, { method: "DELETE", headers })));
}"""
_DIRTY = ".lm-TabBar-tab.jp-mod-dirty"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a JupyterLab with the notebooks of a directory; at its end, no process of it is left."""
    for name in ("index.ipynb", "lab.ipynb"):
        shutil.copyfile(find_notebooks() / name, tmp_path / name)
    fresh = {f"JUPYTERLAB_{name}_DIR": str(tmp_path / name) for name in ("WORKSPACES", "SETTINGS")}
    environment, log = os.environ | fresh, tmp_path / "log.txt"
    with (
        log.open("w") as written,
        subprocess.Popen(
            [sys.executable, "-c", _START, str(tmp_path)], stdout=written, stderr=written, env=environment
        ) as process,
    ):
        deadline = time.monotonic() + 60
        while not (found := re.findall(r"http://127\.0\.0\.1:\d+/lab/tree\S+", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        yield found[-1], tmp_path
        all_of_it = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        process.wait(timeout=30)
    assert psutil.wait_procs(all_of_it, timeout=10)[1] == []


def _open(page: Any, address: str, name: str) -> None:
    page.goto(address.replace("index.ipynb", name))
    # A notebook that was open before is shown first.
    page.wait_for_function("name => document.title.startsWith(name)", arg=name)
    page.wait_for_selector(".jp-Notebook:visible")
    page.wait_for_selector(
        ".jp-Notebook-ExecutionIndicator[data-status=idle] >> visible=true"
    )  # the kernel is there
    page.wait_for_selector(_DIRTY, state="detached")  # while it is being read, it may be marked
    page.wait_for_timeout(500)
    assert page.locator(_DIRTY).count() == 0


def _show_the_lab(page: Any) -> None:
    """Run the first cell until the Lab is there: JupyterLab can lose a run that it is asked for while the kernel connects,
    which no mark on the page shows."""
    for patience in (30_000, 40_000, 60_000):
        page.locator(".jp-CodeCell >> visible=true").first.click()
        page.keyboard.press("Shift+Enter")
        with contextlib.suppress(playwright_api.TimeoutError):
            page.wait_for_selector(".wcl-home >> visible=true", timeout=patience)
            return
    raise AssertionError(page.inner_text(".jp-Notebook >> visible=true"))


def test_the_lab_in_jupyterlab(browser, started: tuple[str, Path]) -> None:
    address, directory = started
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(60_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    _open(page, address, "index.ipynb")
    assert page.locator(".Toastify__toast").count() == 0
    _open(page, address, "lab.ipynb")
    _show_the_lab(page)
    page.locator(".wcl-home .wcl-card").first.click()
    page.wait_for_selector(".wcl-story >> visible=true")
    page.wait_for_function("document.querySelector('.wcl-lab').getBoundingClientRect().top >= 0")
    page.locator(".wcl-story-close").click()
    for name in ("stepper", "explorer"):
        page.locator(f".wcl-lab-nav a[data-page={name}]").click()
        page.wait_for_selector(f".wcl-{name}[aria-busy=false] >> visible=true")
    page.locator(".wcl-explorer textarea").first.fill("asks the kernel, which hands the engine over")
    page.wait_for_selector(".wcl-explorer[data-answering=page]")
    page.locator(".wcl-explorer textarea").first.fill("saved with its notebook")
    page.wait_for_function(
        "document.querySelector('.wcl-explorer .wcl-canvas').textContent.includes('notebook')"
    )
    page.locator(".jp-CodeCell .cm-content >> visible=true").first.click()
    page.keyboard.press("Control+s")
    page.wait_for_selector(_DIRTY, state="detached")
    saved = json.loads((directory / "lab.ipynb").read_text(encoding="utf-8"))["metadata"]["widgets"]
    (state,) = [
        model["state"]
        for model in saved["application/vnd.jupyter.widget-state+json"]["state"].values()
        if "_screens" in model["state"]
    ]
    assert state["screen"] == "explorer"
    assert state["_screens"]["explorer"]["text"] == "saved with its notebook"
    assert set(state["_screens"]) == {"explorer", "stepper"}
    _reopened_without_a_kernel(page, address)
    assert problems == []
    page.close()


def _reopened_without_a_kernel(page: Any, address: str) -> None:
    """The notebook as it is found on the next day: it shows what was saved, nothing was modified until it is edited."""
    page.evaluate(_END_ALL_KERNELS)
    _open(page, address, "lab.ipynb")
    text = page.locator(".wcl-explorer textarea").first
    text.wait_for()
    assert text.input_value() == "saved with its notebook"
    page.wait_for_timeout(1000)
    assert page.locator(_DIRTY).count() == 0
    page.locator(".jp-CodeCell .cm-content >> visible=true").first.click()
    page.keyboard.type("# changed")
    page.wait_for_selector(_DIRTY)
    page.wait_for_timeout(300)
    assert page.locator(_DIRTY).count() == 1
