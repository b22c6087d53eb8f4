"""A story as data: steps, each with a text, a screen in some state, and perhaps a question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["KINDS", "Fact", "Question", "Step", "Story"]

KINDS = ("number", "choice", "text")
"""How a question is answered: with a number, by one of several choices, or with a text."""


@dataclass(frozen=True)
class Fact:
    """Something that the engine is asked: a check and its arguments ("@name" is an earlier fact of the step)."""

    check: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Question:
    """Something to predict. ``answer`` names the fact that is the truth; ``then`` is the state of the screen that
    shows it, where the step's own state does not give it away."""

    kind: str
    ask: str
    answer: str
    reveal: str
    choices: dict[str, str] = field(default_factory=dict)
    """What the truth may be -> how that is said. Both may have placeholders."""
    unit: str = ""
    then: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Step:
    """One step; ``try_it`` is something to try on the screen, ``chart`` a chart that is shown with it ("languages")."""

    text: str
    screen: str
    state: dict[str, Any]
    facts: dict[str, Fact] = field(default_factory=dict)
    question: Question | None = None
    try_it: str = ""
    chart: str = ""


@dataclass(frozen=True)
class Story:
    """A story of a few minutes; ``name`` is the name of its file, and of links to it."""

    name: str
    title: str
    about: str
    minutes: int
    steps: tuple[Step, ...]
