"""Sessions of the training screen, replayed: a page without a kernel draws what Python's widget draws, field by field."""

from __future__ import annotations

import ast
import base64
import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from traitlets import TraitError

from wordchipper_lab.errors import WordchipperLabError
from wordchipper_lab.lab.training.corpora import read_corpus
from wordchipper_lab.lab.training.toy_corpora import LEVELS, TOY_CORPORA
from wordchipper_lab.screens.training import training_run
from wordchipper_lab.screens.training.question import LIVE_SIZE, OWN_TOY
from wordchipper_lab.training import BYTE_ORDERS, TIES, TRAINERS
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS, OTHER_NAMES
from wordchipper_lab.widgets import TrainingLab
from wordchipper_lab.widgets.training_state import PUBLIC

from ..tokenizer.test_exactness import TEXTS, random_text
from .conftest import PageWorker, plain
from .seeds import few_and_more

MODELS = ["r50k_base", "cl100k_base", "o200k_base"]
WORDS = [
    "low",
    "lower",
    "newest",
    "aaaa",
    "abab",
    " ",
    "  ",
    "\n",
    "é",
    "你好",
    "<b>",
    "'s",
    "123",
    "x",
    "ba",
]
OVER = ("finished", "stopped", "failed")
HERE = Path(__file__).read_text(encoding="utf-8")[:7_000]


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where nothing can be written: a page has no place for other pages."""

    def refuse(*_: object) -> str:
        raise OSError

    monkeypatch.setattr(training_run, "keep_tokenizer", refuse)


class Session:
    """One page, and Python's widget beside it."""

    def __init__(self, worker: PageWorker, models: list[str] = [], **state: Any) -> None:  # noqa: B006
        self.view, self.worker = TrainingLab(**state), worker
        self.shown: dict[str, Any] = {}
        opened = worker("open", screen="training", state=self.view.state, models=models)
        assert opened["problem"] is None

    def ask(self, verb: str, **fields: Any) -> dict[str, Any]:
        answer = self.worker(verb, **fields)
        self.shown |= answer.get("pushed", {}) | answer.get("drawn", {})
        return answer

    def set(self, **state: Any) -> None:
        """Change the state in both; the same is refused in the same words."""
        before, expected = dict(self.shown), None
        self.shown |= state
        found = self.ask("set", state=state)["problem"]
        try:
            self.view._choose(state)
        except TraitError as error:
            self.shown, expected = before, str(error)
        assert found == expected

    def wait(self, *states: str, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while self.shown.get("_progress", {}).get("state") not in states:
            assert time.monotonic() < end, self.shown.get("_progress")
            self.ask("pulse")
            time.sleep(0.005)

    def compare(self, *names: str) -> None:
        for name in names:
            if name in self.shown:
                assert comparable(name, self.shown[name]) == comparable(
                    name, plain(getattr(self.view, name))
                ), name


def comparable(name: str, value: Any) -> Any:
    """Without times, and code as Python reads it."""
    if name == "_code":
        return ast.dump(ast.parse(value))
    if name == "_live" and value:
        curves = {column: values[-1] for column, values in value["curves"].items()}
        return {**value, "seconds": 0, "rate": 0, "curves": curves}
    if name == "_progress":
        return {part: value.get(part) for part in ("state", "problem", "seconds_left")}
    return value


# -- toys ----------------------------------------------------------------------------------------------------


def some_text(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.1:
        return random_text(rng, 60)
    if kind < 0.2:
        return rng.choice(TEXTS)
    if kind < 0.4:
        return "".join(rng.choice("ab ") for _ in range(rng.randint(0, 60)))
    return "".join(rng.choice(WORDS) for _ in range(rng.randint(0, 30)))


def some_change(rng: random.Random) -> dict[str, Any]:
    kind = rng.choice(
        ["toy"] * 3 + ["text"] * 5 + ["toy_level", "toy_tie", "toy_trainer"] * 2 + ["step", "odd"]
    )
    if kind == "toy":
        name = rng.choice(list(TOY_CORPORA))
        return {"toy": name, "toy_level": TOY_CORPORA[name].level, "toy_tie": TOY_CORPORA[name].tie}
    if kind == "text":
        return {"toy": OWN_TOY, "toy_text": some_text(rng), "step": 0}
    if kind == "odd":
        return rng.choice(
            [{"toy": "none"}, {"toy_level": "words"}, {"step": -3}, {"step": 1 << 30}, {"mode": "x"}]
        )
    values: dict[str, Any] = {
        "toy_level": rng.choice(list(LEVELS)),
        "toy_tie": rng.choice(list(TIES)),
        "toy_trainer": rng.choice(list(TRAINERS)),
        "step": rng.randint(0, 50),
    }
    return {kind: values[kind]}


def replay_toys(worker: PageWorker, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    session = Session(worker)
    for step in range(steps):
        change = some_change(rng)
        session.set(**change)
        try:
            session.compare("_trace", "_status", "_code", *PUBLIC)
        except AssertionError as difference:
            raise AssertionError((seed, step, session.view.state)) from difference


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 4))])
def test_toys(worker: PageWorker, seed: int) -> None:
    replay_toys(worker, seed, 30)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 2, 110))
