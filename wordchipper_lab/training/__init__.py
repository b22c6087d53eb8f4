"""Training: texts -> counted spans -> merges -> a vocabulary, in generations that are named for what they add."""

from .character import CharacterBPE
from .corpus.count_corpus import count_spans
from .count_parallel import count_spans_parallel
from .distributed import count_spans_distributed
from .options import BYTE_ORDERS, TrainingOptions
from .progress import TrainingProgress
from .run import run_training
from .span_counts import SpanCounts
from .symbol_counts import SymbolCounts
from .ties import TIES
from .trainer import Merge, Trainer
from .trainers import TRAINERS, build_trainer

__all__ = [
    "BYTE_ORDERS",
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
    "run_training",
]
