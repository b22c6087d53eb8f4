"""ThroughputLab: choose what to measure, press Run, watch the bars grow."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import anywidget
from traitlets import Bool, Dict, Int, List, TraitError, Unicode, observe

from ..errors import InputError, UnknownNameError, WordchipperLabError
from ..lab.benchmark.plan import plan_cases
from ..lab.benchmark.results import BenchmarkRun
from ..lab.permalink import pack_state, unpack_state
from ..vocab.formats.atomic_write import write_atomically
from .bundle import javascript, stylesheet
from .export import static_page
from .throughput_choice import Choice, options, preset_choice, preset_of
from .throughput_drawing import draw_run
from .throughput_measuring import Measuring, estimate_seconds
from .throughput_report import answer_cost, draw_comparison, draw_report

__all__ = ["ThroughputLab"]

_AXES = tuple(item.name for item in fields(Choice))
_BUSY = {"starting", "running", "stopping"}


class ThroughputLab(anywidget.AnyWidget):
    """The cross product of lexers, span encoders, vocabularies and more, measured live; peers beside.

    State, each an axis of `run_benchmark` (it can be set from Python too): ``models``, ``lexers``, ``encoders``,
    ``memo``, ``threads``, ``corpora``, ``modes``, ``peers``, ``rounds``, ``latency``, ``memory``; and ``text``, the
    corpus "own text". `run` is a benchmark to begin with: a `BenchmarkRun`, or the path of a saved one.
    Raises `UnknownNameError` for a name that there is not.

    >>> lab = ThroughputLab(lexers=["logos"], encoders=["tail_sweep"], memo=[False], corpora=["code"], peers=[])
    >>> lab.to_code()
    "run_benchmark(lexers=('logos',), encoders=('tail_sweep',), memo=(False,), corpora=('code',), peers=(), rounds=3)"
    """

    _esm = javascript("throughput.js")
    _css = stylesheet("throughput.css")

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
    text = Unicode("").tag(sync=True, echo_update=False)

    _measuring: Measuring | None = None

    _options = Dict().tag(sync=True)
    _estimate = Dict().tag(sync=True)
    _progress = Dict({"state": "idle"}).tag(sync=True)
    _drawing = Dict().tag(sync=True)
    _report = Dict().tag(sync=True)
    _runs = List(Unicode()).tag(sync=True)
    _shown = Int(-1).tag(sync=True)
    _compared = Int(-1).tag(sync=True)
    _comparison = Dict().tag(sync=True)
    _cost = Dict().tag(sync=True)

    def __init__(self, run: BenchmarkRun | str | Path | None = None, **state: Any) -> None:
        """Without arguments, the choice is the preset "Quick look"."""
        if unknown := set(state) - {*_AXES, "text"}:
            raise UnknownNameError("argument", min(unknown), (*_AXES, "text"))
        self.runs: list[BenchmarkRun] = []
        super().__init__(**(preset_choice("Quick look").to_state() | state), _options=options())
        self.choice.check()
        self._refresh()
        self.on_msg(self._on_message)
        if run is not None:
            self.open_run(run)

    @property
    def choice(self) -> Choice:
        """What is to be measured."""
        return Choice(**{name: _frozen(getattr(self, name)) for name in _AXES})

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``ThroughputLab(**lab.state)`` makes the same view, without its runs."""
        return self.choice.to_state() | {"text": self.text}

    @property
    def result(self) -> BenchmarkRun | None:
        """The run that is shown."""
        return self.runs[self._shown] if self._shown >= 0 else None

    def to_code(self) -> str:
        """The Python line that measures what is chosen."""
        return self.choice.to_code()

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

    def stop(self) -> None:
        """End the benchmark that is under way; what was measured so far is kept."""
        if self._measuring is not None and self._progress["state"] in _BUSY:
            self._measuring.stop()
            self._progress = self._progress | {"state": "stopping"}

    def open_run(self, run: BenchmarkRun | str | Path, name: str = "") -> None:
        """Show a benchmark that was saved (`run`: itself, or its path); raises `InputError` if it is none."""
        if not isinstance(run, BenchmarkRun):
            name = name or Path(run).name
            run = BenchmarkRun.load(run)
        self._keep(run, name or "opened")

    def save(self, path: str | Path) -> None:
        """Write the run that is shown as JSON; `open_run` reads it."""
        if self.result is None:
            raise InputError("there is no run to save yet: measure or open one first")
        write_atomically(path, self.result.to_json().encode())

    def compare(self, number: int) -> None:
        """Put run `number` of ``runs`` beside the one that is shown; -1 for none."""
        other = self._run_number(number) if number >= 0 else None
        pair = self.result, other
        self._comparison = draw_comparison(pair[0], pair[1]) if pair[0] and pair[1] else {}
        self._compared = number

    def export_html(self) -> str:
        """This view as one HTML page: without kernel or network, its charts and tables still to be read and saved."""
        note = {"state": "idle"}
        return static_page(self, title="Throughput", _progress=note, text="")

    def close(self) -> None:
        """End this view, and the benchmark that it runs."""
        self.stop()
        super().close()

    def _begin(self) -> Measuring:
        if self._progress["state"] in _BUSY:
            raise InputError("a benchmark is under way: stop it first")
        self.choice.check()
        self._progress = {"state": "starting"}
        self._measuring = Measuring(self.choice, self.text, self._show_live, self._finish)
        return self._measuring

    def _show_live(self, shown: dict[str, Any]) -> None:
        if self._progress["state"] == "stopping":
            shown["progress"]["state"] = "stopping"
        with self.hold_sync():
            self._drawing = shown["drawing"]
            self._report = {}
            self._progress = shown["progress"]

    def _finish(self, run: BenchmarkRun | None, state: str, problem: str | None) -> None:
        """The one final update."""
        with self.hold_sync():
            if run is not None:
                self._keep(run, preset_of(self._measuring.choice) or "Own choice")
            elif self._shown >= 0:
                self._show(self._shown)
            done = {"done": self._progress.get("total", 0)} if state == "finished" else {}
            self._progress = (
                self._progress | {"state": state, "problem": problem, "seconds_left": None} | done
            )

    def _keep(self, run: BenchmarkRun, name: str) -> None:
        self.runs.append(run)
        when = run.started[:19].replace("T", " ")
        stopped = "" if run.finished else ", stopped"
        self._runs = [
            *self._runs,
            f"{len(self.runs)}: {name}, {when}, {len(run.measurements)} cases{stopped}",
        ]
        self._show(len(self.runs) - 1)

    def _show(self, number: int) -> None:
        run = self._run_number(number)
        with self.hold_sync():
            self._shown, self._compared = number, -1
            self._drawing, self._report = draw_run(run), draw_report(run)
            self._comparison, self._cost = {}, {}

    def _run_number(self, number: int) -> BenchmarkRun:
        if not 0 <= number < len(self.runs):
            raise InputError(f"there is no run {number}: expected 0 to {len(self.runs) - 1}")
        return self.runs[number]

    @observe(*_AXES, "text")
    def _refresh(self, change: object = None) -> None:
        try:
            self.choice.check()
            axes = {name: value for name, value in self.choice.to_state().items() if name not in _NO_AXIS}
            cases = plan_cases(**axes)
            problem = None if cases or self.latency or self.memory else "Nothing is chosen to measure."
            seconds = estimate_seconds(cases, self.choice)
            about: dict[str, Any] = {"cases": len(cases), "seconds": seconds, "problem": problem}
        except WordchipperLabError as error:
            about = {"cases": 0, "seconds": 0, "problem": str(error)}
        about |= {
            "preset": preset_of(self.choice),
            "code": self._code(),
            "link": pack_state(self.choice.to_state()),
        }
        self._estimate = about

    def _code(self) -> str:
        state = ", ".join(f"{name}={value!r}" for name, value in self.choice.to_state().items())
        return (
            "from wordchipper_lab.lab import run_benchmark\n"
            "from wordchipper_lab.widgets import ThroughputLab\n\n"
            f"run = {self.to_code()}  # what Run measures\n"
            f"ThroughputLab(run, {state})  # this view\n"
        )

    def _on_message(self, _: object, message: dict[str, Any], buffers: object) -> None:
        do = {
            "run": lambda: self.start(),
            "stop": lambda: self.stop(),
            "preset": lambda: self._choose(preset_choice(message["name"]).to_state()),
            "link": lambda: self._choose(unpack_state(message["link"])),
            "show": lambda: self._show(message["number"]),
            "compare": lambda: self.compare(message["number"]),
            "open": lambda: self._keep(BenchmarkRun.from_json(message["text"]), message["name"]),
            "cost": lambda: self._ask_cost(message["question"]),
            "page": lambda: self.send({"page": self.export_html()}),
        }.get(message.get("do", ""))
        problem = None
        try:
            if do is not None:
                do()
        except (WordchipperLabError, TraitError) as error:
            problem = str(error)
        except Exception as error:  # nobody sees a callback's exception
            problem = f"This should not have happened: {type(error).__name__}: {error}"
        self.send({"answered": message.get("do"), "problem": problem})

    def _ask_cost(self, question: dict[str, Any]) -> None:
        try:
            self._cost = answer_cost(self.result, question) if self.result else {}
        except (WordchipperLabError, ValueError, TypeError) as error:
            self._cost = {"problem": str(error)}

    def _choose(self, state: dict[str, Any]) -> None:
        with self.hold_trait_notifications():
            for name in _AXES:
                if name in state:
                    setattr(self, name, state[name])


_NO_AXIS = ("rounds", "latency", "memory")


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
