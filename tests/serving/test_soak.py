"""A minute of what `soak.py` does by hand for ten: hostile and honest clients side by side."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.deep
def test_honest_pages_are_served_among_hostile_ones() -> None:
    # How fast is for a run by hand on a quiet machine to say: here it is that they are answered at all.
    patient = ["--minutes", "1", "--slowest", "45", "--term", "60", "--growth", "192"]
    bounds = ["--behind-proxy", "--max-visitors", "16", "--max-per-address", "2"]
    command = [sys.executable, str(Path(__file__).with_name("soak.py")), *patient, "--", *bounds]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
