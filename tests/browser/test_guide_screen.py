"""The screen that ``notebooks/extend.ipynb`` adds, drawn by a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from ..guide_files import screen_of_the_guide

pytestmark = pytest.mark.browser


def test_the_screen_of_the_guide_is_drawn(open_saved, tmp_path: Path) -> None:
    with screen_of_the_guide(tmp_path / "rooms") as screen:
        page = open_saved(screen.load()("naïve hello").export_html())
    assert page.get_by_label("Text").input_value() == "naïve hello"
    assert page.locator(".wcl-counts output").text_content() == "3 tokens, 12 bytes"
