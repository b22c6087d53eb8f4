"""The merge stepper in a browser: step, play, jump, hover; without its kernel; as a saved page."""

from __future__ import annotations

import json
import re

import psutil
import pytest
import tiktoken

from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.widgets import MergeStepper

from .idle import settle

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)>"


def plain(text: str) -> str:
    """Remove the marks that isolate right-to-left tokens within a sentence."""
    return text.replace("\u2068", "").replace("\u2069", "")


class Stepping:
    """A user of the stepper: picks, steps, reads."""

    def __init__(self, page) -> None:
        self.page = page
        self.root = page.locator(".wcl-stepper")
        self.stage = page.get_by_role("group", name=re.compile("^Lanes: arrow keys"))

    def settle(self) -> None:
        settle(self.page)

    def type(self, text: str) -> None:
        """Type after a fresh start with o200k_base and the five encoders."""
        self.preset("tokenization")
        self.page.locator("textarea").first.fill(text)
        self.settle()

    def preset(self, name: str) -> None:
        self.page.get_by_label("Examples", exact=True).select_option(name)
        self.page.locator(".wcm-story").wait_for()
        self.settle()

    def told(self) -> str:
        """The sentence about the present step."""
        return self.root.locator(".wcl-sentence").text_content()

    def set_up(self) -> None:
        """Unfold the settings."""
        settings = self.page.locator(".wcl-settings")
        if settings.get_attribute("open") is None:
            settings.locator("summary").click()

    def share(self, name: str) -> None:
        self.page.locator(".wcl-menu > summary").click()
        self.button(name).click()

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def lane(self, name: str):
        return self.page.get_by_role("region", name=re.compile(f"^{re.escape(name)}(, wrong on purpose)?$"))

    def ids(self, name: str) -> list[int]:
        shown = self.lane(name).locator(".wcm-ids").text_content()
        return [int(word) for word in re.findall(r"\d+", shown)]

    def state(self, name: str) -> tuple[str, ...]:
        """Everything a lane shows of its step."""
        lane = self.lane(name)
        parts = (".wcm-row", ".wcm-said", ".wcm-own", ".wcm-ids", ".wcm-work", ".wcm-where")
        return tuple(lane.locator(part).first.inner_html() for part in parts)

    def position(self) -> str:
        return self.page.locator(".wcm-position").text_content()


@pytest.fixture(scope="module")
def stepping(open_screen) -> Stepping:
    visitor = open_screen("stepper")
    stepping = Stepping(visitor.page)
    stepping.visitor = visitor
    return stepping


