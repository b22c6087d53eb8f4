"""The screens, one entry each. Serving, the navigation, links, saved pages and tests read this list.

A screen is a folder here (question -> answer -> drawing), a folder ``web/screens/<name>`` that draws the answers, a
widget class with the public state, a notebook of one cell, and an entry in `SCREENS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["HOME_NOTEBOOK", "SCREENS", "Screen", "list_screens", "navigation"]


@dataclass(frozen=True)
class Screen:
    """One screen. ``name`` is also the name of its folders, and its address on a server.

    title: of links and saved pages. about: its purpose, in one line. home: the module of
    `wordchipper_lab.widgets` with the class ``widget``.
    """

    name: str
    title: str
    about: str
    home: str
    widget: str

    @property
    def notebook(self) -> str:
        """The notebook that shows it, in ``notebooks/``."""
        return f"{self.name}.ipynb"

    @property
    def module(self) -> str:
        """The JavaScript module that draws it, from ``web/`` (see `wordchipper_lab.web.modules.javascript`)."""
        return f"screens/{self.name}/{self.name}.js"

    @property
    def address(self) -> str:
        """Where a server has it, from its root."""
        return self.name

    def load(self) -> Any:
        """The widget class; this imports ipywidgets.

        >>> SCREENS["stepper"].load().__name__
        'MergeStepper'
        """
        return getattr(import_module(f"wordchipper_lab.widgets.{self.home}"), self.widget)


_ALL = (
    Screen(
        "explorer",
        "Explorer",
        "type a text and see its spans, tokens, ids and bytes",
        "explorer",
        "Explorer",
    ),
    Screen(
        "stepper",
        "Merge stepper",
        "a span through the span encoders, merge by merge",
        "merge_stepper",
        "MergeStepper",
    ),
    Screen(
        "vocabulary",
        "Vocabulary",
        "search the tokens of a vocabulary, and how they came about",
        "vocabulary_browser",
        "VocabularyBrowser",
    ),
    Screen(
        "divergence",
        "Divergence",
        "where two lexers or tokenizers differ, and why",
        "divergence_lab",
        "DivergenceLab",
    ),
    Screen(
        "throughput",
        "Throughput",
        "measure lexers, span encoders and other tokenizers",
        "throughput_lab",
        "ThroughputLab",
    ),
    Screen("training", "Training", "train a vocabulary and watch it grow", "training_lab", "TrainingLab"),
)

SCREENS: dict[str, Screen] = {screen.name: screen for screen in _ALL}
"""The screens by name, in the order of the navigation; the home page shows the first one in miniature."""


HOME_NOTEBOOK = "lab.ipynb"
"""The notebook with all screens in one page; a server shows it at its root and at every screen's address."""


def navigation() -> list[dict[str, str]]:
    """What the head of every served page links, JSON-able.

    >>> navigation()[1]
    {'name': 'stepper', 'title': 'Merge stepper', 'address': 'stepper'}
    """
    return [{"name": one.name, "title": one.title, "address": one.address} for one in SCREENS.values()]


def list_screens() -> list[dict[str, str]]:
    """What the Lab's home page says of the screens, JSON-able.

    >>> list_screens()[0]["about"]
    'type a text and see its spans, tokens, ids and bytes'
    """
    return [{"name": one.name, "title": one.title, "about": one.about} for one in SCREENS.values()]
