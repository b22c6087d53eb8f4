"""The Throughput screen without its page: choices in; progress, charts, tables and messages out."""

from __future__ import annotations

import asyncio
import base64
import gzip
import json
import threading
from dataclasses import replace
from itertools import product

import pytest
from ipywidgets import Widget

import wordchipper_lab as wl
from wordchipper_lab.errors import InputError, UnknownNameError, WorkLimitError
from wordchipper_lab.lab import BenchmarkRun, Case, Latency, Measurement, run_benchmark
from wordchipper_lab.lab.benchmark.found_corpora import FOUND_CORPORA
from wordchipper_lab.lab.opened import keep_opened, read_opened
from wordchipper_lab.lab.permalink import unpack_state
from wordchipper_lab.screens.records import find_flaw
from wordchipper_lab.screens.throughput.question import CORPORA, OWN_TEXT, PRESETS, options, preset_choice
from wordchipper_lab.screens.throughput.where import WhereRecord
from wordchipper_lab.widgets import ThroughputLab

TINY = {
    "models": ["r50k_base"],
    "lexers": ["automaton", "logos"],
    "encoders": ["bpe_backtrack", "tail_sweep"],
    "memo": [False],
    "corpora": ["english", "diverse"],
    "peers": [],
    "rounds": 2,
}
HOSTILE = "<img src=x onerror=alert(1)></script>"


class Page:
    """Sends what the page sends, and keeps the answers."""

    def __init__(self, lab: ThroughputLab) -> None:
        self.lab, self.heard, self.states = lab, [], []
        lab.send = lambda content, buffers=None: self.heard.append(content)
        lab.observe(lambda change: self.states.append(change["new"]["state"]), "_progress")

    def ask(self, **message: object) -> str | None:
        self.lab._handle_custom_msg(message, [])
        return self.heard[-1]["problem"]


def saved_run(
    speed: float = 1.0, contender: str = "tiktoken", started: str = "2026-01-01T00:00:00Z"
) -> BenchmarkRun:
    cases = [
        Case("wordchipper_lab", "r50k_base", "logos", "tail_sweep", False, 1, "english", "encode_array"),
        Case(contender, "r50k_base", "", "", False, 1, "english", "encode_array"),
    ]
    measurements = [
        Measurement(case, 1_000_000, 250_000, [0.01 / speed, 0.02 / speed], True) for case in cases
    ]
    return BenchmarkRun({"cpu": "a machine"}, {}, started, measurements, finished=True)


def test_a_run_in_plain_python_measures_all_and_draws_it() -> None:
    lab = ThroughputLab(**TINY)
    page = Page(lab)
    run = lab.run()
    assert run is lab.result
    assert run.finished
    assert [len(found.seconds) for found in run] == [2] * 8
    assert all(found.exact for found in run)
    assert page.states[0] == "starting"
    assert page.states[-1] == "finished"
    assert page.states.count("finished") == 1, "exactly one final update"
    charts = lab._drawing["bars"]
    assert [len(chart["rows"]) for chart in charts] == [4, 4]
    assert charts[0]["rows"][0]["median"] == run.measurements[0].median
    (one, other) = lab._drawing["heat"]
    assert max(cell["relative"] for cell in one["cells"]) == 1.0
    assert (one["lexers"], other["encoders"]) == (TINY["lexers"], TINY["encoders"])
    assert [(cell["encoder"], cell["lexer"]) for cell in one["cells"]] == list(
        product(TINY["encoders"], TINY["lexers"])
    )
    assert lab._report["summary"]
    assert lab._report["retention"][0]["columns"][-1]["name"].endswith("D/E")
    assert all(table["markdown"] and table["csv"] for table in lab._report["tables"])
    assert BenchmarkRun.from_json(lab._report["json"]) == run


