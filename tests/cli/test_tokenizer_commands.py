"""``tokenizers audit``: reports, and exit codes that can be told apart."""

from __future__ import annotations

import json

import pytest

from wordchipper_lab import Tokenizer


def test_audit_of_a_vocabulary(run) -> None:
    code, out, error = run("tokenizers", "audit", "r50k_base")
    assert (code, error) == (0, "")
    assert out.decode().startswith("r50k_base: 0 errors, 0 warnings, 2 notes\nnote: ")


def test_audit_as_json_of_a_model(run) -> None:
    code, out, _ = run("tokenizers", "audit", "gpt-4", "--format", "json")
    audit = json.loads(out)
    assert (code, audit["name"], audit["counts"]["error"]) == (0, "cl100k_base", 0)


def test_a_file_that_loses_text_is_exit_code_1(run, tmp_path) -> None:
    path = tmp_path / "mine.tiktoken"
    Tokenizer.from_pretrained("r50k_base").save(path)
    code, out, _ = run("tokenizers", "audit", path, "--pattern", r"\w+|\s+")
    assert code == 1
    assert b"The split pattern leaves gaps" in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("nothing",), 2),
        ((), 2),
        (("r50k_base", "--pattern", "a"), 2),
        (("r50k_base", "--format", "xml"), 2),
    ],
)
def test_wrong_usage_is_exit_code_2(run, arguments, expected) -> None:
    assert run("tokenizers", "audit", *arguments).code == expected


def test_a_file_that_cannot_be_read_has_failed(run, tmp_path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{", encoding="utf-8")
    code, out, error = run("tokenizers", "audit", path)
    assert code == 3
    assert out == b""
    assert error.count("\n") == 1
