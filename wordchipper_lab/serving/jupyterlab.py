"""``lab``: the notebooks in JupyterLab."""

from __future__ import annotations

import os
import sys

from ..errors import ServeError
from .notebooks import INDEX_NOTEBOOK, writable_notebooks
from .ports import choose_port
from .resources import prepare_environment
from .run_as_one import run_as_one

__all__ = ["lab"]

USUAL_PORT = 8888


def lab(*, host: str = "127.0.0.1", port: int | None = None, open_browser: bool = True) -> None:
    """Open the notebooks in JupyterLab until interrupted or ended by a signal.

    An installed package's notebooks are copied to the user's data directory first. Raises `ServeError` if the
    port is in use or JupyterLab ends with an error.
    """
    directory = writable_notebooks()
    port = choose_port(host, port, USUAL_PORT)
    prepare_environment()
    command = [
        *(sys.executable, "-m", "jupyter", "lab"),
        f"--LabApp.default_url=/lab/tree/{INDEX_NOTEBOOK}",
        # Nothing is downloaded: no news, no check for a newer JupyterLab, no list of extensions.
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        "--ServerApp.contents_manager_class=wordchipper_lab.serving.notebook_files.NotebookFiles",
        f"--ServerApp.root_dir={directory}",
        f"--ServerApp.ip={host}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.open_browser={open_browser}",
    ]
    print(f"Notebooks in {directory}", flush=True)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # root in a container is normal, and Voila accepts it too
    # In a separate process, because JupyterLab takes over signal handling, logging and the event loop.
    code = run_as_one(command, directory)
    if code > 0:
        raise ServeError(f"JupyterLab ended with code {code}: see its messages above")
