"""The description covers the machine, not its owner."""

from __future__ import annotations

import getpass
import json
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from wordchipper_lab.lab.benchmark.this_machine import describe_machine

ROOT = Path(__file__).parents[3]


def test_it_says_what_figures_depend_on() -> None:
    machine = describe_machine()
    assert machine["cpu"]
    assert 1 <= machine["usable_cores"] <= machine["cores"]
    assert machine["python"].endswith(platform.python_version())
    assert machine["numba"][0].isdigit()
    assert "tiktoken" in machine["peers"]


@pytest.mark.deep
def test_it_is_the_same_in_every_process() -> None:
    code = "import json\nfrom wordchipper_lab.lab.benchmark.this_machine import *\nprint(json.dumps(describe_machine()))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == describe_machine()


def test_it_names_neither_host_nor_user_nor_path() -> None:
    text = json.dumps(describe_machine())
    assert str(Path.home()) not in text
    assert str(Path(sys.prefix)) not in text
    words = text.replace('"', " ").replace(",", " ").split()
    assert platform.node() not in words
    assert getpass.getuser() not in words
