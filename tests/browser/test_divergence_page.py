"""The divergence page in a browser: type, walk, look, shrink, sweep, prove; without its kernel; saved."""

from __future__ import annotations

import json
import re

import psutil
import pytest

from wordchipper_lab.widgets import DivergenceLab

from .idle import settle

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)>"


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


class Comparing:
    """A user of the page: chooses, types, walks, reads."""

    def __init__(self, page) -> None:
        self.page = page
        self.usual = "automaton" if "screen=" in page.url else "regex"  # which a page without Python has not
        self.root = page.locator(".wcl-divergence")
        self.text = page.locator("textarea").first
        self.place = page.locator(".wld-place")
        self.verdict = page.locator(".wcl-sentence")
        self.summary = page.locator(".wld-summary")

    def settle(self) -> None:
        settle(self.page)

    def begin(self, a: str = "", b: str = "specimen:no_whitespace_give_back") -> None:
        self.source("Text")
        self.unfold("Settings", False)
        for name, word in (("A", a or f"{self.usual}:cl100k_base"), ("B", b)):
            lexer = self.page.get_by_label(f"Lexer {name}", exact=True)
            if lexer.input_value() != word:
                lexer.select_option(word)
                self.settle()

    def type(self, text: str) -> None:
        self.text.fill(text)
        self.settle()

    def unfold(self, title: str, is_open: bool = True) -> None:
        """Open or close a folded part of the page."""
        summary = self.page.locator("summary", has_text=title)
        if summary.evaluate("node => node.parentNode.open") != is_open:
            summary.click()

    def share(self, item: str) -> None:
        self.page.locator("summary", has_text="Share").click()
        self.button(item).click()

    def source(self, name: str) -> None:
        self.unfold("Settings")
        self.page.get_by_role("radio", name=name, exact=True).check()
        self.settle()

    def pattern(self, name: str, kind: str, pattern: str) -> None:
        self.page.get_by_label(f"Lexer {name}", exact=True).select_option(f"{kind}:")
        self.page.get_by_label(f"Pattern of lexer {name}").fill(pattern)
        self.settle()

    def walk(self, key: str) -> None:
        """Press n or p with nothing focused."""
        self.page.evaluate("document.activeElement.blur()")
        self.page.keyboard.press(key)

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def row(self, name: str) -> list[str]:
        options = self.page.get_by_role("listbox", name=re.compile(f"^Spans of {name},")).get_by_role(
            "option"
        )
        drawn = "(row) => [...row.querySelectorAll('.wld-character')].map((one) => one.dataset.glyph ?? one.textContent).join('')"
        return [option.evaluate(drawn) for option in options.all()]

    def why(self, name: str) -> str:
        self.page.wait_for_function(
            "name => ![...document.querySelectorAll('.wld-why')].find((node) => node.ariaLabel === name).textContent.endsWith('…')",
            arg=f"Why {name}",
        )
        return self.page.get_by_role("region", name=f"Why {name}", exact=True).text_content()


@pytest.fixture(scope="module")
def comparing(open_screen) -> Comparing:
    visitor = open_screen("divergence")
    comparing = Comparing(visitor.page)
    comparing.visitor = visitor
    return comparing


def test_what_a_visitor_sees_first(comparing) -> None:
    assert comparing.text.input_value() == "Two  spaces,\n    and four."
    assert comparing.verdict.text_content() == "They differ at byte 4: A ends a span there, B does not."
    assert comparing.summary.text_content() == "2 divergences in 2 kinds: 8 and 8 spans compared."
    assert "A lexer cuts a text into spans" in comparing.root.text_content()
    assert "A run of blanks is taken whole" in comparing.root.text_content()
    assert comparing.row("A") == ["·", "·spaces"]
    assert comparing.row("B") == ["··", "spaces"]
    assert comparing.page.locator(".wld-flag").text_content() == "▼ byte 4: only A ends a span here"
    assert r"made by branch 7 of the pattern" in comparing.why("A")
    assert comparing.page.locator(".wld-why mark").first.text_content() == r"\s+(?!\S)"
    assert "Longest-match tokens" in comparing.why("B")


