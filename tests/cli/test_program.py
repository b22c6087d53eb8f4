"""The program as a program: exit codes, errors on one line, pipes, interruption, quick help."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import wordchipper_lab as wl
from wordchipper_lab.cli import encode_commands
from wordchipper_lab.cli.output import open_output
from wordchipper_lab.serving import SocketLimits, VisitLimits
from wordchipper_lab.vocab.models import MODEL_PREFIXES, MODELS, vocabulary_for_model
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.pattern_names import resolve_pattern
from wordchipper_lab.vocab.patterns import PATTERN_MODELS

PROGRAM = [sys.executable, "-m", "wordchipper_lab"]


def test_help_names_every_command_and_loads_nothing_slow() -> None:
    code = (
        "import sys; from wordchipper_lab.cli.app import main\n"
        "try: main(['--help'])\n"
        "finally: print(sorted({'numba', 'numpy', 'ipywidgets', 'voila', 'regex'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("[]")
    for command in (
        "encode",
        "decode",
        "count",
        "spans",
        "tokenize",
        "train",
        "models",
        "lexers",
        "warmup",
        "bench",
        "why",
        "paper",
        "serve",
        "lab",
    ):
        assert f" {command} " in done.stdout


def test_version(run) -> None:
    assert run("--version") == (0, f"wordchipper-lab {wl.__version__}\n".encode(), "")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nope"], "No such command 'nope'"),
        (["encode", "--nope"], "No such option"),
        (["encode", "--model", "nope"], "unknown model 'nope': expected one of r50k_base"),
        (["encode", "--lexer", "nope"], "expected one of"),
        (["encode", "--encoder", "nope"], "expected one of"),
        (["encode", "--special", "nope"], "'parse', 'text', 'error'"),
        (["encode", "--format", "nope"], "'ids', 'tokens', 'json', 'npy'"),
        (["encode", "--threads", "0"], "--threads"),
        (["encode", "no such file"], "does not exist"),
        (["encode", "."], "is a directory"),
        (["decode", "--format", "tokens"], "'ids', 'json', 'npy'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(run, arguments: list[str], problem: str) -> None:
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (2, b"")
    assert problem in outcome.error
    assert outcome.error.startswith("wordchipper-lab: error: ")
    assert outcome.error.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["models"], ["lexers"]])
def test_no_command_shows_the_help(run, arguments: list[str]) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert b"Usage" in outcome.out
    assert outcome.error == ""


def test_debug_shows_the_traceback(run) -> None:
    for arguments in (["--debug", "encode"], ["encode", "--debug"]):
        outcome = run(*arguments, stdin=b"\xff")
        assert outcome.code == 3
        assert "Traceback" in outcome.error
        assert outcome.error.splitlines()[-1].startswith(
            "wordchipper-lab: error: stdin is not UTF-8 at byte 0"
        )


def test_a_surprise_is_one_line_too(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr(encode_commands, "load_tokenizer", fail)
    outcome = run("count")
    assert outcome.code == 3
    assert (
        outcome.error == "wordchipper-lab: error: unexpected RuntimeError: two lines (--debug shows where)\n"
    )


def test_an_end_of_file_is_no_interrupt(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise EOFError("Ran out of input")

    monkeypatch.setattr(encode_commands, "load_tokenizer", fail)
    outcome = run("count")
    assert outcome.code == 3
    assert outcome.error == (
        "wordchipper-lab: error: unexpected EOFError: Ran out of input (--debug shows where)\n"
    )


def test_models_list(run) -> None:
    rows = json.loads(run("models", "list", "--json").out)
    assert [row["name"] for row in rows] == wl.Tokenizer.available_models()
    assert list(rows[0]) == ["name", "vocab_size", "special", "pattern", "used_by"]
    assert list(rows[0].values())[:4] == ["r50k_base", 50256, 1, "r50k"]
    assert {row["pattern"] for row in rows} == {"r50k", "cl100k", "o200k"}
    table = run("models", "list").out.decode().splitlines()
    assert [line.split()[0] for line in table] == ["name", *wl.Tokenizer.available_models()]
    assert table[-1].endswith("  gpt-oss-*")


def test_models_list_says_who_uses_each_vocabulary(run) -> None:
    rows = json.loads(run("models", "list", "--json").out)
    for row in rows:
        for model in row["used_by"]:
            assert vocabulary_for_model(model.replace("*", "2030")) == row["name"]
    assert sum(len(row["used_by"]) for row in rows) == len(MODELS) + len(MODEL_PREFIXES)


def test_models_list_of_open_models(run) -> None:
    rows = json.loads(run("models", "list", "--open", "--json").out)
    assert rows[0]["models"] == "Llama 3 to 3.3"
    assert {"tokenizer.json", ".gguf"} <= set(rows[0]["files"])
    assert "201" in run("models", "list", "--open").out.decode()
    assert run("models", "list", "--open", "--patterns").code == 2


def test_models_list_of_patterns_names_all_and_their_models(run) -> None:
    rows = json.loads(run("models", "list", "--patterns", "--json").out)
    assert [row["name"] for row in rows] == [*PATTERN_MODELS, *OPEN_PATTERNS]
    assert all(row["used_by"] and resolve_pattern(row["name"]) == row["pattern"] for row in rows)
    table = run("models", "list", "--patterns").out.decode().splitlines()
    assert "Llama 3, Llama 3.1" in next(line for line in table if line.startswith("llama3"))


def test_lexers_list(run) -> None:
    assert [row["name"] for row in json.loads(run("lexers", "list", "--json").out)] == list(wl.LEXERS)


def test_spans(run) -> None:
    text = "naïve <|endoftext|> test\n"
    lines = [line.split("\t") for line in run("spans", stdin=text.encode()).out.decode().splitlines()]
    assert lines[0] == ["0", "6", "word", '"naïve"']
    assert lines[2] == ["7", "20", "special", '"<|endoftext|>"']
    rows = [json.loads(line) for line in run("spans", "-f", "json", stdin=text.encode()).out.splitlines()]
    assert "".join(row["text"] for row in rows) == text
    assert [str(row["start"]) for row in rows] == [line[0] for line in lines]
    assert rows[-1]["end"] == len(text.encode())


def test_output_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"before")
    with suppress(KeyboardInterrupt), open_output(path) as out:
        out.write(b"half")
        raise KeyboardInterrupt
    assert [file.name for file in tmp_path.iterdir()] == ["out"]
    assert path.read_bytes() == b"before"
    with open_output(path) as out:
        out.write(b"all")
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"all"


def test_a_place_that_cannot_be_written(run, tmp_path: Path) -> None:
    outcome = run("encode", "--output", tmp_path / "none" / "out", stdin=b"x")
    assert outcome.code == 3
    assert "No such file or directory" in outcome.error


@pytest.mark.deep
def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(
        [*PROGRAM, "encode"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdin
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        program.stdin.write(b"word " * 100_000)
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_interruption_leaves_no_file_and_says_130(tmp_path: Path) -> None:
    with subprocess.Popen(
        [*PROGRAM, "encode", "--output", str(tmp_path / "ids")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # a shell's "&" ignores it
    ) as program:
        assert program.stderr
        while not list(tmp_path.iterdir()):  # once the temporary file exists, it waits for input
            assert program.poll() is None
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130
        assert b"Traceback" not in program.stderr.read()
    assert list(tmp_path.iterdir()) == []


def test_serve_and_lab_hand_their_options_on(run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, dict[str, object]]] = []
    for name in ("serve", "lab"):
        monkeypatch.setattr(
            f"wordchipper_lab.serving.{name}", lambda name=name, **given: calls.append((name, given))
        )
    assert run("serve", "--port", 0, "--no-browser").code == 0
    assert run("lab", "--host", "0.0.0.0").code == 0
    (_, served), lab = calls
    assert served.items() >= {"host": "127.0.0.1", "port": 0, "open_browser": False}.items()
    assert served["limits"] == SocketLimits()
    assert lab == ("lab", {"host": "0.0.0.0", "port": None, "open_browser": True})
    options = ["--max-message", 8, "--max-backlog", 16, "--max-message-rate", 5, "--max-connections", 40]
    assert run("serve", *options, "--allow-site", "https://lab.example", "--behind-proxy").code == 0
    _, given = calls[-1]
    assert given["limits"] == SocketLimits(8, 16, 5, 40)
    assert (given["allow_sites"], given["behind_proxy"]) == (["https://lab.example"], True)
    assert (given["visits"], given["debug"]) == (VisitLimits(), False)
    options = ["--max-visitors", 9, "--max-per-address", 3, "--visitor-memory", 700, "--max-starting", 2]
    assert run("serve", *options, "--debug", "--no-spares").code == 0
    _, given = calls[-1]
    assert (given["visits"], given["debug"]) == (VisitLimits(9, 3, 700, 2, False), True)
    assert run("serve", "--visitor-memory", 100).code == 3
    assert run("serve", "--port", 65536).code == 2


def test_warmup_reports_its_steps(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def warm(models: list[str] | None, progress) -> None:
        progress(f"kernels of {models}", 0, 1)

    monkeypatch.setattr(wl, "warmup", warm)
    assert run("warmup", "--model", "gpt-4o") == (0, b"", "[0/1] kernels of ['o200k_base']\n")
