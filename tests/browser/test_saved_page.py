"""A view saved as HTML: opened from a file, without kernel or network."""

from __future__ import annotations

import pytest

from wordchipper_lab.widgets import Explorer, TokenView

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("view", [Explorer, TokenView])
def test_a_saved_view_is_still_alive_under_the_pointer(browser, tmp_path, view) -> None:
    path = tmp_path / "saved.html"
    path.write_text(view("hello </script> ꙮ").export_html(), encoding="utf-8")
    page = browser.new_page()
    problems: list[str] = []
    requests: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(path.as_uri())
    page.locator("[role=option]").first.hover()
    assert page.get_by_label("Token inspector").locator(".wcl-id").text_content() == "24912"
    assert page.locator(".wcl-canvas .wcl-torn .wcl-chips").first.text_content() == "ea | 99 | ae"
    assert problems == []
    assert requests == [path.as_uri()]
    page.close()
