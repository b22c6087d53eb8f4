"""Reads a story from its file, and says clearly what is wrong with one.

A story is a TOML file, ``data/<name>.toml``:

    title = "..."             about = "..."            minutes = 4

    [[steps]]
    text = "A sentence or two; samples stand in `backticks`."
    screen = "explorer"
    state = { text = "hello" }                    # of the screen, before the answer; "@name" is what a fact says
    facts.count = { check = "count_tokens", text = " strawberry" }    # what the engine is asked
    try = "Something to try on the screen."
    chart = "languages"

    [steps.question]
    kind = "number"                                                   # or "choice", "text"
    ask = "How many?"
    unit = "token"
    answer = "count"                                                  # the name of a fact
    reveal = "It is {count:token}."                                   # filled with facts
    choices = { yes = "Yes, always", no = "No" }                      # or a list, where each says itself
    then = { text = " strawberry" }                                   # of the screen, after the answer
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from ...arguments import check_name
from ...errors import InputError, WordchipperLabError
from .checks import check_arguments
from .filling import check_placeholders, placeholders
from .screen_states import check_state
from .story import KINDS, Fact, Question, Step, Story

__all__ = ["load_story", "read_story", "story_names"]

_ORDER = (
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
)
_CHARTS = ("languages",)
_STORY = {"title": str, "about": str, "minutes": int, "steps": list}
_STEP = {"text": str, "screen": str, "state": dict, "facts": dict, "question": dict, "try": str, "chart": str}
_QUESTION = {
    **{"kind": str, "ask": str, "answer": str, "reveal": str, "unit": str, "then": dict},
    "choices": (dict, list),
}

Fields = Mapping[str, Any]


@cache
def story_names() -> tuple[str, ...]:
    """The names of all stories: the ten in the order of the course, then others by name.

    >>> story_names()[:3]
    ('strawberry', 'space', 'numbers')
    """
    found = {path.name.removesuffix(".toml") for path in (files(__package__) / "data").iterdir()}
    return (*(name for name in _ORDER if name in found), *sorted(found.difference(_ORDER)))


@cache
def load_story(name: str) -> Story:
    """One of the stories that come with the package; raises `UnknownNameError` if there is none of that name.

    >>> load_story("strawberry").steps[0].screen
    'explorer'
    """
    check_name("story", name, story_names())
    return read_story(name, (files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


def read_story(name: str, source: str) -> Story:
    """The story that a file holds; raises `InputError` with the place of what is wrong.

    >>> read_story("mine", 'title = "A"')
    Traceback (most recent call last):
    wordchipper_lab.errors.InputError: story 'mine': about is missing
    """
    try:
        fields = tomllib.loads(source)
        _check_fields(fields, _STORY, required=tuple(_STORY))
    except (tomllib.TOMLDecodeError, InputError) as error:
        raise InputError(f"story {name!r}: {error}") from None
    steps = []
    for number, each in enumerate(fields["steps"], 1):
        try:
            steps.append(_read_step(each))
        except WordchipperLabError as error:
            raise InputError(f"story {name!r}, step {number}: {error}") from None
    return Story(name, fields["title"], fields["about"], fields["minutes"], tuple(steps))


def _check_fields(fields: Fields, known: Mapping[str, Any], required: tuple[str, ...]) -> None:
    for name, value in fields.items():
        kind = known[check_name("field", name, known)]
        if not isinstance(value, kind):
            raise InputError(f"{name} is {value!r}: expected {_called(kind)}")
    if missing := [name for name in required if name not in fields]:
        raise InputError(f"{missing[0]} is missing")


def _called(kind: Any) -> str:
    names = {str: "a text", int: "a whole number", dict: "a table", list: "a list"}
    return names.get(kind, "a table or a list")


def _read_step(fields: Fields) -> Step:
    _check_fields(fields, _STEP, required=("text", "screen", "state"))
    if "chart" in fields:
        check_name("chart", fields["chart"], _CHARTS)
    facts = _read_facts(fields.get("facts", {}))
    _check_state(fields["screen"], fields["state"], facts)
    for text in (fields["text"], fields.get("try", "")):
        check_placeholders(text, facts)
    question = _read_question(fields["question"], facts, fields["screen"]) if "question" in fields else None
    return Step(
        *(fields[name] for name in ("text", "screen", "state")),
        facts,
        question,
        fields.get("try", ""),
        fields.get("chart", ""),
    )


def _read_facts(fields: Fields) -> dict[str, Fact]:
    facts: dict[str, Fact] = {}
    for name, each in fields.items():
        if not isinstance(each, dict) or "check" not in each:
            raise InputError(f"the fact {name} is {each!r}: expected a table with a check")
        arguments = {key: value for key, value in each.items() if key != "check"}
        check_arguments(each["check"], arguments)
        _check_references(arguments, facts)
        facts[name] = Fact(each["check"], arguments)
    return facts


def _check_state(screen: str, state: Fields, facts: Mapping[str, Fact]) -> None:
    check_state(screen, state)
    _check_references(state, facts)


def _check_references(fields: Fields, facts: Mapping[str, Fact]) -> None:
    """ "@name" as a value is the fact of that name."""
    for value in fields.values():
        if isinstance(value, str) and value.startswith("@"):
            check_name("fact", value[1:], facts)


def _read_question(fields: Fields, facts: Mapping[str, Fact], screen: str) -> Question:
    _check_fields(fields, _QUESTION, required=("kind", "ask", "answer", "reveal"))
    check_name("kind of question", fields["kind"], KINDS)
    check_name("answer", fields["answer"], facts)
    choices = fields.get("choices", {})
    if isinstance(choices, list):
        choices = {each: each for each in choices}
    if (fields["kind"] == "choice") != (len(choices) > 1):
        raise InputError("a question has two choices or more if its kind is choice, none if not")
    for text in (fields["ask"], fields["reveal"], *choices, *choices.values()):
        check_placeholders(text, facts)
    if fields["answer"] in placeholders(fields["ask"]):
        raise InputError(f"the question gives its answer away: {fields['ask']!r}")
    _check_state(screen, fields.get("then", {}), facts)
    named = {name: fields[name] for name in ("kind", "ask", "answer", "reveal")}
    return Question(**named, choices=choices, unit=fields.get("unit", ""), then=fields.get("then", {}))
