"""Pages saved with the engine in them: opened from a file, without kernel or network, they answer what Python answers."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders.registry import WRONG_ENCODERS
from wordchipper_lab.widgets import Explorer, MergeStepper

from .idle import settle

pytestmark = pytest.mark.browser

TEXT = "naïve defenestration, 東京 <|endoftext|>!"


def settled(page: Any) -> Any:
    settle(page)
    return page


def type_text(page: Any, text: str) -> None:
    page.locator("textarea").first.fill(text)
    settle(page)


def lane_of(page: Any, name: str) -> Any:
    return page.get_by_role("region", name=re.compile(f"^{name}(, wrong on purpose)?$"))


def ids_of(page: Any, name: str) -> list[int]:
    return [int(word) for word in re.findall(r"\d+", lane_of(page, name).locator(".wcm-ids").text_content())]


def check_every_step(page: Any, saved: Any) -> None:
    """Check that two steppers, the first one live, draw the same in each lane, at each step."""
    for view in (page, saved):
        view.get_by_role("group", name=re.compile("^Lanes: arrow keys")).focus()
    position, last = 0, int(page.locator(".wcm-position").text_content().split(" / ")[1])
    assert last > 0
    for position in range(last + 1):
        assert page.locator(".wcm-position").text_content() == f"{position} / {last}"
        for part in (".wcm-position", ".wcl-sentence", ".wcm-lane .wcm-row", ".wcm-own", ".wcm-work"):
            shown, expected = (view.locator(part).all_text_contents() for view in (page, saved))
            assert shown == expected, part
        for view in (page, saved):
            view.keyboard.press("ArrowRight")
    settle(page)


@pytest.mark.deep
def test_a_stepper_page_steps_through_a_text_that_was_typed(open_saved) -> None:
    lanes = [*wl.ENCODERS, *WRONG_ENCODERS]
    page = settled(open_saved(MergeStepper("bear", "r50k_base", lanes=lanes).export_html()))
    assert page.get_by_role("alert").filter(visible=True).count() == 0
    type_text(page, "defenestration")
    expected = MergeStepper("defenestration", "r50k_base", lanes=lanes)
    saved = settled(open_saved(expected.export_html(live=False)))
    check_every_step(page, saved)
    for lane in lanes:
        assert ids_of(page, lane) == expected.ids[lane]
    expected.step = int(page.locator(".wcm-position").text_content().split(" / ")[1])
    assert page.locator(".wcl-code").text_content() == expected._code


@pytest.mark.deep
def test_a_stepper_page_shows_examples_counts_and_says_what_it_has_not(open_saved) -> None:
    page = settled(open_saved(MergeStepper("abc", "r50k_base").export_html()))
    page.get_by_label("Examples", exact=True).select_option("Greedy left to right is wrong: [a, b, c]")
    page.locator(".wcm-story").wait_for()
    settle(page)
    page.get_by_role("button", name="Last step").click()
    assert (ids_of(page, "bpe_backtrack"), ids_of(page, "greedy_left")) == ([97, 256], [257, 99])
    page.get_by_role("button", name="Count").click()
    page.get_by_role("table", name="Fitted exponents").wait_for()
    page.locator(".wcl-menu > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save traces as JSON").click()
    stepper = MergeStepper(lanes=["priority_merge"])
    stepper.use_preset("Greedy left to right is wrong: [a, b, c]")
    assert json.loads(download.value.path().read_text()) == json.loads(stepper.to_json())
    type_text(page, "x" * 300)
    assert "accepts up to 256" in page.get_by_role("alert").filter(visible=True).text_content()


def test_an_explorer_page_shows_the_tokens_of_a_text_that_was_typed(open_saved) -> None:
    page = settled(open_saved(Explorer("hello", "r50k_base").export_html()))
    type_text(page, TEXT)
    expected = Explorer(TEXT, "r50k_base", selected=2)
    ids = page.get_by_role("group", name="Token ids").text_content()
    assert json.loads(ids) == expected.ids
    page.locator("[role=option]").nth(expected.selected).click()
    inspector = page.get_by_label("Token inspector")
    inspector.get_by_role("tree").wait_for()
    settle(page)
    saved = settled(open_saved(expected.export_html(live=False)))
    assert expected._tree["branch"]
    assert inspector.get_by_text(expected._tree["branch"]).is_visible()
    shown, wanted = (view.get_by_label("Token inspector") for view in (page, saved))
    assert shown.locator("dl > div").all_text_contents() == wanted.locator("dl > div").all_text_contents()
    nodes, wanted_nodes = (one.get_by_role("treeitem").all_text_contents() for one in (shown, wanted))
    assert nodes == wanted_nodes
    assert len(nodes) == len(expected._tree["nodes"]["token"])