def test_more_toys(worker: PageWorker, seed: int) -> None:
    replay_toys(worker, seed, 400)


@pytest.mark.sampled("heap", "fast")
@pytest.mark.parametrize("trainer", TRAINERS)
@pytest.mark.parametrize("toy", TOY_CORPORA)
def test_each_toy_by_each_generation(worker: PageWorker, toy: str, trainer: str) -> None:
    session = Session(worker)
    corpus = TOY_CORPORA[toy]
    session.set(toy=toy, toy_level=corpus.level, toy_tie=corpus.tie, toy_trainer=trainer, toy_text="x")
    session.compare("_trace", "_status", "_code")
    assert json.loads(session.ask("json")["json"]) == json.loads(session.view.to_json())


def test_long_toys(worker: PageWorker) -> None:
    """More pairs and changes than are drawn; a text that is too long."""
    session = Session(worker)
    for text in (random_text(random.Random(1), 400), "ab" * 900, "x" * 2001, "</w> a"):
        for trainer in ("incremental", "heap", "fast"):
            session.set(toy=OWN_TOY, toy_text=text, toy_trainer=trainer, toy_level="bytes")
            session.compare("_trace", "_status", "_code")
            session.set(toy_level="characters")
            session.compare("_trace", "_status", "_code")


# -- own corpora ---------------------------------------------------------------------------------------------


def trained(session: Session) -> None:
    """Train in both; what is drawn, and what goes wrong, is the same."""
    answer = session.ask("start")
    problem = None
    try:
        session.view.run()
    except WordchipperLabError as error:
        problem = str(error)
    if answer["problem"] is not None:
        assert answer["problem"] == problem
        return
    session.wait(*OVER)
    if session.view._progress["state"] == "failed":
        assert session.shown["_progress"]["problem"] == problem
    session.compare("_live", "_result", "_encoded", "_progress", "_code")


def some_corpus(rng: random.Random) -> str:
    return "".join(
        rng.choice([some_text(rng), *WORDS, " ", "<s>", "<|end|>"]) for _ in range(rng.randint(0, 60))
    )


def some_run(rng: random.Random) -> dict[str, Any]:
    own = [r"\w+|\s+", r"a*b|a", r"[\s\S]+", r"\S*;|\S", "(", "zzz", r"\p{Lu}?\p{Ll}+"]
    return {
        "mode": "real",
        "corpus": "text",
        "text": some_corpus(rng),
        "size": rng.choice([500_000, 1_000, 2_000_000]),
        "pattern": rng.choice([*MODELS, *OPEN_PATTERNS, *OTHER_NAMES, *own]),
        "vocab_size": rng.choice([0, 200, 256, 257, 300, 300, 600]),
        "tie": rng.choice(list(TIES)),
        "byte_order": rng.choice(list(BYTE_ORDERS)),
        "special_tokens": rng.choice(["", "<s>", "<|end|>  <s>", "<s> <s>"]),
        "min_frequency": rng.choice([1, 2, 5]),
        "max_token_length": rng.choice([0, 0, 1, 3]),
        "probe": some_text(rng),
        "compare": rng.random() < 0.2,
        "rate": 0,
    }


def replay_runs(worker: PageWorker, seed: int, runs: int) -> None:
    rng = random.Random(seed)
    session = Session(worker, MODELS)
    for _ in range(runs):
        state = some_run(rng)
        session.set(**state)
        if state["pattern"] == "(":
            assert session.ask("start")["problem"] is None
            session.wait("failed")
            continue
        trained(session)
        if session.view._result:
            session.set(probe=some_text(rng), compare=rng.random() < 0.2)
            session.compare("_encoded", "_code")


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.deep) for n in range(1, 3))])
def test_runs(worker: PageWorker, seed: int) -> None:
    replay_runs(worker, seed, 10)


