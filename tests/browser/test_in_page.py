"""The Throughput screen of a site measures in the page, beside tokenizers of npm that the site has."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from wordchipper_lab.widgets.site import export_site

from ..fake_npm import fake_node_modules
from .host import Host

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def host_with_npm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    folder = tmp_path_factory.mktemp("measured")
    export_site(folder / "site", fake_node_modules(folder))
    found = Host(folder / "site")
    yield found
    found.stop()


@contextmanager
def opened(browser: Any, host: Host, service_workers: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers=service_workers)
    page = context.new_page()
    problems: list[str] = []
    requests: list[str] = []
    context.on("request", lambda request: requests.append(request.url))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(host.address + "?screen=throughput")
    panel(page).wait_for()
    yield page
    assert problems == []
    assert [url for url in requests if not url.startswith((host.address, "blob:", "data:"))] == []
    context.close()


@pytest.fixture
def page(browser: Any, host_with_npm: Host) -> Iterator[Any]:
    with opened(browser, host_with_npm, "block") as page:
        yield page


def panel(page: Any) -> Any:
    return page.get_by_role("region", name="In this page")


def button(page: Any, name: str) -> Any:
    return panel(page).get_by_role("button", name=name, exact=True)


def measure(page: Any) -> None:
    button(page, "Measure in this page").click()
    page.wait_for_function("document.querySelector('.wcl-in-page').ariaBusy === 'false'", timeout=60_000)


def rows_of(page: Any) -> dict[str, list[str]]:
    rows = panel(page).locator("tbody tr").all()
    cells = [row.locator("th, td").all_inner_texts() for row in rows]
    return {name: rest for name, *rest in cells}


def test_bars_have_figures_and_say_whose_ids_differ(page: Any) -> None:
    assert page.get_by_text("This part needs Python").is_visible()
    assert not page.get_by_text("This screen needs Python").is_visible()
    measure(page)
    ours, differing, broken = rows_of(page).items()
    assert ours[0].startswith("wordchipper-lab ")
    assert float(ours[1][0]) > 0
    assert int(ours[1][2]) >= 3
    assert differing[0] == "gpt-tokenizer 4.0.0"
    assert float(differing[1][0]) > 0
    assert "documents differ" in differing[1][1]
    assert broken == ("ai-tokenizer 1.0.6", ["–", "failed: o200k_base is broken", "0", "–", "–"])
    label = panel(page).locator(".wcl-chart svg").get_attribute("aria-label")
    assert f"{ours[0]}: median {ours[1][0]} MB/s" in label
    assert "ai-tokenizer 1.0.6: o200k_base is broken" in label
    assert "Other ids: gpt-tokenizer 4.0.0" in panel(page).locator(".wcl-sentence").inner_text()
    assert "New text, o200k_base: the code of this page" in panel(page).inner_text()


@pytest.mark.deep
def test_own_text_of_another_vocabulary(page: Any) -> None:
    panel(page).get_by_label("Vocabulary").select_option("cl100k_base")
    panel(page).get_by_label("Text", exact=True).select_option("own text")
    box = panel(page).get_by_role("textbox", name="Own text")
    box.fill("too short")
    measure(page)
    assert "This text has 9 bytes" in panel(page).get_by_role("alert").inner_text()
    box.fill("".join(f"line {number} of a naïve text\n" for number in range(9000)))
    measure(page)
    assert [name.split()[0] for name in rows_of(page)] == ["wordchipper-lab"]
    assert "o200k_base" in panel(page).inner_text()


def test_stop_ends_at_once(page: Any) -> None:
    # A contender that never answers.
    page.route("**/gpt-tokenizer/esm/units.js", lambda route: None)
    button(page, "Measure in this page").click()
    panel(page).get_by_text("of 3 tokenizers opened").wait_for()
    button(page, "Stop").click()
    assert panel(page).get_attribute("aria-busy") == "false"
    assert "Stopped" in panel(page).locator(".wcl-sentence").inner_text()
    assert button(page, "Measure in this page").is_enabled()


@pytest.mark.deep
def test_what_was_measured_once_is_measured_offline(browser: Any, host_with_npm: Host) -> None:
    with opened(browser, host_with_npm, "allow") as page:
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        measure(page)
        host_with_npm.stop()
        try:
            page.reload()
            panel(page).wait_for()
            measure(page)
            assert float(rows_of(page)["gpt-tokenizer 4.0.0"][0]) > 0
        finally:
            host_with_npm.start()
