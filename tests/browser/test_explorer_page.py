"""What a visitor to the dashboard sees and can do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import psutil
import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.lab import explore, inspect_token, merge_tree
from wordchipper_lab.screens.explorer.answer import MAX_BYTES
from wordchipper_lab.vocab import load_vocab

pytestmark = pytest.mark.browser

TEXTS = [
    "hello world",
    "",
    "Naïve don't 東京タワー 1234567.89\n\n\tx  ",
    "👩‍💻👍🏽 🏳️‍🌈 1️⃣ ꙮ สวัสดี e\u0301\u0323 नुष्यों",
    "مرحبا بالعالم and שלום",
    "\ufeff\u200b\u202eabc\u2066 \x00\x07\r\n\r",
    "<|endoftext|>a<|endofprompt|>",
    "a" * 2000 + "\n" * 9 + " " * 300,
]


@pytest.mark.parametrize("text", TEXTS)
def test_ids_are_tiktokens_and_every_character_is_drawn_once(visitor, text: str) -> None:
    visitor.type(text)
    shown = visitor.text.input_value()  # a textarea turns every line end into \n
    assert visitor.ids() == tiktoken.get_encoding("o200k_base").encode(shown, allowed_special="all")
    visitor.page.wait_for_timeout(100)
    parts = visitor.canvas.locator(".wcl-run, .wcl-whole").all_text_contents()
    assert "".join(parts) == shown
    assert visitor.problems == []


def test_each_token_is_drawn_with_its_own_text(visitor) -> None:
    visitor.type("Tokenizers don't see words; 東京タワー\n")
    drawn: dict[int, str] = {}
    parts = visitor.canvas.locator("[data-segment]").evaluate_all(
        "parts => parts.map((part) => [part.dataset.segment, part.textContent])"
    )
    for number, text in parts:
        drawn[int(number)] = drawn.get(int(number), "") + text
    encoding = tiktoken.get_encoding("o200k_base")
    assert list(drawn.values()) == [encoding.decode([token]) for token in visitor.ids()]


def test_a_split_character_shows_its_bytes(visitor) -> None:
    visitor.type("xꙮ👍🏽")
    cells = visitor.canvas.locator(".wcl-cell")
    assert cells.nth(0).locator(".wcl-chips").text_content() == "ea | 99 | ae"
    assert cells.nth(0).locator(".wcl-whole").text_content() == "ꙮ"
    assert "\ufffd" not in visitor.canvas.text_content()


def test_no_request_leaves_the_machine(visitor, dashboard) -> None:
    visitor.type("nothing leaves")
    network = [url for url in visitor.requests if not url.startswith(("blob:", "data:"))]
    assert network
    assert [url for url in network if not url.startswith(dashboard.address)] == []


@pytest.mark.parametrize(
    "text",
    [
        '<img src=x onerror="window.hacked=1">',
        "<script>window.hacked = 1</script>",
        "</textarea><svg onload=alert(1)>",
        "&lt;b&gt;{{7*7}}",
    ],
)
def test_hostile_text_is_text(visitor, text: str) -> None:
    visitor.type(text)
    visitor.canvas.locator("[role=option]").first.hover()
    assert visitor.page.evaluate("window.hacked") is None
    assert visitor.page.locator(".wcl img, .wcl svg, .wcl script").count() == 0
    assert "".join(visitor.canvas.locator(".wcl-run").all_text_contents()) == text
    assert visitor.problems == []


@pytest.mark.deep
def test_vocabulary_lexer_and_encoder(visitor) -> None:
    text = "don't  stop 1234567"
    visitor.type(text)
    for model in ("r50k_base", "p50k_edit", "cl100k_base", "o200k_harmony"):
        visitor.choose(Vocabulary=model)
        assert visitor.ids() == tiktoken.get_encoding(model).encode(text)
    visitor.choose(Vocabulary="o200k_base")
    for lexer in wl.LEXERS:
        for encoder in ("buffer_sweep", "bpe_backtrack"):
            visitor.choose(Lexer=lexer, Encoder=encoder)
            assert visitor.ids() == tiktoken.get_encoding("o200k_base").encode(text)
    visitor.choose(Lexer="automaton")


def test_special_token_policies(visitor) -> None:
    visitor.type("hi<|endoftext|>")
    visitor.open_settings()
    policies = visitor.page.get_by_role("group", name="Special tokens")
    assert re.sub(r"\s+", " ", policies.inner_text()).endswith("parse 2 text 8 error refused")
    policies.get_by_label("text").check()
    visitor.settle()
    assert 199999 not in visitor.ids()
    policies.get_by_label("error").check()
    visitor.settle()
    assert "<|endoftext|> at byte 2" in visitor.notice.text_content()
    policies.get_by_label("parse").check()
    visitor.settle()
    assert visitor.ids()[-1] == 199999
    assert visitor.notice.count() == 0


def test_the_inspector_says_what_the_engine_says(visitor) -> None:
    text = "héllo 👩‍💻 ꙮ\tx<|endoftext|>"
    visitor.type(text)
    exploration = explore(wl.Tokenizer.from_pretrained("o200k_base"), text)
    for index in range(len(exploration.tokens)):
        visitor.canvas.locator(f"[role=option][data-segment='{index}']").hover()
        shown, token = visitor.inspector(), inspect_token(exploration, index)

        def offsets(start: int, end: int) -> str:
            return str(start) if end - start == 1 else f"{start} – {end}"

        assert shown["Id"] == str(token.id)
        assert shown[f"Bytes ({len(token.bytes)})"] == token.hex
        assert shown["Byte offset"] == offsets(token.byte_start, token.byte_end)
        assert shown["Character offset"] == offsets(token.char_start, token.char_end)
        assert shown["UTF-16 offset"] == offsets(token.utf16_start, token.utf16_end)
        assert shown["Span"].startswith(f"{token.span + 1} of")
        assert token.span_kind in shown["Span"]
        assert shown["Span bytes"] == offsets(token.span_start, token.span_end)


def test_the_branch_that_made_the_span_of_the_pinned_token(visitor) -> None:
    visitor.type("a  b")
    visitor.canvas.locator("[role=option][data-segment='1']").click()
    row = visitor.page.get_by_label("Token inspector").locator("dd", has_text="(?!\\S)")
    row.wait_for(timeout=30_000)
    assert visitor.inspector()["Pattern branch"] == r"6: \s+(?!\S)"
    visitor.canvas.locator("[role=option][data-segment='1']").click()
    assert "Pattern branch" not in visitor.inspector()


def test_the_inspector_draws_merges(visitor) -> None:
    visitor.type("hello world")
    visitor.canvas.locator("[role=option]").nth(1).click()
    inspector = visitor.page.get_by_label("Token inspector")
    items = inspector.get_by_role("treeitem")
    items.first.wait_for()
    ids = [node.token for node in merge_tree(load_vocab("o200k_base"), 2375)]
    assert list(map(int, inspector.locator(".wcl-merge-id").all_text_contents())) == ids
    assert items.count() == len(ids)
    visitor.canvas.focus()
    visitor.page.keyboard.press("Escape")
    items.first.wait_for(state="detached")
    assert visitor.problems == []


def test_long_texts_are_cut_between_characters(visitor) -> None:
    visitor.type("x" + "👍" * 200)
    visitor.canvas.locator("[role=option]").first.hover()
    assert visitor.inspector()["Span text"].startswith("x")
    visitor.type(" " + "👍" * 200)
    visitor.canvas.locator("[role=option]").nth(1).hover()
    text = visitor.inspector()["Span text"]
    assert text.isprintable()
    assert text.endswith("👍…")
    assert text.count("👍") in (159, 160)


def test_hover_links_token_id_and_span(visitor) -> None:
    visitor.type("hello untranslatableness")
    visitor.canvas.locator("[role=option]").nth(2).hover()
    assert visitor.page.locator(".wcl-ids .wcl-hovered").text_content() == str(visitor.ids()[2])
    spans = visitor.page.get_by_role("listbox", name="Spans over the text")
    assert spans.locator(".wcl-hovered").text_content() == " untranslatableness"
    visitor.page.locator(".wcl-ids [data-id='0']").hover()
    assert visitor.canvas.locator(".wcl-hovered").text_content() == "hello"


def test_keyboard(visitor) -> None:
    visitor.type("hello world again")
    visitor.canvas.focus()
    visitor.page.keyboard.press("Home")

    def active() -> str:
        return visitor.page.locator(
            "#" + visitor.canvas.get_attribute("aria-activedescendant")
        ).get_attribute("aria-label")

    assert active() == "token 1 of 3, hello, id 24912"
    visitor.page.keyboard.press("ArrowRight")
    assert active() == "token 2 of 3, space world, id 2375"
    visitor.page.keyboard.press("Enter")
    assert visitor.canvas.locator("[aria-selected=true]").text_content() == " world"
    visitor.page.keyboard.press("End")
    assert active().startswith("token 3 of 3, space again")
    visitor.page.keyboard.press("Escape")
    assert visitor.canvas.locator("[aria-selected=true]").count() == 0
    stops = visitor.canvas.locator("[tabindex]").count()
    assert stops == 0, "the view is one tab stop"


def test_every_control_has_a_name(visitor) -> None:
    visitor.check_controls()
    assert visitor.page.get_by_label("Text", exact=True).count() == 1


def test_glyphs_can_be_switched(visitor) -> None:
    visitor.type("a b\tc")
    dot = "getComputedStyle(document.querySelector('[data-glyph=·]')).backgroundImage"
    arrow = "getComputedStyle(document.querySelector('[data-glyph=→]'), '::before').display"
    assert "none" not in (visitor.page.evaluate(dot), visitor.page.evaluate(arrow))
    visitor.open_settings()
    box = visitor.page.get_by_label("Show whitespace and invisible characters")
    box.uncheck()
    assert visitor.page.evaluate(dot) == visitor.page.evaluate(arrow) == "none"
    box.check()


def test_decode_box_and_comparison(visitor) -> None:
    visitor.type("don't")
    visitor.page.get_by_text("Decode ids").click()
    visitor.page.get_by_label("Ids to decode").fill("[24912, 2375]")
    visitor.page.wait_for_function("document.querySelector('.wcl-decoded').textContent === 'hello world'")
    visitor.page.get_by_text("Compare vocabularies").click()
    visitor.page.get_by_role("checkbox", name="r50k_base").check()
    visitor.settle()
    assert visitor.page.get_by_role("checkbox", name="o200k_base").is_checked(), "the one that is shown"
    row = visitor.page.locator(".wcl-token-count", has_text="r50k_base")
    assert "2 tokens, 2.50 bytes per token, 100 % more than the fewest" in row.text_content()
    tok = {model: wl.Tokenizer.from_pretrained(model) for model in ("r50k_base", "o200k_base")}
    rows = visitor.page.locator(".wcl-aligned tr")
    for name, shown in zip(tok, rows.all(), strict=True):
        assert shown.locator("th").text_content() == name
        assert shown.locator("td").count() == 1, "the only boundary that both share is the end"
        assert list(map(int, shown.locator("small").all_text_contents())) == tok[name].encode("don't")
    assert visitor.page.locator(".wcl-aligned .wcl-own-cut .wcl-mono").all_text_contents() == ["'t"]
    visitor.page.get_by_text("The whole text of each").click()
    whole = visitor.page.get_by_role("region", name="r50k_base")
    whole.locator(".wcl-own").wait_for()
    assert whole.locator(".wcl-own").text_content() == "'t"
    visitor.page.get_by_text("The whole text of each").click()
    visitor.type("naïve café " * 60)
    range_ = visitor.page.locator(".wcl-aligned-part .wcl-range")
    assert re.match(r"Showing the first (29\d|300) of 780 bytes", range_.text_content())
    visitor.page.get_by_role("button", name="Show 300 bytes more").click()
    assert re.match(r"Showing the first (59\d|600) of 780 bytes", range_.text_content())
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for model in ("r50k_base", "o200k_base"):
        visitor.page.get_by_role("checkbox", name=model).uncheck()
        visitor.settle()


@pytest.mark.deep
def test_a_megabyte_stays_alive(visitor) -> None:
    text = "The quick brown fox, naïve 東京 👩‍💻.\n" * 25_000
    assert len(text.encode()) > 1_000_000
    visitor.type(text)
    count = len(wl.Tokenizer.from_pretrained("o200k_base").encode(text))
    assert visitor.page.locator("[data-statistic=tokens]").text_content() == f"{count:,}"
    assert visitor.canvas.locator("[role=option]").count() < 20_000, "only tokens near the screen are drawn"
    visitor.canvas.focus()
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_function(
        "(count) => document.querySelector('.wcl-range').textContent.includes('of ' + count)",
        arg=f"{count:,}",
    )
    assert visitor.inspector()["Token"] == f"{count:,} of {count:,}"
    assert len(visitor.ids()) == count
    visitor.type("short again")
    assert len(visitor.ids()) == 2


@pytest.mark.deep
def test_beyond_the_limit_nothing_is_lost(visitor) -> None:
    visitor.type("before")
    before = visitor.ids()
    visitor.text.fill("one more line\n" * (MAX_BYTES // 14 + 1))
    visitor.notice.wait_for()
    assert "Nothing is lost" in visitor.notice.text_content()
    shown = visitor.page.locator(".wcl-part-bar")
    assert f"of {14 * (MAX_BYTES // 14 + 1):,}" in shown.text_content()
    assert len(visitor.text.input_value()) < 50_000, "the box holds a part, which a browser can lay out"
    assert visitor.ids() == before
    visitor.type("after")
    assert visitor.notice.count() == 0


@pytest.mark.sampled("light-600", "dark-1280")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(visitor, show_at, width: int, scheme: str) -> None:
    page = visitor.page
    show_at(page, width, scheme)
    visitor.type("hello world 👩‍💻 " + "unbroken" * 60 + " 東京" * 40)
    overflow = page.evaluate(
        """() => [...document.querySelectorAll("html, body, #rendered_cells, .wcl, .wcl-canvas")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
    )
    assert overflow == []
    for part in page.locator(".wcl-canvas .wcl-run").all()[:4]:
        assert (
            contrast(*part.evaluate("n => [getComputedStyle(n).color, getComputedStyle(n).backgroundColor]"))
            >= 7
        )


