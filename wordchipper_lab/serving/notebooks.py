"""The notebooks of this package: inside it when installed, beside it in a checkout."""

from __future__ import annotations

import uuid
from pathlib import Path
from shutil import copyfile

from platformdirs import user_data_path

from ..errors import ServeError
from ..screens.registry import HOME_NOTEBOOK

__all__ = ["INDEX_NOTEBOOK", "find_notebooks", "writable_notebooks"]

INDEX_NOTEBOOK = "index.ipynb"
"""What JupyterLab opens first: it links the others."""

_PACKAGE = Path(__file__).parents[1]


def find_notebooks() -> Path:
    """The directory that holds the notebooks of the screens; raises `ServeError` if the installation lacks it."""
    for directory in (_PACKAGE / "notebooks", _PACKAGE.parent / "notebooks"):
        if (directory / HOME_NOTEBOOK).is_file():
            return directory
    raise ServeError(
        f"no notebooks beside {_PACKAGE}: the installation is incomplete, install the package again"
    )


def writable_notebooks(data_directory: Path | None = None) -> Path:
    """A directory with the notebooks that a user may edit.

    In a checkout that is the checkout's own directory. From an installed package they are copied into the
    user's data directory (or `data_directory`); a notebook that already exists there is left unchanged.
    """
    source = find_notebooks()
    if source.parent != _PACKAGE and _is_writable(source):
        return source
    target = (data_directory or user_data_path("wordchipper-lab")) / "notebooks"
    try:
        target.mkdir(parents=True, exist_ok=True)
        for notebook in sorted(source.glob("*.ipynb")):
            if not (target / notebook.name).exists():
                copyfile(notebook, target / notebook.name)
    except OSError as error:
        raise ServeError(
            f"cannot copy the notebooks to {target}: {error}; copy them yourself from {source} and open them there"
        ) from None
    return target


def _is_writable(directory: Path) -> bool:
    probe = directory / f".{uuid.uuid4().hex}"
    try:
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True
