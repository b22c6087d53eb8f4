"""Sessions of the merge stepper, replayed: a page without a kernel draws what Python's widget draws, field by field."""

from __future__ import annotations

import ast
import json
import random
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders.registry import WRONG_ENCODERS
from wordchipper_lab.lab.merging.growth import GROWTH_TEXTS
from wordchipper_lab.lab.merging.presets import PRESETS
from wordchipper_lab.lab.merging.toys import TOYS
from wordchipper_lab.screens.stepper.answer import MAX_SPAN, MAX_TEXT
from wordchipper_lab.widgets import MergeStepper

from ..tokenizer.test_exactness import TEXTS, random_text
from .conftest import PageWorker
from .seeds import few_and_more

MODELS = [*wl.Tokenizer.available_models(), *TOYS]
LANES = [*wl.ENCODERS, *WRONG_ENCODERS]
PUBLIC = ("text", "model", "span", "whole", "lanes", "compare", "step", "pace")
SHOWN = (*PUBLIC, "_status", "_drawing", "_growth", "_code")
PIECES = [*TEXTS, "defenestration", " tokenization", "bear", "abcd", "aab" * 9, "'s", " ", "\n", "12345", "\u0301",
          "\U0001f468\u200d\U0001f469", "<|endoftext|>", "<|fim_prefix|>", "'", '"', "\\", "\x00", "\ufeff", "สวัสดี"]  # fmt: skip
SMALL_PRESETS = [name for name, preset in PRESETS.items() if len(preset.text) < 30]
NOTHING_YET = {"text": "not asked yet", "model": "", "span": -1, "whole": False, "lanes": [], "compare": "", "step": 0,
               "pace": "merge"}  # fmt: skip


def some_text(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return random_text(rng, 40)
    if rng.random() < 0.2:
        return "".join(
            chr(rng.choice((rng.randint(0, 0xD7FF), rng.randint(0xE000, 0x10FFFF)))) for _ in range(9)
        )
    return "".join(rng.choice(PIECES) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3))))


def some_change(rng: random.Random) -> dict[str, Any]:
    """What a person does next: mostly types, or picks a span."""
    kind = rng.choice(
        ["text"] * 5 + ["span"] * 5 + ["model"] * 2 + ["lanes"] * 2 + ["whole", "compare", "step", "pace"]
    )
    values: dict[str, Any] = {
        "text": some_text(rng),
        "span": rng.choice((-1, 0, 0, 0, 1, 1, 2, 3, 6)),
        "model": rng.choice(MODELS),
        "lanes": rng.sample(LANES, rng.choice((0, 1, 1, 1, 1, 2, 2, 3, 7)))
        + ["nope"] * (rng.random() < 0.03),
        "whole": rng.random() < 0.3,
        "compare": rng.choice(["", *MODELS]),
        "step": rng.choice((-1, 0, 3, 1 << 21)),
        "pace": rng.choice(("merge", "own")),
    }
    return {kind: values[kind], **({"span": 0, "step": 0} if kind == "text" and rng.random() < 0.5 else {})}


def answered(view: MergeStepper, verb: str, **fields: Any) -> dict[str, Any]:
    """What the kernel answers to a message of the page."""
    sent: list[dict[str, Any]] = []
    view.send = lambda content, buffers=None: sent.append(content)  # type: ignore[method-assign]
    view._on_message(None, {"do": verb, **fields}, [])
    return {name: value for name, value in sent[-1].items() if name != "answered"}


def as_sent(value: Any) -> Any:
    """As JSON has it: the keys of an object are texts."""
    return json.loads(json.dumps(value))


def comparable(name: str, value: Any) -> Any:
    """Each Python has its own printable characters."""
    return ast.dump(ast.parse(value)) if name == "_code" else value


