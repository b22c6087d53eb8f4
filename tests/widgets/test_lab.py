"""All screens in one widget: made when first opened, with one text, one tokenizer and one pinned token."""

from __future__ import annotations

from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import UnknownNameError
from wordchipper_lab.lab.permalink import pack_state
from wordchipper_lab.screens.registry import SCREENS
from wordchipper_lab.widgets import Explorer, Lab
from wordchipper_lab.widgets.shared_choice import SharedChoice


class Page:
    """Speaks for the page: sends messages to a Lab, and keeps what it answers."""

    def __init__(self, lab: Lab) -> None:
        self.lab, self.heard = lab, []
        lab.send = lambda content, buffers=None: self.heard.append(content)
        lab.get_state()  # as when the page is opened

    def ask(self, **message: Any) -> dict[str, Any]:
        self.lab._on_message(self.lab, message | {"ask": len(self.heard)}, [])
        return next(said for said in reversed(self.heard) if "answered" in said)

    def open(self, screen: str, **more: Any) -> dict[str, Any]:
        return self.ask(do="open", screen=screen, **more)

    def opened(self) -> list[str]:
        return [said["screen"] for said in self.heard if said.get("method") == "open"]


@pytest.fixture
def page() -> Page:
    return Page(Lab())


def test_a_screen_is_made_when_it_is_first_opened(page: Page) -> None:
    assert list(page.lab.get_state(["_screens"])["_screens"]) == ["explorer"]
    assert page.open("stepper")["problem"] is None
    assert page.open("explorer")["problem"] is None
    assert page.open("stepper")["problem"] is None
    assert page.opened() == ["stepper"]
    assert list(page.lab.get_state(["_screens"])["_screens"]) == ["explorer", "stepper"]


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_opens_and_is_drawn_by_its_own_module(page: Page, screen: str) -> None:
    assert page.open(screen)["problem"] is None
    state = page.lab.get_state(["_screens"])["_screens"][screen]
    assert state["_esm"] == SCREENS[screen].load()._esm
    assert state["_first"] == page.lab[screen].state
    assert not [name for name in state if name.startswith(("_model", "_view", "layout"))]


def test_a_first_text_stays_until_another_one_is_typed(page: Page) -> None:
    page.open("stepper")
    assert page.lab["stepper"].text == " tokenization"
    page.open("explorer")
    page.lab["explorer"].text = "hello wonderful world"
    page.open("stepper")
    assert page.lab["stepper"].text == "hello wonderful world"


def test_text_tokenizer_and_pin_go_along(page: Page) -> None:
    explorer = page.lab["explorer"]
    explorer.set_state({"text": "low lower newest", "model": "r50k_base", "selected": 2})
    token = explorer.ids[2]
    page.open("stepper")
    stepper = page.lab["stepper"]
    assert (stepper.text, stepper.model) == ("low lower newest", "r50k_base")
    assert stepper._status["spans"][stepper.span]["text"] == " newest"
    page.open("vocabulary")
    assert (page.lab["vocabulary"].model, page.lab["vocabulary"].selected) == ("r50k_base", token)
    page.open("divergence")
    assert page.lab["divergence"].text == "low lower newest"
    page.lab["divergence"].text = "another text"
    page.open("explorer")
    assert (explorer.text, explorer.model, explorer.selected) == ("another text", "r50k_base", -1)


def test_the_span_alone_of_a_text_that_is_too_long_to_step_through(page: Page) -> None:
    page.lab["explorer"].set_state({"text": "wonderful " * 5000, "selected": 2500})
    assert page.open("stepper")["problem"] is None
    assert (page.lab["stepper"].text, page.lab["stepper"].whole) == (" wonderful", True)
    page.open("explorer")
    assert page.lab["explorer"].text == "wonderful " * 5000


def test_a_state_and_a_link(page: Page) -> None:
    page.lab["explorer"].text = "typed"
    page.open("stepper", state={"text": "low", "lanes": ["merge_heap"]})
    stepper = page.lab["stepper"]
    assert (stepper.text, stepper.lanes) == ("low", ["merge_heap"])
    page.open("stepper", link=pack_state({"text": "lower"}))
    usual = page.lab.get_state(["_screens"])["_screens"]["stepper"]["_usual"]
    assert stepper.state == usual | {"text": "lower"}
    assert len(stepper.lanes) == 5, "as from Python, not as it opens on a page"


def test_what_was_chosen_before_a_reload_goes_along_after_it(page: Page) -> None:
    page.lab["explorer"].set_state({"text": "low lower", "model": "r50k_base"})
    along = page.open("training")["along"]
    assert along == {"text": "low lower", "model": "r50k_base"}
    again = Page(Lab())
    again.open(
        "training", state=page.lab["training"].state, chosen=True, along=along | {"span": 3, "text": 7}
    )
    again.open("divergence", link=pack_state({"text": "a b"}), chosen=True)
    again.open("stepper", alone={"text": "of a story"})
    again.open("explorer")
    explorer = again.lab["explorer"]
    assert (explorer.text, explorer.model) == ("a b", "r50k_base")
    explorer.text = "a" * 100_000
    assert again.open("divergence")["along"] == {"model": "r50k_base"}, (
        "a long text would travel at every step"
    )


def test_what_cannot_be_opened_is_a_problem_in_words(page: Page) -> None:
    assert "unknown screen 'nowhere'" in page.open("nowhere")["problem"]
    assert "damaged" in page.open("stepper", link="???")["problem"]
    assert page.open("divergence", state={"source": "nonsense"})["problem"] is not None
    assert page.ask(to="stepper", content={"do": "alive"})["problem"].startswith("unknown message None")


def test_messages_reach_the_screen_and_its_answers_the_page(page: Page) -> None:
    page.open("explorer")
    page.heard.clear()
    page.lab._on_message(
        page.lab, {"to": "explorer", "content": {"do": "set", "state": {"text": "hi"}, "ask": 7}}, []
    )
    updates = [said for said in page.heard if said.get("method") == "update"]
    assert {said["screen"] for said in page.heard} == {"explorer"}
    assert any("_drawing" in said["state"] for said in updates)
    [answer] = [said["content"] for said in page.heard if said.get("method") == "custom"]
    assert (answer["answered"], answer["ask"], answer["problem"]) == ("set", 7, None)


def test_from_python() -> None:
    lab = Lab("stepper", model=wl.Tokenizer.from_pretrained("r50k_base"), text="low lower", span=1)
    assert lab["explorer"].text == "low lower"
    assert lab["explorer"].ids == wl.Tokenizer.from_pretrained("r50k_base").encode("low lower")
    again = Lab(**lab.state)
    assert again.state == lab.state
    assert eval(lab.to_code(), {"Lab": Lab}).state == lab.state
    assert Lab().to_code() == "Lab()"
    with pytest.raises(UnknownNameError, match="nowhere"):
        Lab("nowhere")


def test_a_screen_of_its_own_has_its_own_comm(page: Page) -> None:
    hosted, alone = page.lab["explorer"], Explorer("hi")
    assert type(hosted.comm) is not type(alone.comm)
    assert page.lab.to_cell().startswith("from wordchipper_lab.widgets import Lab\n\nLab(")


def test_only_what_was_changed_is_shared() -> None:
    choice = SharedChoice()
    choice.note("explorer", {"text": "first", "model": "o200k_base"})
    choice.collect("explorer", {"text": "first", "model": "o200k_base", "token": 5, "span": 1})
    assert choice.chosen == {"token": 5, "span": 1}
    choice.collect("explorer", {"text": "second", "model": "o200k_base"})
    assert choice.chosen == {"text": "second"}
