"""Where this package keeps its Voila template, and how Voila finds it."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["SHARE", "TEMPLATE", "use_own_templates"]

SHARE = Path(__file__).with_name("share")  #: a Jupyter data directory, to be put on ``JUPYTER_PATH``
TEMPLATE = "wordchipper"  #: the name of the Voila template in it


def use_own_templates() -> None:
    """Put `SHARE` on ``JUPYTER_PATH`` of this process and its children.

    The template lies below ``nbconvert/templates``, where Voila looks too: a directory ``voila`` there would
    be taken for Voila's own data directory and hide its themes.
    """
    paths = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(SHARE) not in paths:
        os.environ["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), *filter(None, paths)])
