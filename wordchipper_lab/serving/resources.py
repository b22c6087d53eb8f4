"""What the servers and their kernels must find: this package's Voila template, and the package itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["SHARE", "TEMPLATE", "import_no_iri_grammars", "prepare_environment"]

SHARE = Path(__file__).with_name("share")  #: a Jupyter data directory, to be put on ``JUPYTER_PATH``
TEMPLATE = "wordchipper"  #: the name of the Voila template in it


_PROJECT = Path(__file__).parents[2]


def prepare_environment() -> None:
    """Let this process and its children find `SHARE`, and a checkout that is not installed.

    A kernel runs in the notebooks' directory. Started from a checkout that is not installed (``python -m
    wordchipper_lab serve``), it would not find the package; an installed package is found anyway.

    The template is below ``nbconvert/templates``, where Voila also looks: a directory ``voila`` there would
    be mistaken for Voila's own data directory and hide its themes.
    """
    _put_first("JUPYTER_PATH", SHARE)
    _put_first("JUPYTER_CONFIG_PATH", SHARE / "config")  # JupyterLab fetches no news, and saves widgets
    if (_PROJECT / "pyproject.toml").is_file():
        _put_first("PYTHONPATH", _PROJECT)


def import_no_iri_grammars() -> None:
    """Spare this process the package ``rfc3987_syntax``, which compiles 38 grammars when it is imported.

    jsonschema imports it, when Jupyter's server is imported, to check IRIs in schemas, of which there are none here;
    without it, it checks none. 1.7 s of the 2.3 s that importing the server takes.
    """
    sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # "not to be found"


def _put_first(variable: str, path: Path) -> None:
    paths = os.environ.get(variable, "").split(os.pathsep)
    if str(path) not in paths:
        os.environ[variable] = os.pathsep.join([str(path), *filter(None, paths)])
