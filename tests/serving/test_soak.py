"""One minute of what `soak.py` does for ten when run by hand: hostile and honest clients side by side."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.deep
def test_honest_pages_are_served_among_hostile_ones() -> None:
    # Speed is measured by hand on a quiet machine; here it matters only that pages are answered at all.
    patient = ["--minutes", "1", "--slowest", "45", "--term", "60", "--growth", "192"]
    bounds = ["--behind-proxy", "--max-visitors", "16", "--max-per-address", "2"]
    command = [sys.executable, str(Path(__file__).with_name("soak.py")), *patient, "--", *bounds]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
