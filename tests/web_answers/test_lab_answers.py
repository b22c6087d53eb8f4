"""All screens in one page without a kernel: what goes along from screen to screen, stories, and prices of languages."""

from __future__ import annotations

import base64
import random
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import WordchipperLabError
from wordchipper_lab.lab.languages import language_costs
from wordchipper_lab.lab.permalink import pack_state
from wordchipper_lab.lab.stories import check_guess, load_story, story_names, tell_step
from wordchipper_lab.screens.training.training_run import tokenizer_file
from wordchipper_lab.widgets import Lab
from wordchipper_lab.widgets.messages import Message

from .conftest import PageWorker, plain
from .test_opened_answers import send

SCREENS = ("explorer", "stepper", "vocabulary", "divergence", "training")
GUESSES: list[object] = [None, 0, 1, 2, 3, 3.5, 12, 10**9, "3", "1,234", "40 %", "12.5%", " 7 ", "x", "", True, -1,
                         "st|raw|berry", "st │ raw │ berry", "·st|raw|berry", "yes", "no"]  # fmt: skip


ANOTHER_CORPUS = {("training", "corpus"), ("training", "text")}  # a page has a text, and no corpora


@pytest.fixture(scope="module")
def lab(worker: PageWorker) -> tuple[PageWorker, Any]:
    return worker, opened_lab(worker)


def test_stories_are_told_as_python_tells_them(lab: Any) -> None:
    worker, _ = lab
    for name in story_names():
        for number in range(1, len(load_story(name).steps) + 1):
            found = worker("story", to="lab", name=name, number=number)
            assert found == {"problem": None, "step": plain(tell_step(name, number))}
    for name, number in (("nothing", 1), ("space", 0), ("space", 99)):
        with pytest.raises(WordchipperLabError) as caught:
            tell_step(name, number)
        assert worker("story", to="lab", name=name, number=number)["problem"] == str(caught.value)


def test_guesses_are_judged_as_python_judges_them(lab: Any) -> None:
    worker, _ = lab
    rng = random.Random(3)
    for name in story_names():
        for number, step in enumerate(load_story(name).steps, 1):
            choices = list(step.question.choices) if step.question else []
            for guess in [*GUESSES, *choices, *(rng.randint(0, 3000) for _ in range(9)), rng.random() * 50]:
                found = worker("guess", to="lab", name=name, number=number, guess=guess)
                assert found == judged(name, number, guess), (name, number, guess)


def judged(name: str, number: int, guess: object) -> dict[str, Any]:
    try:
        return {"problem": None, "judged": plain(check_guess(name, number, guess))}
    except WordchipperLabError as error:
        return {"problem": str(error)}


TEXTS = [
    {"English": "hello world", "Русский": "привет, мир", "中文": "你好，世界"},
    {"b": "a b c", "a": "x" * 200, "…": "¡ 123 !"},
    {"one": "naïve \u0301"},
]


@pytest.mark.sampled("texts0")
@pytest.mark.parametrize("texts", TEXTS)
def test_prices_of_texts(lab: Any, texts: dict[str, str]) -> None:
    worker, _ = lab
    for asked in ({"texts": texts}, {"state": {"texts": texts}}, {"link": pack_state({"texts": texts})}):
        assert worker("languages", to="lab", **asked)["costs"] == language_costs(texts=texts)
    assert worker("languages", to="lab")["costs"] == language_costs()
    assert worker("languages", to="lab", texts={"a": " "})["problem"].startswith("the text 'a' is empty")


def some_choice(rng: random.Random, screen: str) -> dict[str, Any]:
    text = rng.choice(["strawberry pie", "naïve  café\n", "", "a<|endoftext|>b", "12345 x_y", "Zz"])
    model = rng.choice(["o200k_base", "r50k_base", "cl100k_base"])
    return {
        "explorer": rng.choice([{"text": text}, {"model": model}, {"selected": rng.randint(-1, 3)}]),
        "stepper": rng.choice([{"text": text or "x"}, {"model": model}, {"span": rng.randint(0, 2)}]),
        "vocabulary": rng.choice([{"selected": rng.randint(-1, 900)}, {"model": model}]),
        "divergence": {"text": text},
        "training": {"probe": text},
    }[screen]


