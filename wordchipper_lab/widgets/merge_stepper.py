"""MergeStepper: a span through each of the span encoders, step by step."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from traitlets import Bool, Dict, Int, List, TraitError, Unicode, default, observe, validate

from ..encoders import ENCODERS
from ..encoders.registry import WRONG_ENCODERS
from ..errors import UnknownNameError
from ..lab.merging.growth import GROWTH_TEXTS, measure_growth
from ..lab.merging.presets import PRESETS
from ..lab.merging.toys import TOYS
from ..screens.offered_tokenizers import OfferedTokenizers
from ..screens.stepper.answer import (
    MAX_SPAN,
    Answer,
    Question,
    answer_question,
    choose_span,
    get_tokenizer,
    lanes,
    span_state,
    trace_question,
)
from ..screens.stepper.code import code_of, script_of
from ..screens.stepper.records import OptionsRecord, PresetRecord
from ..text.text_bytes import encode_text
from ..tokenizer import Tokenizer
from ..vocab import load_vocab
from ..vocab.pretrained import pretrained_names
from ..web.modules import javascript, stylesheet
from .export import static_page
from .later_answer import Later
from .live_engine import LiveEngine, live_engine
from .messages import AnsweringWidget, Message, Verbs
from .set_traits import choose_traits

__all__ = ["MergeStepper"]

_PUBLIC = ("text", "model", "span", "whole", "lanes", "compare", "step", "pace")
_PACES = ("merge", "own")
# Of all lanes together: 40 ms of work at most. More is traced in a thread, so that the page stays alive.
_SYNC_BYTES = 300
_MOST_STEPS = 1 << 20
_LIVE_LANES = (*ENCODERS.built_in, *WRONG_ENCODERS)  # those that run in a page


class MergeStepper(AnsweringWidget):
    """A span through the span encoders, one lane each: what they hold, what they look at, what they merge.

    `model` is a vocabulary's name, one of the toys of `wordchipper_lab.lab.TOYS`, or a `Tokenizer`. State
    (it can be set from Python too): ``text``, ``model``, ``span`` (the number of the span in the text), ``whole`` (take
    the text as one span), ``lanes`` (`ENCODERS`, and the wrong "shift_reduce" and "greedy_left"), ``compare`` (a second
    vocabulary), ``step`` and ``pace`` ("merge": lanes in lockstep; "own": each a step of its own at a time). Raises
    `UnknownNameError` for an unknown name.

    >>> stepper = MergeStepper(" tokenization", lanes=["bpe_backtrack"])
    >>> stepper.ids, stepper.to_code()
    ({'bpe_backtrack': [6602, 2860]}, "MergeStepper(' tokenization', lanes=['bpe_backtrack'])")
    """

    opening: ClassVar[dict[str, Any]] = {"lanes": ["buffer_sweep"]}

    _esm = javascript("screens/stepper/stepper.js")
    _css = stylesheet("shared/tables.css", "shared/player.css", "screens/stepper/stepper.css")
    drawn_in_pages = frozenset({"_code", "_drawing", "_status"})

    text = Unicode("").tag(sync=True)
    model = Unicode("o200k_base").tag(sync=True)
    span = Int(0).tag(sync=True)
    whole = Bool(False).tag(sync=True)
    lanes = List(Unicode()).tag(sync=True)
    compare = Unicode("").tag(sync=True)
    step = Int(0).tag(sync=True)
    pace = Unicode("merge").tag(sync=True)

    _options = Dict().tag(sync=True)
    _drawing = Dict().tag(sync=True)
    _status = Dict().tag(sync=True)
    _growth = Dict().tag(sync=True)
    _code = Unicode("").tag(sync=True)

    def __init__(
        self, text: str = " tokenization", model: str | Tokenizer = "o200k_base", **state: Any
    ) -> None:
        """Show the first span of `text`."""
        self._offered = OfferedTokenizers()
        self._asked: Question | None = None
        if isinstance(model, Tokenizer):
            model = self._offered.add(model)
        if unknown := set(state) - set(_PUBLIC):
            raise UnknownNameError("argument", min(unknown), _PUBLIC)
        if state.get("pace", "merge") not in _PACES:
            raise UnknownNameError("pace", state["pace"], _PACES)
        super().__init__(text=text, model=model, _options=self._offer(), **state)
        for name in filter(None, (self.model, self.compare)):
            get_tokenizer(self._offered, name)
        if unknown_lanes := set(self.lanes) - set(lanes()):
            raise UnknownNameError("lane", min(unknown_lanes), lanes())
        self._answers = self._answering(
            lambda question: answer_question(self._offered, question), self._publish
        )
        self._refresh()

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``MergeStepper(**stepper.state)`` makes the same view."""
        return self._question().to_state() | {"step": self.step, "pace": self.pace}

    @property
    def ids(self) -> dict[str, list[int]]:
        """What each lane's encoder makes of the span; of a second vocabulary under "encoder, vocabulary"."""
        lanes = self._drawing.get("lanes", [])
        first = lanes[0]["vocabulary"] if lanes else ""
        return {
            lane["encoder"]
            if lane["vocabulary"] == first
            else f"{lane['encoder']}, {lane['vocabulary']}": lane["tokens"]
            for lane in lanes
        }

    def to_code(self) -> str:
        """The Python line that makes this view."""
        return code_of(self._question(), self._own, step=self.step, pace=self.pace)

    def to_json(self) -> str:
        """All traces that are shown, with every frame, as JSON."""
        return _as_json(self._offered, self._question())

    def export_html(self, *, live: bool = True) -> str:
        """This view as one HTML page, without kernel or network.

        With `live` the engine comes along (1.3 MB with o200k_base), so that another text can be typed; otherwise, and
        with a vocabulary or an encoder that does not run in a page, the lanes can still be stepped through and saved.
        """
        engine = self._live_engine() if live else None
        if engine is None:
            note = (
                "This is a saved page: its lanes can be stepped through, another span needs a live stepper."
            )
            return static_page(self, title="Merge stepper", _status=self._status | {"note": note})
        return static_page(self, title="Merge stepper", live=engine, **self.live_state(engine))

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """The vocabularies, encoders and examples that the page can show."""
        models = [*engine.offered, *TOYS]
        presets = [one for one in self._options["presets"] if _models_of(one["name"]) <= set(models)]
        offered = {"lanes": list(_LIVE_LANES), "right": list(ENCODERS.built_in), "presets": presets}
        return {"_options": self._options | {"models": models, "own": []} | offered}

    def given(self) -> dict[str, Any]:
        """The text and the span, unless they belong to a toy vocabulary or to a part of another text."""
        if self.model in TOYS or self.whole:
            return {}
        return {"text": self.text, "model": self.model, "span": self.span}

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The chosen text with its pinned span; of a text that is too long for the list of spans, that span alone."""
        model = chosen.get("model", "o200k_base" if self.model in TOYS else self.model)
        if "text" not in chosen:
            return {"model": model} if "model" in chosen else {}
        return span_state(self._offered, chosen["text"], model, chosen.get("span"), self.state)

    def grow(self, text: str = "random letters") -> None:
        """Count how the work of the lanes grows on `text` (see `measure_growth`; "span" repeats the chosen one)."""
        tok = get_tokenizer(self._offered, self.model)
        right = [lane for lane in self.lanes if lane in ENCODERS] or list(ENCODERS)
        span = choose_span(tok, self._question())[0] if text == "span" else None
        self._growth = measure_growth(tok, text, encoders=right, span=span).to_json()

    def use_preset(self, name: str) -> None:
        """Show one of the `PRESETS`, from its first step; raises `UnknownNameError` if there is none of that name."""
        self._choose(preset_state(name))

    def _offer(self) -> OptionsRecord:
        models = self._offered.options()["models"] + list(TOYS)
        presets: list[PresetRecord] = [
            {"name": name, "story": preset.story, "text": preset.text, "model": preset.model}
            for name, preset in PRESETS.items()
        ]
        return {
            "models": models,
            "own": self._own,
            "lanes": list(lanes()),
            "right": list(ENCODERS),
            "presets": presets,
            "growth": [*GROWTH_TEXTS, "span"],
            "max_span": MAX_SPAN,
        }

    def _live_engine(self) -> LiveEngine | None:
        """The engine of a page that shows this view; None if it needs Python."""
        models = {name for name in (self.model, self.compare) if name}
        given = models.intersection(self._own)
        bundled = {name for name in given.intersection(pretrained_names()) if self._is_bundled(name)}
        if given - bundled or not set(self.lanes) <= set(_LIVE_LANES):
            return None
        return live_engine("stepper", _PUBLIC, models.difference(TOYS), "automaton", toys=TOYS)

    def _is_bundled(self, name: str) -> bool:
        """Whether the tokenizer that was given has the vocabulary which its name says."""
        return get_tokenizer(self._offered, name).vocab is load_vocab(name)

    def _question(self) -> Question:
        return Question(self.text, self.model, self.span, self.whole, tuple(self.lanes), self.compare)

    def _choose(self, state: dict[str, Any]) -> Later:
        """Set all that `state` names at once: one question, not one a name; what a page that asked for it waits for."""
        choose_traits(self, _PUBLIC, state)
        return self._when_shown()

    @property
    def _own(self) -> list[str]:
        return self._offered.options()["own"]

    @default("lanes")
    def _all_encoders(self) -> list[str]:
        return list(ENCODERS)

    @validate("text", "model", "compare")
    def _check_text(self, proposal: dict[str, Any]) -> str:
        return encode_text(proposal["value"]).decode()  # lone surrogates cannot travel to a browser

    @validate("lanes")
    def _check_lanes(self, proposal: dict[str, Any]) -> list[str]:
        return list(dict.fromkeys(encode_text(lane).decode() for lane in proposal["value"]))

    @validate("pace")
    def _check_pace(self, proposal: dict[str, Any]) -> str:
        if (
            proposal["value"] not in _PACES
        ):  # a TraitError: only that is rolled back where several traits are set
            raise TraitError(str(UnknownNameError("pace", proposal["value"], _PACES)))
        return str(proposal["value"])

    @validate("step")
    def _check_step(self, proposal: dict[str, Any]) -> int:
        return max(0, min(int(proposal["value"]), _MOST_STEPS))

    @observe("text", "model", "span", "whole", "lanes", "compare")
    def _refresh(self, change: object = None) -> None:
        if self._answers is None:  # still being constructed
            return
        question = self._question()
        if question != self._asked:
            is_first, self._asked = self._asked is None, question
            self._answers.ask(question, quick=is_first or self._is_quick(question))

    def _is_quick(self, question: Question) -> bool:
        models = [name for name in (question.model, question.compare) if name and name not in TOYS]
        is_loaded = all(self._offered.is_ready(name, "auto", "priority_merge") for name in models)
        return is_loaded and len(encode_text(question.text)) * len(question.lanes) <= _SYNC_BYTES

    @observe("step", "pace")
    def _show_code(self, change: object = None) -> None:
        self._code = script_of(self._question(), self._own, step=self.step, pace=self.pace)

    def _publish(self, answer: Answer) -> None:
        with self.hold_sync():
            self._show_code()
            if answer.drawing is not None:
                self._drawing = answer.drawing
            self._status = answer.status

    def _verbs(self, message: Message) -> Verbs:
        question = self._question()
        return {
            "preset": lambda: self._choose(preset_state(message.text("name"))),
            "growth": lambda: self.grow(message.text("text")),
            "page": lambda: {"page": self.export_html()},
            "json": lambda: self._make_later(
                partial(_as_json, self._offered, question), lambda made: {"json": made}
            ),
        }


def _as_json(offered: OfferedTokenizers, question: Question) -> str:
    return json.dumps({"traces": [trace.to_json() for _, trace in trace_question(offered, question)]})


def _models_of(preset: str) -> set[str]:
    """The names of the vocabularies that one of the `PRESETS` shows."""
    return {PRESETS[preset].model, PRESETS[preset].compare} - {""}


def preset_state(name: str) -> dict[str, Any]:
    """The state that one of the `PRESETS` makes; raises `UnknownNameError` if there is none of that name."""
    if name not in PRESETS:
        raise UnknownNameError("preset", name, PRESETS)
    preset = PRESETS[name]
    chosen = {"text": preset.text, "model": preset.model, "span": preset.span, "whole": False, "step": 0}
    return chosen | {"lanes": list(preset.lanes), "compare": preset.compare}
