"""The dashboard (Voila) and the notebooks (JupyterLab), served from this machine to itself."""

from __future__ import annotations

from .dashboard import serve
from .jupyterlab import lab
from .notebooks import find_notebooks, writable_notebooks
from .resources import SHARE, use_own_templates

__all__ = ["SHARE", "find_notebooks", "lab", "serve", "use_own_templates", "writable_notebooks"]
