"""The Throughput page: a small matrix measured live, and another one stopped mid-run."""

from __future__ import annotations

import re

import psutil
import pytest

from wordchipper_lab.lab import BenchmarkRun, Case, Measurement
from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.widgets import ThroughputLab

pytestmark = [pytest.mark.browser, pytest.mark.needs_kernel]

HOSTILE = "<img src=x onerror=alert(1)>"


class Bench:
    """A user of the Throughput page: chooses, runs, stops, reads."""

    def __init__(self, visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.root = self.page.locator(".wcl-throughput")

    def button(self, name: str):
        return self.page.get_by_role("button", name=name, exact=True)

    def open(self, panel: str) -> None:
        summary = self.page.locator("summary", has_text=re.compile(f"^{panel}$"))
        if not summary.evaluate("node => node.parentElement.open"):
            summary.click()

    def open_settings(self) -> None:
        if not self.page.locator(".wcl-settings").evaluate("node => node.open"):
            self.page.locator(".wcl-settings > summary").click()

    def share(self, item: str) -> None:
        self.page.locator("summary", has_text=re.compile("^Share$")).click()
        self.button(item).click()

    def sentence(self) -> str:
        return self.page.locator(".wcl-sentence").text_content()

    def choose(self, axis: str, *names: str) -> None:
        self.open_settings()
        labels = self.page.get_by_role("group", name=axis).locator("label")
        boxes = labels.evaluate_all(
            "labels => labels.map((label) => [label.querySelector('span').textContent, label.querySelector('input').checked])"
        )
        for number, (name, is_checked) in enumerate(boxes):
            if is_checked != (name in names):
                labels.nth(number).locator("input").click()

    def choose_small(self, rounds: int = 2) -> None:
        self.choose("Vocabularies", "r50k_base")
        self.choose("Lexers", "automaton", "logos")
        self.choose("Span encoders", "tail_sweep", "bpe_backtrack")
        self.choose("Peers beside")
        self.page.get_by_label("Rounds").fill(str(rounds))
        self.page.get_by_label("Rounds").press("Tab")
        self.page.get_by_text("8 cases, about").wait_for()

    def wait(self, state: str) -> None:
        """Wait for a state of the job; unless that is "running", also for answers under way."""
        self.page.wait_for_selector(f".wcl-throughput[data-state={state}]", timeout=90_000)
        if state != "running":
            self.visitor.settle()


@pytest.fixture(scope="module")
def bench(open_screen) -> Bench:
    return Bench(open_screen("throughput"))


@pytest.fixture(scope="module")
def measured(bench) -> Bench:
    """The page after it has finished measuring a small matrix."""
    bench.choose_small()
    bench.button("Run").click()
    assert bench.root.get_attribute("aria-busy") == "true"
    bench.wait("finished")
    return bench


def saved_run(contender: str) -> str:
    case = Case(contender, "r50k_base", "", "", False, 1, "english", "encode_array")
    found = Measurement(case, 1_000_000, 250_000, [0.01, 0.02], True)
    return BenchmarkRun({}, {}, "2026-01-01T00:00:00Z", [found], finished=True).to_json()


def test_before_the_first_run_the_chosen_cases_are_empty_bars(bench) -> None:
    chart = bench.page.get_by_role("region", name="diverse · seen before · o200k_base · encode_array")
    assert chart.locator("rect").count() == 21
    assert chart.locator(".wcs-whisker").count() == 0
    assert "tiktoken: not measured yet" in chart.get_by_role("img").get_attribute("aria-label")
    assert bench.button("Open as Plotly figure").count() == 0
    values = bench.page.locator(".wcl-settings-values").text_content()
    assert values.startswith(
        "o200k_base · english, diverse · seen before · 4 lexers × 5 encoders · encode (array)"
    )


def test_what_cannot_be_measured_is_refused_and_the_page_goes_on(bench) -> None:
    bench.open_settings()
    rounds = bench.page.get_by_label("Rounds")
    rounds.fill("0")
    rounds.press("Tab")
    bench.page.locator(".wcl-is-problem", has_text="rounds").wait_for()
    bench.button("Run").click()
    bench.page.get_by_role("alert").filter(has_text="rounds").wait_for()
    bench.wait("idle")
    assert bench.button("Run").is_enabled()
    assert bench.visitor.problems == []


def test_a_small_matrix_runs_to_its_end(measured) -> None:
    page = measured.page
    for corpus in ("english", "diverse"):
        chart = page.get_by_role("region", name=f"{corpus} · seen before · r50k_base · encode_array")
        label = chart.get_by_role("img").get_attribute("aria-label")
        assert len(re.findall(r"median [\d.,]+ MB/s, from [\d.,]+ to [\d.,]+ in 2 rounds", label)) == 4
        assert chart.locator(".wcs-whisker").count() == 4
        assert chart.get_by_text("✓ exact").count() == 4
        ticks = chart.locator("svg > .wcs-small").all_text_contents()
        assert len(ticks) > 2, "every chart has its own axis"
    assert re.match(r"On english .*(\d times|too noisy to rank).* On diverse ", measured.sentence())
    assert measured.sentence() != page.locator(".wcl-summary li").first.text_content()
    cells = page.locator(".wcl-heat b").all_text_contents()
    assert len(cells) == 8
    assert cells.count("1.00") >= 2
    retained = page.get_by_role("table", name="English and diverse text: encode_array, 1 thread")
    assert retained.locator("tbody tr").count() == 4
    assert page.locator(".wcl-summary li").count() > 1
    assert measured.visitor.problems == []


def test_no_request_leaves_the_machine(measured) -> None:
    assert measured.visitor.outside_requests() == []


def test_tables_can_be_switched_and_saved(measured) -> None:
    page = measured.page
    measured.open("All tables")
    choice = page.get_by_label("Table", exact=True)
    for title in choice.locator("option").all_text_contents():
        choice.select_option(title)
        assert page.get_by_role("table", name=title).last.locator("tbody tr").count() > 0
    with page.expect_download() as table:
        measured.button("Save CSV").click()
    assert "," in table.value.path().read_text().splitlines()[0]
    with page.expect_download() as saved:
        measured.share("Save run as JSON")
    assert len(BenchmarkRun.load(saved.value.path()).measurements) == 8
    with page.expect_download() as chart:
        measured.button("Save SVG").first.click()
    svg = chart.value.path().read_text()
    assert svg.startswith("<?xml")
    assert "var(" not in svg


def test_what_it_would_cost(measured) -> None:
    measured.open("What would it cost")
    measured.page.get_by_label("Corpus size").fill("500")
    measured.page.get_by_label("Corpus size").press("Tab")
    measured.page.get_by_text("500 TB: ").wait_for()
    assert "One machine needs" in measured.page.locator(".wcl-lead").text_content()


@pytest.fixture(scope="module")
def explained(measured) -> Bench:
    """The page after it has shown where the time goes for the first corpus that was measured."""
    page = measured.page
    chart = page.get_by_role("region", name="english · seen before · r50k_base · encode_array")
    chart.get_by_role("button", name="Where the time goes").click()
    page.get_by_role("progressbar", name="Report").wait_for()
    assert page.get_by_text("Where the time goes: english, r50k_base").is_visible()
    assert not page.get_by_role("progressbar", name="Benchmark").is_visible()
    page.locator(".wcl-where-verdict >> visible=true").wait_for(timeout=90_000)
    measured.visitor.settle()
    return measured


def test_where_the_time_goes(explained) -> None:
    page = explained.page
    panel = page.get_by_role("region", name="Where the time goes", exact=True)
    assert (
        panel.locator(".wcl-where-verdict")
        .text_content()
        .startswith("On english with r50k_base a span of new text takes ")
    )
    names = [image.get_attribute("aria-label") for image in panel.get_by_role("img").all()]
    assert [name.split(".")[0] for name in names] == [
        "Nanoseconds for a span",
        "Spans by length",
        "New spans along the text",
        "What a memo finds, by its slots",
        "Span encoders, memo off",
    ]
    assert re.search(
        r"new text: [\d.]+ ns a span: [\d.]+ for finding the spans( and looking them up)?,", names[0]
    )
    assert re.search(r"1 k slots, 53 kB: \d+ %.*the engine's grows to 16 k slots", names[3])
    assert panel.get_by_role("table", name="The most frequent spans").locator("tbody tr").count() == 10
    assert panel.get_by_role("table", name="Most often forgotten").locator("tbody tr").count() == 10
    assert "load_corpus('english')" in panel.locator("pre").text_content()
    assert explained.button("Run").is_enabled()
    assert re.match(r"On english .*(\d times|too noisy to rank)", explained.sentence()), "the verdict stays"
    with page.expect_download() as saved:
        panel.get_by_role("button", name="Save SVG").click()
    assert "merging and remembering" in saved.value.path().read_text()
    assert explained.visitor.problems == []
    assert explained.visitor.outside_requests() == []


def test_a_report_can_be_stopped_and_the_one_before_stays(explained) -> None:
    page = explained.page
    panel = page.get_by_role("region", name="Where the time goes", exact=True)
    chart = page.get_by_role("region", name="diverse · seen before · r50k_base · encode_array")
    chart.get_by_role("button", name="Where the time goes").click()
    page.get_by_text("Where the time goes: diverse, r50k_base").wait_for()
    page.wait_for_function(
        "document.querySelector('.wcl-where .wcl-now').textContent.match(/of [0-9]+ steps/)"
    )
    assert explained.root.get_attribute("aria-busy") == "true"
    panel.get_by_role("button", name="Stop").click()
    explained.wait("stopped")
    assert panel.locator("h3").first.text_content().startswith("Where the time goes: english, r50k_base")
    assert panel.locator(".wcl-where-verdict").is_visible()
    assert explained.button("Run").is_enabled()
    assert chart.get_by_role("button", name="Where the time goes").is_visible()
    assert explained.visitor.problems == []


@pytest.mark.parametrize(("width", "height", "top", "seen"), [(1280, 720, 190, 450), (390, 844, 410, 380)])
def test_the_bars_are_on_the_first_screen(measured, width: int, height: int, top: int, seen: int) -> None:
    page = measured.page
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "Math.abs(document.querySelector('.wcl-bars svg').clientWidth - document.querySelector('.wcl-chart').clientWidth) < 2"
    )
    begins = page.evaluate(
        """() => document.querySelector(".wcl-bars svg").getBoundingClientRect().top
            - document.querySelector(".wcl-throughput").getBoundingClientRect().top"""
    )
    assert begins < top
    assert height - 60 - begins > seen, "with 60 pixels of page above the screen"
    for name in ("Run", "Stop"):
        assert measured.button(name).bounding_box()["y"] < height / 2
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".wcl-chart svg")].flatMap((svg) => [...svg.querySelectorAll("text")]
            .filter((text) => {
              const [box, frame] = [text.getBoundingClientRect(), svg.getBoundingClientRect()];
              return box.left < frame.left - 1 || box.right > frame.right + 1;
            }).map((text) => text.textContent))"""
    )
    assert cut == [], "no label is cut"
    page.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.deep
def test_a_chart_opens_as_a_plotly_figure_which_is_loaded_only_then(measured) -> None:
    page = measured.page
    assert page.evaluate("window.Plotly") is None
    chart = page.get_by_role("region", name="diverse · seen before · r50k_base · encode_array")
    chart.get_by_role("button", name="Open as Plotly figure").click()
    figure = page.get_by_role("dialog")
    figure.locator(".main-svg").first.wait_for(timeout=60_000)
    drawn = page.evaluate("document.querySelector('.wcl-figure-holder').data[0].x")
    shown = chart.get_by_role("img").get_attribute("aria-label")
    medians = [float(word.replace(",", "")) for word in re.findall(r"median ([\d.,]+) MB/s", shown)]
    values = drawn.values() if isinstance(drawn, dict) else drawn
    assert sorted(values, reverse=True) == pytest.approx(medians, rel=0.01)
    buttons = figure.locator(".modebar-btn").evaluate_all(
        "buttons => buttons.map((node) => node.dataset.title)"
    )
    assert {"Zoom", "Download plot as a PNG"} <= set(buttons)
    assert not [title for title in buttons if "hare" in title], "nothing offers to send the chart away"
    page.keyboard.press("Escape")
    figure.wait_for(state="hidden")
    assert measured.visitor.outside_requests() == []
    assert measured.visitor.problems == []


def test_presenting_shows_one_chart_and_its_verdict(measured) -> None:
    page = measured.page
    measured.button("Present").click()
    charts = page.locator(".wcl-bars")
    assert [chart.is_visible() for chart in charts.all()] == [True, False]
    assert not measured.button("Run").is_visible()
    first = measured.sentence()
    assert first.startswith("On english")
    page.keyboard.press("ArrowRight")
    assert [chart.is_visible() for chart in charts.all()] == [False, True]
    assert measured.sentence().startswith("On diverse")
    page.keyboard.press("ArrowLeft")
    assert measured.sentence() == first
    page.keyboard.press("Escape")
    assert all(chart.is_visible() for chart in charts.all())
    assert measured.button("Run").is_visible()


def test_the_picture_is_the_bars_without_their_buttons(measured) -> None:
    with measured.page.expect_download() as saved:
        measured.share("Save picture as SVG")
    svg = saved.value.path().read_text()
    assert "tail_sweep" in svg
    assert "Plotly" not in svg


def test_every_control_has_a_name(measured) -> None:
    measured.visitor.check_controls()


@pytest.mark.sampled("light-600", "dark-1280")
@pytest.mark.parametrize("width", [600, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_narrow_and_wide_light_and_dark(measured, show_at, width: int, scheme: str) -> None:
    page = measured.page
    show_at(page, width, scheme)
    page.wait_for_function(
        """() => [...document.querySelectorAll(".wcl-chart svg")]
            .every((svg) => svg.clientWidth <= svg.parentElement.clientWidth)"""
    )
    overflow = page.evaluate(
        """() => [...document.querySelectorAll("html, body, #rendered_cells, .wcl, .wcl-chart")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.className)"""
    )
    assert overflow == []
    scrolling = """() => [...document.querySelectorAll("html, body, #rendered_cells")]
        .filter((node) => node.scrollHeight > node.clientHeight && node.clientHeight === 800).length"""
    assert page.evaluate(scrolling) == 1, "the only scroll bar is that of the whole page"


def test_a_saved_run_is_opened_and_compared_and_its_names_are_text(measured) -> None:
    page = measured.page
    for speaker in ("tiktoken", HOSTILE, "tiktoken"):
        page.locator("input[accept*=json]:not([multiple])").set_input_files(
            {"name": f"{HOSTILE}.json", "mimeType": "application/json", "buffer": saved_run(speaker).encode()}
        )
        page.get_by_role("img", name=f"{speaker}: median").wait_for()
    assert HOSTILE in page.get_by_label("Run shown").locator("option:checked").text_content()
    assert page.locator("img").count() == 0
    measured.open("Compare two runs")
    page.get_by_label("Run shown").select_option("1")
    page.get_by_role("img", name="tiktoken: median").wait_for()
    page.get_by_label("Compare with").select_option("2")
    page.get_by_text("No case was measured in both.").wait_for()
    page.get_by_label("Compare with").select_option("3")
    page.get_by_role("table", name=re.compile("run B of")).wait_for()
    page.locator("input[accept*=json]:not([multiple])").set_input_files(
        {"name": "no.json", "mimeType": "application/json", "buffer": b"{}"}
    )
    page.get_by_text("this is not a saved benchmark").wait_for()
    page.get_by_label("Run shown").select_option("0")
    page.get_by_role("region", name="diverse · seen before · r50k_base · encode_array").wait_for()
    assert measured.visitor.problems == []


@pytest.mark.deep
def test_stop_in_mid_run_while_the_page_stays_alive(visit) -> None:
    bench = Bench(visit("throughput"))
    bench.choose_small(rounds=100)
    bench.choose("Lexers", "regex")
    bench.button("Run").click()
    bench.page.wait_for_function(
        "document.querySelector('.wcl-now').textContent.match(/[1-9][0-9]* of [0-9]+ timed/)"
    )
    bench.page.locator(".wcs-whisker").first.wait_for()
    bench.open_settings()
    bench.open("Own text")
    bench.page.get_by_label("Text to measure on").fill("typed while it runs")
    bench.page.get_by_role(
        "checkbox", name="own text", checked=True
    ).wait_for()  # the kernel has answered meanwhile
    assert bench.root.get_attribute("aria-busy") == "true"
    bench.button("Stop").click()
    bench.page.wait_for_selector(":is([data-state=stopping], [data-state=stopped])", timeout=20_000)
    bench.wait("stopped")
    assert bench.page.get_by_label("Text to measure on").input_value() == "typed while it runs"
    assert bench.page.locator(".wcs-whisker").count() > 0
    assert bench.page.locator(".wcl-summary li").count() > 0
    assert bench.button("Run").is_enabled()
    bench.button("Continue").click()
    bench.wait("running")
    bench.button("Stop").click()
    bench.wait("stopped")
    assert bench.page.get_by_label("Run shown").locator("option").count() == 1, (
        "Continue resumes the same run"
    )
    bench.page.reload()
    bench.visitor.settle()
    bench.page.get_by_label("Measure", exact=True).select_option("Lexers alone")
    bench.page.get_by_text("36 cases, about").wait_for()
    assert bench.visitor.problems == []


@pytest.mark.deep
def test_the_pages_link_each_other(visit) -> None:
    visitor = visit()
    visitor.page.get_by_role("link", name="Throughput").click()
    visitor.page.wait_for_selector(".wcl-throughput[aria-busy=false] >> visible=true", timeout=30_000)
    assert visitor.page.get_by_role("link", name="Throughput").get_attribute("aria-current") == "page"
    links = visitor.page.get_by_role("navigation", name="Screens").get_by_role("link")
    titles = [screen.title for screen in SCREENS.values()]
    assert links.all_text_contents() == ["wordchipper-lab", *titles, "Languages"]
    visitor.page.get_by_role("link", name="Explorer").click()
    visitor.page.wait_for_selector(".wcl-explorer[aria-busy=false] >> visible=true", timeout=30_000)


@pytest.mark.deep
def test_without_its_kernel_the_run_can_still_be_read(visit, dashboard) -> None:
    bench = Bench(visit("throughput"))
    bench.choose_small()
    bench.choose("Corpora", "english")
    bench.button("Run").click()
    bench.wait("finished")
    psutil.Process(dashboard.kernel_of(bench.page)).kill()
    bench.open("All tables")
    titles = bench.page.get_by_label("Table", exact=True).locator("option").all_text_contents()
    bench.page.get_by_label("Table", exact=True).select_option(titles[-1])
    bench.page.get_by_role("table", name=titles[-1]).wait_for()
    with bench.page.expect_download() as saved:
        bench.share("Save run as JSON")
    assert BenchmarkRun.load(saved.value.path()).finished


def test_a_saved_page_works_without_kernel_and_network(open_saved) -> None:
    case = Case(HOSTILE, "r50k_base", "", "", False, 1, "english", "encode_array")
    run = BenchmarkRun(
        {}, {}, "2026-01-01T00:00:00Z", [Measurement(case, 10**6, 250_000, [0.01], True)], finished=True
    )
    page = open_saved(ThroughputLab(run=run).export_html())
    page.get_by_role("img", name=f"{HOSTILE}: median 100 MB/s").wait_for()
    page.get_by_text("All tables", exact=True).click()
    assert page.get_by_role("table").count() > 0
