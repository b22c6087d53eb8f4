"""`export_notebook` in Python; what becomes of the outputs is tested with the command line, in tests/cli/."""

from __future__ import annotations

import asyncio
from pathlib import Path

import nbformat
import pytest

from wordchipper_lab.errors import InputError
from wordchipper_lab.widgets.notebook import export_notebook


@pytest.mark.deep
def test_a_notebook_can_be_exported_from_another_one(tmp_path: Path) -> None:
    """Where an event loop runs already; the kernel works in the notebook's folder."""
    path, page = tmp_path / "lesson.ipynb", tmp_path / "lesson.html"
    (tmp_path / "words.txt").write_text("read in its folder")
    cells = [nbformat.v4.new_code_cell("print(open('words.txt').read())")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)

    async def export() -> None:
        export_notebook(path, page)

    asyncio.run(export())
    assert "read in its folder" in page.read_text(encoding="utf-8")


def test_what_is_not_a_notebook_leaves_the_old_page(tmp_path: Path) -> None:
    path, page = tmp_path / "lesson.ipynb", tmp_path / "lesson.html"
    path.write_text("[]")
    page.write_text("old")
    with pytest.raises(InputError, match="is not a notebook"):
        export_notebook(path, page)
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["lesson.html", "lesson.ipynb"]
    assert page.read_text() == "old"
