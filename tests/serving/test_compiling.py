"""What is compiled before the first page is let in is what that page needs, and no compiler is left behind."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import psutil
import pytest
from rich.console import Console

from wordchipper_lab.kernels.linked.load import CHOICE
from wordchipper_lab.serving import compiling
from wordchipper_lab.serving.compiling import ENCODERS, TABLES, compile_first, compiling_rest

# Kernels that are called load their compiled form, or are compiled: what the page adds was not there before it.
PROGRAM = """
import gc
from numba.core.dispatcher import Dispatcher
from wordchipper_lab.serving.first_kernels import PARTS

def called():
    kernels = [one for one in gc.get_objects() if isinstance(one, Dispatcher)]
    return {(one.py_func.__qualname__, signature) for one in kernels for signature in one.signatures}

for compile_part in PARTS.values():
    compile_part()
before = called()
from wordchipper_lab.widgets import Lab
Lab()
print(len(before), *sorted(name for name, _ in called() - before))
"""


@pytest.mark.deep
def test_the_first_page_compiles_nothing_more() -> None:
    environment = os.environ | {CHOICE: "numba"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    )
    number, *more = done.stdout.split()
    assert int(number) > 5
    assert more == []


def test_the_parts_named_here_exist() -> None:
    from wordchipper_lab.serving.first_kernels import PARTS

    assert {ENCODERS, TABLES} == set(PARTS)


def test_nothing_is_left_when_the_server_ends(monkeypatch) -> None:
    terminal, sleep = Console(file=io.StringIO()), [sys.executable, "-c", "import time; time.sleep(60)"]
    start = compiling._start
    monkeypatch.setattr(compiling, "is_compiled", lambda: False)
    monkeypatch.setattr(compiling, "_start", lambda command, **options: start(sleep, **options))
    before = set(psutil.Process().children())
    with compiling_rest(terminal):
        (process,) = set(psutil.Process().children()) - before
        if hasattr(process, "nice"):
            assert process.nice() >= 19
    assert set(psutil.Process().children()) <= before

    def fail() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_first(terminal, [ENCODERS, TABLES], fail)
    assert set(psutil.Process().children()) <= before
