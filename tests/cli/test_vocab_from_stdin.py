"""``--vocab -``: the vocabulary comes from stdin, the text from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import wordchipper_lab as wl

TEXT = "low lower<|end|> lowest"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    mine = wl.train_bpe([TEXT * 3], 265, special_tokens=["<|end|>"])
    mine.save(tmp_path / "tokenizer.json")
    mine.save(tmp_path / "mine.tiktoken")
    (tmp_path / "text.txt").write_text(TEXT)
    (tmp_path / "ids.txt").write_text(" ".join(map(str, mine.encode(TEXT))))
    return tmp_path


@pytest.mark.parametrize("name", ["tokenizer.json", "mine.tiktoken"])
def test_every_command_takes_it(run, files: Path, name: str) -> None:
    given = (files / name).read_bytes()
    pattern = ("--pattern", "r50k_base") if name == "mine.tiktoken" else ()
    mine = wl.Tokenizer.from_file(files / name, *pattern[1:])
    ids = mine.encode(TEXT)
    common = ("--vocab", "-", *pattern, files / "text.txt")
    assert json.loads(run("encode", "-f", "json", *common, stdin=given).out) == ids
    assert int(run("count", *common, stdin=given).out) == len(ids)
    assert len(run("spans", *common, stdin=given).out.splitlines()) == len(mine.spans(TEXT))
    assert run("tokenize", *common, "-o", files / "ids", stdin=given).code == 0
    assert sum(path.stat().st_size for path in (files / "ids").glob("*.bin")) == 2 * len(ids)


def test_decode_takes_it(run, files: Path) -> None:
    done = run("decode", "--vocab", "-", files / "ids.txt", stdin=(files / "tokenizer.json").read_bytes())
    assert done.out.decode() == TEXT


@pytest.mark.parametrize(
    "arguments",
    [
        ("encode",),
        ("count", "-"),
        ("spans",),
        ("decode", "-"),
        ("tokenize", "-o", "ids"),
        ("tokenize", "-o", "ids", "-"),
    ],
)
def test_stdin_cannot_be_both(run, files: Path, arguments: tuple[str, ...]) -> None:
    done = run(*arguments, "--vocab", "-", stdin=(files / "tokenizer.json").read_bytes())
    assert done.code == 2
    assert "stdin cannot be both the vocabulary and the input: give one of them as a file" in done.error


def test_what_is_no_vocabulary_is_named_stdin(run, files: Path) -> None:
    done = run("encode", "--vocab", "-", files / "text.txt", stdin=b"no vocabulary")
    assert done.code == 3
    assert "it begins with b'no vocabulary': expected a .tiktoken file" in done.error


def test_a_file_that_does_not_exist_is_still_wrong_usage(run, files: Path) -> None:
    done = run("encode", "--vocab", files / "none.json", files / "text.txt")
    assert done.code == 2
    assert "none.json' does not exist" in done.error


def test_a_directory_is_still_a_vocabulary(run, files: Path) -> None:
    done = run("encode", "--vocab", files, files / "text.txt")
    assert done.code == 0
