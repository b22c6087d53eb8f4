"""The generations notebook: stripped of outputs, so it shows only the figures of the reader's machine."""

from __future__ import annotations

import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[3] / "notebooks" / "training_generations.ipynb"


def test_no_output_is_kept_and_all_code_compiles_and_draws_without_a_network() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in cells}) == len(cells)
    source = "\n".join("".join(cell["source"]) for cell in code)
    compile(source, "training_generations.ipynb", "exec")
    assert 'renderers.default = "plotly_mimetype"' in source
