"""The findings notebook: stripped of outputs, so it shows only the figures of the reader's machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[3] / "notebooks" / "findings.ipynb"


@pytest.fixture
def cells() -> list[dict[str, object]]:
    return json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]


def test_no_output_is_kept_and_every_cell_has_its_id(cells) -> None:
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in cells}) == len(cells)


def test_all_code_compiles_and_draws_without_a_network(cells) -> None:
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    compile(code, "findings.ipynb", "exec")
    assert 'renderers.default = "plotly_mimetype"' in code
    assert "FigureWidget" not in code
