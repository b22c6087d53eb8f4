"""``export-notebook``: what becomes of the outputs of a notebook, and what is said when it cannot be exported."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

ERRORS = {
    "a file that is not JSON": ("hello", "is not a notebook (Expecting value"),
    "a list": ("[]", "is not a notebook (it has no field nbformat)"),
    "no cells": ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}', "is not a notebook"),
    "a format to come": (
        '{"nbformat": 9, "nbformat_minor": 0, "metadata": {}, "cells": []}',
        "is not a notebook",
    ),
    "bytes": (b"\xff\xfe\x00", "is not a notebook"),
    "an unknown kernel": (
        '{"nbformat": 4, "nbformat_minor": 4, "metadata": {"kernelspec": {"name": "nope", "display_name": "x"}}, "cells": []}',
        "names the kernel 'nope', which is not installed",
    ),
}


@pytest.fixture
def notebook(tmp_path: Path) -> Any:
    def write(*cells: str) -> Path:
        path = tmp_path / "lesson.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=list(map(nbformat.v4.new_code_cell, cells))), path)
        return path

    return write


def test_views_become_live_pages_and_other_widgets_what_they_show_without_a_kernel(
    run, notebook, tmp_path: Path
) -> None:
    page = tmp_path / "lesson.html"
    path = notebook(
        "from ipywidgets import HBox, IntSlider, VBox\n"
        "from wordchipper_lab import build_lexer\n"
        "from wordchipper_lab.widgets import Explorer, SpanView\n"
        "explorer = Explorer('hello', 'r50k_base')\n"
        "explorer",
        "IntSlider(3)",
        "VBox([HBox([SpanView('hello', build_lexer('r50k_base')), IntSlider(4)]), explorer])",
        "explorer.text = 'later'",
    )
    before = path.read_bytes()
    assert run("export-notebook", path, "--output", page).code == 0
    assert path.read_bytes() == before
    html = page.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="wordchipper-lab-pages">(.*?)</script>', html)
    assert found
    kept = json.loads(found[1])
    view, *in_box = ("".join(kept["parts"][number] for number in numbers) for numbers in kept["pages"])
    assert '"text": "later"' in view
    assert 'id="engine"' in view
    assert [re.findall(r"<title>(.*?)</title>", page) for page in in_box] == [["Spans"], ["Explorer"]]
    assert in_box[1] == view
    assert re.findall(r'class="wordchipper-lab-view" data-page="(\d)"', html) == ["0", "1", "2"]
    assert "IntSlider(value=3)" in html
    assert "send_pages" not in html
    assert "application/vnd.jupyter.widget" not in html


def test_a_cell_that_raises_is_named_and_nothing_is_written(run, notebook, tmp_path: Path) -> None:
    page = tmp_path / "lesson.html"
    done = run("export-notebook", notebook("x = 0", "1 / x"), "-o", page)
    assert (done.code, page.exists()) == (3, False)
    assert re.search(
        r"cell 2 of '.*lesson\.ipynb', which begins '1 / x', raised ZeroDivisionError: division by zero; correct it",
        done.error,
    )


@pytest.mark.deep
def test_plotly_figures_are_drawn_by_one_copy_of_plotly_js(run, notebook) -> None:
    figures = "from plotly.graph_objects import Figure\nfigure = Figure({'data': [{'y': [1, 2]}]})\nfigure"
    html = run("export-notebook", notebook(figures, "figure.show()")).out.decode()
    assert html.count("Plotly.newPlot(") == 2
    assert 4_000_000 < len(html) < 7_000_000


@pytest.mark.deep
def test_a_cell_that_raises_can_be_shown(run, notebook) -> None:
    done = run("export-notebook", notebook("1 / 0", "print('and' + ' on')"), "--allow-errors")
    assert done.code == 0
    assert b"ZeroDivisionError" in done.out
    assert b"and on" in done.out


@pytest.mark.deep
def test_a_view_that_cannot_be_exported_is_an_error_that_says_why(run, notebook) -> None:
    view = "from wordchipper_lab.widgets import SpanView\nfrom wordchipper_lab import build_lexer\n"
    view += "SpanView('a', build_lexer('r50k_base'))"
    done = run(
        "export-notebook", notebook(view, "SpanView.export_html = lambda self: 1 / 0"), "--allow-errors"
    )
    assert (done.code, done.out) == (3, b"")
    assert "lesson.ipynb' could not be exported: ZeroDivisionError: division by zero" in done.error


@pytest.mark.deep
def test_a_cell_that_ends_the_kernel_is_named(run, notebook) -> None:
    done = run("export-notebook", notebook("import os\nos._exit(1)"))
    assert done.code == 3
    assert "ended the kernel" in done.error


@pytest.mark.parametrize("what", ERRORS)
def test_what_is_not_a_notebook(run, tmp_path: Path, what: str) -> None:
    contents, problem = ERRORS[what]
    path = tmp_path / "lesson.ipynb"
    path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    done = run("export-notebook", path, "-o", tmp_path / "lesson.html")
    assert (done.code, (tmp_path / "lesson.html").exists()) == (3, False)
    assert problem in done.error


def test_a_missing_notebook(run, tmp_path: Path) -> None:
    done = run("export-notebook", tmp_path / "none.ipynb")
    assert done.code == 2
    assert "none.ipynb' does not exist" in done.error
