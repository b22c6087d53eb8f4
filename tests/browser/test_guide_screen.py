"""The screen that ``notebooks/extend.ipynb`` adds, drawn by a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..guide_files import clone_with_screen, screen_of_the_guide

pytestmark = pytest.mark.browser


def test_the_screen_of_the_guide_is_drawn(open_saved, tmp_path: Path) -> None:
    with screen_of_the_guide(tmp_path / "rooms") as screen:
        page = open_saved(screen.load()("naïve hello").export_html())
    assert page.get_by_label("Text").input_value() == "naïve hello"
    assert page.locator(".wcl-counts output").text_content() == "3 tokens, 12 bytes"


@pytest.mark.deep  # a clone, a server and a kernel of its own
def test_the_screen_of_the_guide_is_served(browser, serve, tmp_path: Path) -> None:
    clone_with_screen(tmp_path)
    with serve("--no-spares", clone=tmp_path) as running:
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(running.address)
        page.get_by_role("navigation").get_by_role("link", name="Token counts").click(timeout=120_000)
        page.locator("output", has_text="2 tokens, 11 bytes").wait_for(timeout=60_000)
        page.locator(".wcl-counts").get_by_label("Text").press_sequentially(", naïve", delay=50)
        page.locator("output", has_text="4 tokens, 19 bytes").wait_for()
        assert page.title() == "Token counts – wordchipper-lab"
        assert problems == []
        page.close(run_before_unload=True)
