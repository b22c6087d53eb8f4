"""Every story as it is shipped: states open, checks compute, guesses are judged, and no figure is written down."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.lab.stories import (
    SCREEN_STATES,
    check_guess,
    list_stories,
    load_story,
    step_fact,
    story_names,
    tell_step,
)
from wordchipper_lab.screens.registry import SCREENS

TEN = [
    "strawberry",
    "space",
    "numbers",
    "bytes",
    "languages",
    "order",
    "encoders",
    "whitespace",
    "birth",
    "special",
]
STEPS = [(name, number) for name in story_names() for number in range(1, len(load_story(name).steps) + 1)]
ASKED = [(name, number) for name, number in STEPS if load_story(name).steps[number - 1].question is not None]

_NAMES = re.compile(r"GPT-\w+|UTF-8|\{[^}]*\}|`[^`]*`|“[^”]*”")


def test_there_are_ten() -> None:
    assert [story["name"] for story in list_stories()] == TEN
    for story in list_stories():
        assert 3 <= story["minutes"] <= 6
        assert 5 <= story["steps"] <= 9


@pytest.mark.parametrize("name", TEN)
def test_each_asks_twice_and_leaves_something_to_try(name: str) -> None:
    steps = load_story(name).steps
    assert sum(step.question is not None for step in steps) >= 2
    assert any(step.try_it for step in steps)
    for step in steps:
        assert len(step.text) < 320, "a sentence or two"


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_a_step_is_told_whole(name: str, number: int) -> None:
    told = tell_step(name, number)
    json.dumps(told)
    said = [told["text"], told["try"]] + ([told["question"]["ask"]] if told["question"] else [])
    assert not any(brace in text for text in said for brace in "{}")
    assert told["state"].keys() <= set(SCREEN_STATES[told["screen"]])


@pytest.mark.parametrize(("name", "number"), ASKED)
def test_guesses_are_judged(name: str, number: int) -> None:
    question, story = tell_step(name, number)["question"], load_story(name)
    asked = story.steps[number - 1].question
    assert asked is not None
    truth = step_fact(story, number, asked.answer)
    shown = check_guess(name, number, None)
    assert shown["verdict"] == "shown"
    assert not re.search("[{}]", shown["reveal"])
    if question["kind"] == "number":
        right, wrong = truth, 3 * truth + 40
        assert check_guess(name, number, str(right))["verdict"] == "right"
        with pytest.raises(InputError, match="expected a number"):
            check_guess(name, number, "many")
    elif question["kind"] == "choice":
        found = {
            check_guess(name, number, choice["value"])["verdict"]: choice["value"]
            for choice in question["choices"]
        }
        right, wrong = found["right"], found["off"]
        assert len({choice["label"] for choice in question["choices"]}) == len(question["choices"])
    else:
        right, wrong = shown["truth"], "z"
    judged = check_guess(name, number, right)
    assert judged["verdict"] == "right"
    assert judged["reveal"] == shown["reveal"]
    assert check_guess(name, number, wrong)["verdict"] == "off"
    json.dumps(judged)


@pytest.mark.parametrize("name", TEN)
def test_no_figure_is_written_down(name: str) -> None:
    """Digits stand in samples (between backticks or quotation marks) and names only; the rest is computed."""
    for number, step in enumerate(load_story(name).steps, 1):
        question = step.question
        texts = [step.text, step.try_it]
        if question is not None:
            labels = [label for value, label in question.choices.items() if label != value]
            texts += [question.ask, question.reveal, *labels]
        for text in texts:
            assert not re.search(r"\d", _NAMES.sub("", text)), f"{name}, step {number}: {text}"


@pytest.mark.parametrize("screen", SCREENS)
def test_the_names_of_states_are_those_of_the_screens(screen: str) -> None:
    widget = SCREENS[screen].load()
    own = widget._settable()
    if screen in ("explorer", "stepper", "vocabulary", "divergence", "training"):
        view = widget()
        own = set(view.state) | {"selected"} & own
        view.close()
    assert own == set(SCREEN_STATES[screen])


def open_screen(screen: str, state: dict[str, Any]) -> None:
    """Raises where the screen refuses the state, or shows a problem instead of it."""
    view = SCREENS[screen].load()(**state)
    try:
        if state.get("special") != "error":  # there the page's refusal is what the story shows
            assert not getattr(view, "_status", {}).get("error"), view._status
        for name, value in state.items():
            shown = getattr(view, name)
            assert (list(shown) if isinstance(value, list) else shown) == value, name
    finally:
        view.close()


@pytest.mark.parametrize("name", TEN)
def test_every_state_opens(name: str) -> None:
    opened = []
    for number in range(1, len(load_story(name).steps) + 1):
        told = tell_step(name, number)
        states = [told["state"]] + ([check_guess(name, number, None)["state"]] if told["question"] else [])
        for state in states:
            if (told["screen"], state) not in opened:
                opened.append((told["screen"], state))
                open_screen(told["screen"], state)
