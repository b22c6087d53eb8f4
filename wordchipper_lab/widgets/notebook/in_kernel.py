"""The part that runs in the notebook's kernel, after its last cell: the pages of the views that were displayed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from IPython.display import display

from ..lab import Lab
from ..open_tokenizer import LIVE_VIEWS
from .running import PAGES_TYPE

__all__ = ["send_pages"]

_PATIENCE = 60.0  # seconds for an answer that is being computed


async def send_pages(model_ids: Iterable[str]) -> None:
    """Display the pages of those of these widgets that are views of this package, once their questions are answered."""
    views = {view.model_id: view for view in LIVE_VIEWS}
    pages = {}
    for model_id in model_ids:
        if model_id in views:
            await _settle(views[model_id])
            pages[model_id] = _page(views[model_id])
    display({PAGES_TYPE: pages}, raw=True)


async def _settle(view: Any) -> None:
    settled = asyncio.Event()
    view._settled(settled.set)
    with suppress(TimeoutError):  # then the page shows what was answered before
        await asyncio.wait_for(settled.wait(), _PATIENCE)


def _page(view: Any) -> str:
    page: str = view.export_html(live=True) if isinstance(view, Lab) else view.export_html()
    return page
