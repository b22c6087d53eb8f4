"""A kernel's memory is bounded, and exceeding it gives a readable message."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import numpy as np
from wordchipper_lab.serving.visitor_kernel import bound_memory
from wordchipper_lab.screens.explain_problem import explain_problem

bound_memory(1500 << 20)
try:
    np.ones(2_000 << 20, dtype=np.uint8)
except MemoryError as error:
    print(explain_problem(error))
print(np.ones(100 << 20, dtype=np.uint8).sum())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux counts mapped memory")
def test_what_does_not_fit_is_a_problem_in_words_and_the_kernel_goes_on() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=120
    )
    problem, total = told.stdout.splitlines()
    assert "1,500 MiB" in problem
    assert "--visitor-memory" in problem
    assert int(total) == 100 << 20
