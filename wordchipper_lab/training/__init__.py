"""Training: texts -> counted spans -> merges -> a vocabulary, in generations named after what they add."""

from . import count_corpus
from .character import CharacterBPE
from .count_parallel import count_spans_parallel
from .distributed import count_spans_distributed
from .generations.trainers import TRAINERS, build_trainer, register_trainer, unregister_trainer
from .options import BYTE_ORDERS, SPECIAL_IDS, TrainingOptions
from .run import run_training
from .span_counts import SpanCounts
from .symbol_counts import SymbolCounts
from .ties import TIES
from .trainer import Merge, Trainer
from .training_progress import TrainingProgress

count_spans = count_corpus.count_spans
"""The function: the lines above import the submodule of the same name, which had replaced it here."""

__all__ = [
    "BYTE_ORDERS",
    "SPECIAL_IDS",
    "TIES",
    "TRAINERS",
    "CharacterBPE",
    "Merge",
    "SpanCounts",
    "SymbolCounts",
    "Trainer",
    "TrainingOptions",
    "TrainingProgress",
    "build_trainer",
    "count_spans",
    "count_spans_distributed",
    "count_spans_parallel",
    "register_trainer",
    "run_training",
    "unregister_trainer",
]
