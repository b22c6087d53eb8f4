"""A notebook file is read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ...errors import InputError

__all__ = ["read_notebook"]


def read_notebook(path: Path) -> Any:
    """The notebook in the file `path`, in nbformat 4; raises `InputError` if there is none in it."""
    import nbformat

    data = path.read_bytes()
    try:
        found = json.loads(data)
        if not isinstance(found, dict) or "nbformat" not in found:
            raise ValueError("it has no field nbformat")
        notebook = nbformat.reads(data.decode(), as_version=4)
        nbformat.validate(notebook)
    except (ValueError, KeyError, TypeError, AttributeError, nbformat.ValidationError) as error:
        why = str(error).split("\n")[0]
        raise InputError(
            f"{str(path)!r} is not a notebook ({why}): expected an .ipynb file of Jupyter"
        ) from error
    return notebook
