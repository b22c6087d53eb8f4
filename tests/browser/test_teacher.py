"""A new teacher: opens the Lab, tells a story, projects it, hands out the link, saves the page, and plays it from a file.

With WORDCHIPPER_LAB_PICTURES set to a folder, a picture of each moment is kept there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.lab.stories import load_story, story_names

pytestmark = [pytest.mark.browser, pytest.mark.deep]

_PROJECTOR = {"width": 1280, "height": 720}

# Collects all texts whose tokens were ever to be seen.
_WATCH = """window.seen = [];
new MutationObserver(() => {
  for (const node of document.querySelectorAll(".wcl-canvas[aria-label='Tokens over the text']")) {
    if (node.checkVisibility({ visibilityProperty: true }) && node.textContent) window.seen.push(node.textContent);
  }
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });"""

# Sentences of which a part is behind the button that ends the presentation.
_UNDER_THE_BUTTON = """() => {
    const buttons = [...document.querySelectorAll(".wcl-leave")].filter((node) => node.checkVisibility());
    const bounds = buttons.map((node) => node.getBoundingClientRect());
    const covers = ({ left, right, top, bottom }) => bounds.some((one) => left < one.right && one.left < right && top < one.bottom && one.top < bottom);
    const sentences = [...document.querySelectorAll(".wcl-sentence, .wcl-notice")].filter((node) => node.checkVisibility() && node.textContent);
    return sentences.filter((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].some(covers);
    }).map((node) => node.textContent);
}"""


@pytest.fixture
def keep_picture() -> Callable[[Any, str], None]:
    """Keep a picture of the page as it is now, if a folder is named."""
    folder, numbers = os.environ.get("WORDCHIPPER_LAB_PICTURES"), count(1)

    def keep(page: Any, name: str) -> None:
        if folder:
            page.wait_for_timeout(700)  # what moves has arrived
            page.screenshot(path=Path(folder, f"{next(numbers):02} {name}.png"))

    return keep


@pytest.fixture
def teacher(browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport=_PROJECTOR, permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    page.close(run_before_unload=True)
    assert problems == []


def _shown(page: Any) -> tuple[str, str, str]:
    """The place in the story, the text, and its tokens."""
    explorer = page.locator(".wcl-explorer")
    place = page.locator(".wcl-story-place").text_content()
    tokens = explorer.locator(".wcl-canvas").first.text_content()
    return place, explorer.locator("textarea").first.input_value(), tokens


def _at_step(page: Any, number: int, screen: str = "explorer") -> None:
    page.locator(".wcl-story-place", has_text=f"Step {number} of").wait_for()
    page.wait_for_selector(f".wcl-{screen}[aria-busy=false] >> visible=true")
    page.wait_for_url(f"**story=strawberry&step={number}*")


def test_a_lesson(teacher: Any, browser: Any, dashboard: Any, open_saved: Any, keep_picture: Any) -> None:
    page, reveal = teacher, teacher.locator(".wcl-story-reveal")
    page.goto(dashboard.address)
    page.wait_for_selector(".wcl-home", timeout=120_000)
    keep_picture(page, "home")
    page.get_by_role("list", name="Stories").get_by_role("link").first.click()
    _at_step(page, 1)
    keep_picture(page, "story")

    page.get_by_role("textbox", name="Into how many tokens").fill("10")
    page.keyboard.press("Enter")
    reveal.get_by_text("the truth").wait_for()
    assert reveal.locator("dd").all_text_contents() == ["10 tokens", "3 tokens"]
    page.wait_for_function("() => document.querySelector('.wcl-explorer textarea').value === 'strawberry'")
    keep_picture(page, "guess and truth")

    page.get_by_role("button", name="Present", exact=True).click()
    assert not page.locator(".wcl-lab-nav").is_visible()
    page.keyboard.press("PageDown")  # as the button of a presenter does
    _at_step(page, 2)
    keep_picture(page, "projected question")
    page.keyboard.press(" ")  # the answer first ...
    reveal.get_by_text("berry holds two of them").wait_for()
    keep_picture(page, "projected answer")
    page.locator("body").press("ArrowRight")  # ... then the next step, from wherever the focus is
    _at_step(page, 3)
    page.keyboard.press("PageUp")
    _at_step(page, 2)
    page.keyboard.press("Escape")
    page.locator(".wcl-lab-nav").wait_for()

    page.keyboard.press("PageDown")
    reveal.get_by_text("berry holds two of them").wait_for()
    page.locator(".wcl-explorer .wcl-pinned").first.wait_for()
    here = _shown(page)
    page.locator(".wcl-menu > summary >> visible=true", has_text="Share").click()
    keep_picture(page, "share")
    page.get_by_role("button", name="Copy link", exact=True).click()
    page.get_by_text("Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    _check_link(browser, link, here, keep_picture)

    for number in range(3, 8):
        page.get_by_role("button", name="Next", exact=True).click()
        _at_step(page, number, "stepper" if number == 7 else "explorer")
    stepper = page.locator(".wcl-stepper")
    stepper.get_by_role("button", name="Next step").click()
    keep_picture(page, "merges")
    page.locator(".wcl-menu > summary >> visible=true", has_text="Share").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save page", exact=True).click()
    _play(open_saved(saved.value.path().read_text(encoding="utf-8")), keep_picture)
    page.get_by_role("button", name="Done", exact=True).click()
    page.locator(".wcl-story").wait_for(state="detached")


def _check_link(browser: Any, link: str, here: tuple[str, str, str], keep_picture: Any) -> None:
    """A pupil's browser opens the link: the same step and state, and nothing else before."""
    pupil = browser.new_context(viewport=_PROJECTOR).new_page()
    pupil.add_init_script(_WATCH)
    pupil.goto(link)
    pupil.locator(".wcl-story-place").wait_for(timeout=120_000)
    pupil.locator(".wcl-explorer .wcl-pinned").first.wait_for()
    assert _shown(pupil) == here
    assert set(pupil.evaluate("window.seen")) == {here[2]}
    keep_picture(pupil, "opened from the link")
    pupil.close(run_before_unload=True)
    pupil.context.close()


