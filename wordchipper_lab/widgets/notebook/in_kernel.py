"""The part that runs in the notebook's kernel, after its last cell: the pages of the views that were displayed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from IPython.display import display
from ipywidgets import Box
from ipywidgets.widgets.widget import _instances

from ..lab import Lab
from ..messages import AnsweringWidget
from .running import PAGES_TYPE

__all__ = ["send_pages"]

_PATIENCE = 60.0  # seconds for an answer that is being computed


async def send_pages(model_ids: Iterable[str]) -> None:
    """Display the pages of the views of this package among these widgets, once their questions are answered."""
    pages = {}
    for model_id in model_ids:
        if views := list(_views_in(_instances.get(model_id))):
            for view in views:
                await _settle(view)
            pages[model_id] = [_page(view) for view in views]
    display({PAGES_TYPE: pages}, raw=True)


def _views_in(widget: object) -> Iterator[AnsweringWidget]:
    """The widget itself, or those in it if it is a box, a row of tabs or the like."""
    if isinstance(widget, AnsweringWidget):
        yield widget
    elif isinstance(widget, Box):
        for child in widget.children:
            yield from _views_in(child)


async def _settle(view: Any) -> None:
    settled = asyncio.Event()
    view._settled(settled.set)
    with suppress(TimeoutError):  # then the page shows what was answered before
        await asyncio.wait_for(settled.wait(), _PATIENCE)


def _page(view: Any) -> str:
    page: str = view.export_html(live=True) if isinstance(view, Lab) else view.export_html()
    return page
