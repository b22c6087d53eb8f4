"""The scripts that measure pages work; nothing else runs them in CI."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.deep, pytest.mark.needs_kernel]

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize(
    ("script", "options", "expected"),
    [
        ("typing_latency.py", ("--size", "500", "--delays", "50"), "   50 ms    47 keys"),
        ("paste.py", ("--megabytes", "0.2", "--rounds", "1"), " 0.2 MB  drawn "),
    ],
)
def test_they_print_their_figures(browser: Any, script: str, options: tuple[str, ...], expected: str) -> None:
    done = subprocess.run(
        [sys.executable, BENCHMARKS / script, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
