"""``tokenizers compare``: formats, exit codes, and failures that are no difference."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import wordchipper_lab as wl

from .conftest import Run

PAIR = ("tokenizers", "compare", "r50k_base", "cl100k_base")
PROGRAM = [sys.executable, "-m", "wordchipper_lab"]


def test_equal(run: Run, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello 12")
    wl.Tokenizer.from_pretrained("r50k_base").save(tmp_path / "mine.tiktoken")
    outcome = run("tokenizers", "compare", "gpt2", "text-davinci-001", tmp_path / "text")
    assert (outcome.code, outcome.error) == (0, "")
    assert outcome.out.decode().splitlines() == [
        "a: r50k_base",
        "b: r50k_base",
        "the same ids for 1 text, and decode them alike",
    ]
    assert run(*PAIR[:3], "gpt2", "--format", "pytest", stdin=b"x") == (0, b"", "")
    assert run(*PAIR[:3], "gpt2", "--no-decode", stdin=b"x").out.endswith(b"the same ids for 1 text\n")
    assert run(*PAIR[:3], "gpt2", stdin=b"").code == 0


def test_a_difference(run: Run) -> None:
    outcome = run(*PAIR, stdin=b"a 12345 the")
    assert (outcome.code, outcome.error) == (1, "")
    lines = outcome.out.decode().splitlines()
    assert lines[2] == "1 of 1 text differs: 1 split pattern, 1 vocabulary"
    assert lines[4:9] == [
        "1 x split pattern, vocabulary: space number+ | end",
        '  such as " 1141", from " 12345" at character 1 of stdin',
        '  a  " 11"|"41"  1367 3901',
        '  b  " "|"114"|"1"  220 8011 16',
        "  exchange: a with b's split pattern and vocabulary gives the ids of b; no smaller set of stages does",
    ]
    assert lines[10] == "1 x vocabulary:  the: 262 / 279"
    few = run(*PAIR, "--limit", 1, stdin=b"a 12345 the").out.decode()
    assert few.splitlines()[-1] == "1 difference of another kind"


def test_json(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text(" 12")
    outcome = run(*PAIR, path, "--format", "json")
    told = json.loads(outcome.out)
    assert outcome.code == 1
    assert told["differences"][0]["source"] == str(path)
    assert told["groups"][0]["cause"] == "split pattern"


def test_pytest(run: Run, tmp_path: Path) -> None:
    outcome = run(*PAIR, "--format", "pytest", stdin=b" 12")
    assert outcome.code == 1
    names: dict[str, Any] = {}
    exec(outcome.out, names)
    (case,) = (value for name, value in names.items() if name.startswith("test_"))
    with pytest.raises(AssertionError):
        case()


def test_what_is_put_around_a_text(run: Run, tmp_path: Path) -> None:
    path, plain = tmp_path / "tokenizer.json", tmp_path / "plain.json"
    vocab = wl.Tokenizer.from_pretrained("r50k_base").vocab
    tok = wl.Tokenizer(vocab)
    tok.save(plain)
    file = json.loads(plain.read_bytes())
    end = file["added_tokens"][0]
    special = {"SpecialToken": {"id": end["content"], "type_id": 0}}
    text = {"Sequence": {"id": "A", "type_id": 0}}
    file["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [special, text],
        "pair": [text, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {
            end["content"]: {"id": end["content"], "ids": [end["id"]], "tokens": [end["content"]]}
        },
    }
    path.write_text(json.dumps(file))
    outcome = run("tokenizers", "compare", path, plain, stdin=b"the")
    assert outcome.code == 1
    assert b"1 x post-processor: 50256 text / text" in outcome.out
    assert run("tokenizers", "compare", path, plain, "--no-add-special-tokens", stdin=b"the").code == 0
    assert run("tokenizers", "compare", path, plain, "--special", "text", stdin=b"<|endoftext|>").code == 1


def test_packages(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tiktoken")
    pytest.importorskip("tokenizers")
    path = tmp_path / "tokenizer.json"
    wl.Tokenizer.from_pretrained("r50k_base").save(path)
    assert run("tokenizers", "compare", "tiktoken:gpt2", f"tokenizers:{path}", stdin=b"a 12 the").code == 0
    monkeypatch.setitem(sys.modules, "tiktoken", None)
    outcome = run("tokenizers", "compare", "tiktoken:gpt2", "gpt2", stdin=b"a")
    assert (outcome.code, outcome.out) == (3, b"")
    assert "install it with pip install tiktoken" in outcome.error


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["r50k_base"], 2, "Missing argument 'B'"),
        (["r50k_base", "nope"], 2, "unknown tokenizer 'nope'"),
        (["tiktoken:nope", "r50k_base"], 2, "unknown vocabulary 'nope'"),
        (["r50k_base", "nope.json"], 2, "file 'nope.json' does not exist"),
        (["r50k_base", "tokenizers:nope"], 2, "file 'nope' does not exist"),
        (["r50k_base", "gpt2", "no such file"], 2, "does not exist"),
        (["r50k_base", "gpt2", "--format", "xml"], 2, "'text', 'json', 'pytest'"),
        (["r50k_base", "bad.json"], 3, "bad.json"),
        (["r50k_base", "gpt2", "bad.txt"], 3, "bad.txt is not UTF-8 at byte 1"),
        (["r50k_base", "gpt2"], 3, "not UTF-8 at byte 2"),
    ],
)
def test_failures_are_no_differences(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("{")
    Path("bad.txt").write_bytes(b"a\xff")
    outcome = run("tokenizers", "compare", *arguments, stdin=b"ab\xff")
    assert (outcome.code, outcome.out, outcome.error.count("\n")) == (code, b"", 1)
    assert problem in outcome.error


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may not read everything")
def test_a_file_that_may_not_be_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("a")
    path.chmod(0)
    outcome = run(*PAIR, path)
    assert (outcome.code, outcome.out) == (3, b"")
    assert "Permission denied" in outcome.error


def test_a_difference_that_is_found_before_a_failure_is_a_failure(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\xff")
    (tmp_path / "good").write_text(" 12")
    outcome = run(*PAIR, tmp_path / "good", tmp_path / "bad")
    assert (outcome.code, outcome.out) == (3, b"")


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
@pytest.mark.parametrize(("b", "code"), [("cl100k_base", 1), ("gpt2", 0)])
def test_a_reader_that_goes_away_does_not_change_the_answer(b: str, code: int) -> None:
    program = shlex.join([*PROGRAM, "tokenizers", "compare", "r50k_base", b])
    line = f"echo ' 12' | {program} | true; exit ${{PIPESTATUS[1]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, check=False, timeout=300)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.deep
def test_a_full_disk_is_a_failure(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    (tmp_path / "text").write_text(" 12")
    done = subprocess.run(
        ["bash", "-c", f"{shlex.join([*PROGRAM, *PAIR])} {shlex.quote(str(tmp_path / 'text'))} > /dev/full"],
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 3
    assert b"No space left on device" in done.stderr


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted(number: signal.Signals, code: int) -> None:
    with subprocess.Popen(
        [*PROGRAM, *PAIR],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        assert program.stdin
        assert program.stderr
        program.stdin.write(b" 12")
        program.stdin.flush()
        time.sleep(5)  # it waits for more input
        program.send_signal(number)
        assert program.wait() == code
        assert program.stderr.read() == b""
