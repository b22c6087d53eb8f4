"""Opening a tokenizer on a page: chosen, dropped, refused."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest
from playwright.sync_api import Locator, Page

import wordchipper_lab as wl

pytestmark = pytest.mark.browser

TEXT = "low lower newest<|end|>"
_DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    const fire = (kind) => document.querySelector(".wcl").dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    fire("dragover");
    const hint = document.querySelector(".wcl-drop-hint");
    const isSeen = hint.checkVisibility() && hint.textContent;
    fire("drop");
    return [isSeen, hint.hidden];
}"""


# Ids that can be seen, in `seen`.
_WATCH = """window.seen = new Set();
new MutationObserver(() => {
    const ids = document.querySelector(".wcl-explorer .wcl-ids");
    if (ids?.checkVisibility({ visibilityProperty: true }) && ids.textContent) seen.add(ids.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });"""


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.train_bpe(["low low low lower newest newest"], 264, special_tokens=["<|end|>"])


@pytest.fixture(scope="module")
def folder(tok: wl.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for name in ("tokenizer.json", "my.tiktoken", "vocab.bpe"):
        tok.save(folder / name)
    return folder


@pytest.fixture(scope="module")
def opened(visit, folder: Path):
    """A page where tokenizer.json has been chosen with the button."""
    visitor = visit()
    visitor.type(TEXT)
    with visitor.page.expect_file_chooser() as chooser:
        visitor.page.get_by_role("button", name="Open tokenizer …").click()
    chooser.value.set_files(folder / "tokenizer.json")
    _wait_for(visitor.page, "Opened tokenizer.json@")
    visitor.settle()
    return visitor


def _wait_for(page: Page, said: str) -> None:
    page.wait_for_function(
        "said => document.querySelector('.wcl-said').textContent.startsWith(said)", arg=said, timeout=60_000
    )


def test_a_file_is_chosen(opened, tok: wl.Tokenizer) -> None:
    assert opened.ids() == tok.encode(TEXT)
    name = opened.page.get_by_label("Vocabulary", exact=True).input_value()
    assert name.startswith("tokenizer.json@")
    opened.page.get_by_text("Compare vocabularies").click()
    assert opened.page.get_by_role("checkbox", name=name).count() == 1
    assert opened.problems == []


def test_a_reload_opens_it_again_before_anything_is_shown(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    page.wait_for_function("() => history.state?.wordchipper_lab?.state.model.startsWith('tokenizer.json@')")
    page.add_init_script(_WATCH)
    page.reload()
    opened.settle()
    assert opened.ids() == tok.encode(TEXT)
    assert page.evaluate("[...window.seen]") == [str(tok.encode(TEXT))]
    assert opened.problems == []


def test_a_dropped_file_asks_for_its_pattern(opened, tok: wl.Tokenizer, folder: Path) -> None:
    page = opened.page
    contents = (folder / "my.tiktoken").read_text()
    assert page.evaluate(_DROP, ["my.tiktoken", contents]) == [
        "Drop a tokenizer or a text file to open it",
        True,
    ]
    dialog = page.get_by_role("dialog", name="Which pattern splits the text for my.tiktoken?")
    dialog.wait_for()
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    _wait_for(page, "Nothing was opened")
    page.evaluate(_DROP, ["my.tiktoken", contents])
    dialog.get_by_label("Pattern").select_option("llama3")
    dialog.get_by_role("button", name="Open").click()
    _wait_for(page, "Opened my.tiktoken@")
    opened.settle()
    assert opened.ids() == tok.encode(TEXT, special="text")


def test_what_is_refused_says_why_and_changes_nothing(
    opened, folder: Path, pytestconfig: pytest.Config
) -> None:
    before = opened.ids()
    page, chosen = opened.page, opened.page.locator("input[type=file][multiple]")
    refusals = {
        "normalizer Precompiled is not supported": (folder / "tokenizer.json")
        .read_text()
        .replace('"normalizer": null', '"normalizer": {"type": "Precompiled"}'),
        "expected JSON": '{"model": {"vocab": {',
    }
    for said, contents in refusals.items():
        chosen.set_input_files({"name": "tokenizer.json", "mimeType": "", "buffer": contents.encode()})
        page.locator(".wcl-notice", has_text=said).wait_for()
        assert "Nothing was opened" in opened.notice.text_content()
    chosen.set_input_files(folder / "encoder.json")
    page.locator(".wcl-notice", has_text="encoder.json").wait_for()
    alone = (
        "a live page may open it" if pytestconfig.getoption("--site") else "open it together with vocab.bpe"
    )
    assert alone in opened.notice.text_content()
    assert opened.ids() == before


def test_a_dropped_text_is_a_text(opened) -> None:
    opened.page.evaluate(_DROP, ["notes.txt", "just low"])
    opened.page.wait_for_function("document.querySelector('textarea').value === 'just low'")
    opened.settle()
    assert opened.problems == []
    assert opened.outside_requests() == []


def _go(page: Page, screen: str) -> Locator:
    page.locator(f".wcl-lab-nav a[data-page={screen}]").click()
    return _see(page, screen)


def _see(page: Page, screen: str) -> Locator:
    root = page.locator(f".wcl-{screen}[aria-busy=false]:not(.wcl-is-silent) >> visible=true")
    root.wait_for(timeout=120_000)
    return root


def _open_on(page: Page, screen: str, *files: Path) -> None:
    root = _go(page, screen)
    root.locator("input[type=file][multiple]").set_input_files(files)
    page.wait_for_function(
        "([screen, said]) => document.querySelector(`.wcl-${screen} .wcl-said`).textContent.startsWith(said)",
        arg=[screen, f"Opened {files[0].name}@"],
        timeout=60_000,
    )
    root.wait_for()


@pytest.mark.needs_kernel
def test_throughput_measures_it_beside_ours(opened, folder: Path) -> None:
    page = opened.page
    _open_on(page, "throughput", folder / "tokenizer.json")
    code = page.locator(".wcl-throughput").get_by_label("Python code of this view")
    made = "wl.Tokenizer.from_file('tokenizer.json', lexer='vector'"
    page.wait_for_function(
        "([node, made]) => node.textContent.includes(made)", arg=[code.element_handle(), made]
    )
    opened.open_settings()
    group = page.get_by_role("group", name="Opened tokenizers")
    box = group.get_by_label("tokenizer.json@")
    assert box.is_checked()
    box.uncheck()
    page.wait_for_function(
        "([node, made]) => !node.textContent.includes(made)", arg=[code.element_handle(), made]
    )


@pytest.mark.deep
@pytest.mark.parametrize(
    "screen",
    ["stepper", "vocabulary", "divergence", pytest.param("throughput", marks=pytest.mark.needs_kernel)],
)
def test_every_screen_opens_it_shows_it_on_the_others_and_says_what_is_wrong(
    opened, folder: Path, screen: str
) -> None:
    page = opened.page
    _open_on(page, screen, folder / "tokenizer.json")
    broken = {"name": "tokenizer.json", "mimeType": "", "buffer": b'{"model": {"vocab": {'}
    page.locator(f".wcl-{screen} input[type=file][multiple]").set_input_files(broken)
    page.locator(f".wcl-{screen} .wcl-notice", has_text="expected JSON").wait_for()
    page.locator(".wcl-lab-nav a[data-page=explorer]").click()
    page.locator(".wcl-explorer[aria-busy=false] >> visible=true").wait_for()
    chosen = page.locator(".wcl-explorer").get_by_label("Vocabulary", exact=True)
    assert chosen.input_value().startswith("tokenizer.json@")
    page.go_back()
    page.locator(f".wcl-{screen}[aria-busy=false] >> visible=true").wait_for()
    assert opened.problems == []


def test_a_file_dropped_where_nothing_takes_it_leaves_the_page_as_it_is(opened) -> None:
    page = opened.page
    page.locator(".wcl-lab-nav a[data-page=languages]").click()
    page.wait_for_selector(".wcl-lang-row >> visible=true")
    prevented = page.evaluate(
        """() => ["dragover", "drop"].map((kind) => {
            const data = new DataTransfer();
            data.items.add(new File(["{}"], "tokenizer.json"));
            const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
            document.querySelector(".wcl-lang").dispatchEvent(event);
            return event.defaultPrevented;
        })"""
    )
    assert prevented == [True, True]


@pytest.mark.deep
def test_it_survives_its_kernel_and_screens_without_a_tokenizer(
    opened, folder: Path, dashboard, restart
) -> None:
    page = opened.page
    _open_on(page, "explorer", folder / "tokenizer.json")
    explorer = page.locator(".wcl-explorer")
    chosen, text = explorer.get_by_label("Vocabulary", exact=True), explorer.locator("textarea").first
    name = chosen.input_value()
    text.fill("low lower")
    _see(page, "explorer")
    _go(page, "training")
    page.wait_for_url("**/training*")
    page.reload()
    _see(page, "training")
    _go(page, "explorer")
    assert (chosen.input_value(), text.input_value()) == (name, "low lower")
    chosen.select_option("r50k_base")
    _go(page, "stepper")
    page.wait_for_url("**/stepper*")
    for back, model in ((1, "r50k_base"), (2, name)):
        page.evaluate("back => history.go(-back)", back)
        _see(page, "explorer")
        page.wait_for_function(
            "([node, model]) => node.value === model", arg=[chosen.element_handle(), model]
        )
    psutil.Process(dashboard.kernel_of(page)).kill()
    restart(page)
    _see(page, "explorer")
    assert (chosen.input_value(), text.input_value()) == (name, "low lower")


@pytest.mark.deep
def test_without_its_files_the_page_says_what_to_do_and_keeps_the_rest(
    opened, tok: wl.Tokenizer, folder: Path
) -> None:
    page = opened.page
    _open_on(page, "explorer", folder / "tokenizer.json")
    page.reload()
    _see(page, "explorer")
    opened.type("low lower")
    page.wait_for_function("() => history.state.wordchipper_lab.state.text === 'low lower'")
    page.evaluate("new Promise((done) => { indexedDB.deleteDatabase('wordchipper_lab').onsuccess = done; })")
    page.reload()
    opened.settle()
    page.locator(".wcl-notice", has_text="is not open here").wait_for()
    assert "open the file again" in opened.notice.text_content()
    assert opened.text.input_value() == "low lower"
    _open_on(page, "explorer", folder / "tokenizer.json")
    page.locator(".wcl-explorer p.wcl-notice").wait_for(state="hidden")
    assert opened.ids() == tok.encode("low lower")


@pytest.mark.deep
@pytest.mark.parametrize(
    "without",
    [
        "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });",
        "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };",
    ],
    ids=["a private window", "no space"],
)
def test_a_browser_that_keeps_nothing_shows_it_all_the_same(
    visit, tok: wl.Tokenizer, folder: Path, without: str
) -> None:
    visitor = visit()
    visitor.page.add_init_script(without)
    visitor.page.reload()
    visitor.settle()
    _open_on(visitor.page, "explorer", folder / "tokenizer.json")
    visitor.type("low lower")
    assert visitor.ids() == tok.encode("low lower")
    assert visitor.problems == []
