"""The Lab as a folder of files: served by Python's http.server, then by nobody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError
from wordchipper_lab.lab.stories import check_guess
from wordchipper_lab.widgets import Lab
from wordchipper_lab.widgets.site import export_site

from .host import Host

pytestmark = pytest.mark.browser
MEGABYTE = 1_000_000


@pytest.fixture
def page(browser: Any, host: Host) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    page = context.new_page()
    page.problems, page.requests = [], []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("request", lambda request: page.requests.append(request.url))
    yield page
    assert page.problems == []
    outside = [url for url in page.requests if not url.startswith((host.address, "blob:", "data:"))]
    assert outside == []
    context.close()


def shown_screen(page: Any) -> Any:
    return page.locator("section.wcl-lab-screen:not([hidden])")


def go_to(page: Any, title: str) -> None:
    page.locator("nav a", has_text=title).click()
    page.locator("nav a[aria-current=page]", has_text=title).wait_for()
    shown_screen(page).locator(".wcl").first.wait_for()


def ids_of(page: Any) -> list[int]:
    listed = shown_screen(page).locator(".wcl-ids").first.inner_text()
    return [int(word) for word in listed.strip("[] \n").split(",") if word.strip()]


def expect_ids(page: Any, text: str, model: str = "o200k_base") -> None:
    expected = wl.Tokenizer.from_pretrained(model).encode(text)
    said = f"become {len(expected)} token"
    shown_screen(page).get_by_text(said).first.wait_for()
    assert ids_of(page) == expected


def test_the_first_picture_needs_no_engine(page: Any, host: Host) -> None:
    page.route("**/worker.js", lambda route: route.abort())
    page.goto(host.address)
    page.locator(".wcl-home [role=option]").first.wait_for()
    assert not any("vocabularies" in url or "engine.wasm" in url for url in page.requests)


def test_ids_are_those_of_the_engine_here(page: Any, host: Host) -> None:
    page.goto(host.address + "?screen=explorer")
    box = shown_screen(page).locator("textarea").first
    box.wait_for()
    for model in ("o200k_base", "r50k_base", "cl100k_base"):
        shown_screen(page).get_by_label("Vocabulary").first.select_option(model)
        for text in ("naïve café 東京 👩‍💻 12345", "it's <|endoftext|> \n\n  x", "ok"):
            box.fill(text)
            expect_ids(page, text, model)


@pytest.mark.deep
def test_the_text_goes_along_and_the_address_is_the_state(page: Any, host: Host) -> None:
    page.goto(host.address)
    page.locator(".wcl-home [role=option]").first.wait_for()
    go_to(page, "Explorer")
    shown_screen(page).locator("textarea").first.fill("strawberry pie")
    expect_ids(page, "strawberry pie")
    page.wait_for_url("**/?screen=explorer&state=*")
    go_to(page, "Merge stepper")
    assert shown_screen(page).locator("textarea").first.input_value() == "strawberry pie"
    page.wait_for_url("**/?screen=stepper*")
    page.go_back()
    page.locator("nav a[aria-current=page]", has_text="Explorer").wait_for()
    expect_ids(page, "strawberry pie")
    page.reload()
    shown_screen(page).locator("textarea").first.wait_for()
    expect_ids(page, "strawberry pie")


@pytest.mark.deep
def test_a_story_asks_and_judges(page: Any, host: Host) -> None:
    page.goto(host.address + "?story=strawberry&step=1")
    page.locator(".wcl-story-place").get_by_text("Step 1 of 7").wait_for()
    page.locator(".wcl-story input").first.fill("10")
    page.get_by_role("button", name="Guess").click()
    page.get_by_text(check_guess("strawberry", 1, 10)["said"]).first.wait_for()
    expect_ids(page, "strawberry")


@pytest.mark.deep
def test_what_was_trained_here_is_opened_on_other_screens_and_after_a_reload(page: Any, host: Host) -> None:
    page.goto(f"{host.address}?screen=training")
    training = shown_screen(page)
    training.get_by_role("radio", name="A real corpus").check()
    training.locator(".wct-top").get_by_label("Corpus", exact=True).last.select_option("text")
    training.get_by_label("Own corpus").fill("she sells sea shells by the sea shore " * 20)
    training.get_by_label("Vocabulary size").fill("270")
    training.get_by_label("Pace").select_option("0")
    training.get_by_role("button", name="Start", exact=True).click()
    result = training.get_by_role("region", name="Result")
    result.get_by_label("Encode a text with it").fill("she sells shells")
    tok = wl.train_bpe(["she sells sea shells by the sea shore " * 20], 270, "r50k_base", min_frequency=2)
    ids = tok.encode("she sells shells")
    result.get_by_role("group", name="Token ids").filter(has_text=str(ids)).wait_for()
    result.get_by_role("link", name="Open in Explorer").click()
    for again in (page.reload, None):
        shown_screen(page).get_by_text(f"become {len(ids)} token").wait_for()
        assert ids_of(page) == ids
        chosen = shown_screen(page).get_by_label("Vocabulary", exact=True).input_value()
        assert chosen.startswith("trained.json@")
        if again:
            page.wait_for_url("**state=**")
            again()
    go_to(page, "Merge stepper")
    shown_screen(page).get_by_text(chosen).first.wait_for()
    page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('wordchipper_lab').onsuccess = done; })")


@pytest.mark.deep
def test_what_needs_python_says_so(page: Any, host: Host) -> None:
    page.goto(host.address + "?screen=throughput")
    page.get_by_text("This part needs Python").wait_for()


def test_it_works_offline_after_the_first_visit_and_can_be_installed(browser: Any, host: Host) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(host.address)
    page.evaluate("navigator.serviceWorker.ready")
    page.wait_for_function(
        "caches.keys().then(async ([name]) => name && (await (await caches.open(name)).keys()).length > 20)"
    )
    client = context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []
    errors = [one["errorId"] for one in client.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []  # each test has a profile of its own
    host.stop()
    try:
        page.goto(host.address + "?screen=explorer")
        shown_screen(page).locator("textarea").first.fill("offline: naïve")
        expect_ids(page, "offline: naïve")
    finally:
        host.start()
    context.close()


@pytest.mark.deep
def test_a_story_as_one_file(open_saved: Any) -> None:
    html = Lab().export_html(story="order")
    assert len(html.encode()) < 3 * MEGABYTE
    page = open_saved(html)
    page.locator(".wcl-story-place").get_by_text("Step 1 of").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.locator(".wcl-story-place").get_by_text("Step 2 of").wait_for()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not an empty folder"):
        export_site(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
