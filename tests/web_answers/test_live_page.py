"""Sessions on a live page that answers by itself: at every key it shows what its kernel would, and both end alike.

The page's engine runs in Node and the widget here; what travels between them is held back, or delivered, at random.
"""

from __future__ import annotations

import ast
import base64
import contextlib
import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.web.modules import WEB
from wordchipper_lab.widgets import DivergenceLab, Explorer, MergeStepper, TrainingLab, VocabularyBrowser
from wordchipper_lab.widgets.hosted import host_screens
from wordchipper_lab.widgets.messages import AnsweringWidget

from ..line_program import LineProgram
from . import (
    test_divergence_answers,
    test_explorer_answers,
    test_stepper_answers,
    test_training_answers,
    test_vocabulary_answers,
)
from .conftest import HERE, plain
from .seeds import few_and_more

LATER = 250
"""Milliseconds after which a page tells its kernel what it shows."""


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LineProgram]:
    if shutil.which("node") is None:
        pytest.skip("node is not installed: live pages that answer by themselves were not tested")
    folder = tmp_path_factory.mktemp("live_page")
    shutil.copytree(WEB, folder / "web", ignore=shutil.ignore_patterns("*.bpe", "__pycache__"))
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copy(HERE / "live_page.js", folder / "live_page.js")
    program = LineProgram("node", str(folder / "live_page.js"), str(folder / "web"))
    yield program
    program.close()


class LivePage:
    """A widget and its page. `drawn` are the names that the page may compute."""

    def __init__(
        self, node: LineProgram, screen: str, make: Callable[..., AnsweringWidget], **state: Any
    ) -> None:
        self.node, self.make = node, make
        self.to_page: list[dict[str, Any]] = []
        self.to_kernel: list[dict[str, Any]] = []
        with host_screens(self._hear):
            self.widget = make(**state)
        self.drawn = sorted(self.widget.drawn_in_pages)
        names = [name for name in self.widget.keys if name in self.widget._settable()]
        self.public = names
        self.found: dict[str, Any] = {}
        shown = {name: plain(getattr(self.widget, name)) for name in [*names, *self.drawn, "_options", "_progress"]
                 if self.widget.has_trait(name)}  # fmt: skip
        self.ask("open", screen=screen, state=shown, names=names)

    def _hear(self, data: dict[str, Any], buffers: Any) -> None:
        """As a comm sends it; binary parts stay where they are."""
        if data["method"] == "update":
            for path, buffer in zip(data["buffer_paths"], buffers or [], strict=True):
                holder = data["state"]
                for name in path[:-1]:
                    holder = holder[name]
                holder[path[-1]] = bytes(buffer)
            self.to_page.append({"method": "update", "state": plain(data["state"])})
        else:
            encoded = [base64.b64encode(buffer).decode() for buffer in buffers or []]
            self.to_page.append({"method": "custom", "content": data["content"], "buffers": encoded})

    def ask(self, verb: str, **fields: Any) -> None:
        self.found = self.node.ask(json.dumps({"verb": verb, **fields}).encode())
        self.to_kernel += self.found["sent"]

    def kernel_works(self) -> None:
        """Let the kernel handle what has been sent to it, and the page what comes of that."""
        while self.to_kernel or self.to_page:
            sent, self.to_kernel = self.to_kernel, []
            for message in sent:
                self.widget.receive(
                    message["content"], [base64.b64decode(data) for data in message["buffers"]]
                )
            messages, self.to_page = self.to_page, []
            self.ask("deliver", messages=json.loads(json.dumps(messages)))

    def settle(self) -> None:
        self.kernel_works()
        for _ in range(3):
            self.ask("advance", milliseconds=LATER)
            self.kernel_works()

    def bring(self) -> None:
        """Let the page get the kernels."""
        self.ask("advance", milliseconds=3000)
        end = time.monotonic() + 30
        while not self.found["isReady"]:  # the Worker's code is inflated in another thread
            assert time.monotonic() < end
            self.kernel_works()
            self.ask("advance", milliseconds=0)

    def shown(self) -> dict[str, Any]:
        return {name: self.found["state"][name] for name in [*self.public, *self.drawn]}


