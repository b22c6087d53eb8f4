"""A Lab as a page without a kernel shows it: the states of its screens, and the engine that answers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..lab.languages import language_costs
from ..lab.merging import TOYS
from ..lab.stories import list_stories, load_story, story_names, tell_all
from ..lab.vocabulary.characters import SCRIPTS
from ..screens.registry import SCREENS, list_screens
from ..vocab.pretrained import pretrained_names
from .live_engine import LiveEngine
from .usual_state import usual_state

__all__ = ["LivePage", "live_page", "screens_of"]

_USUAL_MODEL = "o200k_base"


class LivePage(NamedTuple):
    """``screens`` are the states of the screens, ``state`` that of the Lab itself, ``options`` what it lists."""

    engine: LiveEngine
    screens: dict[str, dict[str, Any]]
    state: dict[str, Any]
    options: dict[str, Any]


def screens_of(stories: Sequence[str]) -> list[str]:
    """The screens that some stories show, and the first one, which the home page shows.

    Raises `UnknownNameError` for an unknown story.

    >>> screens_of(["order"])
    ['explorer', 'stepper']
    """
    shown = {step.screen for story in stories for step in load_story(story).steps}
    return [name for name in SCREENS if name in shown or name == next(iter(SCREENS))]


def live_page(
    made: Mapping[str, Any],
    states: Mapping[str, dict[str, Any]],
    state: dict[str, Any],
    stories: Sequence[str] | None = None,
) -> LivePage:
    """The page of a Lab with these screens (widgets), their `states`, and all stories, or some."""
    told = {name: tell_all(name) for name in stories or story_names()}
    models = pretrained_names() if stories is None else sorted(_models_in(told))
    background = {"told": told, "costs": language_costs()}
    more = {
        "listed": list(made),
        "usual": {name: usual_state(screen) for name, screen in made.items()},
        "background": background,
        "scripts": list(SCRIPTS),
    }
    names = {name: list(screen.state) for name, screen in made.items()}
    engine = LiveEngine("lab", names, models, TOYS, more)
    screens = {name: states[name] | screen.live_state(engine) for name, screen in made.items()}
    options = {
        "screens": [one for one in list_screens() if one["name"] in made],
        "stories": [one for one in list_stories() if one["name"] in told],
    }
    return LivePage(engine, screens, state, options)


def _models_in(told: Any) -> set[str]:
    """The pretrained vocabularies that stories name, and the usual one."""
    return {_USUAL_MODEL, *(text for text in _texts_in(told) if text in pretrained_names())}


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner)
