"""What people see and touch: anywidget views over `wordchipper_lab.lab`.

A view has public state (its traits), draws what the compiled engine computed, and computes no token itself.
Names are loaded on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import lazy_names
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


def _homes() -> dict[str, str]:
    return _VIEWS | {screen.widget: screen.home for screen in SCREENS.values()}


__getattr__, __dir__ = lazy_names(__name__, _homes)
