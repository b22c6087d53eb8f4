"""Whatever a page sends, the kernel's answer can be sent, and it still answers a good question afterwards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

from fuzzing import fuzz_target
from hypothesis import strategies as st
from ipywidgets import Widget
from jupyter_client.session import json_packer
from mutations import any_json
from traitlets import TraitError

from wordchipper_lab.lab import pack_state
from wordchipper_lab.widgets import (
    DivergenceLab,
    Explorer,
    MergeStepper,
    ThroughputLab,
    TrainingLab,
    VocabularyBrowser,
)

SCREENS: list[type[Widget]] = [
    Explorer,
    MergeStepper,
    VocabularyBrowser,
    DivergenceLab,
    ThroughputLab,
    TrainingLab,
]

# Without "start", "run", "race" and "resume": they start long work in the engine.
VERBS = [
    *(
        "stop",
        "pause",
        "go_on",
        "undo",
        "shrink",
        "file",
        "files",
        "preset",
        "link",
        "page",
        "json",
        "growth",
    ),
    *("show", "compare", "open", "cost", "export", "nothing", "", None, 3),
]
LINKS = st.dictionaries(
    st.sampled_from(
        ["text", "model", "span", "lanes", "selected", "step", "lexer", "special", "compare", "sort"]
    ),
    any_json | st.sampled_from(["o200k_base", "gpt2", "\ud800", ["bpe_backtrack"], 10**9, -1]),
    max_size=3,
)
MESSAGES = any_json | st.fixed_dictionaries(
    {"do": st.sampled_from(VERBS) | any_json},
    optional={
        "name": any_json,
        "names": any_json,
        "number": st.integers(-2, 2) | any_json,
        "sequence": st.integers(0, 9) | any_json,
        "text": any_json,
        "question": any_json,
        "format": st.sampled_from(["tiktoken", "json", "bpe"]) | any_json,
        "link": any_json | LINKS.map(lambda state: _pack(state)),
        "state": LINKS | any_json,
        "trainers": any_json,
    },
)


def _pack(state: dict[str, Any]) -> str:
    try:
        return pack_state(state)
    except ValueError:
        return "nothing"


@cache
def _screen(kind: type[Widget]) -> Widget:
    """One screen of each kind: what a message leaves behind must not spoil the next."""
    return kind()


@contextmanager
def _sent(screen: Widget) -> Iterator[list[Any]]:
    """Collect what the screen sends, checking that it can be packed and that no exception is logged."""
    sent: list[Any] = []

    def send(message: Any, buffers: Any = None) -> None:
        json_packer(message)
        sent.append(message)

    failures: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: failures.append(record.getMessage() + str(record.exc_info))  # type: ignore[method-assign]
    # Not the comm's method: once ipykernel has been imported, a widget without a kernel never calls it.
    screen._send = send
    screen.log.addHandler(handler)
    try:
        yield sent
    finally:
        screen.log.removeHandler(handler)
        del screen._send
    assert not failures, failures


def _answers(kind: type[Widget]) -> Callable[[Any, list[bytes]], None]:
    def check(message: Any, buffers: list[bytes]) -> None:
        screen = _screen(kind)
        with _sent(screen) as sent:
            screen._handle_msg(
                {"content": {"data": {"method": "custom", "content": message}}, "buffers": buffers}
            )
        problems = [each["content"].get("problem", "") for each in sent if each["method"] == "custom"]
        known = isinstance(message, dict) and message.get("do") in [verb for verb in VERBS[:-4] if verb]
        assert known or any(problems), f"{message!r} was answered by {sent}"

    return check


BUFFERS = st.lists(st.binary(max_size=20), max_size=2)

test_explorer_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(Explorer))
test_stepper_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(MergeStepper))
test_vocabulary_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(VocabularyBrowser))
test_divergence_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(DivergenceLab))
test_throughput_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(ThroughputLab))
test_training_messages = fuzz_target(MESSAGES, BUFFERS)(_answers(TrainingLab))


TEXTS = st.text(st.characters(exclude_categories=[]), max_size=12)  # including halves of surrogate pairs
NAMES = st.sampled_from(
    ["o200k_base", "gpt2", "automaton", "regex", "bpe_backtrack", "parse", "error", "nobody"]
)


def _bears(kind: type[Widget]) -> Callable[[Any], None]:
    def check(data: Any) -> None:
        screen = _screen(kind)
        names = [name for name in screen.keys if name not in Widget().keys and name not in ("_esm", "_css")]
        with _sent(screen):
            for _ in range(data.draw(st.integers(1, 2))):
                state = data.draw(
                    st.dictionaries(st.sampled_from(names), TEXTS | NAMES | any_json, max_size=3)
                )
                with suppress(TraitError):
                    screen.set_state(state)

    return check


test_explorer_states = fuzz_target(st.data())(_bears(Explorer))
test_stepper_states = fuzz_target(st.data())(_bears(MergeStepper))
test_vocabulary_states = fuzz_target(st.data())(_bears(VocabularyBrowser))
test_divergence_states = fuzz_target(st.data())(_bears(DivergenceLab))
test_throughput_states = fuzz_target(st.data())(_bears(ThroughputLab))
test_training_states = fuzz_target(st.data())(_bears(TrainingLab))
