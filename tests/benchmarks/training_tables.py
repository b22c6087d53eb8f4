"""``python tests/benchmarks/training_tables.py [CORPUS ...]``: measure the articles' training tables.

A corpus is "python" (the standard library's sources), "documentation" (Python's manual), "english", "diverse"
(the Universal Declaration of Human Rights), "code", or a file (UTF-8 text, or Parquet with a column "text").
Prints Markdown.

--sizes MB ...     cut each corpus to these sizes in megabytes (10^6 bytes), one table each
--vocab N ...      vocabulary sizes
--trainers NAME .. generations
--budget S         stop a generation after this many seconds of merging and estimate its time
--only PART ...    parts: times crossover affected heap memory
--pattern P        split pattern
--json FILE        write all measurements to FILE as JSON
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from wordchipper_lab.lab.benchmark.this_machine import describe_machine
from wordchipper_lab.lab.reports.table import Table
from wordchipper_lab.lab.training.tables import (
    affected_table,
    count_symbols,
    crossover_table,
    find_crossover,
    heap_table,
    measure_affected,
    measure_heaps,
    measure_times,
    measure_trainer_memory,
    memory_table,
    speedup_table,
    table_texts,
    times_table,
)
from wordchipper_lab.lab.training.tables.crossover import FINE_SIZES
from wordchipper_lab.training import TRAINERS, TrainingOptions, build_trainer

PARTS = ("times", "crossover", "affected", "heap", "memory")
MEMORY_MB = 0.5  # tracemalloc is slow


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description="The articles' training tables, as Markdown.")
    parser.add_argument("corpora", nargs="*", default=["python"], metavar="CORPUS")
    parser.add_argument("--sizes", nargs="+", type=float, default=[1.0, 5.0], metavar="MB")
    parser.add_argument("--vocab", nargs="+", type=int, default=[1000, 2000, 5000], metavar="N")
    parser.add_argument("--trainers", nargs="+", choices=tuple(TRAINERS), default=tuple(TRAINERS))
    parser.add_argument("--budget", type=float, default=20.0, metavar="S")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--pattern", default="r50k_base")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


def all_tables(options: argparse.Namespace, data: list[Any]) -> Iterator[Table]:
    """Yield the tables as they are measured, and append their figures to `data`."""
    crossovers = []
    for corpus in options.corpora:
        for megabytes in options.sizes:
            texts = table_texts(corpus, int(megabytes * 1e6))
            n_bytes = sum(len(text.encode()) for text in texts)
            name = f"{Path(corpus).name}, {n_bytes / 1e6:.1f} MB"
            if "times" in options.only:
                found = measure_times(
                    Path(corpus).name,
                    texts,
                    options.vocab,
                    options.trainers,
                    pattern=options.pattern,
                    budget=options.budget,
                )
                data.append(found.to_json())
                yield times_table(found)
                yield speedup_table(found)
            if "crossover" in options.only:
                pair = ("inverted_index", "heap")
                fine = measure_times(name, texts, FINE_SIZES, pair, pattern=options.pattern, budget=600)
                crossovers.append(find_crossover(fine))
                data.append(fine.to_json())
            yield from one_corpus(options, name, texts, data)
            if n_bytes < megabytes * 1e6:
                break  # the corpus has no more text
    if crossovers:
        yield crossover_table(crossovers)


def one_corpus(options: argparse.Namespace, name: str, texts: list[str], data: list[Any]) -> Iterator[Table]:
    """Yield the tables that need only one run of a generation."""
    symbols = count_symbols(texts, options.pattern)
    largest = max(options.vocab)
    if "affected" in options.only:
        merges = list(build_trainer("heap", symbols, TrainingOptions(largest)))
        bands = measure_affected(merges, len(symbols.ends))
        data.append([asdict(band) for band in bands])
        yield affected_table(name, bands)
    if "heap" in options.only:
        runs = measure_heaps(symbols, largest - 256)
        data.append([asdict(run) for run in runs])
        yield heap_table(name, runs)
    if "memory" in options.only:
        little = count_symbols([_cut("".join(texts), MEMORY_MB)], options.pattern)
        trainers = [name for name in options.trainers if name not in ("naive", "parallel")]
        memory = measure_trainer_memory(little, min(largest, 1000) - 256, trainers)
        data.append([asdict(found) for found in memory])
        yield memory_table(f"{name}, the first {MEMORY_MB} MB of it", memory)


def _cut(text: str, megabytes: float) -> str:
    return text.encode()[: int(megabytes * 1e6)].decode(errors="ignore")


def main() -> None:
    """Print the tables one by one."""
    options = read_options()
    machine = describe_machine()
    data: list[Any] = [machine]
    print(f"{machine['cpu']}, {machine['usable_cores']} cores, {machine['python']}\n")
    for table in all_tables(options, data):
        print(table.to_markdown(), flush=True)
    if options.json:
        options.json.write_text(json.dumps(data, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
