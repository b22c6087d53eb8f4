"""The generations by name, oldest first, and how to build one."""

from __future__ import annotations

from ..errors import UnknownNameError
from .fast import FastTrainer
from .naive import NaiveTrainer
from .options import TrainingOptions
from .symbol_counts import SymbolCounts
from .trainer import Observer, Trainer

__all__ = ["TRAINERS", "build_trainer"]

TRAINERS: dict[str, type[Trainer]] = {trainer.name: trainer for trainer in (NaiveTrainer, FastTrainer)}


def build_trainer(
    name: str, corpus: SymbolCounts, options: TrainingOptions, *, observer: Observer | None = None
) -> Trainer:
    """A trainer of one of the `TRAINERS`; raises `UnknownNameError` for another name."""
    if name not in TRAINERS:
        raise UnknownNameError("trainer", name, TRAINERS)
    return TRAINERS[name](corpus, options, observer=observer)
