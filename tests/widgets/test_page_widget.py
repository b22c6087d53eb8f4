"""A page may send any JSON anywhere in any message, and gets an answer that can be sent."""

from __future__ import annotations

import base64
import contextlib
import json
import sys
import zlib
from typing import Any

import anywidget
import pytest

from wordchipper_lab import widgets

LONE = "a\ud800b"
SCREENS = ["Explorer", "MergeStepper", "DivergenceLab", "VocabularyBrowser", "ThroughputLab", "TrainingLab"]


class RefusedError(Exception):
    """A visitor's mistake, whose traceback ipywidgets shows."""


class Shell:
    """Stands in for IPython's shell."""

    def showtraceback(self) -> None:
        error = sys.exc_info()[1]
        assert not isinstance(error, UnicodeEncodeError), error
        raise RefusedError from error


@pytest.fixture
def sent(monkeypatch) -> list[Any]:
    """Messages that widgets send, each encoded as ipykernel does."""
    messages: list[Any] = []

    def send(self: Any, message: Any, buffers: Any = None) -> None:
        json.dumps(message, ensure_ascii=False, default=str).encode()
        messages.append(message)

    monkeypatch.setattr("ipywidgets.Widget._send", send)
    monkeypatch.setattr("ipywidgets.widgets.widget.get_ipython", Shell)
    return messages


def receive(view: Any, **data: Any) -> None:
    with contextlib.suppress(RefusedError):
        view._handle_msg({"content": {"data": data}, "buffers": []})


def link(**state: object) -> str:
    """A permalink as only an attacker would write it."""
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(state).encode())).rstrip(b"=").decode()


@pytest.mark.parametrize("screen", SCREENS)
def test_lone_surrogates_never_come_back(screen: str, sent: list[Any]) -> None:
    view = getattr(widgets, screen)()
    ours = set(type(view).class_trait_names()) - set(anywidget.AnyWidget.class_trait_names())
    for name in sorted(ours):
        receive(
            view, method="update", state={name: [LONE] if isinstance(getattr(view, name), list) else LONE}
        )
    for do in ("link", "open", LONE):
        receive(view, method="custom", content={"do": do, "link": link(text=LONE, model=LONE), LONE: [LONE]})
    receive(
        view, method="custom", content={"do": "link", "ask": LONE, "link": link(text=LONE, compare=[LONE])}
    )
    receive(view, method="custom", content={"do": "set", "state": {"text": LONE, LONE: LONE}})
    receive(view, method="request_state")
    assert sent
    view.close()
