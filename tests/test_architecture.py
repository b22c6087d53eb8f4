"""The house keeps its walls: who may import whom, and what stays unloaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_rooms_look_downwards_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize(
    ("use", "unloaded"),
    [
        (
            "pass",
            {"numba", "numpy", "ipywidgets", "anywidget", "plotly", "IPython", "regex", "typer", "rich"},
        ),
        (
            "wl.Tokenizer.from_pretrained('r50k_base').encode('x')",
            {"ipywidgets", "anywidget", "plotly", "IPython", "typer", "rich"},
        ),
        ("import wordchipper_lab.lab", {"ipywidgets", "anywidget", "plotly", "IPython", "typer"}),
        (
            "import wordchipper_lab.cli.app, wordchipper_lab.serving",
            {"ipywidgets", "IPython", "voila", "jupyterlab"},
        ),
    ],
    ids=["import", "encode", "lab", "cli and serving"],
)
def test_what_is_not_needed_is_not_loaded(use: str, unloaded: set[str]) -> None:
    code = f"import sys, wordchipper_lab as wl\n{use}\nprint(*sorted({unloaded!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