def test_a_run_in_the_background_leaves_the_loop_free_and_ends_with_one_final_update() -> None:
    lab = ThroughputLab(**TINY | {"corpora": ["code"]})
    page = Page(lab)

    async def press_run() -> None:
        assert page.ask(do="run") is None
        assert lab._progress["state"] == "starting", "the click is answered before anything is measured"
        assert "under way" in page.ask(do="run")
        while lab._progress["state"] != "finished":
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(press_run(), 120))
    assert page.states.count("finished") == 1
    assert lab._progress["done"] == lab._progress["total"] == 8
    assert len(lab.runs) == len(lab._runs) == 1


def test_stop_in_mid_run_keeps_what_was_measured() -> None:
    lab = ThroughputLab(**TINY | {"rounds": 100, "lexers": ["regex"]})
    page = Page(lab)

    async def press_stop() -> None:
        page.ask(do="run")
        while not lab._progress.get("done"):
            await asyncio.sleep(0.01)
        page.ask(do="stop")
        assert lab._progress["state"] == "stopping", "the click is answered at once"
        while lab._progress["state"] != "stopped":
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(press_stop(), 120))
    assert not lab.result.finished
    assert 0 < sum(len(found.seconds) for found in lab.result) < 400
    assert lab._runs[0].endswith("stopped")
    assert lab._report["tables"]
    assert page.states.count("stopped") == 1


def test_a_stopped_run_goes_on_where_it_was() -> None:
    lab = ThroughputLab(**TINY | {"lexers": ["logos"]})
    page = Page(lab)

    async def press(button: str, state: str, *, stop_after: int | None = None) -> None:
        page.ask(do=button)
        while lab._progress["state"] != state:
            if stop_after is not None and lab._progress.get("done", 0) >= stop_after:
                page.ask(do="stop")
            await asyncio.sleep(0.001)

    lab.rounds = 40
    asyncio.run(asyncio.wait_for(press("run", "stopped", stop_after=1), 120))
    assert lab._can_go_on
    before = {found.case: list(found.seconds) for found in lab.result if found.seconds}
    assert before
    lab.corpora = ["code"]  # the current choice does not matter
    asyncio.run(asyncio.wait_for(press("resume", "finished"), 120))
    (run,) = lab.runs
    assert run.finished
    assert [len(found.seconds) for found in run] == [40] * 4
    assert {
        found.case: found.seconds[: len(before[found.case])] for found in run if found.case in before
    } == before
    assert (lab._runs[0].endswith("4 cases"), lab._can_go_on) == (True, False)
    assert "only a run that was stopped here" in page.ask(do="resume")


def test_a_stopped_run_from_a_file_cannot_go_on() -> None:
    run = saved_run()
    run.finished = False
    lab = ThroughputLab(run=run)
    assert not lab._can_go_on
    with pytest.raises(InputError, match="stopped here"):
        lab.resume()


def test_closing_the_view_ends_its_benchmark() -> None:
    lab = ThroughputLab(**TINY | {"rounds": 100})
    measuring = lab._begin()
    lab.close()
    measuring.run()
    assert measuring._stop.is_set()


