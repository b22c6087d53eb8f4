"""``train``: files, Parquet and stdin to every format; progress, interruption, wrong usage."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import wordchipper_lab as wl
from wordchipper_lab.cli import train_command
from wordchipper_lab.cli.training_reports import reporting
from wordchipper_lab.training import BYTE_ORDERS, SPECIAL_IDS, TIES, TRAINERS, Merge, TrainingProgress

from ..odd_tokenizer import odd_tokenizer_json

TEXT = "low lower lowest newer wider <|end|> naïve 123 new\n" * 20
PROGRAM = [sys.executable, "-m", "wordchipper_lab"]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize("output", ["my.tiktoken", "tokenizer.json", "vocab.bpe"])
@pytest.mark.parametrize("byte_order", ["value", "gpt2"])
def test_every_format_is_read_back(run, corpus: Path, output: str, byte_order: str) -> None:
    path = corpus.with_name(output)
    options = ("--vocab-size", 280, "--byte-order", byte_order, "--special", "<|end|>", "--trainer", "naive")
    outcome = run("train", *options, "--output", path, corpus)
    assert (outcome.code, outcome.out) == (0, b""), outcome.error
    expected = wl.train_bpe(TEXT, 280, special_tokens=["<|end|>"], trainer="naive", byte_order=byte_order)
    known = {"<|end|>": 279}
    tok = wl.Tokenizer.from_file(path, "r50k_base", known if path.suffix == ".tiktoken" else None)
    assert tok.encode(TEXT) == expected.encode(TEXT)
    assert tok.get_special_tokens() == [("<|end|>", 279)]
    assert ("cannot hold special tokens; their ids are '<|end|>' = 279" in outcome.error) == (
        output == "my.tiktoken"
    )


def test_stdin_and_parquet_give_the_same(run, corpus: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    table = corpus.with_name("table.bin")
    pq.write_table(pa.table({"content": [TEXT]}), table)
    common = ("train", "--vocab-size", 270, "--trainer", "naive")
    results = set()
    for name, arguments, stdin in (
        ("a.tiktoken", (corpus,), b""),
        ("b.tiktoken", (), TEXT.encode()),
        ("c.tiktoken", ("-",), TEXT.encode()),
        ("d.tiktoken", ("--input-format", "parquet", "--column", "content", table), b""),
    ):
        path = corpus.with_name(name)
        outcome = run(*common, "--output", path, *arguments, stdin=stdin)
        assert outcome.code == 0, outcome.error
        results.add(path.read_bytes())
    assert len(results) == 1


def test_progress_is_a_line_for_every_per_cent(run, corpus: Path) -> None:
    path = corpus.with_name("a.tiktoken")
    lines = run("train", "--vocab-size", 276, "--trainer", "naive", "-o", path, corpus).error.splitlines()
    assert lines[0].startswith(f"counting: 100 % ({corpus.stat().st_size:,} of ")
    assert lines[1].startswith("merging: 5 % (1 of 20), last (32, 110) -> 256 b' n', frequency 60; ")
    assert [line.split(" %")[0] for line in lines[1:-1]] == [f"merging: {5 * i}" for i in range(1, 21)]
    assert lines[-1] == f"wrote {path}: 276 tokens"


def test_on_a_terminal_tokens_are_no_markup(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "200")
    with reporting(None) as report:
        merge = Merge(91, 47, 256, 9, 9, 1)
        report(TrainingProgress("counting", 5, None, 0.1))
        report(TrainingProgress("merging", 1, 2, 0.1, merge, b"[/b]"))
    assert "merging last (91, 47) -> 256 b'[/b]', frequency 9" in screen.getvalue()


def test_an_early_end_is_said(run, corpus: Path) -> None:
    corpus.write_text("low low")
    outcome = run(
        "train", "--vocab-size", 300, "--trainer", "naive", "-o", corpus.with_name("a.tiktoken"), corpus
    )
    assert outcome.code == 0
    assert "stopped early: no pair is left after 3 of 44 merges: every span is one token\n" in outcome.error
    with pytest.warns(UserWarning, match="training stopped early: no pair is left after 3 of 44"):
        wl.train_bpe("low low", 300, trainer="naive")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--vocab-size", "300"], "Missing option '--output'"),
        (["--output", "a.tiktoken"], "Missing option '--vocab-size'"),
        (["--vocab-size", "300", "-o", "a.txt"], "unknown vocabulary file name 'a.txt': expected one of"),
        (["--vocab-size", "300", "-o", "no/such/a.tiktoken"], "does not exist"),
        (["--vocab-size", "200", "-o", "a.tiktoken"], "vocab_size is 200: expected at least 256"),
        (["--vocab-size", "300", "-o", "a.tiktoken", "--tie", "odd"], "'lowest_ids'"),
        (["--vocab-size", "300", "-o", "a.tiktoken", "--trainer", "odd"], "unknown trainer 'odd'"),
        (["--vocab-size", "300", "-o", "a.tiktoken", "--pattern", "cl100k"], "unknown pattern 'cl100k'"),
        (["--vocab-size", "300", "-o", "a.tiktoken", "--input-format", "parquet"], "give a file"),
        (["--vocab-size", "300", "-o", "a.tiktoken", "none.txt"], "does not exist"),
    ],
)
def test_wrong_usage(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    defaults = ["--trainer", "naive"] if "--trainer" not in arguments else []
    outcome = run("train", *defaults, *arguments)
    assert (outcome.code, outcome.out) == (2, b""), outcome.error
    assert problem in outcome.error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("output", "options", "problem"),
    [
        ("a.json", ["--pattern", r"\w++|\s{1,3}+"], "tokenizer.json cannot hold the split pattern"),
        ("vocab.bpe", ["--special", "<s>"], "vocab.bpe cannot say that '<s>' is a special token"),
    ],
)
def test_what_the_format_cannot_hold_is_said_before_training(
    run, corpus: Path, output: str, options: list[str], problem: str
) -> None:
    outcome = run("train", "--vocab-size", 300, "-o", corpus.with_name(output), *options, corpus)
    assert outcome.code != 0
    assert problem in outcome.error
    assert "merging" not in outcome.error
    assert "counting" not in outcome.error


def test_special_tokens_are_among_the_tokens_it_says_it_wrote(run, corpus: Path) -> None:
    output = corpus.with_name("a.json")
    outcome = run("train", "--vocab-size", 270, "-o", output, "--special", "<s>", corpus)
    assert f"wrote {output}: 270 tokens, 1 of them special" in outcome.error


def test_choices_are_those_of_the_engine() -> None:
    assert get_args(train_command.Tie) == tuple(TIES)
    assert get_args(train_command.ByteOrder) == tuple(BYTE_ORDERS)
    assert get_args(train_command.SpecialIds) == tuple(SPECIAL_IDS)


def test_special_ids_before_those_of_the_merges(run, corpus: Path) -> None:
    path = corpus.with_name("tokenizer.json")
    common = ("train", "--vocab-size", 270, "--special", "<|end|>", "-o", path, corpus)
    assert run(*common, "--special-ids", "after_bytes").code == 0
    assert wl.Tokenizer.from_file(path).get_special_tokens() == [("<|end|>", 256)]
    assert run(*common).code == 0
    assert wl.Tokenizer.from_file(path).get_special_tokens() == [("<|end|>", 269)]


def test_another_runs_checkpoint_fails_in_one_line(run, corpus: Path) -> None:
    checkpoint, path = corpus.with_name("run"), corpus.with_name("a.tiktoken")
    common = ("train", "--vocab-size", 270, "--trainer", "naive", "--checkpoint", checkpoint, "-o", path)
    assert run(*common, corpus).code == 0
    path.unlink()
    outcome = run(*common, "--min-frequency", 2, corpus)
    assert outcome.code == 3
    assert "its min frequency is 1, this run's 2" in outcome.error
    assert not path.exists()


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_interrupted_it_says_130_and_the_same_command_goes_on(corpus: Path) -> None:
    corpus.write_text("".join(f"{i * i * 31} words {i} and more\n" for i in range(2500)))
    checkpoint, path = corpus.with_name("run"), corpus.with_name("a.tiktoken")
    command = [*PROGRAM, "train", "--vocab-size", "340", "--trainer", "naive", "-o", str(path)]
    command += ["--checkpoint", str(checkpoint), str(corpus)]
    with subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        assert program.stderr
        while b"merging: 2 %" not in program.stderr.readline():
            assert program.poll() is None
        program.send_signal(signal.SIGINT)
        assert program.wait() == 130
        assert f"stopped: run the same command to resume with {checkpoint}".encode() in program.stderr.read()
    assert not path.exists()
    begun = len((checkpoint / "merges.txt").read_text().splitlines())
    assert 1 < begun < 84
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "merging: 2 %" not in done.stderr
    expected = wl.train_bpe(corpus, 340, trainer="naive")
    expected.save(corpus.with_name("expected.tiktoken"))
    assert path.read_bytes() == corpus.with_name("expected.tiktoken").read_bytes()


def test_the_default_trainer_exists() -> None:
    assert "fast" in TRAINERS


def test_streams_and_paths_in_python(corpus: Path) -> None:
    expected = wl.train_bpe(TEXT, 270, trainer="naive")
    for source in (corpus, [corpus], io.StringIO(TEXT), io.BytesIO(TEXT.encode()), iter([TEXT])):
        tok = wl.train_bpe(source, 270, trainer="naive")
        assert tok.encode(TEXT) == expected.encode(TEXT)
    reports: list[object] = []
    wl.train_bpe(corpus, 270, trainer="naive", progress=reports.append)
    assert len(reports) == 1 + 14
    pattern = r"(?=\w)\w+|\W+"
    tok = wl.train_bpe(TEXT, 270, pattern, trainer="naive")
    assert (tok.pattern, tok.decode(tok.encode(TEXT))) == (pattern, TEXT)


def test_training_goes_on_from_a_tokenizer(run, corpus: Path) -> None:
    start, output = corpus.with_name("tokenizer.json"), corpus.with_name("more")
    output.mkdir()
    wl.train_bpe(TEXT, 262, pattern="cl100k_base").save(start)
    given = ("train", "--start", start, "--special", "<|end|>", "--trainer", "naive", corpus)
    outcome = run(*given, "--merges", 9, "--output", output / "tokenizer.json")
    assert (outcome.code, outcome.out) == (0, b""), outcome.error
    expected = wl.train_bpe(TEXT, 272, special_tokens=["<|end|>"], start=wl.Tokenizer.from_file(start))
    found = wl.Tokenizer.from_file(output / "tokenizer.json")
    assert (found.encode(TEXT), found.merges) == (expected.encode(TEXT), expected.merges)
    assert found.pattern == wl.Tokenizer.from_file(start).pattern


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            ("--pattern", "gpt2", "--merges", 1),
            "'--pattern': the tokenizer of --start has its own: leave it out",
        ),
        (("--vocab-size", 262), "expected at least 263, for the 263 tokens of tokenizer"),
        (("--level", "character", "--merges", 1), "'--start': with --level character it has no meaning"),
        (("--byte-order", "gpt2", "--merges", 1), "the bytes have their ids in tokenizer already"),
    ],
)
def test_what_does_not_go_with_a_start(run, corpus: Path, options: tuple[object, ...], said: str) -> None:
    start = corpus.with_name("tokenizer.json")
    wl.train_bpe(TEXT, 263).save(start)
    outcome = run("train", "--start", start, *options, "--output", corpus.with_name("no.json"), corpus)
    assert outcome.code in (2, 3)
    assert said in outcome.error


def test_a_format_that_cannot_hold_the_start_is_refused_at_once(run, corpus: Path) -> None:
    start = corpus.with_name("odd.json")
    start.write_bytes(odd_tokenizer_json())
    outcome = run(
        "train", "--start", start, "--merges", 2, "--output", corpus.with_name("my.tiktoken"), corpus
    )
    assert outcome.code == 3
    assert (
        "my.tiktoken cannot hold the normalizer of odd (NFC, Lowercase): write a tokenizer.json"
        in outcome.error
    )
