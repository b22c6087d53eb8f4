"""A Vocabulary page saved with the engine in it: opened from a file, without kernel or network, it searches and looks up
what Python does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from wordchipper_lab.lab import compare_vocabularies, describe_token, search_vocabulary
from wordchipper_lab.vocab import load_vocab
from wordchipper_lab.widgets import VocabularyBrowser

from .idle import settle

pytestmark = pytest.mark.browser

MOST_BYTES = 3_000_000


class SavedPage:
    """A page that was opened from a file."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.rows = page.locator(".wcl-rows .wcl-row")
        self.details = page.get_by_role("region", name="Token details")
        self.notice = page.get_by_role("alert")
        settle(page)

    def search(self, text: str, by: str) -> None:
        self.page.get_by_label("Search by", exact=True).select_option(by)
        self.page.get_by_label("Search for").fill(text)
        settle(self.page)

    def found(self) -> int:
        text = self.page.locator(".wcl-result b").text_content()
        return int(re.search(r"[\d,]+", text)[0].replace(",", ""))

    def ids(self) -> list[int]:
        """The ids of the rows that are drawn."""
        return self.rows.evaluate_all(
            """rows => rows.sort((one, other) => one.dataset.row - other.dataset.row)
                .map((row) => Number(row.querySelector(".wcl-col-id").textContent))"""
        )

    def facts(self) -> dict[str, str]:
        return self.details.locator("dl > div").evaluate_all(
            "rows => Object.fromEntries(rows.map((row) => ['dt', 'dd'].map((part) => row.querySelector(part).textContent)))"
        )

    def looks_at(self, model: str, token: int) -> None:
        """Check that the details are those of `token`."""
        expected = describe_token(load_vocab(model), token)
        self.details.get_by_role("treeitem").first.wait_for()
        nodes = self.details.locator(".wcl-merge-id").all_text_contents()
        assert list(map(int, nodes)) == [node.token for node in expected.tree]
        facts = self.facts()
        assert facts["Id"] == str(token)
        assert facts[f"Bytes ({len(expected.bytes)})"] == expected.hex
        containing = self.details.get_by_text(f"Tokens that contain it: {len(expected.containing):,}")
        assert containing.count() == 1 or not len(expected.containing)


def listed(model: str, text: str, **options: Any) -> list[int]:
    return search_vocabulary(load_vocab(model), text, **options).ids.tolist()


def test_a_page_searches_and_looks_up(open_saved) -> None:
    html = VocabularyBrowser("o200k_base", query=" world", selected=2375).export_html()
    assert len(html.encode()) < MOST_BYTES
    saved = SavedPage(open_saved(html))
    assert saved.found() == len(listed("o200k_base", " world"))
    saved.looks_at("o200k_base", 2375)
    for text, by in (
        (" the", "text"),
        ("f0 9f", "hex"),
        ("^ ?[A-Z]{5,}$", "regex"),
        ("100-120, 199990-300000", "id"),
    ):
        saved.search(text, by)
        expected = listed("o200k_base", text, by=by)
        assert (saved.found(), saved.ids()) == (len(expected), expected[: len(saved.ids())])
        assert not saved.notice.is_visible()
    saved.search("token", "text")
    row = saved.rows.nth(3)
    token = int(row.locator(".wcl-col-id").text_content())
    row.click()
    settle(saved.page)
    saved.looks_at("o200k_base", token)


@pytest.mark.deep
def test_what_the_page_cannot_do_is_said(open_saved) -> None:
    saved = SavedPage(open_saved(VocabularyBrowser("r50k_base", query="ing").export_html()))
    before = saved.found()
    for text, problem in ((r"\bthe", "open a live page to search by it"), ("[", "at position 0")):
        saved.search(text, "regex")
        assert problem in saved.notice.text_content()
        assert saved.found() == before
    saved.page.locator("summary", has_text="Audit").click()
    saved.page.get_by_role("button", name="Audit this vocabulary").click()
    saved.page.get_by_text("the audit does not run in this page").wait_for()


@pytest.mark.deep
def test_two_vocabularies_are_compared(open_saved) -> None:
    html = VocabularyBrowser("r50k_base", compare="cl100k_base", word="naïve").export_html()
    assert len(html.encode()) < MOST_BYTES
    saved = SavedPage(open_saved(html))
    overlap = compare_vocabularies(load_vocab("r50k_base"), load_vocab("cl100k_base"))
    name = f"List in r50k_base: only in r50k_base, {len(overlap.only_a):,} tokens"
    saved.page.get_by_role("button", name=name).click()
    settle(saved.page)
    assert saved.found() == len(overlap.only_a)
    saved.page.get_by_role("button", name=re.compile("^List in cl100k_base: only in cl100k_base")).click()
    settle(saved.page)
    assert saved.found() == len(overlap.only_b)
    assert saved.page.get_by_label("Vocabulary", exact=True).input_value() == "cl100k_base"
    assert saved.page.locator(".wcl-variants td").count() > 8


@pytest.mark.deep
def test_where_the_engine_does_not_start_the_page_says_so(browser, tmp_path: Path) -> None:
    html = VocabularyBrowser("r50k_base").export_html()
    path = tmp_path / "saved.html"
    path.write_text(html.replace('"use strict";', 'throw new Error("no engine");', 1), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    SavedPage(page).notice.get_by_text("does not run here").wait_for()
    page.close()


@pytest.mark.deep
def test_a_saved_page_says_what_it_is(open_saved) -> None:
    html = VocabularyBrowser("r50k_base", query="ing", selected=278).export_html(live=False)
    assert 'id="engine"' not in html
    saved = SavedPage(open_saved(html))
    assert saved.found() == len(listed("r50k_base", "ing"))
    assert "This is a saved page" in saved.notice.text_content()