def contrast(one: str, other: str) -> float:
    def luminance(css: str) -> float:
        values = [int(float(number)) / 255 for number in re.findall(r"[\d.]+", css)[:3]]
        red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.deep
def test_a_second_visitor_works_at_the_same_time(visitor, visit) -> None:
    other = visit()
    visitor.type("first visitor")
    other.type("second visitor")
    encoding = tiktoken.get_encoding("o200k_base")
    assert visitor.ids() == encoding.encode("first visitor")
    assert other.ids() == encoding.encode("second visitor")


def test_a_link_opens_the_same_view(visitor, visit) -> None:
    visitor.type("link me 👍")
    visitor.choose(Vocabulary="cl100k_base")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.share("Copy link")
    visitor.page.get_by_text("Link copied").wait_for()
    link = visitor.page.evaluate("navigator.clipboard.readText()")
    visitor.choose(Vocabulary="o200k_base")
    other = visit("?" + link.split("?")[1])
    other.page.wait_for_function("document.querySelector('textarea').value === 'link me 👍'")
    other.settle()
    assert other.ids() == tiktoken.get_encoding("cl100k_base").encode("link me 👍")


@pytest.mark.deep
def test_a_pinned_tokens_span_can_be_stepped_through(visitor) -> None:
    visitor.choose(Vocabulary="cl100k_base")
    visitor.type("say defenestration")
    visitor.canvas.locator("[role=option]").nth(1).click()
    link = visitor.page.get_by_role("link", name="Step through the merges of this span")
    link.wait_for()
    link.click()
    stepper = visitor.page
    stepper.wait_for_selector(".wcl-stepper[aria-busy=false] >> visible=true")
    assert stepper.locator(".wcl-stepper textarea").first.input_value() == " defenestration"
    stepper.get_by_role("button", name="Last step").click()
    expected = tiktoken.get_encoding("cl100k_base").encode(" defenestration")
    for ids in stepper.locator(".wcm-ids").all_text_contents():
        assert ids == f"ids {expected}"
    stepper.go_back()
    stepper.wait_for_selector(".wcl-explorer[aria-busy=false] >> visible=true")
    visitor.choose(Vocabulary="o200k_base")


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return condition()


