"""What people see and touch: anywidget views over `wordchipper_lab.lab`.

A view has public state (its traits), draws what the compiled engine computed, and computes no token itself.
Names are loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .divergence_lab import DivergenceLab
    from .explorer import Explorer
    from .merge_stepper import MergeStepper
    from .span_view import SpanView
    from .throughput_lab import ThroughputLab
    from .token_view import TokenView
    from .training_lab import TrainingLab
    from .vocabulary_browser import VocabularyBrowser

__all__ = [
    "DivergenceLab",
    "Explorer",
    "MergeStepper",
    "SpanView",
    "ThroughputLab",
    "TokenView",
    "TrainingLab",
    "VocabularyBrowser",
]

_HOME_OF = {
    "DivergenceLab": "divergence_lab",
    "Explorer": "explorer",
    "MergeStepper": "merge_stepper",
    "SpanView": "span_view",
    "ThroughputLab": "throughput_lab",
    "TokenView": "token_view",
    "TrainingLab": "training_lab",
    "VocabularyBrowser": "vocabulary_browser",
}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
