"""``tokenize``: files and stdin to shards of ids; wrong usage is reported before anything is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import wordchipper_lab as wl
from wordchipper_lab.cli import tokenize_command
from wordchipper_lab.ids import job, open_corpus

TEXT = "It's naïve: 日本語, 👍🏽<|endoftext|> and\r\n\r\n   code(x_1) = 12345;\t don't\n"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "one.txt").write_bytes(TEXT.encode() * 100)
    pq.write_table(pa.table({"body": ["a b", "", "c"]}), tmp_path / "two.parquet")
    return [tmp_path / "one.txt", tmp_path / "two.parquet"]


def test_files_become_ids(run, files, tmp_path: Path) -> None:
    ids = tmp_path / "ids"
    arguments = [
        "tokenize", *files, "-o", ids, "-m", "gpt-4o", "--column", "body", "--end-of-text", "<|endoftext|>",
        "--shard-bytes", 2_000, "--threads", 2, "--format", "both",
    ]  # fmt: skip
    outcome = run(*arguments)
    size = sum(path.stat().st_size for path in files)
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    expected = [[*tok.encode(text), 199999] for text in (TEXT * 100, "a b", "", "c")]
    assert (outcome.code, outcome.out) == (0, b"")
    assert outcome.error.startswith(
        f"wrote {ids}: 100 % ({size:,} of {size:,} bytes), {sum(map(len, expected)):,} ids, "
    )
    assert [document.tolist() for document in open_corpus(ids)] == expected
    assert pq.read_table(sorted(ids.glob("*.parquet"))[-1]).column("ids").to_pylist() == expected[1:]
    assert run(*arguments).code == 0
    changed = run(*arguments, "--end-of-text", "200018")
    assert (changed.code, changed.out) == (3, b"")
    assert "was made with another end-of-text id: use the same again" in changed.error
    assert changed.error.count("\n") == 1


def test_stdin_is_one_document(run, files, tmp_path: Path) -> None:
    tok = wl.Tokenizer.from_pretrained("gpt2")
    assert run("tokenize", "-o", tmp_path / "a", "-m", "gpt2", stdin=TEXT.encode()).code == 0
    assert open_corpus(tmp_path / "a")[0].tolist() == tok.encode(TEXT)
    assert open_corpus(tmp_path / "a").dtype == np.uint16
    both = run(
        "tokenize",
        "-o",
        tmp_path / "b",
        "-m",
        "gpt2",
        files[0],
        "-",
        stdin=b"a\xff",
    )
    assert (both.code, both.out) == (3, b"")
    assert "is not UTF-8 at byte 1 " in both.error
    both = run(
        "tokenize", "-o", tmp_path / "c", "-m", "gpt2", "--errors", "replace", files[0], "-", stdin=b"a\xff"
    )
    assert both.code == 0, both.error
    assert [ids.tolist() for ids in open_corpus(tmp_path / "c")] == [
        tok.encode(TEXT * 100),
        tok.encode("a\ufffd"),
    ]


def test_a_vocabulary_of_ones_own(run, files, tmp_path: Path) -> None:
    wl.Tokenizer.from_pretrained("gpt2").save(tmp_path / "own.tiktoken")
    own = wl.Tokenizer.from_file(tmp_path / "own.tiktoken", pattern="llama3")
    arguments = ["--vocab", tmp_path / "own.tiktoken", "--pattern", "llama3"]
    assert run("tokenize", files[0], "-o", tmp_path / "ids", *arguments).code == 0
    assert open_corpus(tmp_path / "ids")[0].tolist() == own.encode(TEXT * 100)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "Missing option '--output'"),
        (["-o", "ids", "none.txt"], "does not exist"),
        (["-o", "file"], "is a file"),
        (["-o", "ids", "--format", "csv"], "'bin', 'parquet', 'both'"),
        (["-o", "ids", "--shard-bytes", "0"], "--shard-bytes"),
        (["-o", "ids", "--model", "nope"], "unknown model"),
        (["-o", "ids", "--vocab", "none"], "does not exist"),
        (["-o", "ids", "--pattern", "llama3"], "expected --vocab too"),
        (["-o", "ids", "--end-of-text", "<nope>"], "unknown special token '<nope>'"),
        (["-o", "ids", "--distributed"], "a cluster cannot read stdin"),
        (["-o", "ids", "--scheduler", "tcp://127.0.0.1:1", "-"], "a cluster cannot read stdin"),
        (["-o", "ids", "--input-format", "parquet"], "give a file"),
    ],
)
def test_wrong_usage(
    run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    outcome = run("tokenize", *arguments)
    assert (outcome.code, outcome.out) == (2, b""), outcome.error
    assert problem in outcome.error
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_choices_are_those_of_the_engine() -> None:
    assert get_args(tokenize_command.IdsFormat) == get_args(job.IdFormat)
    assert tokenize_command.SHARD_BYTES == job.SHARD_BYTES


def test_help_loads_nothing_slow() -> None:
    code = (
        "import sys; from wordchipper_lab.cli.app import main\n"
        "try: main(['tokenize', '--help'])\n"
        "finally: print(sorted({'numba', 'numpy', 'regex', 'distributed', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.rstrip().endswith("[]")


@pytest.mark.deep
def test_on_a_cluster_of_this_machine(run, files, tmp_path: Path) -> None:
    arguments = ["tokenize", files[0], "-m", "gpt2", "--shard-bytes", 1_000]
    outcome = run(*arguments, "-o", tmp_path / "dask", "--distributed")
    assert (outcome.code, outcome.out) == (0, b""), outcome.error
    assert outcome.error.startswith(f"wrote {tmp_path / 'dask'}: 100 % ")
    assert outcome.error.count("\n") == 1
    assert run(*arguments, "-o", tmp_path / "one").code == 0
    dask, one = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("dask", "one")
    )
    assert dask == one