def test_it_opens_with_one_lane_and_plain_words_high_on_the_page(stepping) -> None:
    page = stepping.page
    assert page.locator(".wcm-lane").count() == 1
    assert plain(stepping.told()) == (
        "13 bytes. The pair with the lowest rank is merged first: “·” + “t” (rank 260)."
    )
    assert not page.locator(".wcm-own, .wcm-work").first.is_visible()
    for width, height, most in ((1280, 720, 260), (390, 844, 330)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(
            "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
        )
        lane = page.locator(".wcm-lane").bounding_box()
        assert lane["y"] <= most, (width, lane)
        assert lane["y"] + lane["height"] <= height, (width, lane)
        play, text = stepping.button("Play").bounding_box(), page.locator("textarea").first.bounding_box()
        assert 0 < text["y"] < play["y"] < lane["y"]
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_lane_is_added_on_request_and_stays_at_its_step(stepping) -> None:
    page = stepping.page
    stepping.button("Next step").click()
    assert "is merged: “·” + “t” becomes “·t” (rank 260)." in plain(stepping.told())
    page.get_by_role("button", name="priority_merge").click()
    stepping.lane("priority_merge").wait_for()
    stepping.settle()
    assert page.locator(".wcm-lane").count() == 2
    assert stepping.position() == "1 / 11"
    assert stepping.lane("priority_merge").locator(".wcm-own").is_visible()
    page.get_by_role("button", name="All five encoders").click()
    stepping.lane("bpe_backtrack").wait_for()
    stepping.settle()
    assert page.locator(".wcm-lane").count() == 5
    assert "5 lanes" in page.locator(".wcl-settings-values").text_content()


def test_play_is_within_the_first_five_tab_stops(stepping) -> None:
    page = stepping.page
    page.locator("textarea").first.focus()
    names = []
    for _ in range(5):
        names.append(page.evaluate("document.activeElement.ariaLabel"))
        page.keyboard.press("Tab")
    assert "Play" in names


def test_a_step_is_announced_once_for_all_lanes(stepping, announcements) -> None:
    stepping.type(" tokenization")
    stepping.stage.focus()
    (said,) = announcements(stepping.page, lambda: stepping.page.keyboard.press("ArrowRight"))
    assert said.startswith("Step 1 of 11. The pair with the lowest rank is merged")
    assert said.count("is merged") == 1, "once, although four lanes do it"
    assert "bpe_backtrack: " in said, "which does something else"


MOVING = "() => document.getAnimations().filter((one) => one.effect.target.closest('.wcm-lane')).length"
GHOSTS = ".wcm-ghosts > *"


def test_merging_is_seen_and_the_next_step_does_not_wait_for_it(stepping) -> None:
    stepping.type(" tokenization")
    page = stepping.page
    stepping.stage.focus()
    page.wait_for_timeout(
        150
    )  # two steps at once are a held key, which does not move anything; the first step is shown anew
    page.keyboard.press("ArrowRight")
    assert stepping.ids("buffer_sweep")[0] == 260, "the state is right at once"
    assert page.evaluate(MOVING) > 0
    page.wait_for_timeout(150)
    page.keyboard.press("ArrowLeft")
    assert stepping.ids("buffer_sweep")[:2] == [220, 83]
    assert page.locator(GHOSTS).count() > 0, "it comes apart, too"
    page.keyboard.press("End")
    assert page.locator(GHOSTS).count() == 0, "what was moving is at its end"
    assert stepping.ids("buffer_sweep") == [6602, 2860]
    page.keyboard.press("Home")
    page.wait_for_timeout(150)
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(MOVING) == 0
    page.emulate_media(reduced_motion="no-preference")


def test_a_projector_shows_the_sentence_and_the_lane_and_keys_work_from_anywhere(stepping) -> None:
    stepping.type(" tokenization")
    page = stepping.page
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    before = page.locator(".wcl-stepper .wcl-sentence").evaluate(size)
    stepping.button("Present").click()
    assert not stepping.button("Play").is_visible()
    assert page.locator(".wcl-stepper .wcl-sentence").evaluate(size) > 1.5 * before
    page.evaluate("document.activeElement.blur()")
    for key, position in (("ArrowRight", "1"), ("End", "11"), ("Home", "0")):
        page.keyboard.press(key)
        assert stepping.position().startswith(f"{position} ")
    page.keyboard.press(" ")
    page.wait_for_function("!document.querySelector('.wcm-position').textContent.startsWith('0 ')")
    page.keyboard.press(" ")
    stepping.button("End presentation").click()
    assert stepping.button("Play").is_visible()


# Pairs of ranks that overlap, ranks outside of their lane, and controls that are too small for a finger.
PHONE_FAULTS = """() => {
    const seen = (selector) => [...document.querySelectorAll(`.wcl-stepper ${selector}`)].filter((node) => node.getClientRects().length);
    const box = (node) => node.getBoundingClientRect();
    const faults = [];
    for (const lane of seen(".wcm-lane")) {
        const chips = [...lane.querySelectorAll(".wcm-row .wcm-pair")].filter((node) => node.getClientRects().length).map(box);
        chips.forEach((one, at) => chips.slice(at + 1).forEach((other) => {
            if (Math.abs(one.top - other.top) < 9 && one.left < other.right - 1 && other.left < one.right - 1) faults.push(`ranks at ${one.left} and ${other.left}`);
        }));
        for (const { right } of chips) if (right > box(lane).right) faults.push(`a rank at ${right}`);
    }
    // Terms within a line of text are as high as the line.
    for (const node of seen(":is(button:not(.wcl-word-term), select, summary, textarea, input[type=range], label:has(> input))")) {
        if (box(node).height < 43.5) faults.push(`${node.tagName} ${node.textContent.slice(0, 20)} ${box(node).height}`);
    }
    if (document.documentElement.scrollWidth > window.innerWidth) faults.push("the page scrolls sideways");
    return faults;
}"""


def test_on_a_phone_ranks_do_not_overlap_and_fingers_hit_the_controls(stepping, show_at) -> None:
    page = stepping.page
    show_at(page, 390, "light")
    stepping.preset("defenestration")
    stepping.set_up()
    stepping.stage.focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
        page.wait_for_timeout(20)
        page.locator(".wcm-lanes").evaluate(
            "() => document.getAnimations().forEach((one) => one.effect.target.closest('.wcm-lane') && one.finish())"
        )
        assert page.evaluate(PHONE_FAULTS) == [], key
    wrapped = stepping.lane("buffer_sweep").locator(".wcm-row .wcm-line-end")
    stepping.button("First step").click()
    assert wrapped.count() > 0
    show_at(page, 1280, "light")


def test_the_five_lanes_end_in_tiktokens_ids(stepping) -> None:
    stepping.preset("defenestration")
    stepping.type(" tokenization")
    for lane in stepping.page.get_by_role("group", name="Lanes", exact=True).locator("input").all()[:5]:
        assert lane.is_checked()
    expected = tiktoken.get_encoding("o200k_base").encode(" tokenization")
    assert stepping.position() == "0 / 11"
    stepping.button("Last step").click()
    for encoder in ENCODERS:
        assert stepping.ids(encoder) == expected
        assert stepping.lane(encoder).get_attribute("data-done") == "true"


@pytest.mark.deep
def test_keys_lead_there_and_back_to_the_same_state(stepping) -> None:
    stepping.type(" tokenization")
    stepping.stage.focus()
    page = stepping.page
    seen = []
    for position in range(12):
        assert stepping.position() == f"{position} / 11"
        seen.append([stepping.state(encoder) for encoder in ENCODERS])
        page.keyboard.press("ArrowRight")
    assert stepping.position() == "11 / 11", "stepping stops at the last step"
    for position in reversed(range(12)):
        assert stepping.position() == f"{position} / 11"
        assert [stepping.state(encoder) for encoder in ENCODERS] == seen[position]
        page.keyboard.press("ArrowLeft")
    assert stepping.position() == "0 / 11"
    page.keyboard.press("End")
    assert [stepping.state(encoder) for encoder in ENCODERS] == seen[-1]
    page.keyboard.press("Home")
    assert [stepping.state(encoder) for encoder in ENCODERS] == seen[0]
    assert "Step 0 of 11" in page.locator(".wcl-live").first.text_content()
    assert stepping.ids("merge_heap") == [220, 83, 78, 74, 68, 77, 72, 89, 64, 83, 72, 78, 77]


def test_space_plays_and_pauses(stepping) -> None:
    stepping.type(" tokenization")
    page = stepping.page
    page.get_by_label("Speed").select_option("30")
    stepping.stage.focus()
    page.keyboard.press(" ")
    stepping.button("Pause").wait_for()
    page.wait_for_function("document.querySelector('.wcm-position').textContent.startsWith('11 ')")
    stepping.button("Play").wait_for()
    assert stepping.ids("buffer_sweep") == [6602, 2860]
    page.get_by_label("Speed").select_option("2")
    page.keyboard.press("Home")
    stepping.stage.focus()
    page.keyboard.press(" ")
    page.keyboard.press(" ")
    assert stepping.button("Play").is_visible()


@pytest.mark.deep
def test_a_candidate_tells_its_rank_and_what_it_gives(stepping) -> None:
    stepping.type(" tokenization")
    look = stepping.page.locator(".wcm-look")
    stepping.lane("buffer_sweep").locator(".wcm-winner").hover()
    assert "rank 260, gives token 260" in look.text_content()
    assert "the lowest, merged next" in look.text_content()
    stepping.lane("buffer_sweep").locator(".wcm-token").nth(3).locator(".wcm-label").hover()
    assert "token 74, “k”, bytes 6b at 3–4" in plain(look.text_content())
    stepping.stage.focus()
    stepping.page.keyboard.press("ArrowDown")
    stepping.page.keyboard.press("ArrowDown")
    assert look.text_content().startswith("buffer_sweep: ")
    assert stepping.page.locator(".wcm-looked").count() == 1
    for _ in range(9):
        stepping.page.keyboard.press("ArrowDown")
        stepping.page.keyboard.press("ArrowRight")
        assert "null" not in look.text_content()
        is_looking = not look.text_content().startswith("Point at")
        assert stepping.page.locator(".wcm-looked").count() == is_looking


def test_the_wrong_lane_fails_where_tiktoken_does_not(stepping) -> None:
    stepping.preset("Shift-reduce is wrong: bear")
    stepping.button("Last step").click()
    expected = tiktoken.get_encoding("r50k_base").encode("bear")
    for encoder in ENCODERS:
        assert stepping.ids(encoder) == expected
    assert stepping.ids("shift_reduce") != expected
    why = plain(stepping.lane("shift_reduce").locator(".wcm-outcome").text_content())
    assert "merges “b” + “e” to “be” (rank 1350)" in why
    assert "“ear”" in why
    assert "BPE gives “bear”" in why


def test_greedy_is_wrong_on_the_smallest_example(stepping) -> None:
    stepping.preset("Greedy left to right is wrong: [a, b, c]")
    stepping.button("Last step").click()
    assert stepping.ids("bpe_backtrack") == [97, 256]
    assert stepping.ids("greedy_left") == [257, 99]
    page = stepping.page
    page.get_by_label("Where do").select_option("buffer_sweep")
    page.get_by_label("and", exact=True).select_option("greedy_left")
    stepping.button("first differ?").click()
    page.get_by_text("At step 1.").wait_for()
    assert stepping.position().startswith("1 ")
    page.get_by_label("and", exact=True).select_option("tail_sweep")
    stepping.button("first differ?").click()
    page.get_by_text("Never: the same boundaries").wait_for()


def test_an_example_chosen_before_a_step_is_answered_tells_its_story(stepping) -> None:
    stepping.page.wait_for_selector("[data-answering=page]")
    stepping.type("tokens")
    stepping.preset("CamelCase, two vocabularies")  # cl100k_base, which the page itself does not have yet
    # The page finds that the kernel has to answer; while that is under way, something else is chosen.
    stepping.page.evaluate("""async () => {
        document.querySelector(".wcl-stepper [aria-label='Next step']").click();
        await new Promise((done) => setTimeout(done, 40));
        const presets = document.querySelector(".wcm-examples select");
        presets.value = "Thai";
        presets.dispatchEvent(new Event("change"));
    }""")
    stepping.settle()
    assert stepping.page.locator("textarea").first.input_value() == "สวัสดีชาวโลก"
    assert stepping.page.locator(".wcm-story").text_content().startswith("Three bytes per character")


def test_each_lane_at_its_own_pace(stepping) -> None:
    stepping.type("defenestration")
    page = stepping.page
    stepping.set_up()
    page.get_by_role("radio", name="each at its own pace").check()
    page.get_by_label("Step of priority_merge").fill("7")
    page.get_by_label("Step of bpe_backtrack").fill("8")
    assert "step 7 of 25" in stepping.lane("priority_merge").text_content()
    assert "is a dead end" in stepping.lane("bpe_backtrack").locator(".wcm-said").text_content()
    assert "step 0 of 10" in stepping.lane("buffer_sweep").text_content()
    page.get_by_role("radio", name="in lockstep, by merge").check()
    assert stepping.position().startswith("0 ")


def test_two_vocabularies_beside_each_other(stepping) -> None:
    stepping.preset("CamelCase, two vocabularies")
    stepping.button("Last step").click()
    for model in ("cl100k_base", "o200k_base"):
        shown = stepping.lane(f"buffer_sweep, {model}").locator(".wcm-ids").text_content()
        assert "[" in shown
    assert stepping.ids("priority_merge, cl100k_base")[-4:] == tiktoken.get_encoding("cl100k_base").encode(
        "CamelCaseIdentifier"
    )
    assert "into 3 spans" in stepping.root.text_content()


@pytest.mark.deep
def test_spans_are_picked_and_text_is_text(stepping) -> None:
    stepping.type(f"Hello {HOSTILE}<|endoftext|> ꙮ")
    page = stepping.page
    stepping.set_up()
    page.get_by_role("radio", name="span 2,").click()
    stepping.settle()
    assert page.get_by_role("radio", name="span 2,").get_attribute("aria-checked") == "true"
    assert page.locator(".wcm-span[disabled]").text_content() == "<|endoftext|>"
    page.get_by_label("The whole text as one span").check()
    stepping.settle()
    page.wait_for_function("document.querySelector('.wcm-lane .wcm-row').textContent.includes('<')")
    assert page.locator("img").count() == 0
    page.get_by_label("The whole text as one span").uncheck()
    stepping.settle()
    stepping.type("x" * 300)
    page.get_by_role("alert").filter(has_text="300 bytes").wait_for()
    stepping.type("ꙮ")
    chips = stepping.lane("buffer_sweep").locator(".wcm-torn").all_text_contents()
    assert [chip[:2] for chip in chips] == ["ea", "99", "ae"]
    assert stepping.visitor.problems == []


@pytest.mark.deep
def test_a_span_is_picked_although_the_whole_text_was_one(stepping) -> None:
    stepping.type("two words")
    page = stepping.page
    stepping.set_up()
    page.get_by_label("The whole text as one span").check()
    stepping.settle()
    page.get_by_role("radio", name="span 2,").click()
    stepping.settle()
    assert not page.get_by_label("The whole text as one span").is_checked()
    stepping.button("Last step").click()
    assert stepping.ids("merge_heap") == tiktoken.get_encoding("o200k_base").encode(" words")
    stepping.type("<|endoftext|>hello world")
    assert page.locator(".wcm-span[tabindex='0']").text_content() == "hello"


@pytest.mark.deep
def test_a_byte_order_mark_and_right_to_left_text(stepping) -> None:
    stepping.type("\ufeffhello")
    ruled = stepping.page.locator(".wcm-ruled")
    assert [row.locator(".wcm-byte").count() for row in ruled.all()] == [3, 1, 1, 1, 1, 1]
    stepping.type("مرحبا")
    stepping.button("Last step").click()
    said = stepping.lane("buffer_sweep").locator(".wcm-said").text_content()
    assert said.count("\u2068") == said.count("\u2069") == 3
    assert stepping.visitor.problems == []


@pytest.mark.deep
def test_after_an_error_the_old_lanes_look_old_and_playing_ends_with_them(stepping) -> None:
    stepping.type("defenestration")
    page = stepping.page
    page.get_by_label("Speed").select_option("4")
    stepping.button("Play").click()
    page.wait_for_function("!document.querySelector('.wcm-position').textContent.startsWith('0 ')")
    page.locator("textarea").first.fill("x" * 300)
    page.get_by_role("alert").filter(has_text="300 bytes").wait_for()
    assert stepping.root.evaluate("node => node.classList.contains('wcl-is-stale')")
    stepping.type("abc")
    stepping.button("Play").wait_for()
    assert stepping.position().startswith("0 ")
    page.get_by_label("Speed").select_option("2")


def test_the_work_grows_as_the_theory_says(stepping) -> None:
    stepping.type(" tokenization")
    stepping.button("Count").click()
    table = stepping.page.get_by_role("table", name="Fitted exponents")
    table.wait_for()
    fitted = {
        row.locator("th").text_content(): float(row.locator("b").text_content().removeprefix("n^"))
        for row in table.locator("tbody tr").all()
    }
    assert set(fitted) == set(ENCODERS)
    for sweep in ("buffer_sweep", "tail_sweep", "merge_heap"):
        assert 1.9 < fitted[sweep] < 2.1
    assert 1.03 < fitted["priority_merge"] < 1.3
    assert 0.9 < fitted["bpe_backtrack"] < 1.1
    assert "2,000 bytes" in table.text_content()
    assert stepping.page.get_by_role("img", name=re.compile("^Work by length")).is_visible()
    with stepping.page.expect_download() as chart:
        stepping.button("Save SVG").click()
    svg = chart.value.path().read_text()
    assert svg.startswith("<?xml")
    assert "var(" not in svg


def test_the_controls_stay_in_sight(stepping) -> None:
    stepping.type("defenestration")
    stepping.lane("bpe_backtrack").scroll_into_view_if_needed()
    stepping.page.wait_for_function(
        """() => {
            const { top, bottom } = document.querySelector(".wcm-player").getBoundingClientRect();
            return top >= 0 && bottom <= window.innerHeight;
        }"""
    )


@pytest.mark.needs_kernel
def test_json_and_page_are_saved(stepping, tmp_path) -> None:
    stepping.type(" tokenization")
    with stepping.page.expect_download() as saved:
        stepping.share("Save traces as JSON")
    traces = json.loads(saved.value.path().read_text())["traces"]
    assert [trace["tokens"] for trace in traces[:5]] == [[6602, 2860]] * 5
    with stepping.page.expect_download() as page:
        stepping.share("Save page")
    assert "buffer_sweep" in page.value.path().read_text()


@pytest.mark.deep
def test_a_link_opens_the_same_span(stepping, visit) -> None:
    stepping.type("two words")
    stepping.page.get_by_role("radio", name="span 2,").click()
    stepping.settle()
    stepping.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stepping.share("Copy link")
    stepping.page.get_by_text("Link copied").wait_for()
    link = stepping.page.evaluate("navigator.clipboard.readText()")
    assert "state=" in link
    other = Stepping(visit("stepper?" + link.split("?")[1]).page)
    other.page.wait_for_function("document.querySelector('textarea').value === 'two words'")
    other.settle()
    other.button("Last step").click()
    assert other.ids("merge_heap") == tiktoken.get_encoding("o200k_base").encode(" words")


def test_every_control_has_a_name_and_no_request_leaves_the_machine(stepping) -> None:
    stepping.visitor.check_controls()
    assert stepping.visitor.outside_requests() == []
    assert stepping.visitor.problems == []


@pytest.mark.sampled("dark-1280")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(stepping, show_at, width: int, scheme: str) -> None:
    page = stepping.page
    show_at(page, width, scheme)
    for name in ("200 bytes that repeat", "A family, joined"):
        stepping.preset(name)
        overflow = page.evaluate(
            """() => [...document.querySelectorAll("html, body, #rendered_cells, .wcl, .wcm-lane, .wcm-row")]
                .filter((node) => node.scrollWidth > node.clientWidth + 14).map((node) => node.className)"""
        )
        assert overflow == [], name


@pytest.mark.deep
def test_without_its_kernel_the_lanes_can_still_be_stepped_through(visit, dashboard) -> None:
    lonely = Stepping(visit("stepper").page)
    lonely.type("defenestration")
    psutil.Process(dashboard.kernel_of(lonely.page)).kill()
    lonely.stage.focus()
    lonely.page.keyboard.press("End")
    assert lonely.ids("bpe_backtrack") == tiktoken.get_encoding("o200k_base").encode("defenestration")
    lonely.page.keyboard.press("ArrowLeft")
    assert len(lonely.ids("bpe_backtrack")) == 3


@pytest.mark.deep
def test_a_saved_page_still_steps_without_kernel_and_network(open_saved) -> None:
    stepper = MergeStepper(f"{HOSTILE}</script>", whole=True)
    stepper.grow()
    page = open_saved(stepper.export_html(live=False))
    saved = Stepping(page)
    saved.stage.focus()
    page.keyboard.press("End")
    for encoder in ENCODERS:
        assert saved.ids(encoder) == stepper.ids[encoder]
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert saved.position().startswith("1 ")
    assert "Merged" in saved.lane("buffer_sweep").locator(".wcm-said").text_content()
    assert page.get_by_role("table", name="Fitted exponents").is_visible()
    saved.button("Count").click()
    assert "saved page" in page.get_by_role("alert").text_content()
