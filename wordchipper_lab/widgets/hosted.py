"""A screen inside another widget: what it would send over a comm of its own goes through its host's."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ipywidgets.widgets import widget as ipywidgets_widget

__all__ = ["HostedComm", "hide_from_pages", "host_screens", "hosting"]

Forward = Callable[[dict[str, Any], Any], None]
"""Sends a message ({"method": "update" | "custom", ...}) and its buffers."""

_forward: ContextVar[Forward | None] = ContextVar("forward", default=None)


class HostedComm:
    """Stands in for the comm of a screen, and forwards what the screen sends.

    Its host gives the screen what comes back: `PageWidget` messages need no comm.
    """

    def __init__(self, forward: Forward) -> None:
        self.comm_id = uuid.uuid4().hex
        self._forward = forward

    def send(self, data: dict[str, Any], metadata: object = None, buffers: Any = None) -> None:
        """Forward a message."""
        self._forward(data, buffers)

    def on_msg(self, callback: object) -> None:
        """Nothing arrives here."""

    def close(self, *_: object, **__: object) -> None:
        """There is nothing to close."""


@contextmanager
def host_screens(forward: Forward) -> Iterator[None]:
    """Screens made inside this block have a `HostedComm`."""
    before = _forward.set(forward)
    try:
        yield
    finally:
        _forward.reset(before)


def hosting() -> Forward | None:
    """How the screen that is being made sends; None for a comm of its own."""
    return _forward.get()


def hide_from_pages(model_id: str) -> None:
    """Let no page that asks for all widgets hear of this one: its host sends its state."""
    ipywidgets_widget._instances.pop(model_id, None)
