"""A view saved as HTML: opened from a file, without kernel or network."""

from __future__ import annotations

import pytest

from wordchipper_lab.widgets import Explorer, TokenView

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("view", [Explorer, TokenView])
def test_a_saved_view_is_still_alive_under_the_pointer(open_saved, view) -> None:
    page = open_saved(view("hello </script> ꙮ").export_html())
    page.locator("[role=option]").first.hover()
    assert page.get_by_label("Token inspector").locator(".wcl-id").text_content() == "24912"
    assert page.locator(".wcl-canvas .wcl-torn .wcl-chips").first.text_content() == "ea | 99 | ae"
