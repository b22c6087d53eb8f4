"""Ids to text, from a list and from an array, with the peers.

Extra ``bench``. Not part of the default run: ``pytest tests/benchmarks/benchmark_*.py --benchmark-only``, one file
or ``-k`` part of it; ``--benchmark-columns=median,iqr,rounds --benchmark-sort=median`` is a readable table.
"""

from __future__ import annotations

import pytest

from wordchipper_lab.lab.benchmark.plan import plan_cases

MODELS = ("r50k_base", "cl100k_base", "o200k_base")
CASES = [
    *plan_cases(models=MODELS, corpora=("english", "diverse"), modes=("decode", "decode_array")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_decode(case, run_case):
    run_case(case)
