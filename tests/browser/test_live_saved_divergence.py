"""A divergence page saved with the engine in it: opened from a file, without kernel or network, it finds what Python finds."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest

from wordchipper_lab.widgets import DivergenceLab

from .test_divergence_page import Comparing

pytestmark = pytest.mark.browser

Made = TypeVar("Made")

OWN = r"\p{L}+|\p{N}{1,2}|\s+(?!\S)|\s+|."


def at_once(do: Callable[[], Made]) -> Made:
    """Do it where no event loop runs: there a widget answers at once, and Playwright has one in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(do).result()


def check(page: Comparing, lab: DivergenceLab) -> None:
    """Walk through all divergences of both."""
    assert page.summary.text_content() == lab.summary
    for number, found in enumerate(lab.divergences, 1):
        assert page.place.text_content() == f"{number} of {len(lab.divergences)}"
        assert [len(row) for row in map(page.row, "AB")] == [len(found.a), len(found.b)]
        assert "made by branch" in page.why("A")
        page.walk("n")


@pytest.mark.deep
def test_texts_and_an_own_pattern_are_compared_shrunk_and_swept(open_saved) -> None:
    page = Comparing(open_saved(DivergenceLab("automaton:o200k_base").export_html()))
    assert page.page.get_by_role("alert").filter(visible=True).count() == 0
    for text in ("naïve  'The 12345\n \n end", "no difference here", "</script>  x  y 東京  é"):
        page.type(text)
        check(page, at_once(lambda text=text: DivergenceLab("automaton:o200k_base", text=text)))
    page.pattern("B", "automaton", OWN)
    page.type("It's 1234  odd")
    lab = at_once(lambda: DivergenceLab("automaton:o200k_base", f"automaton:{OWN}", text="It's 1234  odd"))
    check(page, lab)
    at_once(lambda: shrink_last(lab))
    page.button("Shrink").click()
    page.settle()
    assert page.text.input_value() == lab.text
    at_once(lambda: sweep(lab))
    page.source("All strings")
    page.page.get_by_label("Strings of").select_option("2")
    page.settle()
    page.button("Try all").click()
    page.page.get_by_role("table", name="By length").wait_for()
    page.settle()
    assert page.summary.text_content().partition(", in ")[0] == lab.summary.partition(", in ")[0]
    assert page.place.text_content() == f"1 of {len(lab.divergences)}"
    page.pattern("B", "automaton", "(")
    assert "at position" in page.page.locator(".wld-problem").filter(visible=True).text_content()


def shrink_last(lab: DivergenceLab) -> None:
    lab.selected = len(lab.divergences) - 1
    lab.shrink()


def sweep(lab: DivergenceLab) -> None:
    lab.source, lab.k = "strings", 2
    lab.run()