class Session:
    """A page with the Worker's code beside Python's widget."""

    def __init__(self, worker: PageWorker, view: MergeStepper) -> None:
        self.worker, self.view = worker, view
        opened = worker("open", screen="stepper", screens={"stepper": NOTHING_YET}, models=MODELS)
        assert opened["problem"] is None
        self.shown: dict[str, Any] = {**NOTHING_YET, "_growth": {}, "_drawing": {}}
        self.compared: dict[str, Any] = {}
        self.set(view.state)

    def set(self, state: dict[str, Any]) -> None:
        self.hear(answered(self.view, "set", state=state), self.worker("set", state=state), state)

    def ask(self, verb: str, **fields: Any) -> None:
        self.hear(answered(self.view, verb, **fields), self.worker(verb, **fields), {})

    def hear(self, expected: dict[str, Any], found: dict[str, Any], kept: dict[str, Any]) -> None:
        self.shown = self.shown | (kept if found["problem"] is None else {}) | found.pop("drawn", {})
        if "json" in expected:
            expected, found = ({**one, "json": json.loads(one["json"])} for one in (expected, found))
        assert found == expected
        for name in SHOWN:  # one after the other: a difference is found more easily
            value, before = getattr(self.view, name), self.compared.get(name)
            if before is None or before[0] is not value or before[1] is not self.shown[name]:
                same = comparable(name, self.shown[name]) == comparable(name, as_sent(value))
                assert same, (name, self.view.state, self.shown[name], value)
            self.compared[name] = value, self.shown[name]


def replay(worker: PageWorker, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    session = Session(worker, MergeStepper(rng.choice(PIECES), rng.choice(MODELS)))
    for _ in range(steps):
        if rng.random() < 0.05:
            session.ask("preset", name=rng.choice(SMALL_PRESETS))
        elif rng.random() < 0.03:
            session.ask("json")
        else:
            session.set(some_change(rng))


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 3))])
def test_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 170)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 4, 120))
def test_more_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 400)


def test_presets_and_their_traces(worker: PageWorker) -> None:
    session = Session(worker, MergeStepper("a"))
    for name in PRESETS:
        session.ask("preset", name=name)
    session.set({"lanes": LANES, "text": "bear"})
    session.ask("json")
    session.ask("preset", name="nope")
    session.set({"text": ""})
    session.ask("json")


@pytest.mark.parametrize(
    ("model", "text"),
    [
        ("o200k_base", "a" * MAX_SPAN),
        ("toy: ab, cd, abcd", "ab cd" * (MAX_SPAN // 5)),
        ("r50k_base", "กข" * (MAX_SPAN // 6)),
    ],
    ids=["one letter", "toy", "Thai"],
)
def test_the_longest_spans_are_shown_to_their_end(worker: PageWorker, model: str, text: str) -> None:
    session = Session(worker, MergeStepper(text, model, whole=True, lanes=LANES))
    assert session.view._status["error"] is None
    session.set({"text": text + "abcde"})
    assert "accepts up to" in session.shown["_status"]["error"]


@pytest.mark.deep
def test_long_texts(worker: PageWorker) -> None:
    """Some spans can be picked, all count; the rest is refused."""
    session = Session(worker, MergeStepper("a"))
    for text in ("y " * 1_000, "y " * MAX_TEXT, "<|endoftext|>", " " * 300):
        session.set({"text": text})
        session.set({"span": 450})
    assert session.shown["_status"]["error"]


@pytest.mark.parametrize("text", [*GROWTH_TEXTS, "span", "nope"])
@pytest.mark.sampled("toy: bc")
@pytest.mark.parametrize("model", ["o200k_base", "toy: bc, ab"])
def test_growth(worker: PageWorker, text: str, model: str) -> None:
    session = Session(worker, MergeStepper("hello <|endoftext|>", model, lanes=["greedy_left"]))
    session.ask("growth", text=text)
    session.set({"lanes": ["bpe_backtrack", "greedy_left", "tail_sweep"], "span": 1})
    session.ask("growth", text=text)
    session.set({"text": "", "whole": True})
    session.ask("growth", text=text)


def test_half_a_surrogate_pair_and_names_given_twice(worker: PageWorker) -> None:
    session = Session(worker, MergeStepper("a"))
    session.set({"text": "a\ud800b", "lanes": ["merge_heap", "tail_sweep", "merge_heap"], "step": -7})
    assert session.shown["text"] == "a\ufffdb"
    session.set({"pace": "bogus", "text": "not taken"})


def test_what_the_page_does_not_have_is_said(worker: PageWorker) -> None:
    worker("open", screen="stepper", screens={"stepper": NOTHING_YET}, models=["r50k_base", *TOYS])
    for change in ({"model": "o200k_base"}, {"model": "r50k_base", "compare": "o200k_base"}):
        error = worker("set", state=change)["drawn"]["_status"]["error"]
        had = ", ".join(("r50k_base", *TOYS))
        assert error == f"o200k_base is not in this page, which has {had}: open a live page"
    assert worker("page")["problem"] == "This page cannot do “page”: open a live page."
