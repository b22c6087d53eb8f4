"""Every message from a page gets an answer of one shape, whatever it says; wrong requests change nothing."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("anywidget")

from wordchipper_lab.lab import pack_state
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.widgets import (
    DivergenceLab,
    Explorer,
    Lab,
    MergeStepper,
    SpanView,
    ThroughputLab,
    TokenView,
    TrainingLab,
    VocabularyBrowser,
)

SCREENS = {
    "explorer": lambda: Explorer("a b", model="r50k_base"),
    "stepper": lambda: MergeStepper("ab", model="r50k_base", lanes=["tail_sweep"]),
    "divergence": lambda: DivergenceLab(a="automaton:[ab]+", b="automaton:a+|b+", text="aab"),
    "throughput": lambda: ThroughputLab(
        lexers=["logos"], encoders=["tail_sweep"], corpora=["code"], peers=[]
    ),
    "training": lambda: TrainingLab(toy="aabaa aab", toy_trainer="naive"),
    "vocabulary": lambda: VocabularyBrowser("r50k_base"),
    "tokens": lambda: TokenView("a b", "r50k_base"),
    "spans": lambda: SpanView("a b", build_lexer("r50k_base", "automaton")),
}
WRONG = [
    None,
    [],
    "start",
    7,
    {},
    {"do": None},
    {"do": []},
    {"do": {"a": 1}},
    {"do": 7},
    {"do": "nope"},
    {"do": "\ud800" * 99},
    {"DO": "stop"},
]
FIELDS = {
    "stepper": {"preset": "name", "link": "link", "growth": "text"},
    "divergence": {"preset": "number", "link": "link", "file": "name"},
    "throughput": {
        "preset": "name",
        "link": "link",
        "show": "number",
        "compare": "number",
        "open": "text",
        "cost": "question",
    },
    "training": {"race": "trainers", "files": "names", "link": "link", "export": "format"},
}
VERBS = [(screen, do, field) for screen, verbs in FIELDS.items() for do, field in verbs.items()]


class Page:
    """A page that receives what its screen sends."""

    def __init__(self, screen: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.view: Any = SCREENS[screen]()
        self.heard: list[Any] = []
        monkeypatch.setattr(self.view, "send", lambda content, buffers=None: self.heard.append(content))

    def tell(self, message: object, buffers: object = ()) -> dict[str, Any]:
        """Send a message as ipywidgets delivers it; return the one answer."""
        self.heard.clear()
        self.view._handle_custom_msg(message, buffers)
        (answer,) = self.heard
        assert set(answer) - {"ask"} == {"answered", "problem"}
        str(answer).encode()
        return answer


@pytest.fixture(scope="module", params=SCREENS)
def screen(request: pytest.FixtureRequest) -> str:
    return request.param


def test_a_message_that_nobody_knows_is_a_problem(screen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(screen, monkeypatch)
    for message in WRONG:
        answer = page.tell(message)
        assert answer["problem"].startswith("unknown message "), message
        assert answer["answered"] is None or isinstance(message, dict)
    assert page.tell({"do": "nope"})["answered"] == "nope"


@pytest.mark.parametrize(("screen", "do", "field"), VERBS)
def test_fields_that_are_missing_or_of_another_type(
    screen: str, do: str, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(screen, monkeypatch)
    assert page.tell({"do": do})["problem"].startswith(f"the message '{do}' has no {field}: expected ")
    for wrong in (None, True, 1.5, [None], [["a"]], [1], {"a": []} if field != "question" else "cost"):
        answer = page.tell({"do": do, field: wrong})
        assert answer["answered"] == do
        assert answer["problem"].startswith(f"the message '{do}' has {field} = "), wrong


@pytest.mark.parametrize(("screen", "message", "problem"), [
    ("divergence", {"do": "preset", "number": -1}, "there is no preset -1: expected 0 to"),
    ("divergence", {"do": "preset", "number": 10**30}, "there is no preset 1000"),
    ("divergence", {"do": "file", "name": "a.txt"}, "the message 'file' came with 0 files: expected 1"),
    ("training", {"do": "files", "names": ["a", "b"]}, "came with 0 files: expected 2"),
    ("training", {"do": "set", "state": ["mode"]}, "the message 'set' has state = ['mode']: expected an object"),
    ("training", {"do": "set", "state": {"_live": {}}}, "unknown state '_live': expected one of byte_order"),
    ("training", {"do": "race", "trainers": ["nope"]}, "unknown trainer 'nope'"),
    ("stepper", {"do": "preset", "name": "\ud800"}, "unknown preset"),
    ("throughput", {"do": "show", "number": 3}, "there is no run 3"),
])  # fmt: skip
def test_values_that_cannot_be(
    screen: str, message: dict[str, Any], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Page(screen, monkeypatch).tell(message)
    assert problem in answer["problem"]
    assert "should not have happened" not in answer["problem"]


def test_a_cost_that_leaves_something_out(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("throughput", monkeypatch)
    assert page.tell({"do": "cost", "question": {}})["problem"] is None
    page.view._kept, page.view._shown = [type("Kept", (), {"run": []})()], 0
    page.tell({"do": "cost", "question": {}})
    assert page.view._cost in ({}, {"problem": "the question what a corpus would cost has no 'key'"})


def test_what_is_known_is_still_done(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page("divergence", monkeypatch)
    answer = page.tell({"do": "preset", "number": 0, "ask": "a-4"})
    assert answer == {"answered": "preset", "ask": "a-4", "problem": None}
    assert page.tell({"do": "stop"}) == {"answered": "stop", "problem": None}
    page = Page("stepper", monkeypatch)
    assert page.tell({"do": "growth", "text": "random letters"})["problem"] is None


@pytest.mark.parametrize(("screen", "state"), [
    ("explorer", {"text": 7}), ("explorer", {"compare": 7}), ("stepper", {"lanes": [1]}),
    ("divergence", {"source": "nope", "a": "regex:a"}), ("throughput", {"threads": ["2"]}), ("training", {"vocab_size": None}),
    ("vocabulary", {"selected": "1"}), ("tokens", {"selected": None}), ("spans", {"glyphs": "no"}), ("explorer", ["text"]),
])  # fmt: skip
def test_a_state_of_the_wrong_type_is_answered_and_changes_nothing(
    screen: str, state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(screen, monkeypatch)
    names = state if isinstance(state, list) else list(state)
    before = [getattr(page.view, name) for name in names]
    page.view.set_state(state)
    (answer,) = page.heard
    assert answer["answered"] == "state"
    assert answer["problem"]
    assert [getattr(page.view, name) for name in names] == before


def test_only_what_a_page_may_set_is_taken_over(screen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(screen, monkeypatch)
    for name in sorted(set(page.view.keys) - page.view._settable()):
        before = getattr(page.view, name)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            page.view.set_state({"glyphs": False, name: {"height": "9px"}})
        assert page.heard.pop()["problem"].startswith("unknown state '"), name
        assert getattr(page.view, name) is before, name


@pytest.mark.parametrize(
    "message",
    [
        {"do": "set", "state": {"screen": "nowhere"}},
        {"do": "link", "link": pack_state({"screen": "nowhere"})},
    ],
)
def test_a_lab_opens_screens_by_their_own_verb_only(message: dict[str, Any]) -> None:
    lab = Lab("stepper")
    heard: list[Any] = []
    lab.send = lambda content, buffers=None: heard.append(content)
    lab._handle_custom_msg(message, [])
    lab.set_state({"screen": "nowhere"})
    assert heard[-1]["problem"] == "unknown state 'screen': expected none at all"
    assert lab.screen == "stepper"


def test_a_lab_takes_whatever_is_a_lexer() -> None:
    import wordchipper_lab as wl

    lab = DivergenceLab(wl.Tokenizer.from_pretrained("r50k_base"), lambda text: [(0, len(text))], text="a b")
    assert [found.text for found in lab.divergences] == ["a b"]
    assert (lab.a, lab.b) == ("own:r50k_base", "own:<lambda>")
    assert "unknown lexer 'automaton'" in _problem_of(a="automaton", b="logos")
    assert "expected a lexer" in _problem_of(a=None)


def _problem_of(**lexers: Any) -> str:
    with pytest.raises((ValueError, TypeError)) as caught:
        DivergenceLab(**lexers)
    return str(caught.value)