@pytest.mark.deep
@pytest.mark.parametrize("seed", few_and_more(100, 1, 106))
def test_more_runs(worker: PageWorker, seed: int) -> None:
    replay_runs(worker, seed, 100)


@pytest.fixture
def own(worker: PageWorker) -> Session:
    """A session that is about to train on this file."""
    session = Session(worker, MODELS)
    session.set(mode="real", corpus="text", text=HERE, vocab_size=600, special_tokens="<|end|> <s>", rate=0)
    return session


def read(files: dict[str, str]) -> dict[str, Any]:
    return {name: json.loads(text) if name.endswith("json") else text for name, text in files.items()}


@pytest.mark.parametrize("pattern", ["r50k_base", "cl100k_base", "qwen2"])
def test_what_was_trained_can_be_saved(own: Session, pattern: str) -> None:
    assert own.ask("export", format="json")["problem"].startswith("nothing was trained yet")
    own.set(pattern=pattern, special_tokens="<|end|>", vocab_size=400)
    trained(own)
    for kind in ("tiktoken", "json", "gpt2"):
        assert read(own.ask("export", format=kind)["files"]) == read(own.view._export(kind)), kind


def test_what_a_format_cannot_hold(own: Session) -> None:
    own.set(special_tokens="odd", pattern=r"\w+|\W+", vocab_size=270)
    trained(own)
    assert "vocab.bpe cannot say that 'odd' is a special token" in own.ask("export", format="gpt2")["problem"]
    assert "open a live page" in own.ask("export", format="json")["problem"]
    assert own.ask("export", format="txt")["problem"].startswith("unknown format 'txt'")


def test_a_run_as_json(own: Session) -> None:
    trained(own)
    found, expected = (json.loads(text) for text in (own.ask("json")["json"], own.view.to_json()))
    assert found["run"].pop("samples")
    assert expected["run"].pop("samples")
    assert found == expected


def test_a_run_is_paused_used_resumed_and_stopped(own: Session) -> None:
    own.set(rate=200)
    assert own.ask("start") | {"pushed": 0} == {"problem": None, "pushed": 0}
    assert own.ask("start")["problem"] == "a run is under way: stop it first"
    while not own.shown.get("_live", {}).get("made"):
        own.ask("pulse")
    own.ask("pause")
    own.wait("paused")
    made = own.shown["_live"]["made"]
    assert 0 < made < 330
    assert (
        own.shown["_result"]["merges"] == made == len(own.shown["_result"] and own.shown["_live"]["newest"])
        or made > 60
    )
    own.set(probe="low lower")
    assert len(base64.b64decode(own.shown["_encoded"]["drawing"]["tokens"]["base64"])) > 0
    time.sleep(0.1)
    own.ask("pulse")
    assert own.shown["_live"]["made"] == made
    own.set(rate=0)
    own.ask("go_on")
    own.wait("finished")
    own.view.run()
    own.compare("_live", "_result", "_encoded", "_progress")
    own.set(rate=5)
    own.ask("start")
    own.wait("running")
    own.ask("stop")
    own.wait("stopped")
    assert own.shown["_progress"]["problem"] is None


@pytest.mark.sampled("400")
@pytest.mark.parametrize("rate", [50, 400])
def test_a_pace_is_kept(own: Session, rate: int) -> None:
    own.set(rate=rate, vocab_size=2000, min_frequency=1)
    begun = time.monotonic()
    own.ask("start")
    while time.monotonic() < begun + 1:
        own.ask("pulse")
        time.sleep(0.02)
    assert 0.3 * rate < own.shown["_live"]["made"] < 1.1 * rate
    own.ask("stop")
    own.wait("stopped")


def test_files(own: Session) -> None:
    for data in (
        [("a.txt", b"low lower low"), ("b.txt", b"\xef\xbb\xbflow low\xe4\xbd\xa0"), ("c", b""), ("d", b"x")],
        [("bad.txt", b"ab\xe4\xbdc")],
        [("bad.txt", b"\xef\xbb\xbfab\xed\xa0\x80")],
        [("bad.txt", "é".encode() * 900 + b"\xf0\x9f\x98")],
        [("bad.txt", b"\xff" + b"a" * 100)],
        [],
    ):
        own.view.open_files(data)
        buffers = [base64.b64encode(contents).decode() for _, contents in data]
        assert own.ask("files", names=[name for name, _ in data], buffers=buffers)["problem"] is None
        own.compare("_files", "corpus", "_code")
        own.set(min_frequency=1, size=1_000 + len(data))
        trained(own)


