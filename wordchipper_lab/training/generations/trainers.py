"""The generations by name, oldest first, and how to build one."""

from __future__ import annotations

from itertools import zip_longest

from ...arguments import a_function, a_text, check_name, checked, instance_of, optional
from ...errors import TrainerRegistrationError, show
from ..fast import FastTrainer
from ..options import TrainingOptions
from ..span_counts import SpanCounts
from ..symbol_counts import SymbolCounts
from ..trainer import Merge, Observer, Trainer
from .heap import HeapTrainer
from .incremental import IncrementalTrainer
from .inverted_index import InvertedIndexTrainer
from .naive import NaiveTrainer
from .parallel import ParallelTrainer

__all__ = ["TRAINERS", "build_trainer", "register_trainer", "unregister_trainer"]

_GENERATIONS: tuple[type[Trainer], ...] = (
    NaiveTrainer,
    IncrementalTrainer,
    ParallelTrainer,
    InvertedIndexTrainer,
    HeapTrainer,
    FastTrainer,
)

TRAINERS: dict[str, type[Trainer]] = {trainer.name: trainer for trainer in _GENERATIONS}
"""The generations by name, oldest first, and behind them the registered ones."""

_CHECKED_ON = {b"low": 5, b"lower": 2, b"newest": 6, b"widest": 3, b"aaaa": 2, b"abababa": 4, b"x": 9}
_MERGES = 40  # more than these spans can give: the end is looked at, too


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


def register_trainer(trainer: type[Trainer]) -> type[Trainer]:
    """Make a trainer selectable by its ``name`` wherever generations are; returns it, so it can decorate a class.

    Raises `TrainerRegistrationError` unless it is a subclass of `Trainer`, its name is free, and it makes the merges of
    `NaiveTrainer` on a few short spans.

    >>> @register_trainer
    ... class Mine(NaiveTrainer):
    ...     name = "mine"
    >>> list(TRAINERS)[-1]
    'mine'
    >>> unregister_trainer("mine")
    """
    name = getattr(trainer, "name", None)
    if not (isinstance(trainer, type) and issubclass(trainer, Trainer) and isinstance(name, str)):
        raise TrainerRegistrationError(
            f"expected a subclass of Trainer with a name, got {show(trainer)}: see NaiveTrainer, the shortest one"
        )
    if name in TRAINERS:
        raise TrainerRegistrationError(f"there is a trainer {name!r} already: give this one another name")
    expected, found = _merges_of(NaiveTrainer), _merges_of(trainer)
    for number, (theirs, its) in enumerate(zip_longest(expected, found)):
        if theirs != its:
            raise TrainerRegistrationError(
                f"{name} does not learn what BPE does: merge {number} of a small corpus is {its}, expected {theirs}"
            )
    TRAINERS[name] = trainer
    return trainer


def _merges_of(trainer: type[Trainer]) -> list[Merge]:
    corpus = SymbolCounts.from_spans(SpanCounts.from_mapping(_CHECKED_ON))
    try:
        return trainer(corpus, TrainingOptions(256 + _MERGES)).steps(_MERGES)
    except Exception as error:
        raise TrainerRegistrationError(
            f"{trainer.name} fails on a small corpus: {type(error).__name__}: {error}"
        ) from error


@checked(name=a_text)
def unregister_trainer(name: str) -> None:
    """Take back a registration; raises `TrainerRegistrationError` if there is none of this name."""
    if name not in TRAINERS or TRAINERS[name] in _GENERATIONS:
        raise TrainerRegistrationError(f"no trainer {name!r} is registered")
    del TRAINERS[name]
