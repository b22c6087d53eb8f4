"""The dashboard (Voila) and the notebooks (JupyterLab), served from this machine to itself.

Names are loaded on first use: a visitor's kernel imports only one small file of this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
