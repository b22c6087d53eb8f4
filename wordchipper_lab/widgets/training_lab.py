"""TrainingLab: a vocabulary is born, merge by merge on a toy, live on a real corpus."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from traitlets import observe

from ..errors import InputError, UnknownNameError
from ..lab.training.corpora import REAL_CORPORA, read_corpus, up_to
from ..lab.training.live import LiveRun
from ..lab.training.race import Race
from ..lab.training.toy_corpora import TOY_CORPORA
from ..lab.training.trace import TrainingTrace
from ..screens.offered_tokenizers import OfferedTokenizers
from ..screens.training.answer import Probe, ToyAnswer, answer_probe, answer_toy
from ..screens.training.code import code_of, script_of
from ..screens.training.counted_corpus import CountedCorpus
from ..screens.training.drawing import draw_race
from ..screens.training.question import (
    CHOSEN,
    LIVE_SIZE,
    MAX_SIZE,
    NEWEST_TRAINER,
    OWN_CORPORA,
    list_options,
)
from ..screens.training.racing import Racing
from ..screens.training.training_run import RESULT_FILE, TrainingRun
from ..screens.work.answers import Answers
from ..screens.work.job import Shown
from ..text.text_bytes import encode_text
from ..tokenizer import Tokenizer
from ..training import TRAINERS
from ..web.modules import javascript, stylesheet
from .export import static_page
from .live_engine import LiveEngine
from .messages import Message, Verbs
from .open_tokenizer import offer_everywhere
from .training_state import KNOWN, PUBLIC, TrainingState, check_name

__all__ = ["TrainingLab"]

_FORMATS = {"tiktoken": "{}.tiktoken", "json": "tokenizer.json", "gpt2": "vocab.bpe", "opened": RESULT_FILE}
_QUICK_TEXT = 400
_COMPARED = ("r50k_base", "cl100k_base", "o200k_base")
_LIVE_SAMPLE = 100_000
"""Bytes of a corpus that a page without a kernel begins with."""
_RACE_SECONDS = 10.0


class TrainingLab(TrainingState):
    """A toy corpus merge by merge, and a real one live; what comes out can be used, compared, exported.

    State (it can be set from Python too): ``mode`` ("toy" or "real"); of the toy ``toy`` (one of
    `wordchipper_lab.lab.training.toy_corpora.TOY_CORPORA`, or "own text" with ``toy_text``), ``toy_level``,
    ``toy_trainer``, ``toy_tie`` and ``step``; of the real one ``corpus``, ``text``, ``size`` (bytes), ``start_from``
    (the name of a tokenizer to go on from, "" for bytes), ``pattern`` and ``byte_order`` (if it is bytes),
    ``vocab_size``, ``trainer``, ``tie``, ``special_tokens`` (parted by spaces), ``min_frequency``,
    ``max_token_length`` (0 for any) and ``rate`` (merges a second, 0 for as many as there can be); ``probe``, a text
    that is encoded with the result, and ``compare``. Raises `UnknownNameError` for an unknown name.

    >>> lab = TrainingLab(toy="aabaa aab", toy_trainer="naive")
    >>> [lab.trace.tokens[frame.merge.token] for frame in lab.trace.frames][:3]
    [b'aa', b'aab', b'aabaa']
    """

    _esm = javascript("screens/training/training.js")
    _css = stylesheet(
        "shared/tables.css",
        "shared/player.css",
        "screens/training/training.css",
    )
    drawn_in_pages = frozenset({"_code", "_status", "_trace"})

    def __init__(self, **state: Any) -> None:
        """Show the first toy, or what `state` says."""
        self._offered = OfferedTokenizers()
        self._counted = CountedCorpus()
        self._work: TrainingRun | Racing | None = None
        self._run: TrainingRun | None = None
        self._toy: ToyAnswer | None = None
        self._asked: tuple[str, ...] | None = None
        if unknown := set(state) - set(PUBLIC):
            raise UnknownNameError("argument", min(unknown), PUBLIC)
        if (toy := TOY_CORPORA.get(state.get("toy", ""))) is not None:
            state = {"toy_level": toy.level, "toy_tie": toy.tie} | state
        for name in (KNOWN.keys() | {"start_from"}) & state.keys():
            check_name(name, state[name])
        super().__init__(**state, _options=list_options())
        self._answers = self._answering(answer_toy, self._publish)
        self._probes: Answers[Probe, dict[str, Any]] = Answers(
            lambda probe: answer_probe(self._offered, probe), self._show_encoded
        )
        self._refresh()
        self._show_code()

    @property
    def trace(self) -> TrainingTrace:
        """The toy run that is shown; raises `InputError` where there is none."""
        if self._toy is None or self._toy.trace is None:
            raise InputError(
                f"there is no toy run: {self._toy.problem if self._toy else 'it is still being made'}"
            )
        return self._toy.trace

    @property
    def live(self) -> LiveRun | None:
        """The run on a real corpus: its trainer with all merges, and samples; None before the first."""
        return self._run.live if self._run is not None else None

    @property
    def race(self) -> Race | None:
        """The last race."""
        return self._work.race if isinstance(self._work, Racing) else None

    @property
    def tokenizer(self) -> Tokenizer:
        """What was trained, up to the last pause or the end; raises `InputError` before."""
        if not self._result:
            raise InputError("nothing was trained yet: run(), or press Start and wait for its end or a pause")
        return self._offered.get(self._result["name"], "auto", "auto")

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen text, as the one that is encoded with what was trained."""
        return {"probe": chosen["text"]} if chosen.get("text", self.probe) != self.probe else {}

    def to_code(self) -> str:
        """The Python line that makes this view."""
        return code_of(self.state)

    def to_json(self) -> str:
        """State and what is shown - the toy's trace, or the run with its samples and merges - as JSON."""
        shown: dict[str, Any] = {"state": self.state}
        if self.mode == "toy":
            shown["trace"] = self.trace.to_json()
        else:
            shown["run"] = self.live.to_json() if self.live is not None else None
            shown["race"] = self.race.to_json() if self.race is not None else None
            shown["result"] = self._result
        return json.dumps(shown)

    def export_html(self, *, live: bool = True) -> str:
        """This view as one HTML page, without kernel or network.

        With `live` the engine comes along (0.9 MB; 2.4 MB with the vocabularies of `compare`): other toys can be traced
        and texts of up to 2 MB trained on. Otherwise the toy that is shown can still be stepped through.
        """
        if live:
            engine = LiveEngine("training", PUBLIC, _COMPARED if self.compare else ())
            return static_page(self, title="Training", live=engine, **self.live_state(engine))
        note = "This is a saved page: its toy can be stepped through, another corpus needs a live page."
        idle = {"state": "idle"}
        return static_page(
            self, title="Training", _progress=idle, _status=self._status | {"note": note}, text=""
        )

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """What a page can train on: an own text, which begins with a part of the corpus that is chosen here."""
        if self.corpus in REAL_CORPORA:
            texts = read_corpus(self.corpus, _LIVE_SAMPLE)
        else:
            texts = list(up_to([self.text], LIVE_SIZE))
        state: dict[str, Any] = {
            "corpus": "text",
            "text": "".join(texts),
            "size": min(self.size, LIVE_SIZE),
            "start_from": "",
            "trainer": NEWEST_TRAINER,
        }
        choice = replace(self.choice, **state)
        sizes = {name: label for name, label in self._options["sizes"].items() if int(name) <= LIVE_SIZE}
        offered = {
            "corpora": {"text": OWN_CORPORA["text"], "file": "files that you open: text in UTF-8"},
            "sizes": sizes,
            "max_size": LIVE_SIZE,
            "starts": {"": self._options["starts"][""]},
        }
        return {
            **state,
            "_options": self._options | offered,
            "_code": script_of(choice, self.state | state),
            "_progress": {"state": "idle"},
            "_files": "",
            "_live": {},
            "_race": {},
            "_result": {},
            "_encoded": {},
        }

    def open_files(self, files: Sequence[tuple[str, bytes]]) -> None:
        """Take what (name, contents) say as the corpus "file"; raises `InputError` for more than `MAX_SIZE` bytes."""
        size = sum(len(data) for _, data in files)
        if size > MAX_SIZE:
            raise InputError(
                f"these files have {size:,} bytes, this page accepts up to {MAX_SIZE:,}: open fewer, or use the "
                "command line: wordchipper-lab train"
            )
        self._counted.open_files([(name, bytes(data)) for name, data in files])
        with self.hold_sync():
            names = ", ".join(encode_text(name).decode() for name, _ in files[:3])
            more = f" and {len(files) - 3} more" if len(files) > 3 else ""
            self._files = f"{names}{more}: {size:,} bytes"
            self.corpus = "file"

    def run(self) -> Tokenizer:
        """Train on the real corpus now, as fast as it can; returns the tokenizer."""
        self.mode = "real"
        work = self._begin_run()
        work.pace = 0
        work.run()
        return self._outcome()

    def start(self) -> None:
        """Train in the background; where there is no event loop, as `run` does."""
        self._begin_run().start()

    def pause(self) -> None:
        """Make no further merge before `go_on`; what was trained so far can be used."""
        if isinstance(self._work, TrainingRun):
            self._work.pause()

    def go_on(self) -> None:
        """Go on after `pause`."""
        if isinstance(self._work, TrainingRun):
            self._work.go_on()

    def stop(self) -> None:
        """End the run or race that is under way; what was trained so far is kept."""
        if self._work is not None:
            self._work.stop()

    def run_race(self, trainers: Sequence[str] = tuple(TRAINERS), seconds: float = _RACE_SECONDS) -> Race:
        """Let `trainers` make the same merges one after another, each for so many `seconds` at most."""
        self._begin_race(trainers, seconds).run()
        if self._progress["state"] == "failed" or self.race is None:
            raise InputError(str(self._progress.get("problem")))
        return self.race

    def close(self) -> None:
        """End this view, and what it runs."""
        if self._work is not None:
            self._work.abandon()
        if self._answers is not None:
            self._probes.close()
        super().close()

    def _outcome(self) -> Tokenizer:
        if self._progress["state"] == "failed":
            raise InputError(str(self._progress.get("problem")))
        if not self._result:
            raise InputError(
                f"no merge was made: {self._live.get('stopped') or 'it was stopped before the first'}"
            )
        return self.tokenizer

    # -- long work --------------------------------------------------------------------------------------

    def _begin_run(self) -> TrainingRun:
        self._refuse_if_busy()
        run = TrainingRun(self.choice, self._counted, self._show_work)
        self._work = self._run = run
        with self.hold_sync():
            self._result, self._encoded, self._live = {}, {}, {}
        return run

    def _begin_race(self, trainers: Sequence[str], seconds: float = _RACE_SECONDS) -> Racing:
        self._refuse_if_busy()
        if unknown := [name for name in trainers if name not in TRAINERS]:
            raise UnknownNameError("trainer", unknown[0], TRAINERS)
        if not trainers:
            raise InputError("no generation is chosen: choose at least one")
        racing = Racing(self.choice, list(trainers), seconds, self._counted, self._show_work)
        self._work = racing
        self._race = {}
        return racing

    def _refuse_if_busy(self) -> None:
        if self._work is not None and self._work.is_busy:
            raise InputError("a run is under way: stop it first")

    def _show_work(self, shown: Shown) -> None:
        work = self._work
        assert work is not None
        with self.hold_sync():
            if shown.get("live"):
                self._live = shown["live"]
            if shown.get("race"):
                self._race = shown["race"]
            if shown.get("result"):
                self._show_result(shown["result"])
            if work.is_over and isinstance(work, Racing) and work.race is not None:
                self._race = draw_race(work.race)
            if work.is_over and isinstance(work, TrainingRun) and work.live is not None:
                self._live = work.draw()
                if work.result:
                    self._show_result(work.result)
            self._progress = work.progress | ({"what": "race"} if isinstance(work, Racing) else {})

    def _show_result(self, result: dict[str, Any]) -> None:
        if (
            not (result["kept"] or result["opened"])
            and self._run is not None
            and self._run.tokenizer is not None
        ):
            self._offered.add(self._run.tokenizer)
        self._result = result
        if result["opened"]:
            offer_everywhere(result["name"])
        self._ask_encoded()
        self._show_code()

    # -- questions --------------------------------------------------------------------------------------

    @observe("toy", "toy_text", "toy_level", "toy_trainer", "toy_tie")
    def _refresh(self, change: object = None) -> None:
        if self._answers is None:  # still being constructed
            return
        choice = self.choice
        if choice.toy_key != self._asked:
            is_first, self._asked = self._asked is None, choice.toy_key
            self._answers.ask(choice, quick=is_first or len(choice.toy_corpus().text) <= _QUICK_TEXT)

    def _publish(self, answer: ToyAnswer) -> None:
        self._toy = answer
        with self.hold_sync():
            if answer.drawing is not None:
                self._trace = answer.drawing
            self._status = {"problem": answer.problem}

    @observe(*CHOSEN, "step", "compare")
    def _show_code(self, change: object = None) -> None:
        if self._answers is not None:
            self._code = script_of(
                self.choice, self.state, self._result["name"] if self._result.get("kept") else ""
            )

    @observe("rate")
    def _change_pace(self, change: dict[str, Any]) -> None:
        if self._answers is not None and self._run is not None:
            self._run.pace = change["new"]

    @observe("probe", "compare")
    def _ask_encoded(self, change: object = None) -> None:
        if self._answers is not None and self._result:
            self._probes.ask(Probe(self._result["name"], self.probe, self.compare), quick=False)

    def _show_encoded(self, encoded: dict[str, Any]) -> None:
        self._encoded = encoded

    def _offer(self) -> Mapping[str, Any]:
        return list_options()

    def _export(self, kind: str) -> dict[str, str]:
        """File name -> contents of the trained vocabulary in one of the formats."""
        if kind not in _FORMATS:
            raise UnknownNameError("format", kind, _FORMATS)
        tok = self.tokenizer
        with tempfile.TemporaryDirectory() as directory:
            written = tok.save(Path(directory) / _FORMATS[kind].format(tok.name))
            return {path.name: path.read_bytes().decode() for path in written}

    def _verbs(self, message: Message) -> Verbs:
        return {
            "start": self.start,
            "pause": self.pause,
            "go_on": self.go_on,
            "stop": self.stop,
            "race": lambda: self._begin_race(message.texts("trainers")).start(),
            "files": lambda: self._open_named(message.texts("names"), message),
            "page": lambda: self._make_later(self.export_html, lambda made: {"page": made}),
            "json": lambda: self._make_later(self.to_json, lambda made: {"json": made}),
            "export": lambda: self._make_later(
                partial(self._export, message.text("format")), lambda made: {"files": made}
            ),
        }

    def _open_named(self, names: list[str], message: Message) -> None:
        self.open_files(list(zip(names, message.contents(len(names)), strict=True)))
