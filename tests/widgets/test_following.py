"""A screen whose page draws by itself: nothing comes back, until something comes from elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from wordchipper_lab.widgets import DivergenceLab, Explorer, MergeStepper, TrainingLab, VocabularyBrowser
from wordchipper_lab.widgets.hosted import host_screens
from wordchipper_lab.widgets.page_engine import page_engine

SCREENS = [DivergenceLab, Explorer, MergeStepper, TrainingLab, VocabularyBrowser]


class Page:
    """What a page sends, and what it hears: names of state, and answers."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        with host_screens(lambda data, buffers: self.heard.append(data)):
            self.screen = Explorer("hello")
        self.heard.clear()

    def send(self, do: str, **fields: Any) -> list[dict[str, Any]]:
        """Returns what the page hears of that."""
        self.heard.clear()
        self.screen.receive({"do": do, "ask": 1, **fields})
        return self.heard

    def draw(self, **state: Any) -> list[dict[str, Any]]:
        return self.send("set", state=state, drawn=True)


def states(heard: list[dict[str, Any]]) -> set[str]:
    return {name for data in heard if data["method"] == "update" for name in data["state"]}


def test_what_the_page_has_drawn_is_answered_and_computed_and_not_sent() -> None:
    page = Page()
    heard = page.draw(text="hello world", selected=1)
    assert [data["method"] for data in heard] == ["custom"]
    assert heard[0]["content"]["problem"] is None
    assert page.screen.ids == [24912, 2375]
    assert page.screen._tree["place"] == 1


def test_the_next_question_is_answered_with_all_that_was_held_back() -> None:
    page = Page()
    page.draw(text="hello world", selected=1)
    heard = page.send("set", state={"glyphs": False})
    assert states(heard) == {"_drawing", "_status", "_tree"}
    assert heard[-1]["method"] == "custom", "the answer comes last"
    assert states(page.send("set", state={"glyphs": True})) == set()


def test_what_python_changes_is_sent_with_all_that_was_held_back() -> None:
    page = Page()
    page.draw(text="hello world", selected=1)
    page.heard.clear()
    page.screen.special = "text"
    assert states(page.heard) == {"special", "_drawing", "_status", "_tree"}
    page.heard.clear()
    page.screen.text = "hello"
    assert {"text", "_drawing"} <= states(page.heard)


def test_a_page_that_does_not_know_what_is_shown_gets_everything() -> None:
    page = Page()
    assert states(page.send("set", state={}, redraw=True)) == Explorer.drawn_in_pages


def test_what_is_refused_changes_nothing_and_is_said() -> None:
    page = Page()
    heard = page.draw(nope=1)
    assert "unknown state 'nope'" in heard[-1]["content"]["problem"]
    heard = page.draw(text=3)
    assert heard[-1]["content"]["problem"]
    assert page.screen.text == "hello"


@pytest.mark.parametrize("screen", SCREENS)
def test_what_a_page_may_draw_is_no_public_state(screen: Any) -> None:
    assert screen.drawn_in_pages
    assert all(screen.has_trait(screen(), name) for name in screen.drawn_in_pages)
    assert not screen.drawn_in_pages & screen._settable()


def test_the_engine_is_handed_over_with_vocabularies_that_are_there() -> None:
    page = Page()
    (answer,) = page.send("engine", models=["r50k_base", "tokenizer.json@1234"], first=True)
    assert answer["content"]["parts"] == ["module", "worker", "r50k_base"]
    assert "r50k_base" in answer["content"]["models"]
    assert [len(part) for part in page_engine(["nope"], is_first=False)["buffers"]] == []
    (answer,) = page.send("engine", models=3)
    assert "expected a list of texts" in answer["content"]["problem"]
