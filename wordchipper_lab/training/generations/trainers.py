"""The generations by name, oldest first, and how to build one."""

from __future__ import annotations

from ...arguments import a_function, check_name, checked, instance_of, optional
from ..fast import FastTrainer
from ..options import TrainingOptions
from ..symbol_counts import SymbolCounts
from ..trainer import Observer, Trainer
from .heap import HeapTrainer
from .incremental import IncrementalTrainer
from .inverted_index import InvertedIndexTrainer
from .naive import NaiveTrainer
from .parallel import ParallelTrainer

__all__ = ["TRAINERS", "build_trainer"]

_GENERATIONS: tuple[type[Trainer], ...] = (
    NaiveTrainer,
    IncrementalTrainer,
    ParallelTrainer,
    InvertedIndexTrainer,
    HeapTrainer,
    FastTrainer,
)

TRAINERS: dict[str, type[Trainer]] = {trainer.name: trainer for trainer in _GENERATIONS}


@checked(
    corpus=instance_of("SymbolCounts", SymbolCounts),
    options=instance_of("TrainingOptions", TrainingOptions),
    observer=optional(a_function),
)
def build_trainer(
    name: str,
    corpus: SymbolCounts,
    options: TrainingOptions,
    *,
    observer: Observer | None = None,
    **settings: object,
) -> Trainer:
    """A trainer of one of the `TRAINERS`; raises `UnknownNameError` for another name.

    settings: options of that generation only, such as ``compact_at`` of "heap".
    """
    return TRAINERS[check_name("trainer", name, TRAINERS)](corpus, options, observer=observer, **settings)  # type: ignore[arg-type]
