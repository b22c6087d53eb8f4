"""The Lab: all screens in one page, with one text, one tokenizer, one pin, and an address that says what is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psutil
import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.permalink import unpack_state
from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.widgets import Lab

pytestmark = pytest.mark.browser

TEXT = "hello wonderful world tokenization"


class LabPage:
    """The page as its visitor uses it."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def go(self, name: str) -> None:
        self.page.locator(f".wcl-lab-nav a[data-page={name}]").click()
        self.settle(name)

    def settle(self, name: str) -> None:
        self.page.wait_for_selector(f".wcl-{name}[aria-busy=false] >> visible=true")
        self.page.wait_for_selector(f".wcl-lab-nav a[data-page={name}][aria-current=page]")

    def screen(self, name: str) -> Any:
        return self.page.locator(f".wcl-{name}")

    def text_of(self, name: str) -> str:
        return self.screen(name).locator("textarea").first.input_value()

    def type(self, name: str, text: str) -> None:
        self.screen(name).locator("textarea").first.fill(text)
        self.settle(name)

    @staticmethod
    def place_of(name: str) -> str:
        """The address of a screen, on a server or a site of files, up to its state."""
        return rf"(/{name}\?|/\?screen={name}&)"

    def address_has(self, pattern: str) -> None:
        self.page.wait_for_url(re.compile(pattern))


@pytest.fixture(scope="module")
def shared(open_screen: Callable[[str], Any]) -> LabPage:
    return LabPage(open_screen("explorer").page)


@pytest.fixture
def lab(shared: LabPage) -> LabPage:
    shared.go("explorer")
    shared.screen("explorer").locator(".wcl-canvas").first.press("Escape")  # nothing is pinned
    return shared


def test_home_says_what_there_is_and_shows_a_live_miniature(window, dashboard) -> None:
    page = window.new_page()
    page.goto(dashboard.address)
    page.wait_for_selector(".wcl-home")
    assert page.title() == "wordchipper-lab"
    assert page.get_by_role("list", name="Screens").get_by_role("link").count() == len(SCREENS)
    page.locator(".wcl-home textarea").fill("hello world")
    page.wait_for_function("() => document.querySelector('.wcl-home-ids').textContent === '24912  2375'")
    assert wl.Tokenizer.from_pretrained("o200k_base").encode("hello world") == [24912, 2375]
    page.locator(".wcl-home .wcl-menu > summary").click()
    offered = page.get_by_role("group", name="Share").get_by_role("button").all_text_contents()
    assert offered[:3] == ["Copy link", "Save page", "Copy notebook cell"]
    assert offered[-1] == "Copy ids"
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Look closer in the Explorer").click()
    here = LabPage(page)
    here.settle("explorer")
    assert here.text_of("explorer") == "hello world"
    page.go_back()
    page.wait_for_selector(".wcl-home >> visible=true")
    assert page.locator(".wcl-home textarea").input_value() == "hello world"
    page.close(run_before_unload=True)


@pytest.mark.deep
@pytest.mark.parametrize("place", ["", "?chart=languages"])
def test_a_place_that_is_no_screen_says_that_its_kernel_is_silent(
    browser, dashboard, restart, place: str
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.goto(f"{dashboard.address}{place}")
    shown = page.locator(".wcl-lang" if place else ".wcl-home")
    shown.locator(".wcl-sentence").first.wait_for()
    page.wait_for_timeout(2500)
    before, notice = shown.bounding_box(), page.locator(".wcl-outage >> visible=true")
    kernel = psutil.Process(dashboard.kernel_of(page))
    kernel.suspend()
    notice.wait_for()
    assert shown.bounding_box() == before
    kernel.resume()
    notice.wait_for(state="hidden")
    kernel.kill()
    if not place:
        page.locator(".wcl-home textarea").fill("typed too late")
    restart(page)
    shown.locator(".wcl-sentence").first.wait_for()
    if not place:
        shown.locator(".wcl-sentence", has_text=re.compile("^14 characters")).wait_for()
        assert page.locator(".wcl-home textarea").input_value() == "typed too late"
    page.close(run_before_unload=True)


@pytest.mark.deep
@pytest.mark.parametrize(("width", "height", "most"), [(1280, 720, 340), (390, 844, 510)])
def test_tokens_are_on_the_first_screen(browser, dashboard, width: int, height: int, most: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height}, has_touch=width < 500)
    for place in ("home", "explorer"):
        page.goto(f"{dashboard.address}{'' if place == 'home' else place}")
        canvas = page.locator(f".wcl-{place} .wcl-canvas >> visible=true").first
        canvas.locator(".wcl-start").first.wait_for()
        text, tokens = page.locator("textarea >> visible=true").first.bounding_box(), canvas.bounding_box()
        assert 0 < text["y"] < tokens["y"] <= most, (place, text, tokens)
        assert tokens["y"] + min(tokens["height"], 100) <= height
        if width < 500:
            targets = page.locator("button, summary, select, a").all()
            small = [
                node.inner_text()
                for node in targets
                if node.is_visible() and node.bounding_box()["height"] < 44
            ]
            assert small == []
    page.close()