def opened_lab(worker: PageWorker) -> dict[str, Any]:
    """A Lab in the page; returns the state of its screens."""
    page = Lab().live_page()
    about = page.engine.to_json()
    names = about.pop("names")
    shown = {name: {key: plain(page.screens[name][key]) for key in listed} for name, listed in names.items()}
    for binary in ("module", "files"):
        del about[binary]
    assert worker("open", **about, screens=shown, opened="home") == {"problem": None}
    return shown


def test_an_opened_tokenizer_goes_along(worker: PageWorker) -> None:
    opened_lab(worker)
    worker("open", to="lab", screen="explorer")
    contents = tokenizer_file(wl.train_bpe(["low lower lowest"] * 3, 262, "qwen2"))
    name = send(worker, {"low.json": contents}, to="explorer")["opened"]["name"]
    worker("set", to="explorer", state={"model": name, "text": "low lower"})
    for screen, chosen in (("stepper", {"model": name}), ("vocabulary", {"model": name})):
        assert worker("open", to="lab", screen=screen)["screens"][screen].items() >= chosen.items()
    taken = worker("open", to="lab", screen="divergence")["screens"]["divergence"]
    assert (taken["a"], taken["text"]) == ("automaton:qwen2", "low lower")
    assert worker("open", to="lab", screen="explorer")["along"]["model"] == name


def test_what_was_trained_is_offered_to_the_other_screens(worker: PageWorker) -> None:
    state = opened_lab(worker)["training"] | {
        "mode": "real",
        "corpus": "text",
        "text": "low lower lowest " * 9,
    }
    worker("open", to="lab", screen="training")
    worker("set", to="training", state=state | {"vocab_size": 262, "rate": 0, "min_frequency": 1})
    found = worker("start", to="training")
    while "name" not in found.get("pushed", {}).get("_result", {}):
        found = worker("pulse", to="training")
    result = found["pushed"]["_result"]
    assert (result["name"].partition("@")[0], result["opened"]) == ("trained.json", True)
    drawn = worker("set", to="explorer", state={"model": result["name"], "text": "low lower"})["drawn"]
    tok = wl.train_bpe(["low lower lowest " * 9], 262, "r50k_base")
    tokens = base64.b64decode(drawn["_drawing"]["tokens"]["base64"])
    assert np.frombuffer(tokens, dtype=np.uint32).tolist() == tok.encode("low lower")
    assert drawn["_status"]["code"].startswith("import wordchipper_lab as wl")
    (file,) = worker("export", to="training", format="opened")["files"].values()
    assert send(worker, {"trained.json": file.encode()}, to="lab")["opened"]["name"] == result["name"]


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 8))])
def test_what_goes_along_from_screen_to_screen(worker: PageWorker, seed: int) -> None:
    rng = random.Random(seed)
    shown = opened_lab(worker)
    mine = Lab()
    for _ in range(12):
        name = rng.choice(SCREENS)
        answer = worker("open", to="lab", screen=name)
        assert answer["problem"] is None
        shown[name] |= answer["screens"].get(name, {})
        mine._open(Message({"do": "open", "screen": name}))
        view = mine._made[name]
        compared = [key for key in view.state if (name, key) not in ANOTHER_CORPUS]
        assert {key: shown[name][key] for key in compared} == {
            key: plain(view.state[key]) for key in compared
        }, (seed, name)
        change = some_choice(rng, name)
        for key, value in change.items():
            setattr(view, key, value)
        drawn = worker("set", to=name, state=change)["drawn"]
        shown[name] |= change | drawn
