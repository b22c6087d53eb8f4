"""What a served page needs to show a view before it has spoken to the kernel: its state, and the page's script."""

from __future__ import annotations

import base64
import os
from typing import Any

import anywidget
from ipywidgets.widgets.widget import _remove_buffers

from ..web.modules import javascript

__all__ = ["PAGE_TYPE", "is_on_a_page", "page_data"]

PAGE_TYPE = "application/vnd.wordchipper-lab.page+json"
"""One of the representations of a view: the template ``light.html.j2`` writes it into the page."""

_NEEDED = {"_esm", "_css"}


def is_on_a_page() -> bool:
    """Whether this kernel runs for a page of Voila, and not for a notebook that would save what is displayed."""
    return "VOILA_KERNEL_ID" in os.environ


def page_data(view: Any) -> dict[str, Any]:
    """The state of `view`, with binary parts as base64, and the JavaScript module that shows it (``web/page/``)."""
    view.note_shown()
    names = _NEEDED | set(view.keys) - set(anywidget.AnyWidget.class_trait_names(sync=True))
    state, paths, buffers = _remove_buffers(view.get_state(names))
    encoded = [base64.b64encode(buffer).decode() for buffer in buffers]
    widget = {"model_id": view.model_id, "state": state, "paths": paths, "buffers": encoded}
    return {"widget": widget, "script": javascript("page/page.js")}