@pytest.mark.deep
def test_on_a_phone_targets_are_large_and_menus_in_sight(browser, dashboard, open_in_lab) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(dashboard.address)
    page.wait_for_selector(".wcl-home")
    for name in (*SCREENS, "languages", "story"):
        open_in_lab(page, name)
        settings = page.locator(".wcl-settings:not([open]) > summary >> visible=true")
        if settings.count():
            settings.click()
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, summary, select, a, label:has(input)")].filter((node) =>
                node.checkVisibility() && node.getBoundingClientRect().height < 44).map((node) => node.outerHTML)"""
        )
        assert small == [], name
        if name == "story":
            continue  # its sheet has the place of the menu
        menu = page.locator(".wcl-menu >> visible=true").first
        menu.locator("summary").click()
        page.wait_for_timeout(100)
        box = menu.locator(".wcl-menu-list").bounding_box()
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= 844, name
        page.keyboard.press("Escape")
    page.close(run_before_unload=True)


def test_text_and_pin_go_along_and_reload_and_back_restore_them(lab: LabPage) -> None:
    lab.type("explorer", TEXT)
    lab.screen("explorer").locator(".wcl-canvas [data-segment='1']").first.click()
    lab.address_has(lab.place_of("explorer") + "state=")
    lab.go("stepper")
    assert lab.text_of("stepper") == TEXT
    chosen = lab.screen("stepper").locator(".wcm-span[aria-checked=true]")
    assert chosen.text_content() == "·wonderful"
    lab.address_has(lab.place_of("stepper") + "state=")
    lab.page.reload()
    lab.settle("stepper")
    assert (lab.text_of("stepper"), chosen.text_content()) == (TEXT, "·wonderful")
    lab.page.go_back()
    lab.settle("explorer")
    assert lab.text_of("explorer") == TEXT
    assert lab.screen("explorer").locator(".wcl-inspector.wcl-is-pinned").is_visible()
    lab.page.go_forward()
    lab.settle("stepper")


def test_the_link_of_the_screen_that_is_open_changes_nothing(lab: LabPage, open_screen) -> None:
    lab.type("explorer", "a text of before")
    open_screen("explorer")  # by a link, which takes nothing from other screens
    shown = lab.text_of("explorer")
    entries = lab.page.evaluate("history.length")
    lab.go("explorer")
    lab.type("explorer", TEXT)  # nothing is on its way that would come in between
    assert shown != TEXT
    lab.page.wait_for_timeout(500)
    assert lab.text_of("explorer") == TEXT
    assert lab.page.evaluate("history.length") == entries


@pytest.mark.deep
def test_the_default_is_not_shown_before_what_the_address_says(lab: LabPage, browser) -> None:
    text = "only this address has it"

    def says_it(url: str) -> bool:
        state = parse_qs(urlsplit(url).query).get("state")
        return bool(state) and unpack_state(state[0]).get("text") == text

    lab.type("explorer", text)
    lab.page.wait_for_url(says_it)
    other = browser.new_page()
    other.add_init_script(
        """window.seen = [];
        new MutationObserver(() => {
          for (const node of document.querySelectorAll(".wcl-explorer .wcl-canvas, .wcl-home .wcl-canvas")) {
            if (node.checkVisibility({ visibilityProperty: true }) && node.textContent) window.seen.push(node.textContent);
          }
        }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });"""
    )
    other.goto(lab.page.url)
    LabPage(other).settle("explorer")
    assert {seen.replace("\\u200b", "") for seen in other.evaluate("window.seen")} == {text}
    other.close(run_before_unload=True)


def test_keys_reach_the_open_screen_only(lab: LabPage) -> None:
    lab.go("stepper")
    lab.go("explorer")
    lab.page.locator("body").press("ArrowRight")
    lab.go("stepper")
    assert lab.screen("stepper").locator(".wcm-position").first.text_content().startswith("0 /")


def test_one_click_from_a_token_to_the_other_screens_and_back(lab: LabPage) -> None:
    lab.type("explorer", TEXT)
    lab.screen("explorer").locator(".wcl-canvas [data-segment='1']").first.click()
    for words, name in (
        ("Step through the merges", "stepper"),
        ("Find this token", "vocabulary"),
        ("See where the lexer", "divergence"),
    ):
        lab.page.get_by_role("link", name=re.compile(words)).click()
        lab.settle(name)
        lab.page.go_back()
        lab.settle("explorer")
        assert lab.text_of("explorer") == TEXT
    assert lab.page.evaluate("performance.getEntriesByType('navigation').length") == 1


def test_a_screen_looks_the_same_when_others_have_been_opened(lab: LabPage) -> None:
    places = """() => [...document.querySelectorAll(".wcl-vocabulary :is(section, textarea, table, .wcl-grid)")]
        .map((node) => node.getBoundingClientRect()).map(({ left, width }) => [left, width])"""
    lab.go("vocabulary")
    alone = lab.page.evaluate(places)
    lab.go("stepper")
    lab.go("divergence")
    lab.go("vocabulary")
    assert lab.page.evaluate(places) == alone


def check_presentation(page: Any) -> None:
    page.locator(".wcl-lang").get_by_role("button", name="Present").click()
    assert not page.get_by_role("navigation").is_visible()
    assert not page.locator(".wcl-lang-choice").is_visible()
    page.keyboard.press("Space")
    assert "GPT-4o" in page.locator(".wcl-lang .wcl-sentence").text_content()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    assert page.locator(".wcl-lang").get_by_label("GPT-2").is_checked()


def check_saved_chart(saved: Any) -> None:
    rows = saved.get_by_role("listbox", name="Languages").get_by_role("option")
    assert rows.first.text_content().startswith("Burmese"), "GPT-2, as it was"
    saved.locator(".wcl-lang").get_by_label("GPT-4o").check()
    assert rows.first.text_content().startswith("Dhivehi")
    saved.locator(".wcl-lab-brand").click()
    saved.get_by_role("navigation").get_by_role("link", name="Languages").click()
    assert rows.count() == 60


@pytest.mark.deep
def test_the_chart_of_languages_is_a_place_with_an_address_and_its_data(lab: LabPage, open_saved) -> None:
    page = lab.page
    page.locator(".wcl-lab-nav a[data-page=languages]").click()
    rows = page.get_by_role("listbox", name="Languages").get_by_role("option")
    rows.first.wait_for()
    assert not lab.screen("explorer").is_visible()
    page.locator(".wcl-lang").get_by_label("GPT-2").check()
    lab.address_has(r"/\?chart=languages&state=")
    page.reload()
    page.wait_for_selector(".wcl-lang input[value=r50k_base]:checked")
    assert rows.first.text_content().startswith("Burmese")
    with page.expect_download() as download:
        page.locator(".wcl-lang .wcl-menu > summary").click()
        page.get_by_role("button", name="Save data as CSV").click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 61
    assert lines[0].startswith("language,script,characters,bytes,o200k_base tokens,o200k_base times,")
    check_presentation(page)
    with page.expect_download() as download:
        page.locator(".wcl-lang .wcl-menu > summary").click()
        page.get_by_role("button", name="Save page").click()
    check_saved_chart(open_saved(Path(download.value.path()).read_text(encoding="utf-8")))
    page.go_back()
    lab.settle("explorer")
    assert not page.locator(".wcl-lang").is_visible()


@pytest.mark.deep
@pytest.mark.parametrize(
    ("story", "step", "seen"),
    [
        ("order", 2, ".wcm-lane:last-child .wcm-row"),
        ("order", 5, ".wcm-lane:last-child .wcm-token:last-child .wcm-label"),
        ("numbers", 3, ".wld-stage-rows"),
        ("whitespace", 3, ".wld-running"),
        ("languages", 5, ".wcl-lang-row[aria-selected=true]"),
    ],
)
def test_on_a_phone_a_story_does_not_cover_what_it_talks_about(
    lab: LabPage, story: str, step: int, seen: str
) -> None:
    page = lab.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(
        """query => {
            const link = document.querySelector(".wcl-lab-stage").appendChild(document.createElement("a"));
            link.href = `/?${query}`;
            link.click();
            link.remove();
        }""",
        f"story={story}&step={step}",
    )
    page.get_by_role("button", name="Just show me").click()
    page.wait_for_selector(".wcl-story-reveal:not([hidden])")
    page.wait_for_function(
        """seen => {
            const shown = [...document.querySelectorAll(seen)].find((node) => node.checkVisibility())?.getBoundingClientRect();
            return shown?.top >= 0 && shown.bottom <= document.querySelector(".wcl-story").getBoundingClientRect().top;
        }""",
        arg=f".wcl-lab-stage {seen}",
    )
    page.get_by_role("button", name="Close the story").click()
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_saved_lab_has_the_screens_that_were_opened(open_saved) -> None:
    lab = Lab(text=TEXT)
    assert lab["stepper"].text == TEXT
    page = open_saved(lab.export_html())
    page.wait_for_selector(".wcl-home")
    page.locator(".wcl-lab-nav a[data-page=stepper]").click()
    page.wait_for_selector(".wcl-stepper >> visible=true")
    page.get_by_role("button", name="Next step").first.click()
    page.locator(".wcl-lab-nav a[data-page=training]").click()
    page.get_by_text("only the screens that were open").wait_for()
