"""ThroughputLab: choose what to measure, press Run, watch the bars grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from traitlets import Bool, Dict, Int, List, Unicode, observe

from ..errors import InputError, UnknownNameError, WordchipperLabError
from ..files.whole_file import write_atomically
from ..lab.benchmark.own_tokenizer import OwnTokenizer, OwnTokenizers, check_own
from ..lab.benchmark.results import BenchmarkRun
from ..lab.opened import find_opened
from ..screens.throughput.answer import answer_cost, draw_comparison, draw_report
from ..screens.throughput.drawing import draw_run
from ..screens.throughput.estimate import describe_choice
from ..screens.throughput.explaining import Explaining, check_explainable
from ..screens.throughput.kept_run import KeptRun
from ..screens.throughput.measuring import Measuring
from ..screens.throughput.opened_contenders import opened_cases, opened_code, opened_contenders
from ..screens.throughput.question import Choice, options, preset_choice, preset_of
from ..screens.work.job import Job, Shown
from ..web.modules import javascript, stylesheet
from .chart_figures import chart_figure
from .export import static_page
from .messages import AnsweringWidget, Message, Verbs
from .plotly_library import packed_plotly
from .set_traits import set_traits

__all__ = ["ThroughputLab"]

_AXES = tuple(item.name for item in fields(Choice))
_BESIDE = ("text", "opened")


class ThroughputLab(AnsweringWidget):
    """The cross product of lexers, span encoders, vocabularies and more, measured live; peers beside.

    State, each an axis of `run_benchmark` (it can be set from Python too): ``models``, ``lexers``, ``encoders``,
    ``memo``, ``threads``, ``corpora``, ``modes``, ``peers``, ``rounds``, ``latency``, ``memory``, ``regime``;
    ``text``, the corpus "own text"; and ``opened``, names of tokenizers that were opened on a page, which join the
    run. `run` is a benchmark to begin with: a `BenchmarkRun`, or the path of a saved one. `own` are your tokenizers
    by name, or functions from a text to its ids, which join every run (see `OwnTokenizer`).
    Raises `UnknownNameError` for an unknown name.

    >>> lab = ThroughputLab(lexers=["logos"], encoders=["tail_sweep"], memo=[False], corpora=["code"], peers=[])
    >>> lab.to_code()
    "run_benchmark(lexers=('logos',), encoders=('tail_sweep',), memo=(False,), corpora=('code',), peers=(), rounds=3)"
    """

    _esm = javascript("screens/throughput/throughput.js")
    _css = stylesheet("shared/tables.css", "screens/throughput/throughput.css")

    models = List(Unicode()).tag(sync=True)
    lexers = List(Unicode()).tag(sync=True)
    encoders = List(Unicode()).tag(sync=True)
    memo = List(Bool()).tag(sync=True)
    threads = List(Int()).tag(sync=True)
    corpora = List(Unicode()).tag(sync=True)
    modes = List(Unicode()).tag(sync=True)
    peers = List(Unicode()).tag(sync=True)
    rounds = Int(5).tag(sync=True)
    latency = Bool(False).tag(sync=True)
    memory = Bool(False).tag(sync=True)
    regime = Unicode("new").tag(sync=True)
    text = Unicode("").tag(sync=True)
    opened = List(Unicode()).tag(sync=True)

    _measuring: Measuring | None = None
    _explaining: Explaining | None = None

    _options = Dict().tag(sync=True)
    _estimate = Dict().tag(sync=True)
    _progress = Dict({"state": "idle"}).tag(sync=True)
    _drawing = Dict().tag(sync=True)
    _report = Dict().tag(sync=True)
    _runs = List(Unicode()).tag(sync=True)
    _shown = Int(-1).tag(sync=True)
    _can_go_on = Bool(False).tag(sync=True)
    _compared = Int(-1).tag(sync=True)
    _comparison = Dict().tag(sync=True)
    _cost = Dict().tag(sync=True)
    _where = Dict().tag(sync=True)

    def __init__(
        self,
        run: BenchmarkRun | str | Path | None = None,
        *,
        own: Mapping[str, OwnTokenizer | Callable[[str], Any]] | None = None,
        **state: Any,
    ) -> None:
        """Without arguments, the choice is the preset "Quick look"."""
        self.own = check_own("own", own or {})
        if unknown := set(state) - {*_AXES, *_BESIDE}:
            raise UnknownNameError("argument", min(unknown), (*_AXES, *_BESIDE))
        self._kept: list[KeptRun] = []
        super().__init__(**(preset_choice("Quick look").to_state() | state), _options=options(self.own))
        self.choice.check()
        self._refresh()
        if run is not None:
            self.open_run(run)

    @property
    def choice(self) -> Choice:
        """What is to be measured."""
        return Choice(**{name: _frozen(getattr(self, name)) for name in _AXES})

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``ThroughputLab(**lab.state)`` makes the same view, without its runs."""
        return self.choice.to_state() | {"text": self.text, "opened": list(self.opened)}

    @property
    def runs(self) -> list[BenchmarkRun]:
        """The runs that were measured or opened here."""
        return [kept.run for kept in self._kept]

    @property
    def result(self) -> BenchmarkRun | None:
        """The run that is shown."""
        return self._kept[self._shown].run if self._shown >= 0 else None

    def given(self) -> dict[str, Any]:
        """The tokenizer that was opened last."""
        return {"model": self.opened[-1]} if self.opened else {}

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen text, offered as a corpus, and the chosen tokenizer if it was opened from a file."""
        text, model = chosen.get("text", self.text), chosen.get("model", "")
        is_new = find_opened(model) is not None and model not in self.opened
        return ({"text": text} if text != self.text else {}) | (
            {"opened": [*self.opened, model]} if is_new else {}
        )

    def to_code(self) -> str:
        """The Python line that measures what is chosen."""
        return self.choice.to_code(opened_code(self.opened, self.choice, self.own))

    def to_cell(self) -> str:
        """The source of a notebook cell that measures what is chosen, and shows it."""
        return str(self._estimate["code"])

    def run(self) -> BenchmarkRun:
        """Measure now and return what came out; the page shows it meanwhile. `start` does it in the background."""
        self._begin().run()
        if self._progress["state"] == "failed" or self.result is None:
            raise InputError(
                f"the benchmark failed: {self._progress.get('problem') or 'nothing was measured'}"
            )
        return self.result

    def start(self) -> None:
        """Measure in the background; where there is no event loop, as `run` does."""
        self._begin().start()

    def resume(self) -> None:
        """Go on with the run that is shown, as `start` does; raises `InputError` if it was not stopped here."""
        if not self._can_go_on:
            raise InputError("only a run that was stopped here can go on: show such a run, or measure again")
        self._begin(self._shown).start()

    def stop(self) -> None:
        """End the benchmark that is under way, of which what was measured so far is kept; or the report."""
        for job in (self._measuring, self._explaining):
            if job is not None:
                job.stop()

    def explain(self, model: str, corpus: str) -> None:
        """Show where the time goes for a vocabulary on a corpus (see `where_time_goes`), in the background as `start`.

        "own text" is that of the run that is shown. Up to `page_corpus_bytes` are read. Raises `UnknownNameError` for a
        name that is not offered, and `InputError` without an own text.
        """
        self._check_idle()
        text = self._kept[self._shown].text if self._shown >= 0 else self.text
        check_explainable(model, corpus, text)
        self._explaining = Explaining(model, corpus, text, self._show_explaining)
        self._explaining.start()

    def open_run(self, run: BenchmarkRun | str | Path, name: str = "") -> None:
        """Show a benchmark that was saved (`run`: itself, or its path); raises `InputError` if it is none."""
        if not isinstance(run, BenchmarkRun):
            name = name or Path(run).name
            run = BenchmarkRun.load(run)
        self._keep(KeptRun(run, name or "opened"))

    def show_run(self, number: int) -> None:
        """Show run `number` of ``runs``; raises `InputError` if there is none."""
        self._check_number(number)
        kept = self._kept[number]
        with self.hold_sync():
            self._shown, self._compared, self._can_go_on = number, -1, kept.can_go_on
            self._drawing, self._report = draw_run(kept.run), draw_report(kept.run)
            self._comparison, self._cost = {}, {}

    def save(self, path: str | Path) -> None:
        """Write the run that is shown as JSON; `open_run` reads it."""
        if self.result is None:
            raise InputError("there is no run to save yet: measure or open one first")
        write_atomically(path, self.result.to_json().encode())

    def compare(self, number: int) -> None:
        """Put run `number` of ``runs`` beside the one that is shown; -1 for none."""
        if number >= 0:
            self._check_number(number)
        pair = (self.result, self._kept[number].run) if number >= 0 else (None, None)
        self._comparison = draw_comparison(pair[0], pair[1]) if pair[0] and pair[1] else {}
        self._compared = number

    def choose(self, state: dict[str, Any]) -> None:
        """Set all axes that `state` names at once."""
        set_traits(self, _AXES, state)

    def ask_cost(self, question: dict[str, Any]) -> None:
        """Show what a corpus would cost (see `answer_cost`), or why that cannot be said."""
        try:
            self._cost = answer_cost(self.result, question) if self.result else {}
        except KeyError as error:
            self._cost = {"problem": f"the question what a corpus would cost has no {error}"}
        except (WordchipperLabError, ValueError, TypeError, OverflowError) as error:
            self._cost = {"problem": str(error)}

    def figure_json(self, chart: dict[str, Any]) -> str:
        """A chart of the page as the JSON of a Plotly figure; see `chart_figure`."""
        if self.result is None:
            raise InputError("there is no run to draw yet: measure or open one first")
        other = self._kept[self._compared].run if self._compared >= 0 else None
        return chart_figure(self.result, other, chart)

    def export_html(self) -> str:
        """This view as one HTML page: without kernel or network, its charts and tables still to be read and saved."""
        note = {"state": "idle"}
        return static_page(self, title="Throughput", _progress=note, _can_go_on=False, text="")

    def close(self) -> None:
        """End this view, and the benchmark that it runs."""
        self.stop()
        super().close()

    def _begin(self, number: int | None = None) -> Measuring:
        """What measures the choice; given the number of a stopped run, what that one lacks."""
        self._check_idle()
        kept = None if number is None else self._kept[number]
        if kept and kept.choice:
            choice, text = kept.choice, kept.text
            make_own: Callable[[], OwnTokenizers] = partial(dict, kept.own)
        else:
            choice, text = self.choice, self.text
            opened_cases(self.opened, choice)  # raises for one that is not open
            make_own = partial(_join, self.own, list(self.opened), choice)
        choice.check()
        self._measuring = Measuring(
            choice,
            text,
            partial(self._show_measuring, number),
            begun=kept.run if kept else None,
            make_own=make_own,
        )
        return self._measuring

    def _check_idle(self) -> None:
        jobs: dict[str, Job | None] = {"benchmark": self._measuring, "report": self._explaining}
        for what, job in jobs.items():
            if job is not None and job.is_busy:
                raise InputError(f"a {what} is under way: stop it first")

    def _show_explaining(self, shown: Shown) -> None:
        explaining = self._explaining
        assert explaining is not None
        with self.hold_sync():
            if explaining.is_over and explaining.result is not None:
                self._where = dict(explaining.result)
            self._progress = explaining.progress

    def _show_measuring(self, number: int | None, shown: Shown) -> None:
        measuring = self._measuring
        assert measuring is not None
        with self.hold_sync():
            if "drawing" in shown:
                self._drawing, self._report = shown["drawing"], {}
            self._progress = measuring.progress
            if measuring.is_over:
                self._keep_measured(measuring, number)

    def _keep_measured(self, measuring: Measuring, number: int | None) -> None:
        """Show what came out, or what was shown before."""
        run, choice = measuring.result, measuring.choice
        if run is not None:
            name = (preset_of(choice) or "Own choice") if number is None else self._kept[number].name
            self._keep(KeptRun(run, name, choice, measuring.text, measuring.own), number)
        elif self._shown >= 0:
            self.show_run(self._shown)

    def _keep(self, kept: KeptRun, at: int | None = None) -> None:
        """Keep and show a run: a new one, or in place of the one at `at`, which it went on with."""
        at = len(self._kept) if at is None else at
        self._kept[at : at + 1] = [kept]
        self._runs = [kept.label(number) for number, kept in enumerate(self._kept, 1)]
        self.show_run(at)

    def _check_number(self, number: int) -> None:
        if not 0 <= number < len(self._kept):
            raise InputError(f"there is no run {number}: expected 0 to {len(self._kept) - 1}")

    @observe(*_AXES, *_BESIDE)
    def _refresh(self, change: object = None) -> None:
        self._estimate = describe_choice(self.choice, self.own, self.opened)

    def _offer(self) -> Mapping[str, Any]:
        return options(self.own)

    def _verbs(self, message: Message) -> Verbs:
        return {
            "run": self.start,
            "stop": self.stop,
            "resume": self.resume,
            "preset": lambda: self.choose(preset_choice(message.text("name")).to_state()),
            "show": lambda: self.show_run(message.number("number")),
            "compare": lambda: self.compare(message.number("number")),
            "open": lambda: self.open_run(BenchmarkRun.from_json(message.text("text")), message.text("name")),
            "where": lambda: self.explain(message.text("model"), message.text("corpus")),
            "cost": lambda: self.ask_cost(message.fields("question")),
            "page": lambda: {"page": self.export_html()},
            "figure": lambda: self._make_later(
                partial(self.figure_json, message.fields("chart")), lambda made: {"figure": made}
            ),
            "plotly": lambda: self._make_later(packed_plotly, lambda made: {"plotly": made}),
        }


def _join(own: OwnTokenizers, opened: list[str], choice: Choice) -> OwnTokenizers:
    return {**own, **opened_contenders(opened, choice)}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