@pytest.mark.deep
def test_closing_the_page_ends_its_kernel(visit, dashboard) -> None:
    leaving = visit()
    leaving.type("bye")
    kernel = dashboard.kernel_of(leaving.page)
    leaving.page.close(run_before_unload=True)
    assert wait_for(lambda: kernel not in dashboard.kernels())


@pytest.mark.deep
def test_a_closing_page_may_end_its_kernel_and_nothing_else_may(visit, dashboard) -> None:
    leaving = visit()
    kernel = dashboard.kernel_of(leaving.page)
    forged = """async (address) => {
        const id = JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId;
        return (await fetch(`${address}voila/api/shutdown/${id}`, { method: "POST" })).status;
    }"""
    assert leaving.page.evaluate(forged, dashboard.address) == 403  # without the proof, as from another site
    assert kernel in dashboard.kernels()
    with leaving.page.expect_response(re.compile("/voila/api/shutdown/")) as answer:
        leaving.page.evaluate("void window.dispatchEvent(new Event('pagehide'))")
    assert answer.value.status == 204
    assert wait_for(lambda: kernel not in dashboard.kernels(), seconds=4), (
        "the kernel ends before the grace period is over"
    )


@pytest.mark.deep
def test_without_its_kernel_the_page_can_still_be_read(visit, dashboard) -> None:
    lonely = visit()
    lonely.type("hello world")
    psutil.Process(dashboard.kernel_of(lonely.page)).kill()
    lonely.page.get_by_label("Vocabulary", exact=True).select_option("r50k_base")
    lonely.notice.get_by_text("The kernel does not answer").wait_for()
    assert lonely.page.locator(".wcl-explorer").get_attribute("aria-busy") == "false"
    lonely.canvas.locator("[role=option]").nth(1).hover()
    assert lonely.inspector()["Id"] == "2375"
    assert lonely.ids() == [24912, 2375]


@pytest.mark.deep
def test_a_text_that_is_too_long_is_refused_in_words_and_the_tokens_stay(visit) -> None:
    visitor = visit()
    visitor.type("hello world")
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.page.evaluate("navigator.clipboard.writeText('words '.repeat(11e6 / 6))")
    visitor.text.select_text()
    visitor.page.keyboard.press("Control+v")
    notice = visitor.page.locator(".wcl-explorer .wcl-notice:not(.wcl-outage)")
    notice.wait_for()
    assert "This text has 10,999,998 characters; this page accepts up to " in notice.inner_text()
    assert visitor.text.input_value() == "hello world"
    assert visitor.ids() == [24912, 2375]
    visitor.type("hello")
    assert visitor.ids() == [24912]
    assert not notice.is_visible()
