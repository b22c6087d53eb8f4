"""The training page in a browser: a toy forwards and back, a real run that pauses, races, using a result."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import psutil
import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.training.trace import trace_training
from wordchipper_lab.widgets import TrainingLab

from .idle import settle

pytestmark = pytest.mark.browser


class Training:
    """A user of the page."""

    def __init__(self, page) -> None:
        self.page = page
        self.root = page.locator(".wcl-training")
        self.toy = page.locator(".wct-toy")
        self.real = page.locator(".wct-real")
        self.position = page.locator(".wct-toy .wcm-position")
        self.sentence = page.locator(".wcl-training .wcl-sentence")
        self.why = page.locator(".wct-toy .wct-why")

    def settle(self, seconds: float = 30) -> None:
        settle(self.page, seconds)

    def mode(self, name: str) -> None:
        self.page.get_by_role("radio", name=re.compile(name)).check()
        self.settle()

    def said(self) -> str:
        """The sentence, without the marks that keep right-to-left tokens in their place."""
        return re.sub("[\u2068\u2069]", "", self.sentence.text_content())

    def choose_toy(self, label: str, value: str) -> None:
        self.choose(label, value)
        self.settle()

    def choose(self, label: str, value: str) -> None:
        if not self.shown(label).count():
            self.open_settings()
        self.shown(label).select_option(value)

    def shown(self, label: str):
        """The visible control of that name: both modes have a corpus."""
        return self.page.get_by_label(label, exact=True).and_(self.page.locator("select:visible"))

    def open_settings(self) -> None:
        settings = self.page.locator(".wcl-settings:visible")
        if settings.get_attribute("open") is None:
            settings.locator("summary").click()

    def share(self, name: str) -> None:
        """Choose `name` in the Share menu."""
        self.page.locator("summary", has_text="Share").click()
        self.button(name).click()

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def wait_for(self, state: str, seconds: float = 60) -> None:
        self.page.wait_for_selector(f".wcl-training[data-state={state}]", timeout=seconds * 1000)

    def figure(self, name: str) -> int:
        row = self.page.get_by_label("Live figures").locator(
            "div", has=self.page.get_by_text(name, exact=True)
        )
        return int(re.match(r"[\d,]+", row.locator("dd").text_content())[0].replace(",", ""))

    def ids(self) -> list[int]:
        return json.loads(self.real.get_by_role("group", name="Token ids").text_content())

    def spans(self) -> list[str]:
        """The tokens of each span after the merge that is shown, separated by spaces."""
        rows = self.toy.locator(".wct-span").all()
        return [
            " ".join(row.locator(".wct-row").last.locator(".wct-tile").all_text_contents()) for row in rows
        ]


@pytest.fixture(scope="module")
def training(open_screen) -> Training:
    visitor = open_screen("training")
    training = Training(visitor.page)
    training.visitor = visitor
    return training


def expected_spans(trace, number: int) -> list[str]:
    rows = trace.frames[number - 1].after if number else trace.start
    return [" ".join(trace.tokens[token].decode() for token in row) for row in rows]


def test_what_a_visitor_sees_first(training) -> None:
    assert training.position.text_content() == "1 / 10"
    assert training.said() == "Merge 1: e + s, seen 9 times, becomes es; 9 tokens fewer."
    assert training.why.text_content().startswith("Three pairs occur 9 times: (e, s), (s, t), (t, </w>).")
    rows = training.toy.locator(".wct-pair-row")
    assert rows.first.get_attribute("aria-label") == "e and s: 9, wins, → gone"
    assert training.toy.locator(".wct-tied").count() == 2
    books = training.toy.locator(".wct-books").first.text_content()
    assert books.startswith("withdraw")
    assert "es" in books


def test_a_toy_is_stepped_forwards_and_back(training) -> None:
    trace = trace_training("low lower newest widest", "incremental")
    training.button("First step").click()
    assert training.spans() == expected_spans(trace, 0)
    seen = []
    for number in range(1, 11):
        training.button("Next step").click()
        assert training.spans() == expected_spans(trace, number)
        assert training.why.text_content().startswith(trace.frames[number - 1].why)
        seen.append(training.said())
    for number in range(9, 0, -1):
        training.page.keyboard.press("ArrowLeft")
        assert training.said() == seen[number - 1]
    training.page.keyboard.press("End")
    assert training.position.text_content() == "10 / 10"
    training.page.keyboard.press("Home")
    assert training.said().startswith("At the start every symbol is a token; the first merge will be e + s,")
    training.toy.get_by_role("slider", name="Step").fill("4")
    assert training.said() == seen[3]
    training.toy.get_by_role("button", name=re.compile("^Merge 2,")).press("Enter")
    assert training.position.text_content() == "2 / 10"
    assert training.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Merge 2, est 12"


def test_a_step_is_announced_once(training, announcements) -> None:
    training.toy.get_by_role("button", name="First step").click()
    (said,) = announcements(training.page, training.toy.get_by_role("button", name="Next step").click)
    assert "Merge 1: e + s, seen 9 times" in said.translate({0x2068: None, 0x2069: None})


def test_play_is_within_the_first_five_tab_stops(training) -> None:
    """Of the screen; before it is the row of links."""
    training.page.locator(".wcl-lab-nav a").last.focus()
    names = []
    for _ in range(5):
        training.page.keyboard.press("Tab")
        names.append(training.page.evaluate("document.activeElement.ariaLabel"))
    assert "Play" in names


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_the_pair_table_and_its_player_are_on_the_first_screen(training, width: int, height: int) -> None:
    page = training.page
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(100)
    training.root.evaluate("node => node.scrollIntoView()")
    top, player, table = (
        page.locator(place).bounding_box() for place in (".wcl-training", ".wcm-player", ".wct-pairs")
    )
    above = 60  # pixels that a page has above its screen
    assert player["y"] - top["y"] + above < height / 3
    assert table["y"] - top["y"] + above < height * 0.55
    assert height - (table["y"] - top["y"] + above) > 300
    page.set_viewport_size({"width": 1280, "height": 800})


def test_rows_change_place_and_are_right_at_once(training) -> None:
    page = training.page
    training.button("First step").click()
    page.wait_for_timeout(500)
    page.evaluate("""() => {
        const { animate } = Element.prototype;
        window.glides = 0;
        Element.prototype.animate = function (keyframes, options) {
            window.glides += keyframes.some(({ transform = "none" }) => transform !== "none");
            return animate.call(this, keyframes, options);
        };
    }""")

    def glides_after(key: str) -> int:
        page.evaluate("window.glides = 0")
        page.keyboard.press(key)
        glides = page.evaluate("window.glides")
        page.wait_for_timeout(150)
        return glides

    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        glides = glides_after(key)
        number = int(training.position.text_content().split(" ")[0])
        frame = trace_training("low lower newest widest", "incremental").frames[number - 1]
        counts = training.toy.locator(".wct-pair-row .wct-count").all_text_contents()
        assert list(map(int, counts))[: len(frame.pairs)] == [pair.count for pair in frame.pairs]
        assert (glides > 0) == (number > 1)
    page.evaluate("""() => {
        const { matchMedia } = window;
        window.matchMedia = (query) => (query.includes("reduced-motion") ? { matches: true } : matchMedia(query));
        window.moveAgain = () => { window.matchMedia = matchMedia; };
    }""")
    assert glides_after("ArrowRight") == 0
    page.evaluate("window.moveAgain()")


def test_it_is_presented(training) -> None:
    page = training.page
    training.button("First step").click()
    training.button("Present").click()
    assert not page.locator(".wcm-player").is_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert training.said().startswith("Merge 2: ")
    assert float(training.sentence.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")) > 26
    page.keyboard.press("Escape")
    assert page.locator(".wcm-player").is_visible()


def test_play_is_among_the_first_tab_stops(training) -> None:
    training.page.get_by_role("radio", name="A toy").focus()
    for _ in range(4):
        if training.page.evaluate("document.activeElement.textContent") == "Play":
            break
        training.page.keyboard.press("Tab")
    assert training.page.evaluate("document.activeElement.textContent") == "Play"


def test_it_plays(training) -> None:
    training.button("First step").click()
    training.toy.get_by_label("Speed").select_option("30")
    training.button("Play").click()
    training.page.wait_for_function("document.querySelector('.wcm-position').textContent === '10 / 10'")
    assert training.button("Play").count() == 1


def test_another_rule_another_vocabulary(training) -> None:
    training.choose_toy("Corpus", "hello")
    for tie, token in (("least_bytes", "el"), ("greatest_bytes", "lo</w>"), ("first_seen", "he")):
        training.choose_toy("Ties", tie)
        training.button("Last step").click()
        first = training.toy.get_by_role("button", name=re.compile("^Merge 1,")).locator(".wct-tile")
        assert first.text_content() == token


@pytest.mark.deep
def test_generations_tell_of_their_books(training) -> None:
    training.choose_toy("Corpus", "aabaa aab")
    training.choose_toy("Generation", "naive")
    training.button("Next step").click()
    assert "naive stores no counts" in training.toy.text_content()
    for generation in ("heap", "fast"):
        training.choose_toy("Generation", generation)
        training.button("Next step").click()
        assert training.toy.locator(".wct-books .wct-register").count() >= 3
    training.open_settings()
    training.toy.get_by_label("Show the trainer's data").uncheck()
    assert training.toy.locator(".wct-books").count() == 0
    training.toy.get_by_label("Show the trainer's data").check()


def test_own_text_is_text(training) -> None:
    training.choose_toy("Corpus", "own text")
    training.choose_toy("Symbols", "bytes")
    training.toy.get_by_label("Corpus text").fill("<img src=x onerror=alert(1)> é é")
    training.page.wait_for_function(
        "[...document.querySelectorAll('.wct-toy .wct-span')].some((node) => node.textContent.includes('onerror'.slice(0, 1)))"
    )
    training.settle()
    assert training.page.locator(".wcl img").count() == 0
    training.toy.get_by_label("Corpus text").fill("a" * 2500)
    training.page.get_by_text(re.compile("up to 2,000 can be trained on merge by merge")).wait_for()
    for pairless in ("a", ""):
        training.toy.get_by_label("Corpus text").fill(pairless)
        training.page.wait_for_function(
            "text => document.querySelector('.wct-toy .wct-spans').textContent.includes('×') === Boolean(text)"
            " && document.querySelector('.wcl-training .wcl-sentence').textContent === 'No pair can be merged.'",
            arg=pairless,
        )
    training.toy.get_by_label("Corpus text").fill("ab ab")
    training.page.wait_for_function("document.querySelectorAll('.wct-toy .wct-span').length === 2")


@pytest.mark.deep
def test_500_merges_live_with_a_pause_and_used_at_once(training, visit) -> None:
    page = training.page
    training.mode("real corpus")
    training.shown("Corpus").select_option(index=0)
    training.choose("Maximum size", "500000")
    training.choose("Pace", "200")
    training.real.get_by_label("Vocabulary size").fill("756")
    training.real.get_by_label("Vocabulary size").press("Tab")
    training.button("Start").click()
    page.wait_for_function("document.querySelectorAll('.wct-newest .wct-word').length >= 20", timeout=60_000)
    training.button("Pause").click()
    training.wait_for("paused")
    made = training.figure("merges")
    assert 20 <= made < 500
    assert f"{made} merges: a vocabulary of {256 + made} tokens" in page.locator(".wct-result").text_content()
    page.wait_for_timeout(400)
    assert training.figure("merges") == made
    assert page.get_by_role("progressbar", name="Training").get_attribute("aria-valuenow") == str(
        round(made / 5)
    )
    training.button("Continue").click()
    training.choose("Pace", "1000")
    training.wait_for("finished")
    assert training.figure("merges") == 500
    assert page.locator(".wct-curves svg").count() >= 3

    with page.expect_download() as saved:
        training.button("Save .tiktoken").click()
    tok = wl.Tokenizer.from_file(
        saved.value.path().rename(saved.value.path().with_suffix(".tiktoken")), "r50k_base"
    )
    assert tok.vocab_size == 756
    text = "def encode(self):\n    return 'naïve 東京'"
    page.get_by_label("Encode a text with it").fill(text)
    page.wait_for_function(
        "ids => document.querySelector('.wct-ids').textContent === ids", arg=json.dumps(tok.encode(text))
    )
    assert training.ids() == tok.encode(text)
    page.get_by_label("Compare with the pretrained vocabularies on this text").check()
    table = page.get_by_role("region", name="Vocabularies on this text")
    table.get_by_text("o200k_base").wait_for()
    assert f"{wl.Tokenizer.from_pretrained('o200k_base').count(text)}" in table.text_content()

    explorer = visit(_query(page.get_by_role("link", name="Open in Explorer")))
    explorer.page.wait_for_function(
        "ids => document.querySelector('.wcl-ids')?.textContent.replaceAll(' ', '').includes(ids)",
        arg=",".join(map(str, tok.encode(text))),
    )
    assert explorer.ids() == tok.encode(text)
    stepper = visit(_query(page.get_by_role("link", name="Open in Merge stepper")))
    stepper.page.wait_for_function(
        "[...document.querySelectorAll('.wcl-stepper select')].some((node) => node.value.startsWith('trained-'))"
    )
    stepper.settle()
    stepper.page.get_by_role("button", name="Last step").click()
    assert str(tok.encode("def")) in stepper.page.locator(".wcm-ids").first.text_content()
    vocabulary = visit(_query(page.get_by_role("link", name="Open in Vocabulary")))
    vocabulary.page.get_by_text("756", exact=False).first.wait_for()


def _query(link) -> str:
    link.wait_for()
    parts = urlsplit(link.get_attribute("href"))
    return f"{parts.path[1:]}?{parts.query}"


@pytest.mark.deep
def test_a_race_of_the_generations(training) -> None:
    training.mode("real corpus")
    training.choose("Maximum size", "100000")
    training.real.get_by_label("Vocabulary size").fill("300")
    training.real.get_by_label("Vocabulary size").press("Tab")
    training.page.get_by_text("Race the generations").click()
    training.button("Race").click()
    training.page.get_by_text("All merges are identical, as far as each got.").wait_for(timeout=60_000)
    training.wait_for("finished")
    label = training.page.locator(".wct-race svg").get_attribute("aria-label")
    assert all(name in label for name in ("naive", "heap", "fast"))


@pytest.mark.deep
def test_a_run_is_stopped_and_a_bad_pattern_is_said(training) -> None:
    page = training.page
    training.mode("real corpus")
    training.choose("Pace", "5")
    training.button("Start").click()
    page.wait_for_selector(".wct-newest .wct-word")
    training.button("Stop").click()
    training.wait_for("stopped", seconds=15)
    training.choose("Pattern", "own pattern …")
    training.page.get_by_label("Own pattern").fill("(")
    training.button("Start").click()
    training.wait_for("failed")
    assert "at position" in training.visitor.notice.first.text_content()
    training.choose("Pattern", "r50k_base")


def test_somebody_in_a_hurry(training) -> None:
    training.mode("real corpus")
    size = training.real.get_by_label("Vocabulary size")
    for typed, taken in (("5", "256"), ("6", "256"), ("10000000", "400000"), ("300", "300")):
        size.fill(typed)
        size.press("Tab")
        assert size.input_value() == taken
    training.choose("Corpus", "text")
    training.choose("Pace", "0")
    training.page.evaluate(
        """() => {
          const box = [...document.querySelectorAll('.wct-form textarea')][0];
          box.value = 'low lower lowest '.repeat(20);
          box.dispatchEvent(new Event('input', { bubbles: true }));
          [...document.querySelectorAll('button')].find((node) => node.textContent === 'Start').click();
        }"""
    )
    training.wait_for("finished")
    assert "no pair is left" in training.page.locator(".wct-state").text_content()
    training.shown("Corpus").select_option(index=0)


def test_files_are_a_corpus(training, tmp_path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("zwölf Boxkämpfer jagen " * 50, encoding="utf-8")
    training.choose("Corpus", "file")
    training.real.locator("input[type=file]").first.set_input_files(path)
    training.page.get_by_text(re.compile(r"mine\.txt: 1,250 bytes")).wait_for()
    training.choose("Pace", "0")
    training.button("Start").click()
    training.wait_for("finished")
    assert "no pair is left" in training.page.locator(".wct-state").text_content()
    training.shown("Corpus").select_option(index=0)


@pytest.mark.deep
def test_code_json_page_and_link(training, visit) -> None:
    page = training.page
    training.mode("A toy")
    training.choose_toy("Corpus", "hello")
    training.button("Next step").click()
    made: dict[str, object] = {}
    page.wait_for_function("document.querySelector('.wcl-code').textContent.includes('hello')")
    exec(page.get_by_label("Python code of this view").text_content(), made)
    assert made["trace"].tokens[4] == b"el"
    with page.expect_download() as saved:
        training.share("Save as JSON")
    assert json.loads(saved.value.path().read_text())["trace"]["spans"] == [b"hello</w>".hex()]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    training.share("Copy link")
    page.get_by_text("Link copied").wait_for()
    link = urlsplit(page.evaluate("navigator.clipboard.readText()"))
    other = Training(visit(f"training?{link.query}").page)
    other.page.wait_for_function("document.querySelector('.wcm-position').textContent === '1 / 4'")
    assert other.said().startswith("Merge 1: e + l")


def test_every_control_has_a_name_and_no_request_leaves_the_machine(training) -> None:
    training.visitor.check_controls()
    assert training.visitor.outside_requests() == []
    assert training.visitor.problems == []


@pytest.mark.sampled("light-600", "dark-1280")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(training, show_at, width: int, scheme: str) -> None:
    show_at(training.page, width, scheme)
    for mode in ("real corpus", "A toy"):
        training.mode(mode)
        assert training.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        box = training.root.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


@pytest.mark.deep
def test_without_its_kernel_the_toy_still_steps(visit, dashboard) -> None:
    lonely = Training(visit("training").page)
    psutil.Process(dashboard.kernel_of(lonely.page)).kill()
    lonely.button("Next step").click()
    assert lonely.position.text_content() == "2 / 10"
    lonely.page.keyboard.press("ArrowLeft")
    assert lonely.said().startswith("Merge 1")


@pytest.mark.deep
def test_a_saved_page_still_steps_without_kernel_and_network(open_saved) -> None:
    lab = TrainingLab(toy="own text", toy_text="<b>hi</b> </script> hi hi", toy_level="characters")
    saved = Training(open_saved(lab.export_html(live=False)))
    saved.button("Last step").click()
    assert saved.position.text_content() == f"{len(lab.trace.frames)} / {len(lab.trace.frames)}"
    assert saved.spans() == expected_spans(lab.trace, len(lab.trace.frames))
    saved.button("Previous step").click()
    saved.page.get_by_role("radio", name=re.compile("real corpus")).check()
    saved.button("Start").click()
    assert "This is a saved page" in saved.page.get_by_role("alert").first.text_content()
