"""What a served page gets with its HTML, and what it asks for afterwards."""

from __future__ import annotations

import json
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab import widgets
from wordchipper_lab.widgets.page_data import PAGE_TYPE

VIEW = "application/vnd.jupyter.widget-view+json"
GIVEN = {"SpanView": ("a", wl.Tokenizer.from_pretrained("o200k_base")), "TokenView": ("a",)}


def test_a_notebook_saves_no_code_with_its_output(monkeypatch) -> None:
    monkeypatch.delenv("VOILA_KERNEL_ID", raising=False)
    data, _ = widgets.Explorer("hello world")._repr_mimebundle_()
    assert set(data) == {"text/plain", "text/html", VIEW}
    assert "24912, 2375" in data["text/html"]
    assert len(json.dumps(data)) < 2000


@pytest.mark.parametrize("name", sorted(widgets.__all__))
def test_every_view_has_html(name: str) -> None:
    view = getattr(widgets, name)(*GIVEN.get(name, ()))
    html = view._repr_mimebundle_()[0]["text/html"]
    assert html.startswith("<p>")
    assert "<script" not in html
    view.close()


def test_a_page_gets_the_state_and_its_script(monkeypatch) -> None:
    monkeypatch.setenv("VOILA_KERNEL_ID", "x")
    view = widgets.Explorer("hello world")
    page = view._repr_mimebundle_()[0][PAGE_TYPE]
    assert page["widget"]["model_id"] == view.model_id
    assert page["widget"]["state"]["text"] == "hello world"
    assert ["_drawing", "tokens"] in page["widget"]["paths"]
    assert "</script" not in page["script"]
    json.dumps(page)


@pytest.mark.parametrize("name", ["Explorer", "Lab"])
def test_a_page_that_comes_back_hears_what_changed_meanwhile(name: str, monkeypatch) -> None:
    monkeypatch.setenv("VOILA_KERNEL_ID", "x")
    sent: list[Any] = []
    view = getattr(widgets, name)(text="a")
    view._repr_mimebundle_()
    monkeypatch.setattr("ipywidgets.Widget._send", lambda self, message, buffers=None: sent.append(message))
    ask = {"content": {"data": {"method": "request_state", "only": "answers"}}, "buffers": []}
    view._handle_msg(ask)
    assert sent == []
    explorer = view["explorer"] if name == "Lab" else view
    explorer.text = "hello world"
    sent.clear()
    view._handle_msg(ask)
    changed = [message.get("state") or message["content"]["state"] for message in sent]
    assert [set(state) >= {"_drawing", "_status"} for state in changed] == [True]
    view.close()