def test_an_error_is_shown_and_the_page_goes_on(monkeypatch) -> None:
    lab = ThroughputLab(**TINY)
    page = Page(lab)
    page.ask(do="run")

    def fail(**_: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr("wordchipper_lab.screens.throughput.measuring.run_benchmark", fail)
    page.ask(do="run")
    assert lab._progress["state"] == "failed"
    assert "RuntimeError: out of order" in lab._progress["problem"]
    assert lab._shown == 0, "the previous run is still there"
    assert lab._report["tables"]
    with pytest.raises(InputError, match="out of order"):
        lab.run()


def test_own_text_is_measured_and_an_empty_one_refused() -> None:
    text = "naïve 東京\r\n" * 200
    lab = ThroughputLab(**TINY | {"corpora": [OWN_TEXT], "lexers": ["logos"]}, text=text)
    run = lab.run()
    assert run.measurements[0].case.corpus == OWN_TEXT
    assert run.measurements[0].n_bytes == len(text.encode())
    assert "tmp" not in run.to_json()
    lab.text = ""
    with pytest.raises(InputError, match="own text is empty"):
        lab.run()


@pytest.mark.parametrize("axis", ["models", "lexers", "encoders", "corpora", "modes", "peers"])
def test_unknown_names_are_refused_and_so_are_paths(axis: str) -> None:
    with pytest.raises(UnknownNameError):
        ThroughputLab(**{axis: ["/etc/passwd"]})
    lab = ThroughputLab()
    lab.set_state({axis: ["/etc/passwd"]})
    assert "/etc/passwd" in lab._estimate["problem"]
    page = Page(lab)
    assert "/etc/passwd" in page.ask(do="run")
    assert lab._progress["state"] == "idle"


def test_too_many_threads_or_rounds_are_refused() -> None:
    for wrong in ({"threads": [100_000]}, {"rounds": 0}, {"rounds": 10_000}):
        with pytest.raises(UnknownNameError):
            ThroughputLab(**wrong)
    with pytest.raises(UnknownNameError, match="lexer"):
        ThroughputLab(lexer="logos")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_can_be_taken_and_say_how_many_cases(name: str) -> None:
    lab = ThroughputLab(**TINY)
    page = Page(lab)
    assert lab._estimate["preset"] is None
    assert page.ask(do="preset", name=name) is None
    assert lab._estimate["preset"] == name
    assert lab._estimate["cases"] > 0
    assert lab._estimate["seconds"] > 0
    assert lab.choice == preset_choice(name)


def test_where_the_time_goes_for_a_measured_corpus() -> None:
    lab = ThroughputLab(run=saved_run())
    page = Page(lab)
    assert page.ask(do="where", model="r50k_base", corpus="english") is None
    assert page.states[0] == "starting"
    assert page.states[-1] == "finished"
    assert page.states.count("finished") == 1
    assert lab._progress["about"] == "where"
    assert lab._progress["done"] == lab._progress["total"] > 10
    assert lab._where["title"].startswith("Where the time goes: english, r50k_base")
    assert find_flaw(lab._where, WhereRecord, "where") is None
    assert lab._where["verdict"].startswith("On english with r50k_base a span of new text takes ")
    assert "load_corpus('english')" in lab._where["code"]
    assert lab._shown == 0, "the run is still there"
    assert "_where" not in lab.state
    assert lab._where["title"] in lab.export_html()


def test_a_report_reads_no_more_than_a_page_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDCHIPPER_LAB_PAGE_CORPUS_BYTES", "20000")
    lab = ThroughputLab()
    lab.explain("r50k_base", "mixed")
    assert lab._where["sentences"][-1].startswith("A page reads up to 0.02 MB of a corpus;")
    assert lab._where["code"].endswith("# all of it, not only what a page reads\n")


@pytest.mark.parametrize(
    ("model", "corpus", "problem"),
    [
        ("r50k_base", "/etc/passwd", "unknown corpus '/etc/passwd'"),
        ("/etc/passwd", "english", "unknown vocabulary '/etc/passwd'"),
        ("r50k_base", OWN_TEXT, "the own text of this run is not here"),
    ],
)
def test_what_is_not_offered_is_not_explained(model: str, corpus: str, problem: str) -> None:
    lab = ThroughputLab(run=saved_run(), text="typed after the run")
    page = Page(lab)
    assert problem in page.ask(do="where", model=model, corpus=corpus)
    assert lab._progress["state"] == "idle"
    assert lab._where == {}


def test_the_own_text_that_was_measured_is_explained() -> None:
    lab = ThroughputLab(**TINY | {"corpora": [OWN_TEXT], "lexers": ["logos"]}, text="the same words " * 200)
    lab.run()
    lab.text = "others"
    lab.explain("r50k_base", OWN_TEXT)
    assert lab._where["frequent"][0]["text"] in {" the", " same", " words"}
    assert "my_text.txt" in lab._where["code"]


def test_stop_ends_a_report_and_keeps_the_one_before() -> None:
    lab = ThroughputLab(run=saved_run())
    page = Page(lab)
    lab.explain("r50k_base", "code")
    before = lab._where

    async def press_stop() -> None:
        page.ask(do="where", model="r50k_base", corpus="long")
        assert "a report is under way" in page.ask(do="run")
        assert "a report is under way" in page.ask(do="where", model="r50k_base", corpus="code")
        while not lab._progress.get("done"):
            await asyncio.sleep(0.01)
        page.ask(do="stop")
        assert lab._progress["state"] == "stopping"
        while lab._progress["state"] != "stopped":
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(press_stop(), 120))
    assert lab._where == before
    assert page.states.count("stopped") == 1


