"""A story told as a whole, for a page without a kernel: everything that is said, and what judging a guess needs."""

from __future__ import annotations

from typing import Any

from .filling import fill, write
from .reading import load_story
from .story import Story
from .telling import choices_of, state_after, step_fact, tell_step

__all__ = ["tell_all"]


def tell_all(story: Story | str) -> list[dict[str, Any]]:
    """For each step ``told``, as by `tell_step`, and ``judging``: None, or what a guess is compared with.

    ``judging`` has ``kind``, ``truth``, ``written`` (the truth as a text), ``is_float``, ``unit``, ``choices`` (value
    -> label), ``reveal``, ``screen`` and ``state``. Its twin in the page is ``web/answers/stories.js``.

    >>> tell_all("strawberry")[0]["judging"]["truth"]
    3
    """
    whole = story if isinstance(story, Story) else load_story(story)
    return [
        {"told": tell_step(whole, number), "judging": _judging(whole, number)}
        for number in range(1, len(whole.steps) + 1)
    ]


def _judging(story: Story, number: int) -> dict[str, Any] | None:
    step = story.steps[number - 1]
    question = step.question
    if question is None:
        return None
    truth = step_fact(story, number, question.answer)
    return {
        "kind": question.kind,
        "truth": truth,
        "written": write(truth),
        "is_float": isinstance(truth, float),
        "unit": question.unit,
        "choices": choices_of(story, number, question),
        "reveal": fill(question.reveal, lambda name: step_fact(story, number, name)),
        "screen": step.screen,
        "state": state_after(story, number, question),
    }
