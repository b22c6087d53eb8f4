"""A notebook as one HTML page in which the views are live: no kernel, no server, no network.

The notebook runs in a fresh kernel (`running`), which then gives the page of each view that was displayed
(`in_kernel`); these become part of the page that nbconvert makes of the notebook (`html_page`).
"""

from __future__ import annotations

from pathlib import Path

from ...files.whole_file import open_whole
from .html_page import html_page
from .reading import read_notebook
from .running import run_notebook

__all__ = ["export_notebook", "notebook_html"]


def export_notebook(notebook: Path, output: Path, *, allow_errors: bool = False) -> None:
    """Run the file `notebook` and write it to `output` as one HTML page; see `notebook_html`."""
    with open_whole(output) as stream:
        stream.write(notebook_html(notebook, allow_errors=allow_errors).encode())


def notebook_html(notebook: Path, *, allow_errors: bool = False) -> str:
    """The file `notebook`, run from its first cell to its last, as one HTML page.

    Views of this package are live in it, in the state in which the last cell left them, and share one copy of the
    engine and of each vocabulary; those inside a box of ipywidgets stand one below another. Plotly figures can be
    zoomed. Widgets of other packages show what they show without a kernel. The file stays as it is.

    Raises `InputError` for a file that is not a notebook, for a kernel that does not start, and for a cell that raises:
    with `allow_errors` the page shows the error, and the cells after it run.

    >>> notebook_html(Path(__file__))
    Traceback (most recent call last):
    wordchipper_lab.errors.InputError: ...__init__.py' is not a notebook (...): expected an .ipynb file of Jupyter
    """
    found = read_notebook(notebook)
    pages = run_notebook(notebook, found, allow_errors=allow_errors)
    return html_page(notebook, found, pages)