def test_a_report_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise WorkLimitError("too much")

    monkeypatch.setattr("wordchipper_lab.screens.throughput.explaining.where_time_goes", fail)
    lab = ThroughputLab()
    lab.explain("r50k_base", "code")
    assert (lab._progress["state"], lab._progress["problem"]) == ("failed", "too much")


def test_code_and_state_recreate_the_view() -> None:
    lab = ThroughputLab(**TINY)
    assert ThroughputLab(**lab.state).state == lab.state
    scope = {"run_benchmark": run_benchmark}
    assert len(eval(lab.to_code(), scope).measurements) == lab._estimate["cases"]
    page = Page(ThroughputLab())
    assert page.ask(do="link", link=lab._estimate["link"]) is None
    assert page.lab.choice == lab.choice
    assert "damaged" in page.ask(do="link", link="%%%")


def test_every_corpus_that_is_offered_can_be_loaded() -> None:
    from wordchipper_lab.lab.benchmark.corpora import load_corpus

    here = [name for name in CORPORA if name not in FOUND_CORPORA]
    assert all(load_corpus(name).text for name in here)
    for option in options()["corpora"]:
        found = FOUND_CORPORA.get(option["value"])
        assert (option["hint"] is None) == (found is None or found.is_here)


def test_new_text_or_text_seen_before() -> None:
    lab = ThroughputLab(**TINY | {"corpora": ["python", "code"]})
    assert [chart["regime"] for chart in lab._estimate["planned"]] == ["new", "warm"]
    assert lab._estimate["planned"][0]["title"].startswith("python · new text · ")
    seconds = lab._estimate["seconds"]
    lab.regime = "warm"
    assert [chart["regime"] for chart in lab._estimate["planned"]] == ["warm", "warm"]
    assert lab._estimate["seconds"] < seconds
    assert "regime='warm'" in lab.to_code()
    with pytest.raises(UnknownNameError, match="regime"):
        ThroughputLab(regime="old")


def test_new_text_is_drawn_with_its_second_pass_and_its_memory() -> None:
    run = saved_run()
    for found in run:
        found.regime, found.grown_bytes = "new", 3_000_000
        found.round_bytes = [found.n_bytes] * len(found.seconds)
        found.warm_seconds = [seconds / 2 for seconds in found.seconds]
    lab = ThroughputLab(run=run)
    (chart,) = lab._drawing["bars"]
    assert chart["regime"] == "new"
    assert all(row["warm"] == pytest.approx(2 * row["median"]) for row in chart["rows"])
    assert [row["grown"] for row in chart["rows"]] == [3_000_000] * len(chart["rows"])
    assert "(new text)" in lab._drawing["verdict"]


def test_runs_are_saved_reopened_and_compared(tmp_path) -> None:
    lab = ThroughputLab(run=saved_run())
    with pytest.raises(InputError, match="no run"):
        ThroughputLab().save(tmp_path / "none.json")
    lab.save(tmp_path / "run.json")
    page = Page(ThroughputLab(run=tmp_path / "run.json"))
    assert page.lab.result == lab.result
    assert page.ask(do="open", text=saved_run(speed=2.0).to_json(), name="faster.json") is None
    assert page.lab._shown == 1
    assert page.ask(do="compare", number=0) is None
    assert page.lab._comparison["tables"][0]["columns"][-1]["values"][0] == pytest.approx(0.5)
    assert [row["label"][0] for row in page.lab._comparison["pairs"][0]["rows"]] == ["A", "B", "A", "B"]
    assert page.ask(do="show", number=0) is None
    assert (page.lab._compared, page.lab._comparison) == (-1, {})
    assert "not a saved benchmark" in page.ask(do="open", text="{}", name="x")
    assert "no run 7" in page.ask(do="show", number=7)


