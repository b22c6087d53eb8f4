"""On paper, at 200 % zoom, and in colours that the system forces: every screen of the Lab is whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wordchipper_lab.screens.registry import SCREENS

pytestmark = [pytest.mark.browser, pytest.mark.deep]

PLACES = ["home", *SCREENS, "languages", "story"]

# What is seen and (selector) matches, in words; functions may ask for more.
_SEEN = """([selector, isSo]) => [...document.querySelectorAll(selector)]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".wcl-unseen, .wcl-live"))
    .filter(new Function("node", `return ${isSo}`))
    .map((node) => `${node.tagName} ${node.className} ${node.textContent.slice(0, 40)}`)"""
_SCROLLS = """/auto|scroll/.test(getComputedStyle(node).overflow)
    && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)"""


@pytest.fixture(scope="module")
def shared(visit: Callable[..., Any]) -> Any:
    """One page, in which all screens are opened in turn."""
    return visit("explorer").page


@pytest.fixture
def page(shared: Any) -> Iterator[Any]:
    yield shared
    shared.emulate_media(media="null", forced_colors="null")
    shared.set_viewport_size({"width": 1280, "height": 720})


def seen(page: Any, selector: str, is_so: str = "true") -> list[str]:
    found: list[str] = page.evaluate(_SEEN, [selector, is_so])
    return found


def is_wider_than_its_window(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("name", PLACES)
def test_print_has_all_and_no_controls(page, open_in_lab, name: str) -> None:
    open_in_lab(page, name)
    page.set_viewport_size({"width": 718, "height": 1000})  # A4 without its margins
    page.emulate_media(media="print")
    assert seen(page, "nav, select, textarea, input, .wcl-play, .wcl-menu, .wcl-settings") == []
    assert seen(page, ".wcl *", _SCROLLS) == []
    assert not is_wider_than_its_window(page)
    assert page.evaluate("getComputedStyle(document.querySelector('.wcl')).backgroundColor") == (
        "rgb(255, 255, 255)"
    )
    if name in ("home", "explorer", "stepper", "vocabulary"):
        assert page.locator(".wcl-used >> visible=true").inner_text().startswith("Vocabulary: o200k_base")


def test_a_printed_screen_is_redrawn_for_paper(page, open_in_lab) -> None:
    open_in_lab(page, "stepper")
    width = "document.querySelector('.wcm-icicle').offsetWidth"
    before = page.evaluate(width)
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {width}; }})")
    assert page.pdf(format="A4").startswith(b"%PDF")
    assert page.evaluate("printed") <= 660 < before
    assert page.evaluate(width) == before


@pytest.mark.parametrize("name", PLACES)
def test_at_200_percent_nothing_is_out_of_reach(page, open_in_lab, name: str) -> None:
    open_in_lab(page, name)
    page.set_viewport_size({"width": 640, "height": 360})  # 1280 x 720, twice as large
    assert not is_wider_than_its_window(page)
    # Nothing that stays where it is while the page scrolls covers more than a third of the window.
    covering = "/sticky|fixed/.test(getComputedStyle(node).position) && node.offsetWidth > 320 && node.offsetHeight > 120"
    assert seen(page, ".wcl *", covering) == []


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_what_is_selected_and_focused(page, open_in_lab, name: str, scheme: str) -> None:
    open_in_lab(page, name)
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    line = "(node) => getComputedStyle(node).borderBottomColor"
    here = page.locator(".wcl-lab-nav a[aria-current]").evaluate(line)
    other = page.locator(".wcl-lab-nav a:not([aria-current])").last.evaluate(line)
    assert here != other
    page.mouse.move(0, 0)
    page.keyboard.press("Tab")
    focused = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(focused) in ("solid", "auto")
    if name in ("home", "explorer"):
        starts = "(nodes) => nodes.map((node) => parseFloat(getComputedStyle(node).borderInlineStartWidth))"
        widths = page.locator(".wcl-canvas >> visible=true").first.locator(".wcl-start").evaluate_all(starts)
        assert widths
        assert set(widths) <= {1, 3}, "a token begins, a span begins"
    if name == "vocabulary":
        chosen = page.locator(".wcl-row[aria-selected=true]")
        assert chosen.evaluate("(node) => getComputedStyle(node).outlineStyle") == "solid"
        found = page.locator(".wcl-found").first
        colours = found.evaluate(
            "(node) => [getComputedStyle(node).color, getComputedStyle(node).backgroundColor]"
        )
        assert len(set(colours)) == 2
