"""Batches of documents and of tiny texts, by threads, with the peers.

Extra ``bench``. Not part of the default run: ``pytest tests/benchmarks/benchmark_*.py --benchmark-only``, one file
or ``-k`` part of it; ``--benchmark-columns=median,iqr,rounds --benchmark-sort=median`` is a readable table.
"""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.benchmark.plan import plan_cases

MODELS = ("r50k_base", "cl100k_base", "o200k_base")
CASES = [
    *plan_cases(
        models=MODELS, corpora=("english", "diverse", "mixed"), modes=("batch", "batch_small"), threads="all"
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_batch(case, run_case):
    run_case(case)