def test_text_lexers_and_rows_are_on_the_first_screen(comparing) -> None:
    comparing.begin("automaton:cl100k_base")
    comparing.type("Two  spaces,\n    and four.")
    page = comparing.page
    for width, height in ((390, 844), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("width => document.querySelector('.wcl').clientWidth <= width", arg=width)
        places = page.evaluate(
            """() => Object.fromEntries(
                Object.entries({text: ".wld-text", lexers: ".wld-lexer select", walk: ".wld-walk", verdict: ".wcl-sentence", rows: ".wld-stage-rows"})
                    .map(([name, selector]) => [name, document.querySelector(selector).getBoundingClientRect()]))"""
        )
        bottoms = [places[name]["bottom"] for name in ("lexers", "walk", "verdict", "rows")]
        assert bottoms == sorted(bottoms), "the verdict stands above the rows, what is played with above both"
        assert places["text"]["top"] >= 0
        assert bottoms[-1] <= height
        assert places["rows"]["top"] - places["text"]["top"] < (320 if width < 600 else 200)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("document.querySelector('.wcl').scrollIntoView(); document.activeElement.blur()")
    comparing.text.focus()
    stops = [page.evaluate("document.activeElement.textContent.trim()")]
    for _ in range(4):
        page.keyboard.press("Tab")
        stops.append(
            page.evaluate(
                "document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
            )
        )
    assert stops[1:] == ["Lexer A", "Lexer B", "◀ Previous", "Next ▶"]


def test_on_a_phone_nothing_is_small_or_on_top_of_another(comparing) -> None:
    comparing.begin("automaton:cl100k_base")
    page = comparing.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function("document.querySelector('.wcl').clientWidth <= 390")
    shown = page.evaluate(
        """() => [...document.querySelectorAll(".wcl :is(button:not(.wcl-word-term), select, summary, textarea)")]
            .filter((node) => node.checkVisibility())
            .map((node) => [node.textContent.slice(0, 20), ...["left", "top", "right", "bottom"].map((side) => node.getBoundingClientRect()[side])])"""
    )
    assert len(shown) > 10
    for name, left, top, right, bottom in shown:
        assert bottom - top >= 44, name
        assert left >= 0, name
        assert right <= 390, name
        over = [
            other
            for other, x, y, to_x, to_y in shown
            if other != name and x < right - 1 and left < to_x - 1 and y < bottom - 1 and top < to_y - 1
        ]
        assert over == [], name
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_projector_shows_verdict_and_rows_and_keys_walk_from_anywhere(comparing) -> None:
    comparing.begin("automaton:cl100k_base")
    comparing.type("a  b, c  d;  e")
    page = comparing.page
    page.set_viewport_size({"width": 1280, "height": 720})
    small = page.locator(".wld-row").first.bounding_box()
    comparing.button("Present").click()
    large = page.locator(".wld-row").first.bounding_box()
    assert large["height"] > 1.5 * small["height"]
    assert large["width"] > 1.3 * small["width"]
    assert not comparing.text.is_visible()
    assert page.locator(".wld-stage-rows").bounding_box()["width"] <= 1280
    live = page.locator(".wcl-divergence [aria-live]:not(.wcl-said)")
    assert live.count() == 1, "one announcement a step"
    for key, at in (("ArrowRight", 2), (" ", 3), ("p", 2), ("n", 3), ("ArrowLeft", 2)):
        page.keyboard.press(key)
        assert live.text_content().startswith(f"{at} of 3. They differ at byte ")
        assert comparing.verdict.text_content() in live.text_content()
    page.keyboard.press("Escape")
    assert comparing.text.is_visible()
    assert page.locator(".wld-row").first.bounding_box()["height"] == small["height"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert comparing.place.text_content() == "1 of 3"
    with page.expect_download() as saved:
        comparing.share("Save picture as SVG")
    assert "byte 2: only A ends a span here" in saved.value.path().read_text()


@pytest.mark.needs_kernel
@pytest.mark.deep
def test_a_pattern_is_written_over_several_lines(comparing) -> None:
    comparing.begin("automaton:cl100k_base", "automaton:cl100k_base")
    comparing.type("ab  12")
    page = comparing.page
    page.get_by_label("Lexer B", exact=True).select_option("regex:")
    comparing.settle()
    box = page.get_by_label("Pattern of lexer B")
    lines = box.input_value().split("\n")
    assert lines[2] == r"|\p{N}{1,3}+", "it begins as the lexer that was shown, a line for each branch"
    assert comparing.verdict.text_content() == "The two lexers cut this text alike."
    ink = page.locator(".wld-lexer .wld-ink:visible")
    assert ink.text_content().rstrip("\u200b") == box.input_value()
    assert ink.locator("mark").count() == 0
    lines[2] = "|\n\t\\p{N}"
    box.fill("\n".join(lines))
    comparing.settle()
    assert comparing.row("B") == ["1", "2"]
    assert box.input_value() == "\n".join(lines), "the layout is the user's"
    page.wait_for_function("document.querySelector('.wld-typed .wld-ink mark') === null")
    rows = page.get_by_role("table", name="Branches of both patterns").get_by_role("row")
    assert [cell.text_content() for cell in rows.nth(3).get_by_role("cell").all()] == [
        r"\p{N}{1,3}+",
        r"\p{N}",
    ]
    assert rows.nth(3).locator("mark").all_text_contents() == ["{1,3}+"]
    comparing.pattern("B", "automaton", rf"{HOSTILE}|\s+|.")
    assert page.locator("img").count() == 0
    assert comparing.row("B") == ["a", "b"]
    assert "".join(ink.locator("mark").all_text_contents()).startswith("<img")
    page.get_by_label("Lexer A", exact=True).select_option("specimen:digits_unlimited")
    page.get_by_label("Lexer A", exact=True).select_option("automaton:")
    comparing.settle()
    assert "|\\p{N}++\n" in page.get_by_label("Pattern of lexer A").input_value()


def test_n_and_p_walk_and_the_lists_follow(comparing) -> None:
    comparing.begin()
    comparing.type("a  b, c  d;  e\n\n  f")
    page = comparing.page
    assert comparing.place.text_content() == "1 of 4"
    comparing.walk("n")
    assert comparing.place.text_content() == "2 of 4"
    comparing.button("Next ▶").click()
    comparing.button("Next ▶").click()
    assert comparing.button("Next ▶").get_attribute("aria-disabled") == "true"
    assert comparing.place.text_content() == "4 of 4"
    assert comparing.row("B")[-1] == "f"
    comparing.button("Next ▶").press("p")
    comparing.button("◀ Previous").click()
    assert comparing.place.text_content() == "2 of 4"
    comparing.text.press("n")  # typed, not walked
    comparing.settle()
    assert comparing.place.text_content() == "1 of 4"
    kinds = page.get_by_role("listbox", name="Kinds of divergences")
    assert kinds.get_by_role("option").count() == int(
        re.match(r"\d+", page.locator(".wld-found.wld-of-lexers h2").first.text_content())[0]
    )
    kinds.focus()
    page.keyboard.press("End")
    assert kinds.get_by_role("option").last.get_attribute("aria-selected") == "true"
    page.keyboard.press("Home")
    assert kinds.get_by_role("option").first.get_attribute("aria-selected") == "true"


@pytest.mark.deep
def test_any_span_can_be_looked_at_by_keys_and_by_pointer(comparing) -> None:
    comparing.begin("automaton:o200k_base", "automaton:r50k_base")
    comparing.type("I'M 12345")
    page = comparing.page
    assert comparing.row("A") == ["I'M"]
    assert comparing.row("B") == ["I", "'", "M"]
    row = page.get_by_role("listbox", name=re.compile("^Spans of B,"))
    row.focus()
    page.keyboard.press("End")
    assert "bytes 2 to 3" in comparing.why("B")
    assert "bytes 0 to 3" in comparing.why("A")
    page.keyboard.press("ArrowLeft")
    assert "bytes 1 to 2" in comparing.why("B")
    info = page.locator(".wld-stage .wld-info")
    assert "B, automaton · r50k_base: span 2, “'”, bytes 1 to 2 (1 byte), word" in plain(info.text_content())
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.name") == "a"
    row.get_by_role("option").first.click()
    assert "bytes 0 to 1" in comparing.why("B")
    label = row.get_by_role("option").first.get_attribute("aria-label")
    assert label == "span 1 of 3, I, bytes 0 to 1, word, a boundary of this lexer only"


def test_the_graph_lights_the_path_step_by_step(comparing) -> None:
    comparing.begin("automaton:o200k_base", "automaton:r50k_base")
    comparing.type("I'M 12345")
    comparing.why("A")
    page = comparing.page
    comparing.unfold("The automaton as a graph")
    page.get_by_role("radio", name="Automaton of A").check()
    graph = page.get_by_role("group", name=re.compile("^Automaton: arrow keys"))
    assert graph.locator(".wld-node").count() == 19
    assert graph.locator(".wld-edge.wld-lit").count() == 3
    graph.focus()
    page.keyboard.press("Home")
    assert graph.locator(".wld-edge.wld-lit").count() == 0
    assert graph.locator(".wld-here text").text_content() == "0"
    page.keyboard.press("ArrowRight")
    assert graph.locator(".wld-edge.wld-lit").count() == 1
    said = plain(page.locator(".wld-graphs .wld-info").text_content())
    assert said.startswith("Step 1 of 4: state 0 reads “I” (Lu): state 6")
    page.get_by_role("radio", name="Automaton of B").check()
    assert graph.locator(".wld-node").count() == 11
    page.get_by_label("All labels").check()
    assert graph.locator(".wld-label.wld-shown").count() == graph.locator(".wld-edge").count()


@pytest.mark.deep
def test_shrink_and_undo(comparing) -> None:
    comparing.begin()
    comparing.type("Well,  hello there")
    comparing.button("Shrink").click()
    comparing.page.wait_for_function("document.querySelector('textarea').value === '  a'")
    comparing.settle()
    comparing.page.get_by_text("Shrunk from 18 to 3 characters.").wait_for()
    ink = comparing.page.locator(".wld-text .wld-ink")
    assert ink.text_content().rstrip("\u200b") == "  a"
    assert ink.locator(".wld-blank").count() == 2, "blanks are seen"
    assert comparing.row("A") == ["·", "·a"]
    comparing.button("Undo shrink").click()
    comparing.page.wait_for_function("document.querySelector('textarea').value === 'Well,  hello there'")
    comparing.settle()
    assert comparing.button("Undo shrink").count() == 0
    comparing.source("All strings")
    comparing.button("Try all").click()
    comparing.page.wait_for_function("document.querySelector('.wld-place').textContent !== 'none'")
    comparing.settle()
    comparing.button("Shrink").click()
    comparing.page.wait_for_function(
        "document.querySelector('.wld-summary').textContent.startsWith('1 divergence')"
    )
    assert comparing.text.is_visible()
    assert comparing.text.input_value() == "".join(comparing.row("A")).replace("·", " ").replace("→", "\t")
    comparing.type("typing compares texts again")
    settings = comparing.page.locator(".wcl-divergence .wcl-settings")
    assert settings.locator(".wcl-settings-values").text_content() == "compared on the text"
    assert settings.get_attribute("open") is None, "folded, so that the rows are in sight"


def test_swap_and_examples(comparing) -> None:
    comparing.begin()
    comparing.button("Swap").click()
    comparing.settle()
    page = comparing.page
    assert page.get_by_label("Lexer A", exact=True).input_value() == "specimen:no_whitespace_give_back"
    comparing.pattern("B", comparing.usual, "a+")
    page.get_by_label("Pattern of lexer B").fill("b+")
    comparing.button("Swap").dispatch_event("click")  # before the typed text has been sent
    page.wait_for_timeout(500)
    comparing.settle()
    assert page.get_by_label("Pattern of lexer A").input_value() == "b+"
    assert page.get_by_label("Lexer B", exact=True).input_value() == "specimen:no_whitespace_give_back"
    page.get_by_label("Examples").select_option(index=2)
    comparing.settle()
    assert comparing.text.input_value() == "'sa"
    assert comparing.row("A") == ["'s", "a"]
    assert comparing.row("B") == ["'sa"]
    comparing.type("nothing here")
    assert comparing.verdict.text_content() == "The two lexers cut this text alike."
    assert comparing.summary.text_content().startswith("No divergence: both place the same 2 boundaries")
    assert comparing.row("A") == comparing.row("B") == ["nothing", "·here"]


@pytest.mark.deep
def test_all_strings_are_tried_live_and_stopped(comparing) -> None:
    comparing.begin("automaton:o200k_base", "logos:o200k_base")
    comparing.source("All strings")
    page = comparing.page
    chips = page.get_by_role("group", name="Alphabet").get_by_role("button")
    assert chips.count() == 29
    page.get_by_label("Strings of").select_option("6")
    comparing.settle()
    assert "29 characters: 616,067,010 strings" in comparing.root.text_content()
    comparing.button("Try all").click()
    page.get_by_role("button", name=re.compile("^Yes, try all")).click()
    page.wait_for_selector(".wcl-divergence[aria-busy=true]")
    counts = page.get_by_label("Live counts")
    counts.get_by_text("of 616,067,010 strings").wait_for()
    first = counts.text_content()
    page.wait_for_function("first => document.querySelector('.wld-counts').textContent !== first", arg=first)
    assert (
        page.get_by_role("progressbar", name="Search")
        .get_attribute("aria-valuetext")
        .startswith(("0", "1", "2", "3", "4", "5", "6", "7", "8", "9"))
    )
    comparing.button("Stop").click()
    comparing.settle()
    page.wait_for_function("document.querySelector('.wcl-sentence').textContent.startsWith('Stopped after')")
    assert "no divergence in" in comparing.verdict.text_content()
    page.get_by_label("Strings of").select_option("3")
    page.get_by_label("Lexer B", exact=True).select_option("specimen:marks_in_prefix")
    comparing.settle()
    chips.filter(has_text="中").click()
    comparing.settle()
    assert "28 characters" in comparing.root.text_content()
    page.get_by_label("More characters").fill("ß")
    page.get_by_label("More characters").press("Enter")
    comparing.settle()
    comparing.button("Try all").click()
    page.get_by_role("table", name="By length").wait_for()
    comparing.settle()
    assert re.search(
        r"of 25,\d+ strings of up to 3 characters from 29 diverge", comparing.summary.text_content()
    )
    assert comparing.place.text_content().startswith("1 of ")


@pytest.mark.needs_kernel
@pytest.mark.deep
def test_proofs(comparing) -> None:
    comparing.begin("regex:o200k_base", "automaton:o200k_base")
    comparing.source("Proof")
    comparing.button("Prove").click()
    comparing.page.wait_for_function(
        "document.querySelector('.wcl-sentence').textContent.startsWith('Proved: ')"
    )
    assert "joint states" in comparing.page.locator(".wld-numbers").text_content()
    comparing.page.get_by_label("Lexer B", exact=True).select_option("automaton:r50k_base")
    comparing.settle()
    assert comparing.verdict.text_content() == comparing.summary.text_content() == ""
    comparing.button("Prove").click()
    comparing.page.wait_for_function(
        "document.querySelector('.wld-summary').textContent.startsWith('Not equal')"
    )
    assert comparing.place.text_content() == "1 of 1"
    comparing.pattern("B", "regex", r"(?<=a)b|\w")
    comparing.button("Prove").click()
    comparing.page.get_by_role("alert").filter(has_text="look-behind").wait_for()


@pytest.mark.deep
def test_files(comparing, tmp_path) -> None:
    comparing.begin()
    comparing.source("File")
    path = tmp_path / "poem.txt"
    path.write_text("two  words\n" * 3000, encoding="utf-8")
    comparing.page.locator("input[type=file]:not([multiple])").set_input_files(path)
    comparing.page.wait_for_function(
        "document.querySelector('.wld-summary').textContent.includes('in poem.txt')"
    )
    assert comparing.summary.text_content().startswith(
        "3,000 divergences in 1 kind in poem.txt: 33,000 bytes"
    )
    assert comparing.place.text_content() == "1 of 500 (3,000 in all)"
    path.write_bytes(b"ab\xff")
    comparing.page.locator("input[type=file]:not([multiple])").set_input_files(path)
    comparing.page.get_by_role("alert").filter(has_text="UTF-8").wait_for()
    path.write_bytes(bytes((8 << 20) + 1))
    comparing.page.locator("input[type=file]:not([multiple])").set_input_files(path)
    comparing.page.get_by_role("alert").filter(has_text="lexers compare").wait_for()


@pytest.mark.needs_kernel
def test_a_mistake_is_shown_where_it_is(comparing) -> None:
    comparing.begin()
    comparing.pattern("B", "regex", r"\w+(|\s+")
    problem = comparing.page.locator(".wld-problem:visible")
    assert "missing ) at position 8" in problem.text_content()
    assert problem.locator("pre").text_content().split("\n")[1] == " " * 8 + "^"
    comparing.pattern("B", "automaton", r"\w+\b")
    assert "word boundary" in problem.text_content()
    comparing.pattern("B", "automaton", r"\w+|\s")
    assert problem.count() == 0
    comparing.type("ab  c")
    assert comparing.row("B") == ["·", "c"]


@pytest.mark.deep
def test_a_pattern_that_keeps_busy_is_given_up_while_the_page_lives(comparing) -> None:
    comparing.begin()
    comparing.pattern("B", "regex", "(a+)+$")
    page = comparing.page
    comparing.text.fill("a" * 600_000 + "!")
    page.wait_for_timeout(600)
    assert comparing.root.get_attribute("aria-busy") == "true"
    # Meanwhile the kernel still answers with the code for all strings, and the page still draws.
    page.get_by_text("Python", exact=True).click()
    comparing.unfold("Settings")
    page.get_by_role("radio", name="All strings", exact=True).check()
    page.wait_for_function(
        "[...document.querySelectorAll('.wcl-code')].some(node => node.textContent.includes('sweep_equivalence'))",
        timeout=30_000,
    )
    page.get_by_role("radio", name="Text", exact=True).check()
    page.get_by_role("alert").filter(has_text="was stopped after").wait_for(timeout=20_000)
    page.get_by_text("Python", exact=True).click()
    comparing.type("aab a")
    assert page.locator(".wcl-notice:visible").count() == 0


@pytest.mark.deep
def test_an_automaton_that_reads_far_ahead_answers(comparing) -> None:
    comparing.begin()
    comparing.pattern("B", "automaton", "a*b|a")
    comparing.text.fill("a" * 600_000 + "!")  # each letter could begin a span that ends in b
    comparing.summary.filter(has_text="divergence").wait_for(timeout=20_000)
    assert comparing.page.locator(".wcl-notice:visible").count() == 0


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["regex", "automaton"])
def test_a_pattern_that_is_too_large_says_so(comparing, kind: str) -> None:
    comparing.begin()
    for pattern, word in (("(x{1000}){1000}", "has more than the"), ("a" * 100_000, "100,000 characters")):
        comparing.pattern("B", kind, pattern)
        assert word in comparing.page.locator(".wld-problem:visible").text_content()


@pytest.mark.deep
def test_a_long_text_is_compared_while_it_is_typed(comparing) -> None:
    comparing.begin()
    comparing.type("some words and  two spaces\n" * 20_000)
    assert comparing.summary.text_content().startswith("20,000 divergences in 1 kind")
    assert comparing.place.text_content() == "1 of 500 (20,000 in all)"
    comparing.type("x" * 1_000_001)
    assert "open it as a file" in comparing.verdict.text_content()
    assert "of 1,000,001" in comparing.root.text_content()
    comparing.type("a  b")


@pytest.mark.deep
def test_text_is_text(comparing) -> None:
    comparing.begin()
    comparing.type(f"{HOSTILE}  {HOSTILE}  \u202eabc\u0301  \U0001f44d")
    for _ in range(4):
        comparing.walk("n")
    comparing.pattern("A", "regex", f"{HOSTILE}(")
    assert comparing.page.locator("img").count() == 0
    assert comparing.visitor.problems == []


@pytest.mark.needs_kernel
def test_code_pytest_json_and_page(comparing) -> None:
    comparing.begin()
    comparing.type("Well,  hello")
    page = comparing.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    comparing.why("A")
    comparing.share("Copy pytest case")
    page.get_by_text("pytest case copied").wait_for()
    case = page.evaluate("navigator.clipboard.readText()")
    with pytest.raises(AssertionError):
        exec(case + "\ntest_" + re.search(r"def test_(\w+)", case)[1] + "()", {})
    with page.expect_download() as saved:
        comparing.share("Save divergences as JSON")
    assert json.loads(saved.value.path().read_text())["divergences"][0]["text"] == "  hello"
    with page.expect_download() as saved:
        comparing.share("Save page")
    assert "spans compared" in saved.value.path().read_text()
    comparing.settle()


@pytest.mark.deep
def test_links_open_this_view_and_the_explorer(comparing, visit) -> None:
    comparing.begin("automaton:cl100k_base", "specimen:isalpha")
    comparing.type("a\u093f  b\u0903!")
    comparing.walk("n")
    page = comparing.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    comparing.share("Copy link")
    page.get_by_text("Link copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    other = Comparing(visit("divergence?" + link.split("?")[1]).page)
    other.page.wait_for_function("document.querySelector('.wld-place').textContent === '2 of 2'")
    other.settle()
    assert other.row("A") == comparing.row("A")
    other.page.reload()
    other.page.wait_for_function(
        "document.querySelector('.wld-place')?.textContent === '2 of 2'", timeout=30_000
    )
    comparing.why("A")
    link = page.get_by_role("link", name="Open in Explorer").get_attribute("href")
    explorer = visit(link.split("/")[-1])
    explorer.page.wait_for_function("document.querySelector('textarea').value.startsWith('a\\u093f')")
    explorer.settle()
    assert explorer.page.get_by_label("Vocabulary", exact=True).input_value() == "cl100k_base"


def test_every_control_has_a_name_and_no_request_leaves_the_machine(comparing) -> None:
    comparing.begin()
    comparing.source("All strings")
    comparing.visitor.check_controls()
    comparing.begin("automaton:cl100k_base")
    comparing.visitor.check_controls()
    assert comparing.visitor.outside_requests() == []
    assert comparing.visitor.problems == []


@pytest.mark.sampled("dark-1280")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(comparing, show_at, width: int, scheme: str) -> None:
    page = comparing.page
    show_at(page, width, scheme)
    comparing.begin("automaton:o200k_base")
    comparing.type("A long text, with  two spaces and many more characters than a window is wide. " * 3)
    for source in ("All strings", "Proof", "File", "Text"):
        comparing.source(source)
        overflow = page.evaluate(
            """() => [...document.querySelectorAll("html, body, #rendered_cells, .wcl, .wld-stage, .wld-why, .wld-source")]
                .filter((node) => node.scrollWidth > node.clientWidth + 14).map((node) => node.className)"""
        )
        assert overflow == [], source


@pytest.mark.deep
def test_without_its_kernel_what_was_found_can_still_be_walked(visit, dashboard) -> None:
    lonely = Comparing(visit("divergence").page)
    lonely.type("a  b, c  d")
    psutil.Process(dashboard.kernel_of(lonely.page)).kill()
    lonely.walk("n")
    assert lonely.place.text_content() == "2 of 2"
    assert lonely.row("B") == ["··", "d"]
    lonely.walk("p")
    assert lonely.place.text_content() == "1 of 2"


def test_a_saved_page_still_walks_and_explains_without_kernel_and_network(open_saved) -> None:
    lab = DivergenceLab("automaton:o200k_base", text=f"{HOSTILE}  </script>  x  y")
    page = open_saved(lab.export_html(live=False))
    saved = Comparing(page)
    n = len(lab.divergences)
    assert n >= 3
    assert saved.place.text_content() == f"1 of {n}"
    for number in range(2, n + 1):
        saved.walk("n")
        assert saved.place.text_content() == f"{number} of {n}"
        assert "made by branch" in saved.why("A")
        assert "Longest-match tokens" in saved.why("B")
    assert page.locator(".wld-node").count() == 19
    assert page.locator(".wld-edge.wld-lit").count() > 0
    saved.button("Shrink").click()
    assert "saved page" in page.get_by_role("alert").text_content()
