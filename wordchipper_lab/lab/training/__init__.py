"""Headless engines for training screens and tables: traces of toy runs, live runs, races, the value of a
vocabulary."""

from .corpora import REAL_CORPORA, read_corpus
from .kept import keep_tokenizer, open_kept
from .live import LiveRun, count_corpus
from .race import Race, race_trainers
from .toy_corpora import TOY_CORPORA
from .trace import TrainingFrame, TrainingTrace, trace_training
from .worth import compare_worth

__all__ = [
    "REAL_CORPORA",
    "TOY_CORPORA",
    "LiveRun",
    "Race",
    "TrainingFrame",
    "TrainingTrace",
    "compare_worth",
    "count_corpus",
    "keep_tokenizer",
    "open_kept",
    "race_trainers",
    "read_corpus",
    "trace_training",
]
