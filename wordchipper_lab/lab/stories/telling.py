"""Tells a story, step by step, and judges guesses: JSON-able, every figure from the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...arguments import check_number
from ...errors import InputError
from .checks import Value, call_check
from .filling import fill, write
from .judging import judge_choice, judge_number, judge_text
from .reading import load_story, story_names
from .story import Question, Step, Story

_SAMPLE = re.compile("[│·]")

__all__ = ["check_guess", "choices_of", "list_stories", "state_after", "step_fact", "tell_step"]


def list_stories() -> list[dict[str, Any]]:
    """All stories, without their steps.

    >>> [story["name"] for story in list_stories()][:2], sorted(list_stories()[0])
    (['strawberry', 'space'], ['about', 'minutes', 'name', 'steps', 'title'])
    """
    stories = map(load_story, story_names())
    named = ("name", "title", "about", "minutes")
    return [{name: getattr(one, name) for name in named} | {"steps": len(one.steps)} for one in stories]


def tell_step(story: Story | str, number: int) -> dict[str, Any]:
    """Step `number`, the first being 1, without the answer to its question.

    ``story``, ``title``, ``number``, ``of``, ``text``, ``screen``, ``state``, ``question`` (None, or its ``kind``,
    ``ask``, ``unit`` and ``choices``, each with a ``value`` and a ``label``), ``try`` and ``chart`` ("languages": the
    chart of `language_costs`, in the vocabulary of the state). Samples in texts stand between backticks.
    Raises `UnknownNameError` for an unknown story, `ArgumentError` for a step that it does not have.

    >>> told = tell_step("strawberry", 1)
    >>> told["number"], told["screen"], told["question"]["kind"]
    (1, 'explorer', 'number')
    """
    whole, step = _find(story, number)
    question = step.question

    def fact(name: str) -> Value:
        return step_fact(whole, number, name)

    asked = None
    if question is not None:
        choices = [
            {"value": value, "label": label} for value, label in choices_of(whole, number, question).items()
        ]
        asked = {
            "kind": question.kind,
            "ask": fill(question.ask, fact),
            "unit": question.unit,
            "choices": choices,
        }
    return {
        "story": whole.name,
        "title": whole.title,
        "number": number,
        "of": len(whole.steps),
        "text": fill(step.text, fact),
        "screen": step.screen,
        "state": _with_facts(whole, number, step.state),
        "question": asked,
        "try": fill(step.try_it, fact),
        "chart": step.chart,
    }


def check_guess(story: Story | str, number: int, guess: object) -> dict[str, Any]:
    """What is true, beside what was guessed; without a guess (None), what is true.

    ``verdict`` ("right", "close", "off"; "shown" without a guess), ``said`` (that in words), ``guess`` and ``truth`` as
    texts, ``numbers`` (None, or both as numbers, with their unit), ``reveal``, and the ``screen`` and ``state`` that
    show it. Raises `InputError` for a guess that cannot be one, and for a step without a question; else as `tell_step`.

    >>> found = check_guess("strawberry", 1, 10)
    >>> found["verdict"], found["truth"], found["numbers"]["guess"]
    ('off', '3', 10)
    """
    whole, step = _find(story, number)
    question = step.question
    if question is None:
        raise InputError(f"step {number} of {whole.name!r} asks nothing")
    truth = step_fact(whole, number, question.answer)
    judged = _judge(whole, number, question, truth, guess)
    reveal = fill(question.reveal, lambda name: step_fact(whole, number, name))
    state = state_after(whole, number, question)
    return judged | {"reveal": reveal, "screen": step.screen, "state": state}


def state_after(story: Story, number: int, question: Question) -> dict[str, Any]:
    """The state of the screen that shows the answer to the question of a step."""
    return _with_facts(story, number, story.steps[number - 1].state | question.then)


def step_fact(story: Story | str, number: int, name: str) -> Value:
    """What the engine says of a fact of a step; it is asked once."""
    whole, step = _find(story, number)
    fact = step.facts[name]
    arguments = _with_facts(whole, number, fact.arguments)
    return _ask(fact.check, json.dumps(arguments, sort_keys=True))


def _with_facts(story: Story, number: int, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields, with what the engine says where one names a fact: "@name"."""
    return {
        key: step_fact(story, number, value[1:])
        if isinstance(value, str) and value.startswith("@")
        else value
        for key, value in fields.items()
    }


@cache
def _ask(check: str, arguments: str) -> Value:
    return call_check(check, json.loads(arguments))


def _judge(story: Story, number: int, question: Question, truth: Value, guess: object) -> dict[str, Any]:
    choices = choices_of(story, number, question)
    if guess is None:
        shown = choices.get(write(truth), write(truth))
        return {"verdict": "shown", "said": "", "guess": "", "truth": shown, "numbers": None}
    if question.kind == "choice":
        return judge_choice(guess, write(truth), choices)
    if question.kind == "text":
        return judge_text(guess, truth)
    if isinstance(truth, bool) or not isinstance(truth, int | float):
        raise InputError(f"the answer to a question for a number is {truth!r}")
    return judge_number(guess, truth, question.unit)


def choices_of(story: Story, number: int, question: Question) -> dict[str, str]:
    """What the truth may be -> how that is said, with facts in place."""

    def filled(text: str) -> str:
        return fill(text, lambda name: step_fact(story, number, name))

    choices = {filled(value): filled(label) for value, label in question.choices.items()}
    # Tokens with the cuts between them, or with their spaces, stand in backticks as all samples do.
    if any(_SAMPLE.search(label) for label in choices.values()):
        return {value: label if label != value else f"`{label}`" for value, label in choices.items()}
    return choices


def _find(story: Story | str, number: int) -> tuple[Story, Step]:
    whole = story if isinstance(story, Story) else load_story(story)
    return whole, whole.steps[check_number("number", number, 1, len(whole.steps)) - 1]
