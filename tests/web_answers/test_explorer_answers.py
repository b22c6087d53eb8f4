"""Sessions of the Explorer, replayed: what a page without a kernel draws is what Python's widget draws, field by field."""

from __future__ import annotations

import ast
import random
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.widgets import Explorer

from ..tokenizer.test_exactness import TEXTS, random_text
from .conftest import PageWorker, plain
from .seeds import few_and_more

MODELS = wl.Tokenizer.available_models()
DRAWN = ("_status", "_drawing", "_comparison", "_tree")
PIECES = [*TEXTS, "'s", " ", "\n", "a", "Zz", "12345", "\u0301", "\u00e9", "\U0001f600", "<|endoftext|>", "<|fim_prefix|>",
          "'", '"', "\\", "\x00", "\u200b", "\ufeff", "x" * 30]  # fmt: skip


def some_text(rng: random.Random) -> str:
    if rng.random() < 0.1:
        return random_text(rng, 40)
    if rng.random() < 0.2:
        return "".join(
            chr(rng.choice((rng.randint(0, 0xD7FF), rng.randint(0xE000, 0x10FFFF)))) for _ in range(9)
        )
    return "".join(rng.choice(PIECES) for _ in range(rng.randint(0, 5)))


def some_change(rng: random.Random) -> dict[str, Any]:
    """What a person does next: mostly types, or pins a token."""
    kind = rng.choice(["text"] * 5 + ["selected"] * 5 + ["model", "lexer", "encoder", "special", "compare"])
    values: dict[str, Any] = {
        "text": some_text(rng),
        "selected": rng.randint(-1, 12),
        "model": rng.choice(MODELS),
        "lexer": rng.choice(["automaton", "logos", "vector"]),
        "encoder": rng.choice(list(wl.ENCODERS)),
        "special": rng.choice(["parse", "text", "error"]),
        "compare": rng.sample(MODELS, rng.randint(0, 2)),
    }
    return {kind: values[kind]}


def drawn_by(view: Explorer) -> dict[str, Any]:
    found = plain({name: getattr(view, name) for name in DRAWN})
    return dict(found)


def comparable(drawn: dict[str, Any]) -> dict[str, Any]:
    """Each Python has its own printable characters."""
    status = dict(drawn["_status"])
    if "code" in status:
        status["code"] = ast.dump(ast.parse(status["code"]))
    return drawn | {"_status": status}


def replay(worker: PageWorker, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    view = Explorer("hello world")
    state = {**view.state}
    assert worker("open", screen="explorer", state=state, models=MODELS)["problem"] is None
    shown = worker("set", state={})["drawn"]
    for step in range(steps):
        found, expected = comparable(shown), comparable(drawn_by(view))
        for name in DRAWN:  # one after the other: a difference is found more easily
            assert found[name] == expected[name], (seed, step, name, view.state)
        change = some_change(rng)
        view.set_trait(*next(iter(change.items())))
        answer = worker("set", state=change)
        assert answer["problem"] is None
        shown = shown | answer["drawn"]


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.deep) for n in range(2, 6))])
def test_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 150)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 4, 120))
def test_more_sessions(worker: PageWorker, seed: int) -> None:
    replay(worker, seed, 400)


def test_long_texts(worker: PageWorker) -> None:
    """The code leaves out what is long; a link says why there is none; a page has a limit."""
    for text in ("word " * 5_000, random_text(random.Random(3), 20_000), "a" * (4 << 20) + "b"):
        view = Explorer(text)
        worker("open", screen="explorer", state=view.state, models=MODELS)
        shown = worker("set", state={})["drawn"]
        assert comparable(drawn_by(view) | shown) == comparable(drawn_by(view))


def test_a_sweep_that_would_take_minutes_is_refused(worker: PageWorker) -> None:
    view = Explorer("a" * 30_000, encoder="tail_sweep")
    worker("open", screen="explorer", state=view.state, models=MODELS)
    error = worker("set", state={})["drawn"]["_status"]["error"]
    assert error == view._status["error"]
    assert "is quadratic in the length of a span" in error


@pytest.mark.parametrize(
    "ids", ["24912, 2375", "[1 2]", "", "x", "1,2;3", "99999999999", "1000000", "'", "240 159"]
)
def test_decoding(worker: PageWorker, ids: str) -> None:
    view = Explorer("a")
    worker("open", screen="explorer", state=view.state, models=MODELS)
    assert worker("decode", ids=ids) == {"problem": None, **view._decode_ids(ids)}


def test_what_the_page_does_not_have_is_said(worker: PageWorker) -> None:
    worker("open", screen="explorer", state=Explorer("a").state, models=["r50k_base"])
    error = worker("set", state={"model": "o200k_base"})["drawn"]["_status"]["error"]
    assert error == "o200k_base is not in this page, which has r50k_base: open a live page"
    error = worker("set", state={"model": "r50k_base", "lexer": "regex"})["drawn"]["_status"]["error"]
    assert error.startswith("the lexer regex does not run in this page")
    assert worker("page")["problem"] == "This page cannot do “page”: open a live page."