class Screen:
    """How a screen is changed, and what is compared of it."""

    def __init__(self, make: Callable[..., AnsweringWidget], change: Callable[[random.Random, dict[str, Any]], dict[str, Any]],
                 comparable: Callable[[str, Any], Any]) -> None:  # fmt: skip
        self.make, self.change, self.comparable = make, change, comparable

    def compare(self, page: LivePage, widget: AnsweringWidget, names: list[str]) -> None:
        shown = page.shown()
        status = shown.get("_status", {})
        if status.get("error") or status.get(
            "problems"
        ):  # what was drawn before stays, and that may have been another
            names = [*page.public, "_status"]
        for name in names:
            found, expected = shown[name], json.loads(json.dumps(plain(getattr(widget, name))))
            assert self.comparable(name, found) == self.comparable(name, expected), (name, widget.state)


def explorer_change(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    if rng.random() < (0.3 if state["lexer"] == "regex" else 0.05):
        return {"lexer": "automaton" if state["lexer"] == "regex" else "regex"}
    return test_explorer_answers.some_change(rng)


def explorer_comparable(name: str, value: Any) -> Any:
    return test_explorer_answers.comparable({name: value})[name] if name == "_status" else value


def vocabulary_change(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """Patterns are the kernel's."""
    while (changes := test_vocabulary_answers.some_change(rng, state)).get("by") == "regex":
        pass
    return changes


def divergence_change(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    while True:
        verb, fields = test_divergence_answers.some_change(rng)
        if verb == "set" and "selected" not in fields["state"]:
            return dict(fields["state"])
        if verb == "set":
            return {"selected": rng.randrange(max(len(state["_found"].get("divergences", [])), 1))}


def divergence_comparable(name: str, value: Any) -> Any:
    """The page and its kernel each number what they found."""
    if name == "_code":
        return ast.dump(ast.parse(value))
    return (
        {key: inner for key, inner in value.items() if key != "serial"}
        if name in ("_found", "_why")
        else value
    )


def training_change(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """No screen offers what nothing has."""
    while not {"none", "words", "x"}.isdisjoint((changes := test_training_answers.some_change(rng)).values()):
        pass
    return changes


SCREENS = {
    "explorer": Screen(Explorer, explorer_change, explorer_comparable),
    "stepper": Screen(MergeStepper, lambda rng, state: test_stepper_answers.some_change(rng), test_stepper_answers.comparable),
    "vocabulary": Screen(VocabularyBrowser, vocabulary_change, test_vocabulary_answers.comparable),
    "training": Screen(TrainingLab, training_change, test_training_answers.comparable),
    "divergence": Screen(DivergenceLab, divergence_change, divergence_comparable),
}  # fmt: skip


def replay(node: LineProgram, name: str, seed: int, steps: int) -> int:
    """Returns how many changes the page answered by itself."""
    rng, screen = random.Random(seed), SCREENS[name]
    page = LivePage(node, name, screen.make)
    page.bring()
    n_near = 0
    for _ in range(steps):
        before = page.shown()
        changes = screen.change(rng, before)
        page.ask(rng.choice(("set", "set", "set", "look")), changes=changes)
        what = rng.random()
        if what < 0.3:
            page.kernel_works()
        elif what < 0.4:
            page.ask("advance", milliseconds=rng.choice((100, 300)))
        elif what < 0.45:
            page.settle()
            for key, value in screen.change(rng, page.widget.state | {"_found": {}}).items():
                try_to_set(page.widget, key, value)
            if not page.found["isNear"]:
                page.kernel_works()  # what crosses on the way is another matter
        if page.found["isNear"]:
            n_near += 1
        if what > 0.5:
            page.settle()
            screen.compare(page, page.widget, [*page.public, *page.drawn])
    page.settle()
    screen.compare(page, page.widget, [*page.public, *page.drawn])
    page.widget.close()
    return n_near


def try_to_set(widget: AnsweringWidget, name: str, value: Any) -> None:
    """As a cell of a notebook does."""
    with contextlib.suppress(ValueError):
        setattr(widget, name, value)


@pytest.mark.sampled("explorer", "divergence")
@pytest.mark.parametrize("screen", SCREENS)
def test_sessions(node: LineProgram, screen: str) -> None:
    assert replay(node, screen, 0, 25) > 5


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(1, 3, 30))
@pytest.mark.parametrize("screen", SCREENS)
def test_more_sessions(node: LineProgram, screen: str, seed: int) -> None:
    assert replay(node, screen, seed, 60) > 5


@pytest.mark.sampled("explorer", "divergence")
@pytest.mark.parametrize(("screen", "name"), [("explorer", "text"), ("stepper", "text"), ("vocabulary", "query"), ("divergence", "text")])  # fmt: skip
def test_every_key(node: LineProgram, screen: str, name: str) -> None:
    """What a key shows is the page's work alone, and the kernel's to the letter."""
    page, rules = LivePage(node, screen, SCREENS[screen].make), SCREENS[screen]
    page.bring()
    typed = " naïve 👍🏽  don't\n"
    for length in range(1, len(typed) + 1):
        page.ask("set", changes={name: typed[:length]})
        assert page.found["isNear"]
        assert page.found["sent"] == [], "the kernel follows later"
        shown = page.found["state"]
        page.settle()
        assert page.found["state"] == shown, "the kernel sends nothing"
        assert page.widget.state[name] == typed[:length]
        rules.compare(page, page.widget, [*page.public, *page.drawn])
    page.widget.close()


def test_a_kernel_that_ended_is_not_needed(node: LineProgram) -> None:
    page, rules = LivePage(node, "explorer", Explorer), SCREENS["explorer"]
    page.bring()
    page.settle()
    page.ask("advance", milliseconds=2000)  # nobody answers
    assert page.found["goesOn"]
    twin = Explorer("after all", special="text")
    page.ask("set", changes={"text": "after", "special": "text"})
    page.ask("set", changes={"text": "after all"})
    rules.compare(page, twin, [*page.public, *page.drawn])
    page.ask("ask", asked="decode", fields={"ids": "24912, 2375"})
    assert page.found["answers"] == [{"problem": None, "text": "hello world", "valid": True, "hex": b"hello world".hex(" ")}
                                     | {"ask": page.found["answers"][0]["ask"]}]  # fmt: skip
    assert page.found["goesOn"]


def test_a_question_that_the_kernel_took_along_is_asked_again_in_the_page(node: LineProgram) -> None:
    page, rules = LivePage(node, "explorer", Explorer), SCREENS["explorer"]
    page.bring()
    page.ask("set", changes={"lexer": "regex"})
    page.ask("set", changes={"text": "typed meanwhile"})
    assert not page.found["isNear"]
    page.ask("advance", milliseconds=2000)
    assert not page.found["goesOn"], "that lexer is Python's"
    page.ask("set", changes={"lexer": "vector"})
    assert page.found["goesOn"]
    rules.compare(page, Explorer("typed meanwhile", lexer="vector"), [*page.public, *page.drawn])


def test_a_kernel_that_was_busy_learns_what_was_typed_meanwhile(node: LineProgram) -> None:
    page, rules = LivePage(node, "explorer", Explorer), SCREENS["explorer"]
    page.bring()
    page.settle()
    page.ask("set", changes={"lexer": "regex"})  # under way when the kernel falls silent
    page.ask("advance", milliseconds=2000)
    page.ask("set", changes={"lexer": "automaton", "text": "typed meanwhile"})
    page.ask("advance", milliseconds=2000)
    page.settle()
    assert not page.found["goesOn"], "it answers again"
    assert page.widget.text == "typed meanwhile"
    rules.compare(page, page.widget, [*page.public, *page.drawn])
    page.widget.close()


def test_a_page_whose_kernel_hands_nothing_over_asks_for_everything(node: LineProgram) -> None:
    page, rules = LivePage(node, "explorer", Explorer), SCREENS["explorer"]
    page.widget._on_message = lambda *_: None  # type: ignore[method-assign]
    page.ask("advance", milliseconds=3000)
    page.kernel_works()
    del page.widget._on_message
    page.ask("set", changes={"text": "hello"})
    page.settle()
    assert not page.found["isNear"]
    rules.compare(page, page.widget, [*page.public, *page.drawn])


@pytest.mark.parametrize(
    ("screen", "make"), [("explorer", Explorer), ("stepper", MergeStepper), ("vocabulary", VocabularyBrowser)]
)
def test_a_tokenizer_that_was_given_is_the_kernels_whatever_its_name(
    node: LineProgram, screen: str, make: Callable[..., AnsweringWidget]
) -> None:
    given = wl.Tokenizer(wl.vocab.load_vocab("r50k_base"))
    page, rules = LivePage(node, screen, make, model=given), SCREENS[screen]
    page.ask("advance", milliseconds=3000)
    page.settle()
    page.ask("set", changes={"query" if screen == "vocabulary" else "text": "hello"})
    page.settle()
    assert not page.found["isNear"]
    rules.compare(page, page.widget, [*page.public, *page.drawn])
    page.widget.close()