def cost_rows(page: Page) -> list[dict]:
    columns = page.lab._cost["table"]["columns"]
    rows = zip(*(column["values"] for column in columns), strict=True)
    return [dict(zip([column["name"] for column in columns], row, strict=True)) for row in rows]


def test_cost_is_computed_from_the_measured_speed() -> None:
    page = Page(ThroughputLab(run=saved_run()))
    question = {
        "key": page.lab._report["contenders"][0]["key"],
        "size": 1,
        "unit": "TB",
        "cores": 1,
        "price": 2,
        "hours": 1,
    }
    page.ask(do="cost", question=question)
    alone, in_time = cost_rows(page)
    assert alone["Hours"] == pytest.approx(1e12 / 75e6 / 3600)  # the median of 100 and 50 MB/s
    assert alone["Price"] == pytest.approx(2 * alone["Hours"])
    assert in_time["Machines"] == 4
    assert in_time["Hours"] <= 1
    page.ask(do="cost", question=question | {"size": 5, "unit": "billion tokens"})
    assert cost_rows(page)[0]["Hours"] == pytest.approx(5e9 * 4 / 75e6 / 3600)
    for wrong in ({"hours": 0}, {"cores": -1}, {"size": "x"}, {"unit": "stones"}):
        page.ask(do="cost", question=question | wrong)
        assert page.lab._cost["problem"]


def figure_of(page: Page, **chart: object) -> dict:
    assert page.ask(do="figure", chart=chart) is None
    return json.loads(page.heard[-1]["figure"])


def test_every_chart_opens_as_a_figure_with_its_data() -> None:
    run = saved_run()
    run.latencies.append(
        Latency(replace(run.measurements[1].case, mode="latency"), 100, 9, {"p50": 2.5, "p99": 9.0})
    )
    page = Page(ThroughputLab(run=run))
    page.ask(do="open", text=saved_run(speed=2.0).to_json(), name="B")
    page.ask(do="show", number=0)
    page.ask(do="compare", number=1)
    drawing, pairs = page.lab._drawing, page.lab._comparison["pairs"]
    (bars,) = figure_of(page, **drawing["bars"][0]["figure"])["data"]
    assert sorted(bars["y"]) == sorted(row["label"] for row in drawing["bars"][0]["rows"])
    one, other = figure_of(page, **pairs[0]["figure"], scheme="dark")["data"]
    assert (one["name"], other["name"]) == ("A", "B")
    (curve,) = figure_of(page, **drawing["latency"][0]["figure"], percentile="p99")["data"]
    assert curve["name"] == "tiktoken, p99"
    assert "no figure of kind" in page.ask(do="figure", chart={"kind": "pie"})
    assert "expected an object" in page.ask(do="figure", chart=3)
    assert "no run to draw" in Page(ThroughputLab()).ask(do="figure", chart={})
    page.ask(do="compare", number=-1)
    assert "no figure of kind 'pairs'" in page.ask(do="figure", chart=pairs[0]["figure"])


def test_plotly_comes_from_the_installed_package_in_one_small_message() -> None:
    page = Page(ThroughputLab())
    assert page.ask(do="plotly") is None
    packed = page.heard[-1]["plotly"]
    assert len(packed) < 2_500_000, "Jupyter drops what is faster than 3 MB in 3 s"
    assert b"window.Plotly" in gzip.decompress(base64.b64decode(packed))[-200:]