def _play(page: Any, keep_picture: Any) -> None:
    """The saved page, opened from a file: without a server it plays the merges to their end."""
    page.set_viewport_size(_PROJECTOR)
    page.locator(".wcm-position").first.wait_for()
    page.keyboard.press("Home")
    before = page.locator(".wcm-lane").first.text_content()
    page.get_by_label("Speed").first.select_option("10")
    page.get_by_role("button", name="Play").first.click()
    page.locator(".wcm-position", has_text="7 / 7").first.wait_for()
    assert page.locator(".wcm-lane").first.text_content() != before
    keep_picture(page, "played from a file")


@pytest.mark.parametrize("story", story_names())
def test_a_story_is_projected_with_one_button(browser: Any, dashboard: Any, story: str) -> None:
    """PageDown leads through each story: the answer of each question, then the next step. All of it fits the projector."""
    page = browser.new_page(viewport=_PROJECTOR)
    page.goto(f"{dashboard.address}?story={story}&step=1")
    panel, place = page.locator(".wcl-story"), page.locator(".wcl-story-place")
    place.wait_for(timeout=120_000)
    page.wait_for_selector(".wcl-lab-stage:not([aria-busy=true])")
    page.locator("button >> visible=true", has_text="Present").first.click()
    steps = load_story(story).steps
    for number, step in enumerate(steps, start=1):
        panel.get_by_text(f"Step {number} of {len(steps)}", exact=True).wait_for()
        page.wait_for_selector(".wcl-lab-presenting")
        assert not page.locator(".wcl-lab-nav").is_visible()
        if step.question:
            page.keyboard.press("PageDown")
            panel.locator(".wcl-story-reveal").wait_for()
        box = panel.locator(".wcl-story-foot").bounding_box()
        assert box["y"] + box["height"] <= _PROJECTOR["height"], number
        assert page.evaluate(_UNDER_THE_BUTTON) == [], number
        page.keyboard.press("PageDown")
    panel.wait_for(state="detached")
    page.close(run_before_unload=True)
