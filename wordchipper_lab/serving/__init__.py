"""The dashboard (Voila) and the notebooks (JupyterLab), served from this machine to itself."""

from __future__ import annotations

from .dashboard import serve
from .jupyterlab import lab
from .notebooks import find_notebooks, writable_notebooks
from .resources import SHARE, prepare_environment
from .socket_limits import SocketLimits

__all__ = [
    "SHARE",
    "SocketLimits",
    "find_notebooks",
    "lab",
    "prepare_environment",
    "serve",
    "writable_notebooks",
]
