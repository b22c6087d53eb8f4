"""Without a browser: what a view would send is read from its state."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets import Widget


@pytest.fixture(autouse=True)
def _no_widget_is_left():
    yield
    Widget.close_all()


class Browser:
    """Asks a screen as its page does; `answer` is the latest one, None while it is pending."""

    def __init__(self, view: Any) -> None:
        self.view = view
        self.answer: dict[str, Any] | None = None
        self._asked = 0
        view.send = self._hear

    def tell(self, do: str, *buffers: bytes, **fields: Any) -> dict[str, Any]:
        """Send a message and return the kernel's immediate answer."""
        self._asked += 1
        self.answer = None
        self.view._on_message(self.view, {"do": do, "ask": self._asked, **fields}, list(buffers))
        assert self.answer is not None
        return self.answer

    def ask(self, **changes: Any) -> dict[str, Any]:
        """Apply `changes` and return the screen's status."""
        assert self.tell("set", state=changes)["problem"] is None
        return self.view._status

    def _hear(self, content: dict[str, Any], buffers: Any = None) -> None:
        if content.get("ask") == self._asked:
            self.answer = content


@pytest.fixture
def browse():
    return Browser
