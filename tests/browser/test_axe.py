"""axe-core finds nothing on any screen of the Lab: in light and in dark, on a wide page and on a phone."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from wordchipper_lab.screens.registry import SCREENS

from ..odd_tokenizer import ODD_TEXT, odd_tokenizer_json

pytestmark = pytest.mark.browser

# All rules that are on by default, best practices too, and two that are not.
_RUN = """async () => {
    const rules = { "label-content-name-mismatch": { enabled: true }, "target-size": { enabled: true } };
    const { passes, violations } = await axe.run(document, { rules, resultTypes: ["violations"] });
    const found = violations.map(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\\n${node.failureSummary}`));
    return [passes.length, found.flat()];
}"""


@pytest.fixture(scope="module")
def page(visit: Callable[..., Any]) -> Any:
    """One page, in which all screens are opened in turn."""
    page = visit("explorer").page
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
    return page


def _ask_for_a_pattern(page: Any) -> None:
    tokens = "".join(f"{b64encode(bytes([byte])).decode()} {byte}\n" for byte in range(256))
    chosen = {"name": "bytes.tiktoken", "mimeType": "", "buffer": tokens.encode()}
    page.locator(".wcl-explorer input[type=file][multiple]").set_input_files(chosen)
    page.get_by_role("dialog").wait_for()


def _explain_a_word(page: Any) -> None:
    page.locator(".wcl-settings:not([open]) > summary >> visible=true").click()
    page.locator(".wcl-word-term >> visible=true").first.click()


def _share(page: Any) -> None:
    page.locator(".wcl-menu > summary >> visible=true").click()


def _train(page: Any) -> None:
    page.locator(".wcl-training").get_by_text("A real corpus").click()
    page.get_by_label("Vocabulary size").fill("300")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("Finished: the vocabulary has").wait_for()


def _measure(page: Any) -> None:
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_function("document.querySelectorAll('.wcs-whisker').length > 3")
    page.locator(".wcl-throughput").get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector(".wcl-throughput[aria-busy=false]")


def _measure_and_explain(page: Any) -> None:
    _measure(page)
    page.get_by_role("button", name="Where the time goes").first.click()
    page.locator(".wcl-where-verdict >> visible=true").wait_for()


@pytest.mark.sampled("home", "stepper")
@pytest.mark.parametrize("name", ["home", *SCREENS, "languages", "story"])
@pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (1280, "light"),
        pytest.param(390, "dark", marks=pytest.mark.deep),
        pytest.param(1280, "dark", marks=pytest.mark.deep),
        pytest.param(390, "light", marks=pytest.mark.deep),
    ],
)
def test_axe_finds_nothing(page, show_at, open_in_lab, name: str, width: int, scheme: str) -> None:
    open_in_lab(page, name)
    show_at(page, width, scheme)
    check(page)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("explorer", _share),
        ("explorer", _explain_a_word),
        ("explorer", _ask_for_a_pattern),
        ("training", _train),
        ("throughput", _measure),
        ("throughput", _measure_and_explain),
    ],
)
def test_axe_finds_nothing_in_what_is_opened_or_run(
    page, show_at, open_in_lab, name: str, act: Callable[[Any], None]
) -> None:
    _check_after(page, show_at, open_in_lab, name, act)
    page.keyboard.press("Escape")


def _open_odd(page: Any, screen: str, where: str = "input[type=file][multiple]") -> None:
    chosen = {"name": "odd.json", "mimeType": "", "buffer": odd_tokenizer_json()}
    page.locator(f".wcl-{screen} {where}").first.set_input_files(chosen)
    page.locator(f".wcl-{screen} .wcl-said", has_text="Opened odd.json@").wait_for(timeout=60_000)
    if screen != "training":
        text = page.locator(f".wcl-{screen} textarea >> visible=true").first
        text.fill("xyz" if screen == "vocabulary" else ODD_TEXT)
    page.wait_for_selector(f".wcl-{screen}[aria-busy=false] >> visible=true")


def _audit(page: Any) -> None:
    _open_odd(page, "vocabulary")
    page.get_by_text("Audit", exact=True).click()
    page.get_by_role("button", name="Audit this vocabulary").click()
    page.locator(".wcl-finding").first.wait_for(timeout=60_000)


def _compare(page: Any) -> None:
    _open_odd(page, "divergence")
    page.locator(".wcl-divergence .wcl-sentence", has_text="makes the first difference").wait_for(
        timeout=60_000
    )


@pytest.mark.deep
@pytest.mark.parametrize(
    ("name", "act"),
    [
        ("explorer", lambda page: _open_odd(page, "explorer")),
        ("stepper", lambda page: _open_odd(page, "stepper")),
        ("vocabulary", _audit),
        ("divergence", _compare),
        ("training", lambda page: _open_odd(page, "training", ".wcl-settings input[type=file]")),
    ],
)
def test_axe_finds_nothing_where_an_imported_tokenizer_is_shown(
    page, show_at, open_in_lab, name: str, act: Callable[[Any], None]
) -> None:
    _check_after(page, show_at, open_in_lab, name, act)


def _check_after(page: Any, show_at: Any, open_in_lab: Any, name: str, act: Callable[[Any], None]) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_in_lab(page, name)
    act(page)
    for width, scheme in ((1280, "light"), (390, "dark")):
        show_at(page, width, scheme)
        check(page)


def check(page: Any) -> None:
    n_rules, violations = page.evaluate(_RUN)
    assert violations == []
    assert n_rules > 15, "it has looked at the page"
