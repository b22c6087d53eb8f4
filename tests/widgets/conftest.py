"""No browser here: what a view would send is read from its state."""

from __future__ import annotations

from typing import Any

import pytest
from ipywidgets import Widget

from wordchipper_lab.widgets import Explorer


@pytest.fixture(autouse=True)
def _no_widget_is_left():
    yield
    Widget.close_all()


class Browser:
    """Asks an Explorer as its page does: state and sequence number in one message."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer

    def ask(self, **changes: Any) -> dict[str, Any]:
        sequence = self.explorer._sequence + 1
        self.explorer.set_state({**changes, "_sequence": sequence})
        return self.explorer._status


@pytest.fixture
def browse():
    return Browser
