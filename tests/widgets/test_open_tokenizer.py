"""Files that come from a page become a tokenizer that every screen of the process offers."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from typing import Any

import pytest

pytest.importorskip("anywidget")

import wordchipper_lab as wl
from wordchipper_lab.screens.opened_records import OpenedRecord, PatternRecord
from wordchipper_lab.screens.records import find_flaw
from wordchipper_lab.widgets import DivergenceLab, Explorer, MergeStepper, ThroughputLab, VocabularyBrowser

TEXT = "low lower newest<|end|>"


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.train_bpe(["low low low lower newest newest"], 264, "[a-z]+| +", ["<|end|>"])


@pytest.fixture(scope="module")
def files(tok: wl.Tokenizer, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("files")
    tok.save(folder / "my.tiktoken")
    tok.save(folder / "tokenizer.json")
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def _open(page: Any, *names: str, files: dict[str, bytes], pattern: str = "") -> dict[str, Any]:
    buffers = [gzip.compress(files[name]) for name in names]
    return page.tell("open_tokenizer", *buffers, names=list(names), packing="gzip", pattern=pattern)


def test_every_screen_offers_it(browse, tok: wl.Tokenizer, files: dict[str, bytes]) -> None:
    explorer, stepper, vocabulary = Explorer(TEXT), MergeStepper("lower"), VocabularyBrowser("r50k_base")
    divergence = DivergenceLab()
    page = browse(explorer)
    answer = _open(page, "tokenizer.json", files=files)
    opened = answer["opened"]
    assert find_flaw(opened, OpenedRecord) is None
    name = opened["name"]
    assert all(name in view._options["models"] for view in (explorer, stepper, vocabulary))
    assert page.ask(model=name, compare=[name, "o200k_base"])["error"] is None
    assert explorer.ids == tok.encode(TEXT)
    for lexer in opened["lexers"]:
        for encoder in opened["encoders"]:
            assert page.ask(lexer=lexer, encoder=encoder)["error"] is None
            assert explorer.ids == tok.encode(TEXT)
    assert "wl.Tokenizer.from_file('tokenizer.json', " in explorer._status["code"]
    assert f"Explorer({TEXT!r}, model=tok" in explorer.to_code()
    assert browse(stepper).ask(model=name)["error"] is None
    assert set(map(tuple, stepper.ids.values())) == {tuple(tok.encode("lower"))}
    assert "tok = wl.Tokenizer.from_file('tokenizer.json')\nMergeStepper('lower', tok)" in stepper._code
    assert browse(vocabulary).ask(model=name, query="new")["error"] is None
    assert [tok.id_to_token(number) for number in vocabulary.ids] == ["new", "newest"]
    assert "VocabularyBrowser(tok, query='new')" in vocabulary._status["code"]
    (group,) = [found for found in divergence._options["lexers"] if found["label"] == "Opened tokenizers"]
    assert ("automaton:[a-z]+| +", name) in [(each["word"], each["label"]) for each in group["lexers"]]
    assert not browse(divergence).ask(a=opened["word"], b="regex:r50k_base", text="a 1").get("problems")


def test_a_pattern_is_asked_for(browse, files: dict[str, bytes]) -> None:
    page = browse(Explorer("low"))
    answer = _open(page, "my.tiktoken", files=files)
    assert "opened" not in answer
    assert find_flaw(answer["pattern_for"], PatternRecord) is None
    answer = _open(page, "my.tiktoken", files=files, pattern="llama3")
    assert answer["opened"]["word"] == "automaton:llama3"
    page.ask(model=answer["opened"]["name"])
    assert "from_file('my.tiktoken', pattern='llama3', lexer=" in page.view._status["code"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"names": []}, "0 files were given: expected 1 to 8"),
        ({"names": ["a", "a"]}, "each with a name of its own"),
        ({"names": ["a.tiktoken"], "packing": "zip"}, "expected 'gzip'"),
        ({"names": ["a.tiktoken"]}, "came with 0 files: expected 1"),
        ({"names": "a"}, "expected a list of texts"),
        ({"names": ["a"], "packing": 3}, "packing = 3: expected a text"),
    ],
)  # fmt: skip
def test_wrong_messages(browse, fields: dict[str, Any], said: str) -> None:
    page = browse(Explorer("a"))
    assert said in page.tell("open_tokenizer", **({"packing": "", "pattern": ""} | fields))["problem"]


def test_what_cannot_be_read_says_why(browse) -> None:
    page = browse(Explorer("a"))
    contents = b"\n\x0e\n\x05<unk>\x15"
    answer = page.tell("open_tokenizer", contents, names=["tokenizer.model"], packing="", pattern="")
    assert answer["problem"].startswith("tokenizer.model is a SentencePiece model")


def test_one_that_is_gone_says_what_to_do(browse) -> None:
    status = browse(Explorer("a")).ask(model="tokenizer.json@00000000")
    assert "tokenizer.json@00000000 is not open here" in status["error"]
    assert "open the file again" in status["error"]
    assert "from_file('tokenizer.json', lexer='automaton'" in status["code"]
    stepper = MergeStepper("a")
    taken = stepper.taken({"text": "low lower", "model": "tokenizer.json@00000000", "span": 1})
    assert (taken["text"], taken["model"]) == ("low lower", "tokenizer.json@00000000"), "the text is kept"


def test_a_new_kernel_says_which_are_closed_and_shows_them_once_they_are_open(
    browse, tok: wl.Tokenizer, files: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = _open(browse(Explorer("a")), "tokenizer.json", files=files)["opened"]["name"]
    monkeypatch.setattr("wordchipper_lab.lab.opened.store._opened", OrderedDict())
    explorer, stepper, vocabulary = Explorer(TEXT), MergeStepper("lower"), VocabularyBrowser("r50k_base")
    bench = ThroughputLab()
    page = browse(explorer)
    assert page.tell("find_closed", names=[name, "other@00000000"])["closed"] == [name, "other@00000000"]
    for screen in (page, browse(stepper), browse(vocabulary)):
        assert "is not open here" in screen.ask(model=name)["error"]
    browse(bench).tell("set", state={"opened": [name]})
    assert "is not open here" in bench._estimate["problem"]
    _open(page, "tokenizer.json", files=files)
    assert page.tell("find_closed", names=[name])["closed"] == []
    assert [view._status["error"] for view in (explorer, stepper, vocabulary)] == [None] * 3
    assert explorer.ids == tok.encode(TEXT)
    assert bench._estimate["problem"] is None
