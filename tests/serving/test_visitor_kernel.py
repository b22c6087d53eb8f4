"""A kernel's memory is bounded, and exceeding it gives a readable message."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


@pytest.mark.deep
def test_a_kernel_loads_no_debugger(tmp_path: Path) -> None:
    program = """if True:
        import sys
        from wordchipper_lab.serving.visitor_kernel import VisitorKernelApp

        kernel = VisitorKernelApp.instance()
        kernel.initialize(["-f", sys.argv[1]])
        print(kernel.kernel.kernel_info["implementation"], [name for name in sys.modules if "pydevd" in name], file=sys.__stdout__)
    """
    started = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "kernel.json")],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert started.stdout.splitlines()[-1] == "ipython []"
