"""The Vocabulary page: search, look at tokens, filter, compare, export, come back by a link."""

from __future__ import annotations

import csv
import io
import json
import re
from functools import cache

import psutil
import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import compare_vocabularies, merge_tree, pack_state, search_vocabulary
from wordchipper_lab.vocab import UnifiedVocab, load_vocab
from wordchipper_lab.vocab.token_bytes import pack_tokens
from wordchipper_lab.widgets import VocabularyBrowser

pytestmark = pytest.mark.browser


@cache
def o200k() -> UnifiedVocab:
    return load_vocab("o200k_base")


class Reader:
    """A user of the Vocabulary page: searches, filters, looks."""

    def __init__(self, visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.grid = self.page.get_by_role("grid", name="Tokens")
        self.rows = self.page.locator(".wcl-rows .wcl-row")
        self.details = self.page.get_by_role("region", name="Token details")
        self.notice = self.page.get_by_role("alert")

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def choose(self, label: str, value: str) -> None:
        control = self.page.locator(".wcl-vocabulary").get_by_label(label, exact=True)
        if control.input_value() == value:
            return
        if not control.is_visible():
            self.page.locator(".wcl-vocabulary .wcl-settings > summary").click()
        control.select_option(value)
        self.visitor.settle()

    def search(self, text: str, by: str = "text") -> None:
        self.choose("Search by", by)
        field = self.page.get_by_label("Search for")
        if field.input_value() != text:
            field.fill(text)
        self.visitor.settle()

    def share(self, name: str) -> None:
        """Choose `name` in the Share menu."""
        self.page.locator(".wcl-vocabulary summary", has_text="Share").click()
        self.page.locator(".wcl-vocabulary").get_by_role("button", name=name, exact=True).click()

    def reset(self) -> None:
        if self.button("Clear filters").is_visible():
            self.button("Clear filters").click()
            self.visitor.settle()
        if self.page.locator(".wcl-vocabulary .wcl-settings").get_attribute("open") is None:
            self.page.locator(".wcl-vocabulary .wcl-settings > summary").click()
        self.choose("Vocabulary", "o200k_base")
        self.choose("Search by", "text")
        self.choose("Order by", "id")
        self.choose("Token", "contains")
        self.page.get_by_label("descending").uncheck()
        self.search("")

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
        return self.visitor.facts(self.details)

    def focused(self) -> str:
        """The label or text of the focused element."""
        return self.page.evaluate(
            "(({ariaLabel, textContent, tagName}) => ariaLabel ?? (textContent.trim() || tagName))(document.activeElement)"
        )

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.visitor.settle()

    def active(self) -> str:
        return self.page.locator("#" + self.grid.get_attribute("aria-activedescendant")).get_attribute(
            "aria-label"
        )


@pytest.fixture(scope="module")
def shared(open_screen) -> Reader:
    return Reader(open_screen("vocabulary"))


@pytest.fixture
def reader(shared) -> Reader:
    shared.reset()
    return shared


def engine(query: str = "", **options: object) -> list[int]:
    return search_vocabulary(o200k(), query, **options).ids.tolist()


@pytest.mark.sampled(" world", "f0 9f", "100-120", "^ ?")
@pytest.mark.parametrize(
    ("text", "by"),
    [
        (" world", "text"),
        ("ing", "text"),
        ("ð", "text"),
        ("👍", "text"),
        ("<|endoftext|>", "text"),
        ("f0 9f", "hex"),
        ("199999", "id"),
        ("220", "id"),
        ("100-120, 199990-300000", "id"),
        ("^ ?[A-Z]{5,}$", "regex"),
        ("(a+)+$", "regex"),
        ("zzzzqqqq", "text"),
    ],
)
def test_searches_list_what_the_engine_finds(reader, text: str, by: str) -> None:
    reader.search(text, by)
    expected = engine(text, by=by)
    assert reader.found() == len(expected)
    drawn = reader.ids()
    assert drawn == expected[: len(drawn)]
    assert len(drawn) >= min(len(expected), 15)
    assert not reader.notice.is_visible()
    assert reader.visitor.problems == []


def test_all_tokens_are_there_but_few_are_drawn(reader) -> None:
    assert reader.page.locator(".wcl-result").text_content() == "All 200,000 tokens"
    assert reader.grid.get_attribute("aria-rowcount") == "200001"
    assert reader.rows.count() < 60
    reader.page.locator(".wcl-grid").evaluate("node => { node.scrollTop = node.scrollHeight / 2; }")
    reader.page.locator(".wcl-rows .wcl-row", has_text=re.compile("^100000")).wait_for()
    assert reader.rows.count() < 60


@pytest.mark.deep
def test_what_is_no_query_is_a_message_and_the_list_stays(reader) -> None:
    reader.search("ing")
    before = reader.found()
    for text, by, problem in (
        ("[", "regex", "at position 1"),
        ("e2 8", "hex", "two hexadecimal digits"),
        ("x", "id", "expected ids"),
    ):
        reader.search(text, by)
        assert problem in reader.notice.text_content()
    reader.search("ing")
    assert not reader.notice.is_visible()
    assert reader.found() == before


@pytest.mark.deep
def test_order_and_filters(reader) -> None:
    reader.search(" the")
    reader.button("Length").click()
    reader.visitor.settle()
    assert reader.ids() == engine(" the", sort="bytes")[: len(reader.ids())]
    reader.page.get_by_role("button", name="Length ↑").click()
    reader.visitor.settle()
    assert reader.ids() == engine(" the", sort="bytes", descending=True)[: len(reader.ids())]
    assert reader.page.locator("[role=columnheader][aria-sort=descending]").text_content() == "Length ↓"
    reader.choose("Script", "several scripts")
    reader.choose("UTF-8", "whole")
    assert reader.found() == len(engine(" the", script="several scripts", utf8="whole"))
    reader.button("Remove filter: several scripts").click()
    reader.visitor.settle()
    assert reader.found() == len(engine(" the", utf8="whole"))
    reader.page.get_by_label("At least this many bytes").fill("8")
    reader.page.keyboard.press("Tab")
    reader.visitor.settle()
    assert reader.found() == len(engine(" the", utf8="whole", min_bytes=8))


def test_the_keyboard_walks_the_list(reader) -> None:
    reader.search(" world")
    reader.grid.focus()
    reader.page.keyboard.press("Home")
    assert reader.active() == "id 2375, space world, 6 bytes, Latin"
    reader.page.keyboard.press("ArrowDown")
    assert reader.active().startswith("id 17361, space worldwide")
    reader.page.keyboard.press("Enter")
    reader.visitor.settle()
    assert reader.facts()["Id"] == "17361"
    assert reader.rows.locator("nth=1").get_attribute("aria-selected") == "true"
    reader.search("")
    reader.grid.focus()
    reader.page.keyboard.press("End")
    assert reader.active().startswith("id 200018, <|endofprompt|>")
    reader.page.keyboard.press("PageUp")
    reader.page.keyboard.press("ArrowUp")
    assert 199980 < int(re.search(r"id (\d+)", reader.active())[1]) < 200000
    reader.page.keyboard.press("Enter")
    reader.visitor.settle()
    assert reader.page.locator(".wcl-grid").evaluate("node => node.scrollTop") > 1e6, (
        "choosing does not scroll"
    )
    assert reader.grid.locator("[tabindex='0']").count() == 0, (
        "besides the column heads, the list is one tab stop"
    )


def test_a_tokens_merge_tree_is_walked_and_followed(reader) -> None:
    reader.search("2375", "id")
    reader.rows.first.click()
    reader.visitor.settle()
    tree = merge_tree(o200k(), 2375)
    nodes = reader.page.get_by_role("treeitem")
    ids = reader.details.locator(".wcl-merge-id").all_text_contents()
    assert list(map(int, ids)) == [node.token for node in tree]
    assert nodes.count() == len(ids)
    assert reader.details.get_by_text("Merge tree: 5 merges").is_visible()
    nodes.first.focus()
    for key in ("ArrowDown", "ArrowRight"):
        reader.page.keyboard.press(key)
    label = reader.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label == f"orld, id {tree.right.token}, bytes 6f 72 6c 64, merged from two"
    reader.page.keyboard.press("Enter")
    reader.visitor.settle()
    assert reader.facts()["Id"] == str(tree.right.token)
    reader.details.get_by_role("group", name="Tokens that contain it").get_by_role("button").first.click()
    reader.visitor.settle()
    assert reader.facts()["Id"] != str(tree.right.token)
    reader.button("← Back").click()
    reader.visitor.settle()
    assert reader.facts()["Id"] == str(tree.right.token)
    reader.button("List them all").click()
    reader.visitor.settle()
    assert reader.found() == len(engine("orld"))


@pytest.mark.deep
def test_the_focus_goes_to_the_token_that_was_chosen(reader) -> None:
    for token in ("17361", "2375"):  # only a choice that changes is announced
        reader.search(token, "id")
        reader.rows.first.click()
        reader.visitor.settle()
    status = reader.page.locator(".wcl-vocabulary > .wcl-live")
    assert status.text_content() == "Token 2375: space world, 6 bytes"
    reader.page.get_by_role("treeitem").first.focus()
    reader.page.keyboard.press("ArrowDown")
    reader.press("Enter")
    left = merge_tree(o200k(), 2375).left.token
    assert reader.focused() == f"Token {left}"
    assert status.text_content().startswith(f"Token {left}: space w, ")
    reader.details.get_by_role("group", name="as the left part").get_by_role("button").first.focus()
    reader.press("Enter")
    assert reader.focused() == f"Token {reader.facts()['Id']}" != f"Token {left}"
    while reader.button("← Back").is_visible():
        reader.button("← Back").focus()
        reader.press("Enter")
        assert reader.focused() in ("← Back", f"Token {reader.facts()['Id']}")
    assert reader.focused().startswith("Token ")
    reader.page.get_by_label("Word", exact=True).fill("don't")
    reader.visitor.settle()
    chip = reader.page.locator(".wcl-variants .wcl-token-chip").first
    chip.focus()
    reader.press("Enter")
    assert reader.focused() == chip.get_attribute("aria-label")
    reader.page.get_by_label("Word", exact=True).fill("")
    reader.visitor.settle()


@pytest.mark.deep
def test_the_focus_stays_on_filters_and_on_parts_of_an_overlap(reader) -> None:
    reader.choose("Script", "Latin")
    reader.choose("UTF-8", "whole")
    reader.choose("Begins with", "with")
    chips = reader.page.get_by_role("group", name="Filters in use").get_by_role("button")
    chips.nth(1).focus()
    reader.press("Enter")
    assert reader.focused() == "Remove filter: Latin"
    reader.press("Enter")
    assert reader.focused() == "Remove filter: whole only"
    reader.press("Enter")
    assert reader.page.evaluate("document.activeElement.placeholder") == "Search"
    reader.choose("Script", "Latin")
    reader.button("Clear filters").focus()
    reader.press("Enter")
    assert reader.page.evaluate("document.activeElement.placeholder") == "Search"
    reader.choose("Compare with", "cl100k_base")
    for name in ("List in o200k_base: shared, same id", "List in cl100k_base: only in cl100k_base"):
        reader.page.get_by_role("button", name=name).focus()
        reader.press("Enter")
        assert reader.focused().startswith(name)
        assert reader.page.get_by_role("button", name=name).get_attribute("aria-pressed") == "true"
    reader.choose("Vocabulary", "o200k_base")
    reader.choose("Compare with", "")


@pytest.mark.deep
def test_a_token_can_be_stepped_through(reader) -> None:
    link = reader.page.get_by_role("link", name="Step through its merges")
    for token in (200018, 256 - 1, 17361):  # special, a piece of a character, a word
        reader.search(str(token), "id")
        reader.rows.first.click()
        reader.visitor.settle()
        assert reader.facts()["Id"] == str(token)
        reader.page.wait_for_timeout(100)
        assert link.is_visible() == (token == 17361)
    link.click()
    stepper = reader.page
    stepper.wait_for_selector(".wcl-stepper[aria-busy=false] >> visible=true")
    assert stepper.locator(".wcl-stepper textarea").first.input_value() == " worldwide"
    stepper.get_by_role("button", name="Last step").click()
    for ids in stepper.locator(".wcm-ids").all_text_contents():
        assert ids == "ids [17361]"
    stepper.go_back()
    reader.visitor.settle()
    reader.visitor.go("vocabulary")  # takes the stepper out of the document


@pytest.mark.deep
def test_another_name_of_a_vocabulary_opens_its_page(visit) -> None:
    link = pack_state({"model": "gpt2", "selected": 262, "compare": "openai:cl100k_base"})
    other = Reader(visit(f"vocabulary?state={link}"))
    other.details.get_by_role("treeitem").first.wait_for()
    assert other.page.get_by_role("treeitem").count() == 7
    other.page.get_by_role("button", name="List in r50k_base: only in r50k_base").click()
    other.visitor.settle()
    overlap = compare_vocabularies(load_vocab("r50k_base"), load_vocab("cl100k_base"))
    assert other.found() == len(overlap.only_a)
    assert other.page.locator(".wcl-row-head").text_content().endswith("Id in cl100k_base")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_list_and_the_chosen_token_are_on_the_first_screen(reader, width: int, height: int) -> None:
    page = reader.page
    reader.search(" world")
    reader.rows.first.click()
    reader.visitor.settle()
    if page.locator(".wcl-vocabulary .wcl-settings").get_attribute("open") is not None:
        page.locator(".wcl-vocabulary .wcl-settings > summary").click()
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(200)
    top, grid, tree = (
        page.locator(place).bounding_box()
        for place in (".wcl-vocabulary", ".wcl-grid", ".wcl-token-card svg")
    )
    above = 60  # pixels that a page has above its screen
    assert grid["y"] - top["y"] + above < height * 0.48
    assert tree["y"] + tree["height"] - top["y"] + above <= height
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if width < 500:
        assert min(node.bounding_box()["height"] for node in reader.rows.all()[:4]) >= 44
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_sentence_says_what_is_seen_and_why_a_space_matters(reader) -> None:
    tok = wl.Tokenizer(o200k())
    reader.search(" world")
    reader.search("2375", "id")
    reader.rows.first.click()
    reader.visitor.settle()
    reader.search(" world")
    sentence = re.sub("[\u2068\u2069]", "", reader.page.locator(".wcl-sentence").text_content())
    assert sentence == (
        f"200,000 tokens; {len(engine(' world'))} contain “·world”. “·world” is id 2375, merged from “·w” + “orld”."
    )
    family = reader.page.get_by_role("region", name="The same text with and without a space")
    assert "are two tokens" in family.get_by_role("heading").text_content()
    assert "branch 1 of the lexer's pattern" in family.text_content()
    for text in ("world", "World", " World"):
        [token] = tok.encode(text)
        assert family.get_by_role("button", name=f" {token}").count() == 1
    family.get_by_role("button", name=re.compile("^world ")).click()
    reader.visitor.settle()
    assert reader.facts()["Id"] == str(tok.encode("world")[0])
    assert family.locator("[aria-current]").text_content() == f"world {tok.encode('world')[0]}"
    assert reader.page.locator(".wcl-vocabulary [aria-live]:not(.wcl-said):not(.wcl-lead)").count() == 1


@pytest.mark.deep
def test_what_a_text_found_is_underlined(reader) -> None:
    found = reader.page.locator(".wcl-rows .wcl-found")
    reader.search(" w")
    assert set(found.all_text_contents()) == {" w"}
    assert found.count() == reader.rows.count()
    assert found.first.evaluate("node => getComputedStyle(node).textDecorationLine") == "underline"
    for row in reader.rows.all()[:5]:
        token = int(row.locator(".wcl-col-id").text_content())
        assert row.locator(".wcl-col-token").text_content() == o200k().token_bytes(token).decode()
    reader.page.get_by_label("Ignore case").check()
    reader.choose("Token", "ends")
    reader.search("aS")
    assert {text.lower() for text in found.all_text_contents()} == {"as"}
    tokens = reader.rows.locator(".wcl-col-token").evaluate_all(
        "cells => cells.map((cell) => cell.innerHTML)"
    )
    assert len(tokens) == reader.rows.count()
    assert all(token.endswith("</mark>") for token in tokens)
    reader.page.get_by_label("Ignore case").uncheck()
    reader.choose("Token", "contains")
    reader.search("")
    assert found.count() == 0


def test_a_piece_of_a_character_is_shown_as_bytes(reader) -> None:
    reader.search("f0 9f 98", "hex")
    reader.rows.first.click()
    reader.visitor.settle()
    assert reader.facts()["Not valid UTF-8"] == "its 3 bytes begin a character of 4: 1 is missing"
    assert reader.rows.first.locator(".wcl-byte").all_text_contents() == ["f0", "9f", "98"]
    assert "\ufffd" not in reader.page.locator(".wcl-vocabulary").inner_text()


def test_histograms_filter(reader) -> None:
    bar = reader.page.get_by_role("button", name=re.compile("^Cyrillic: [0-9,]+ tokens"))
    bar.click()
    reader.visitor.settle()
    assert reader.found() == len(engine(script="Cyrillic"))
    assert f"Cyrillic: {reader.found():,} tokens" == bar.get_attribute("aria-label")
    assert bar.get_attribute("aria-pressed") == "true"
    bar.press("Enter")
    reader.visitor.settle()
    assert reader.found() == 200_000
    reader.page.get_by_role("region", name="Length in bytes").get_by_role(
        "button", name=re.compile("^64–128")
    ).click()
    reader.visitor.settle()
    assert reader.found() == len(engine(min_bytes=64))


@pytest.mark.deep
def test_overlap_with_another_vocabulary(reader) -> None:
    overlap = compare_vocabularies(o200k(), load_vocab("cl100k_base"))
    reader.choose("Compare with", "cl100k_base")
    assert (
        f"{overlap.n_shared:,} tokens are in both"
        in reader.page.locator(".wcl-lead:not([role=status])").text_content()
    )
    reader.search(" world")
    assert reader.rows.locator(".wcl-col-other").all_text_contents()[:3] == [
        "1917",
        "15603",
        "–",
    ]
    reader.search("")
    for label, ids in (("shared, same id", overlap.same_id), ("only in o200k_base", overlap.only_a)):
        reader.page.get_by_role("button", name=f"List in o200k_base: {label}, {len(ids):,} tokens").click()
        reader.visitor.settle()
        assert reader.found() == len(ids)
        assert reader.ids()[:10] == ids[:10].tolist()
    reader.page.get_by_role("button", name=re.compile("^List in cl100k_base: only in cl100k_base")).click()
    reader.visitor.settle()
    assert reader.found() == len(overlap.only_b)
    assert (
        reader.page.locator(".wcl-vocabulary").get_by_label("Vocabulary", exact=True).input_value()
        == "cl100k_base"
    )
    reader.choose("Compare with", "")
    assert reader.found() == 100261


def test_variants_stand_side_by_side(reader) -> None:
    reader.page.get_by_label("Word", exact=True).fill("naïve")
    reader.visitor.settle()
    table = reader.page.locator(".wcl-variants")
    table.get_by_text("na", exact=True).first.wait_for()
    chips = table.locator("tbody tr").first.locator("td").first.locator("small").all_text_contents()
    assert list(map(int, chips)) == wl.Tokenizer(o200k()).encode("naïve")
    reader.search("2375", "id")
    reader.rows.first.click()
    reader.visitor.settle()
    reader.button("All its variants").click()
    reader.visitor.settle()
    assert reader.page.get_by_label("Word", exact=True).input_value() == "world"
    assert table.locator("td").filter(has_text="one token").count() > 8
    reader.page.get_by_label("Word", exact=True).fill("")
    reader.visitor.settle()


@pytest.mark.deep
def test_special_tokens_and_holes_of_another_vocabulary(reader) -> None:
    reader.choose("Vocabulary", "p50k_edit")
    reader.page.locator("summary", has_text="Special tokens").click()
    reader.page.get_by_role("button", name="<|endoftext|>", exact=True).click()
    reader.visitor.settle()
    assert reader.facts()["Rank"] == "none: a special token"
    reader.search("50255-50257", "id")
    assert reader.ids() == [50255, 50256, 50257]
    reader.page.locator("summary", has_text="Special tokens").click()


@pytest.mark.sampled("<img")
@pytest.mark.parametrize(
    "text",
    [
        '<img src=x onerror="window.hacked=1">',
        "<script>window.hacked = 1</script>",
        "</textarea><svg onload=alert(1)>",
    ],
)
def test_hostile_queries_are_text(reader, text: str) -> None:
    for by in ("text", "regex", "hex", "id"):
        reader.search(text, by)
    reader.page.get_by_label("Word", exact=True).fill(text)
    reader.visitor.settle()
    assert reader.page.evaluate("window.hacked") is None
    assert reader.page.locator(".wcl img, .wcl script").count() == 0
    assert reader.visitor.problems == []
    reader.page.get_by_label("Word", exact=True).fill("")
    reader.visitor.settle()


@pytest.mark.needs_kernel
def test_exports(reader) -> None:
    reader.search(" world")
    with reader.page.expect_download() as text:
        reader.share("Save ids as text")
    assert list(map(int, text.value.path().read_text().split())) == engine(" world")
    with reader.page.expect_download() as saved:
        reader.share("Save list as JSON")
    found = json.loads(saved.value.path().read_text())
    assert [token["id"] for token in found["tokens"]] == engine(" world")
    assert found["tokens"][0] == {"id": 2375, "text": " world", "hex": "20 77 6f 72 6c 64"}
    reader.search('"', "regex")
    with reader.page.expect_download() as table:
        reader.share("Save list as CSV")
    rows = list(csv.DictReader(io.StringIO(table.value.path().read_bytes().decode(), newline="")))
    assert [(int(row["id"]), row["text"]) for row in rows] == [
        (token, o200k().token_bytes(token).decode()) for token in engine('"')
    ]
    with reader.page.expect_download() as chart:
        reader.page.get_by_role("region", name="Scripts").get_by_role("button", name="Save SVG").click()
    assert "var(" not in chart.value.path().read_text()
    with reader.page.expect_download() as page:
        reader.share("Save page")
    assert page.value.path().read_text().startswith("<!DOCTYPE html>")


@pytest.mark.deep
def test_a_link_opens_the_same_view(reader, visit) -> None:
    reader.search(" world")
    reader.choose("Token", "starts")
    reader.choose("Order by", "characters")
    reader.rows.locator("nth=1").click()
    reader.visitor.settle()
    reader.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    reader.share("Copy link")
    reader.page.get_by_text("Link copied").wait_for()
    link = reader.page.evaluate("navigator.clipboard.readText()")
    other = Reader(visit("vocabulary?" + link.split("?")[1]))
    other.page.locator(".wcl-result", has_text=f"{reader.found()} of 200,000").wait_for()
    assert other.ids() == reader.ids()
    assert other.facts() == reader.facts()
    assert other.page.get_by_label("Search for").input_value() == " world"
    reader.choose("Token", "contains")


def test_every_control_has_a_name(reader) -> None:
    reader.visitor.check_controls()
    assert reader.page.locator("textarea").count() == 1


def test_no_request_leaves_the_machine(reader) -> None:
    assert reader.visitor.outside_requests() == []


@pytest.mark.sampled("light-600")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(reader, show_at, width: int, scheme: str) -> None:
    page = reader.page
    show_at(page, width, scheme)
    reader.choose("Compare with", "r50k_base")
    reader.choose("Order by", "characters")
    reader.page.get_by_label("descending").check()
    reader.visitor.settle()
    reader.rows.locator("nth=3").click()
    reader.visitor.settle()
    page.wait_for_timeout(200)
    overflow = page.evaluate(
        """() => [...document.querySelectorAll("html, body, #rendered_cells, .wcl, .wcl-grid, .wcl-chart, .wcl-token-details")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className || node.tagName)"""
    )
    assert overflow == []
    reader.page.get_by_label("descending").uncheck()
    reader.choose("Compare with", "")


@pytest.mark.deep
def test_without_its_kernel_the_list_can_still_be_read(visit, dashboard) -> None:
    lonely = Reader(visit("vocabulary"))
    lonely.search("e")
    psutil.Process(dashboard.kernel_of(lonely.page)).kill()
    lonely.share("Save page")
    lonely.notice.get_by_text("The kernel does not answer").wait_for()
    lonely.grid.focus()
    lonely.page.keyboard.press("End")
    assert lonely.active().startswith(f"id {engine('e')[-1]}, ")
    lonely.page.keyboard.press("Enter")
    lonely.page.wait_for_function("document.querySelector('.wcl-token-details dd')")
    assert lonely.facts()["Id"] == str(engine("e")[-1])
    lonely.visitor.settle_alone()
    assert lonely.page.get_by_role("progressbar").count() == 0
    with lonely.page.expect_download() as text:
        lonely.share("Save ids as text")
    assert len(text.value.path().read_text().split()) == len(engine("e"))


@pytest.mark.deep
def test_of_a_restarted_kernel_the_page_says_that_nobody_answers(visit, dashboard) -> None:
    lonely = Reader(visit("vocabulary"))
    dashboard.let_restart(lonely.page)
    lonely.page.wait_for_timeout(1000)  # time for the page to notice and close its channel
    lonely.share("Save page")
    lonely.notice.get_by_text("The kernel does not answer").wait_for()
    assert lonely.visitor.problems == []


@pytest.mark.deep
def test_no_character_is_cut_in_two(open_saved) -> None:
    text = "x" + "👍" * 30
    tokens = [*(bytes([value]) for value in range(256)), text.encode()]
    tok = wl.Tokenizer(UnifiedVocab(pack_tokens(tokens), pattern=r"\S+", name="mine"))
    page = open_saved(VocabularyBrowser(tok, selected=256).export_html())
    shown = page.locator("dl > div", has_text="Characters (31)").locator("dd")
    assert shown.text_content() == "U+0078 " + "U+1F44D " * 15 + "…"


@pytest.mark.deep
def test_a_saved_page_works_without_kernel_and_network(open_saved) -> None:
    hostile = "<img src=x onerror=alert(1)></script>"
    tokens = [*(bytes([value]) for value in range(256)), hostile.encode(), b"ab", b"abc"]
    tok = wl.Tokenizer(
        UnifiedVocab(pack_tokens(tokens), pattern=r"\w+", name="mine", special_tokens={f"{hostile}!": 300})
    )
    page = open_saved(VocabularyBrowser(tok, selected=258).export_html())
    page.locator(".wcl-result", has_text="All 260 tokens").wait_for()
    assert page.get_by_role("treeitem").count() == 5
    assert "This is a saved page" in page.get_by_role("alert").text_content()
    page.get_by_role("grid").focus()
    page.keyboard.press("End")
    page.locator(".wcl-rows .wcl-row", has_text=f"{hostile}!").click()
    assert page.get_by_role("region", name="Token details").locator(".wcl-id").text_content() == "300"
    assert "not loaded" in page.get_by_role("region", name="Token details").text_content()
    for label in ("Search for", "Word"):
        page.get_by_label(label, exact=True).press_sequentially("x")
        page.wait_for_timeout(300)
        assert page.get_by_label(label, exact=True).input_value() == ""
        assert "needs a live page" in page.get_by_role("alert").text_content()
        assert page.locator(".wcl-vocabulary").get_attribute("aria-busy") == "false"
    with page.expect_download() as saved:
        page.locator("summary", has_text="Share").click()
        page.get_by_role("button", name="Save list as JSON").click()
    assert json.loads(saved.value.path().read_text())["tokens"][-1]["text"] == f"{hostile}!"
