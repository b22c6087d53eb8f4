"""Finding spans alone, with each of the four lexers.

Needs the extra ``bench``. Not part of the default run: use ``pytest tests/benchmarks/benchmark_*.py
--benchmark-only``, or name one file, or select part of it with ``-k``. Add
``--benchmark-columns=median,iqr,rounds --benchmark-sort=median`` for a readable table.
"""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.benchmark.plan import plan_cases

MODELS = ("r50k_base", "cl100k_base", "o200k_base")
CASES = [
    *plan_cases(
        models=MODELS, lexers="all", corpora=("english", "diverse", "code"), modes=("spans",), peers=()
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_spans(case, run_case):
    run_case(case)
