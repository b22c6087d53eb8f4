"""What people see and touch: anywidget views over `wordchipper_lab.lab`.

A view has public state (its traits), draws what the compiled engine computed, and computes no token itself.
Names are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from ..screens.registry import SCREENS

if TYPE_CHECKING:
    from .divergence_lab import DivergenceLab
    from .explorer import Explorer
    from .lab import Lab
    from .merge_stepper import MergeStepper
    from .span_view import SpanView
    from .throughput_lab import ThroughputLab
    from .token_view import TokenView
    from .training_lab import TrainingLab
    from .vocabulary_browser import VocabularyBrowser

__all__ = [
    "DivergenceLab",
    "Explorer",
    "Lab",
    "MergeStepper",
    "SpanView",
    "ThroughputLab",
    "TokenView",
    "TrainingLab",
    "VocabularyBrowser",
]

_VIEWS = {"Lab": "lab", "SpanView": "span_view", "TokenView": "token_view"}
"""Views that are not screens: class -> module. Screens are listed in `screens.registry`."""


def __getattr__(name: str) -> object:
    home = _VIEWS | {screen.widget: screen.home for screen in SCREENS.values()}
    if name not in home:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{home[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