def test_an_own_tokenizer_joins_the_run_under_its_name() -> None:
    choice = TINY | {"lexers": ["logos"], "encoders": ["tail_sweep"], "corpora": ["code"]}
    lab = ThroughputLab(own={"mine": lambda text: list(text.encode())}, **choice)
    page = Page(lab)
    assert lab._options["own"] == ["mine"]
    assert [row["label"] for row in lab._estimate["planned"][0]["rows"]] == ["logos + tail_sweep", "mine"]
    assert lab.to_code().endswith(", own=own)")
    run = lab.run()
    assert [(found.case.label, found.exact) for found in run] == [
        ("logos + tail_sweep", True),
        ("mine", None),
    ]
    row = lab._drawing["bars"][0]["rows"][1]
    assert (row["label"], row["exact"], row["group"]) == ("mine", None, "peers")
    assert '"mine"' in lab._report["json"]
    assert any("mine" in table["csv"] for table in lab._report["tables"])
    assert "mine" in lab._drawing["verdict"]
    assert page.ask(do="page") is None
    with pytest.raises(TypeError, match="functions that make ids"):
        ThroughputLab(own={"mine": "no function"})


def test_an_opened_tokenizer_joins_the_run_with_the_memo_that_was_chosen(tmp_path) -> None:
    wl.train_bpe(["low low lower"], 258).save(tmp_path / "tokenizer.json")
    name = keep_opened(read_opened({"tokenizer.json": (tmp_path / "tokenizer.json").read_bytes()})).name
    choice = TINY | {
        "lexers": ["logos"],
        "encoders": ["tail_sweep"],
        "corpora": ["code"],
        "memo": [True, False],
    }
    lab = ThroughputLab(opened=[name], **choice)
    assert name in lab._options["opened"]
    run = lab.run()
    assert [found.case.label for found in run][2:] == [f"{name} + memo", name]
    assert all(found.seconds and found.exact is None for found in run.measurements[2:])
    made = f"own = {{'{name} + memo': wl.Tokenizer.from_file('tokenizer.json', lexer='logos', encoder='tail_sweep'), '{name}': wl.Tokenizer.from_file('tokenizer.json', lexer='logos', encoder='tail_sweep', memo=False)}}"
    assert made in lab._estimate["code"]
    assert lab.to_cell() == lab._estimate["code"]
    assert lab.to_code().endswith("memo=False)})")
    assert name not in str(unpack_state(lab._estimate["link"])), "files do not travel in a link"
    lab.choose(preset_choice("Quick look").to_state())
    assert lab.opened == [name]
    assert lab.given() == {"model": name}
    assert lab.taken({"model": name}) == {}
    assert ThroughputLab().taken({"model": name}) == {"opened": [name]}
    lab.opened = ["gone.json@00000000"]
    assert "gone.json@00000000 is not open here" in lab._estimate["problem"]
    with pytest.raises(InputError, match="open the file again"):
        lab.run()


def test_what_is_drawn_says_who_won_and_who_is_tied() -> None:
    lab = ThroughputLab(run=saved_run())
    assert lab._drawing["verdict"] == "On english (seen before) both are too noisy to rank, at 75 MB/s."
    assert [row["place"] for row in lab._drawing["bars"][0]["rows"]] == ["1=", "1="]
    assert lab._report["summary"][0] == lab._drawing["bars"][0]["verdict"] == lab._drawing["verdict"]


def test_hostile_names_never_leave_a_saved_pages_state() -> None:
    page = Page(ThroughputLab(run=saved_run(contender=HOSTILE)))
    page.ask(do="open", text=saved_run(contender=HOSTILE).to_json(), name=HOSTILE)
    page.ask(do="page")
    html = next(message["page"] for message in page.heard if "page" in message)
    state = html.split('id="state">')[1].split("</script>")[0]
    assert "<" not in state
    assert HOSTILE in json.loads(state)["_runs"][1]


def test_the_first_view_starts_no_thread_and_measures_nothing() -> None:
    before = set(threading.enumerate())
    lab = ThroughputLab()
    assert set(threading.enumerate()) <= before, "threads of other tests may end meanwhile"
    assert lab.runs == []
    assert lab._estimate["preset"] == "Quick look"
    Widget.close_all()
