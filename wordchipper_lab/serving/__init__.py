"""The dashboard (Voila) and the notebooks (JupyterLab), served from this machine to itself.

Names are loaded on first use: a visitor's kernel imports only one small file of this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..lazy_names import lazy_names

if TYPE_CHECKING:
    from .dashboard import serve
    from .jupyterlab import lab
    from .notebooks import find_notebooks, writable_notebooks
    from .resources import SHARE, prepare_environment
    from .socket_limits import SocketLimits
    from .visit_limits import VisitLimits

__all__ = [
    "SHARE",
    "SocketLimits",
    "VisitLimits",
    "find_notebooks",
    "lab",
    "prepare_environment",
    "serve",
    "writable_notebooks",
]

_HOME_OF = {
    "SHARE": "resources",
    "SocketLimits": "socket_limits",
    "VisitLimits": "visit_limits",
    "find_notebooks": "notebooks",
    "lab": "jupyterlab",
    "prepare_environment": "resources",
    "serve": "dashboard",
    "writable_notebooks": "notebooks",
}

__getattr__, __dir__ = lazy_names(__name__, lambda: _HOME_OF)
