"""The articles' tables, measured on this machine: generations by size, crossover, affected spans, heap, memory."""

from .affected import AffectedBand, affected_table, measure_affected
from .crossover import Crossover, crossover_table, find_crossover
from .heaps import HeapRun, heap_table, measure_heaps
from .memory import GenerationMemory, measure_trainer_memory, memory_table
from .table_texts import TABLE_CORPORA, table_texts
from .times import (
    CorpusFacts,
    GenerationTimes,
    TimeTable,
    count_symbols,
    measure_times,
    speedup_table,
    times_table,
)

__all__ = [
    "TABLE_CORPORA",
    "AffectedBand",
    "CorpusFacts",
    "Crossover",
    "GenerationMemory",
    "GenerationTimes",
    "HeapRun",
    "TimeTable",
    "affected_table",
    "count_symbols",
    "crossover_table",
    "find_crossover",
    "heap_table",
    "measure_affected",
    "measure_heaps",
    "measure_times",
    "measure_trainer_memory",
    "memory_table",
    "speedup_table",
    "table_texts",
    "times_table",
]
