"""``why``: a report about files or sample texts, as text or JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.txt"
    path.write_text("It's a tiny text, naïve and short. " * 20, encoding="utf-8")
    return path


ARGUMENTS = ("--model", "gpt2", "--rounds", 1)


@pytest.mark.deep
def test_text(run, corpus: Path) -> None:
    outcome = run("why", corpus, *ARGUMENTS)
    assert outcome.code == 0, outcome.error
    text = outcome.out.decode()
    assert text.startswith("- ")
    assert "**Time by stage**" in text
    assert "reading spans" in outcome.error


def test_json_about_several(run, corpus: Path) -> None:
    outcome = run(
        "why", corpus, corpus, *ARGUMENTS, "--encoder", "merge_heap", "--memo-slots", 16, "--format", "json",
        "--lexer", "logos",
    )  # fmt: skip
    found = json.loads(outcome.out)
    assert (found["texts"], found["lexer"], found["memo"]["slots"]) == (2, "logos", 16)
    assert [one["name"] for one in found["encoders"]] == ["merge_heap"]


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["nope"], 2, "unknown corpus 'nope'"),
        ([], 2, "Missing argument"),
        (["english", "--encoder", "nope"], 2, "unknown encoder 'nope'"),
        (["english", "--memo-slots", "3"], 2, "expected a power of two"),
        (["english", "--rounds", "0"], 2, "--rounds"),
    ],
)
def test_wrong_usage(run, arguments: list[str], code: int, problem: str) -> None:
    outcome = run("why", *arguments)
    assert (outcome.code, outcome.out) == (code, b"")
    assert problem in outcome.error


def test_an_empty_file(run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    outcome = run("why", tmp_path / "empty.txt", *ARGUMENTS)
    assert (outcome.code, outcome.out) == (3, b"")
    assert "no text to explain" in outcome.error