def test_counts_are_kept_while_the_choice_stays(own: Session) -> None:
    trained(own)
    own.set(vocab_size=700, tie="greatest_bytes")
    trained(own)
    own.set(text=HERE[::-1])
    trained(own)


def test_special_tokens_that_a_vocabulary_cannot_have(own: Session) -> None:
    own.set(special_tokens="a", min_frequency=1)
    trained(own)


def test_a_token_without_end(own: Session) -> None:
    own.set(text="ab" * 70_000, pattern=r"[\s\S]+", vocab_size=300, min_frequency=1)
    trained(own)
    assert "a token of 140,000 bytes was learned" in own.shown["_progress"]["problem"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"corpus": "python"}, "the corpus python is not in this page"),
        ({"size": 16_000_000}, "this page trains on up to 2,000,000 bytes"),
        ({"trainer": "naive"}, "the generation naive is Python's"),
        ({"start_from": "r50k_base"}, "this page trains from bytes, not from r50k_base"),
        ({"pattern": r"(?<=a)b"}, "in this page patterns are compiled"),
    ],
)
def test_what_needs_python_is_said(own: Session, state: dict[str, Any], said: str) -> None:
    own.set(**state)
    own.compare("_code")
    problem = own.ask("start")["problem"]
    if problem is None:
        own.wait("failed")
        problem = own.shown["_progress"]["problem"]
    assert said in problem
    assert "open a live page" in problem


def test_other_things_that_need_python(worker: PageWorker) -> None:
    session = Session(worker)
    assert "open a live page" in session.ask("race", trainers=["naive"])["problem"]
    assert "open a live page" in session.ask("page")["problem"]
    session.set(mode="real", corpus="text", text="low low lower", rate=0)
    trained(session)
    session.ask("set", state={"compare": True})
    assert "did not come along with this page" in session.shown["_encoded"]["problem"]
    size = 2_000_001
    answer = session.ask("files", names=["a"], buffers=[base64.b64encode(bytes(size)).decode()])
    assert answer["problem"].startswith("these files have 2,000,001 bytes, this page accepts up to 2,000,000")
    session.ask("files", names=["a.parquet"], buffers=[base64.b64encode(b"PAR1").decode()])
    session.ask("start")
    session.wait("failed")
    assert "Parquet" in session.shown["_progress"]["problem"]


@pytest.mark.deep
def test_a_megabyte_takes_seconds(own: Session) -> None:
    rng = random.Random(0)
    letters = "etaoinshrdlu" * 3 + "cmfwypvbgkqjxz"
    words = ["".join(rng.choices(letters, k=rng.randint(1, 10))) for _ in range(20_000)]
    text = " ".join(rng.choices(words, k=150_000))
    own.set(text=text, size=2_000_000, vocab_size=4000)
    begun = time.monotonic()
    own.ask("start")
    own.wait("finished", seconds=30)
    assert time.monotonic() - begun < 15
    own.view.run()
    own.compare("_live", "_result")


# -- the page that is saved ----------------------------------------------------------------------------------


def state_in(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="state">(.*?)</script>', page, re.DOTALL)
    assert found
    state: dict[str, Any] = json.loads(found[1])
    return state


def test_a_saved_page_begins_with_a_part_of_its_corpus(worker: PageWorker) -> None:
    lab = TrainingLab(mode="real", corpus="python", size=16_000_000, trainer="naive", start_from="r50k_base")
    state = state_in(lab.export_html())
    assert (state["corpus"], state["size"], state["trainer"], state["start_from"]) == (
        "text",
        LIVE_SIZE,
        "fast",
        "",
    )
    assert state["text"] == "".join(read_corpus("python", 100_000))
    assert list(state["_options"]["corpora"]) == ["text", "file"]
    assert state["_options"]["starts"] == {"": 256}
    session = Session(worker, **{name: state[name] for name in PUBLIC} | {"vocab_size": 300, "rate": 0})
    session.set(step=3)
    session.compare("_code")
    trained(session)
    for name in ("text", "file"):
        own = TrainingLab(corpus=name, text="é" * LIVE_SIZE)
        assert state_in(own.export_html())["text"] == "é" * (LIVE_SIZE // 2)
    assert 'id="engine"' not in lab.export_html(live=False)


def test_the_page_brings_what_is_compared() -> None:
    for compare, models in ((False, 0), (True, 3)):
        page = TrainingLab(compare=compare).export_html()
        found = re.search(r'id="engine">(.*?)</script>', page, re.DOTALL)
        assert found
        assert len(json.loads(found[1])["files"]) == models
