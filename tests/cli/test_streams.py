"""Standard streams that are closed, full or not read; signals; odd names, pipes and numbers."""

from __future__ import annotations

import json
import os
import shlex
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from wordchipper_lab.cli.app import main
from wordchipper_lab.ids import open_corpus

PROGRAM = f"{shlex.quote(sys.executable)} -m wordchipper_lab"
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX streams and signals")


def shell(command: str, cwd: Path, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run a line of bash with the program as $P."""
    environment = {**os.environ, "P": PROGRAM}
    line = command.replace("$P", PROGRAM)
    return subprocess.run(
        ["bash", "-c", line], cwd=cwd, env=environment, capture_output=True, check=False, timeout=300, **more
    )


@pytest.mark.parametrize(
    ("command", "code", "error"),
    [
        pytest.param(
            *("$P models list >&-", 3, "wordchipper-lab: error: stdout: it is closed\n"),
            marks=pytest.mark.deep,
        ),
        ("$P --version >&-", 3, "wordchipper-lab: error: stdout: it is closed\n"),
        pytest.param(
            *("$P --help >&-", 3, "wordchipper-lab: error: stdout: it is closed\n"), marks=pytest.mark.deep
        ),
        ("$P count nothing 2>&-", 2, ""),
        pytest.param(*("$P --version 2>&- <&-", 0, ""), marks=pytest.mark.deep),
        pytest.param(*("$P --nope <&- >&- 2>&-", 2, ""), marks=pytest.mark.deep),
        ("$P --version > /dev/full", 3, "wordchipper-lab: error: stdout: No space left on device\n"),
        ("$P --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("$P --help | head -c1 > first; exit ${PIPESTATUS[0]}", 0, ""),
        pytest.param(*("$P | true; exit ${PIPESTATUS[0]}", 2, ""), marks=pytest.mark.deep),
        pytest.param(*("$P models list --json | true; exit ${PIPESTATUS[0]}", 0, ""), marks=pytest.mark.deep),
        ("$P count nothing 2>&1 | true; exit ${PIPESTATUS[0]}", 2, ""),
        (
            "echo 'I M 12345' | $P lexers compare regex:r50k_base regex:cl100k_base | true; exit ${PIPESTATUS[1]}",
            *(1, ""),
        ),
        pytest.param(
            *("$P lexers prove regex:r50k_base regex:cl100k_base | true; exit ${PIPESTATUS[0]}", 1, ""),
            marks=pytest.mark.deep,
        ),
    ],
)
def test_streams_that_nobody_reads_or_that_are_closed(tmp_path, command: str, code: int, error: str) -> None:
    done = shell(command, tmp_path)
    assert (done.returncode, done.stderr.decode()) == (code, error)


@pytest.mark.deep
def test_nothing_gets_into_a_wrong_descriptor(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"hello world")
    for redirection in ("<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"):
        assert shell(f"$P encode text -o ids {redirection}", tmp_path).returncode == 0
        assert (tmp_path / "ids").read_bytes() == b"24912 2375\n"
        assert (tmp_path / "text").read_bytes() == b"hello world"
    done = shell("$P encode <&-", tmp_path)
    assert (done.returncode, done.stderr) == (3, b"wordchipper-lab: error: stdin: it is closed\n")
    for command in ("$P encode text >&-", "$P encode text -o /dev/stdout >&-"):
        done = shell(command, tmp_path)
        assert done.returncode == 3
        assert b"stdout: " in done.stderr
    assert shell("$P encode text > /dev/full", tmp_path).stderr.endswith(b"stdout: No space left on device\n")


@pytest.mark.deep
def test_stdout_by_its_name_goes_on_where_the_log_is(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"hello world")
    (tmp_path / "log").write_bytes(b"before\n")
    assert shell("$P encode text -o /dev/stdout >> log", tmp_path).returncode == 0
    assert (tmp_path / "log").read_bytes() == b"before\n24912 2375\n"
    assert shell("$P tokenize <(cat text) -o ids", tmp_path).returncode == 0
    assert open_corpus(tmp_path / "ids")[0].tolist() == [24912, 2375]
    assert shell("$P encode <(cat text)", tmp_path).stdout == b"24912 2375\n"
    done = shell("$P train --vocab-size 257 -o a.tiktoken --checkpoint run <(cat text)", tmp_path)
    assert done.returncode == 0, done.stderr


def test_a_pipe_as_output_and_as_input(run, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert run("encode", "-o", pipe, stdin=b"hello world").code == 0
    reader.join(20)
    assert read == [b"24912 2375\n"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)

    def feed() -> None:
        pipe.write_bytes(b"hello world")

    for arguments in (["tokenize", pipe, "-o", tmp_path / "ids"], ["count", pipe]):
        threading.Thread(target=feed, daemon=True).start()
        outcome = run(*arguments)
        assert outcome.code == 0, outcome.error
    assert outcome.out == b"2\n"
    assert open_corpus(tmp_path / "ids")[0].tolist() == [24912, 2375]
    for option in (["--distributed"], ["--input-format", "parquet"]):
        refused = run("tokenize", pipe, "-o", tmp_path / "more", *option)
        assert refused.code == 2
        assert f"'{pipe}', which is not a file: give " in refused.error


@pytest.mark.deep
def test_a_benchmark_goes_into_a_pipe_once(run, tmp_path: Path) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    options = ["--no-peers", "--rounds", 1, "--mode", "count", "--model", "r50k_base", "--report", "none"]
    outcome = run("bench", *options, "-o", pipe)
    assert outcome.code == 0, outcome.error
    reader.join(20)
    assert json.loads(read[0])["finished"] is True
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("command", ["encode", "count", "spans"])
def test_a_file_that_changes_while_it_is_read(run, tmp_path: Path, monkeypatch, command: str) -> None:
    from wordchipper_lab.cli import text_input

    text = tmp_path / "text"
    text.write_bytes(b"some words\n" * 100)
    decode = text_input.iter_text

    def change_after(stream, name, errors="strict", advance=None):
        yield from decode(stream, name, errors, advance)
        if advance is not None:  # it is None when the text is only checked
            text.write_bytes(b"other words")

    monkeypatch.setattr(text_input, "iter_text", change_after)
    to_file = [] if command == "count" else ["-o", tmp_path / "out"]
    outcome = run(command, text, *to_file)
    assert outcome.code == 3
    assert f"{text} was changed while it was read: it had 1,100 bytes and now has 11" in outcome.error
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_names_that_are_not_utf8(run, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/\xff.txt"
    path = Path(os.fsdecode(name))
    path.write_bytes(b"hello world")
    assert run("encode", path, "-o", f"{path}.ids").code == 0
    assert Path(f"{path}.ids").read_bytes() == b"24912 2375\n"
    outcome = run("tokenize", path, "-o", tmp_path / "ids", "--format", "both")
    assert outcome.code == 0, outcome.error
    assert json.loads((tmp_path / "ids" / "index.json").read_bytes())["sources"][0][0] == str(path)
    assert open_corpus(tmp_path / "ids").source(0) == (str(path), 0)
    assert run("tokenize", path, "-o", tmp_path / "ids", "--format", "both").code == 0


@pytest.mark.deep
def test_names_that_are_not_utf8_in_messages(tmp_path: Path) -> None:
    name = b"\xff.txt"
    (tmp_path / os.fsdecode(name)).write_bytes(b"low low")
    command = (
        b"$P train --vocab-size 257 -o $'\\xff.tiktoken' --checkpoint $'\\xff.run' $'\\xff.txt'".decode()
    )
    done = shell(command, tmp_path)
    assert done.returncode == 0, done.stderr
    assert rb"wrote \udcff.tiktoken: 257 tokens" in done.stderr
    assert b"\xff.run" in os.listdir(os.fsencode(tmp_path))
    (tmp_path / os.fsdecode(name)).write_bytes(b"\xff")
    done = shell(r"$P encode $'\xff.txt'", tmp_path)
    assert done.returncode == 3
    assert rb"\udcff.txt is not UTF-8 at byte 0" in done.stderr


@pytest.mark.parametrize("n_digits", [41, 5000])
def test_numbers_that_nobody_means(run, tmp_path: Path, n_digits: int) -> None:
    number = "9" * n_digits
    (tmp_path / "encoder.json").write_text(f'{{"a": {number}}}')
    (tmp_path / "vocab.bpe").write_text("#version: 0.2\na b\n")
    (tmp_path / "text").write_text("x")
    for arguments, code, problem in (
        (["decode"], 3, f"got a number of {n_digits:,} digits: '99999999999999999999'..."),
        (["decode", "-f", "json"], 3, f"got a number of {n_digits:,} digits"),
        (["encode", "--threads", number], 2, "--threads"),
        (["bench", "--threads", number], 2, "expected numbers from 1 to 1,024, or all"),
        (["train", "--vocab-size", number, "-o", tmp_path / "a.tiktoken", tmp_path / "text"], 2, ""),
        (["tokenize", "-o", tmp_path / "ids", "--end-of-text", number], 2, "unknown special token"),
        (["encode", "--vocab", tmp_path / "vocab.bpe", "--pattern", "gpt2"], 3, "encoder.json"),
    ):
        outcome = run(*arguments, stdin=f"[{number}]".encode() if "json" in arguments else number.encode())
        assert outcome.code == code, (arguments, outcome.error)
        assert problem in outcome.error
        assert "unexpected" not in outcome.error
        assert outcome.error.count("\n") == 1


@pytest.mark.deep
def test_sigterm_leaves_no_part_and_the_code_of_a_shell(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "wordchipper_lab", "encode", "--output", str(tmp_path / "ids")],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert program.stderr
        while not list(tmp_path.iterdir()):  # once the temporary file exists, it waits for input
            assert program.poll() is None
            time.sleep(0.05)
        program.terminate()
        assert program.wait() == 143
        assert program.stderr.read() == b""
    assert list(tmp_path.iterdir()) == []


def test_a_handler_of_somebody_elses_stays(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT), sys.stdout
    with pytest.raises(SystemExit):
        main(["--version"])
    assert (signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT), sys.stdout) == before


@pytest.mark.parametrize("command", ["train", "tokenize"])
def test_a_second_run_in_the_same_directory(run, tmp_path: Path, command: str) -> None:
    from wordchipper_lab.errors import InputError
    from wordchipper_lab.files.directory_lock import lock_directory

    (tmp_path / "text").write_bytes(b"low low")
    directory = tmp_path / "kept"
    directory.mkdir()
    options = {
        "train": ["--vocab-size", 257, "-o", tmp_path / "a.tiktoken", "--checkpoint", directory],
        "tokenize": ["-o", directory],
    }
    with lock_directory(directory, InputError):
        outcome = run(command, *options[command], tmp_path / "text")
    assert outcome.code == 3
    assert f"{directory} is in use by another run: wait until it ends" in outcome.error
    assert list(directory.iterdir()) == []
    assert run(command, *options[command], tmp_path / "text").code == 0


@pytest.mark.deep
def test_a_full_disk_is_named_by_the_file(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"some words of a text\n" * 20_000)
    for command, file in (
        ("$P encode text -o ids", "ids"),
        ("$P encode text -f npy -o ids.npy", "a temporary file in "),
        ("$P tokenize text -o shards", f"{tmp_path}/shards/shard-00000.bin"),
    ):
        done = shell(f"ulimit -f 20; {command}", tmp_path)
        assert done.returncode == 3
        assert done.stderr.decode().startswith(f"wordchipper-lab: error: {file}"), done.stderr
        assert done.stderr.endswith(b": File too large\n")
        assert not [name for _, _, names in os.walk(tmp_path) for name in names if name.endswith(".part")]
