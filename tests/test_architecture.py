"""The house keeps its walls: which modules may import which, and what stays unloaded."""

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


@pytest.mark.sampled("[import]", "cli and serving", "[lab]")
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
            {"ipywidgets", "IPython", "voila", "jupyterlab", "plotly"},
        ),
        (
            "from wordchipper_lab.widgets import Explorer, MergeStepper, ThroughputLab, TrainingLab; Explorer('a')",
            {"plotly", "voila", "jupyterlab"},
        ),
    ],
    ids=["import", "encode", "lab", "cli and serving", "screens"],
)
def test_what_is_not_needed_is_not_loaded(use: str, unloaded: set[str]) -> None:
    code = f"import sys, wordchipper_lab as wl\n{use}\nprint(*sorted({unloaded!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.deep
def test_without_plotly_everything_but_its_figures_works() -> None:
    code = (
        "import sys; sys.modules['plotly'] = None\n"
        "import wordchipper_lab as wl, wordchipper_lab.cli.app, wordchipper_lab.lab, wordchipper_lab.serving.dashboard\n"
        "from wordchipper_lab.widgets import Explorer, ThroughputLab\n"
        "print(Explorer('hello world').ids, ThroughputLab().to_code()[:13], wl.Tokenizer.from_pretrained('gpt2').count('a b'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[24912,", "2375]", "run_benchmark", "2"]


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Import cycles, including imports inside functions and behind ``TYPE_CHECKING``."""
    from grimp import build_graph

    graph = build_graph("wordchipper_lab", cache_dir=None, exclude_type_checking_imports=False)
    found = []
    for module in sorted(graph.modules):
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported != module and graph.chain_exists(importer=imported, imported=module):
                found.append((module, imported))
    assert found == []
