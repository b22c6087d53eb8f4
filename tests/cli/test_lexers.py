"""``lexers compare``, ``sweep``, ``shrink`` and ``specimens``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wordchipper_lab.spanners.specimens import SPECIMENS

PAIR = "automaton:cl100k_base", "specimen:no_whitespace_give_back"
EQUAL = "regex:o200k_base", "logos:o200k_base"
TEXT = b"Well,  hello\n   there\tit's"


def test_compare_shows_where_and_how(run) -> None:
    outcome = run("lexers", "compare", *PAIR, stdin=TEXT)
    assert (outcome.code, outcome.error) == (1, "")
    lines = outcome.out.decode().splitlines()
    assert lines[0] == "stdin:5  space+ letter+ | \\n \\r"
    assert lines[1] == '  in "Well,\u00bb  hello\u00ab\\n   there\\tit\'s"'
    assert lines[2].split(maxsplit=1) == [PAIR[0], '" "|" hello"']
    assert lines[3].split(maxsplit=1) == [PAIR[1], '"  "|"hello"']
    assert lines[4].strip() == "first difference at byte 6"
    assert lines[12] == f"{PAIR[0]} and {PAIR[1]}: 2 divergences"
    assert [line.split()[0] for line in lines[13:]] == ["1", "1"]


def test_compare_lexers_that_agree(run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT)
    outcome = run("lexers", "compare", "regex", "logos", path, "-", "--model", "gpt-4", stdin=TEXT)
    assert outcome == (0, b"regex:cl100k_base and logos:cl100k_base agree\n", "")
    assert run("lexers", "compare", *EQUAL, path, "--json") == (0, b"", "")


def test_compare_as_json(run, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("a.txt", "b.txt")]
    for path in paths:
        path.write_bytes(TEXT)
    options = ["--json", "--pre-context", 2, "--post-context", 0, "--limit", 3]
    outcome = run("lexers", "compare", *PAIR, *paths, *options)
    rows = [json.loads(line) for line in outcome.out.splitlines()]
    assert [(row["source"], row["start"], row["before"], row["after"]) for row in rows] == [
        (str(paths[0]), 5, "l,", ""), (str(paths[0]), 13, "o\n", ""), (str(paths[1]), 5, "l,", ""),
    ]  # fmt: skip
    assert rows[0]["b"] == [[0, 2, "word"], [2, 7, "word"]]
    groups = [
        json.loads(line)
        for line in run("lexers", "compare", *PAIR, *paths, "--json", "--summary").out.splitlines()
    ]
    assert [(group["count"], group["example"]["text"]) for group in groups] == [
        (2, "  hello"),
        (2, "   there"),
    ]


def test_summary_and_limit(run) -> None:
    outcome = run("lexers", "compare", *PAIR, "--summary", stdin=TEXT * 50)
    lines = outcome.out.decode().splitlines()
    assert (outcome.code, len(lines)) == (1, 3)
    assert [line.split()[0] for line in lines[1:]] == ["50", "50"]
    outcome = run("lexers", "compare", *PAIR, "--limit", 1, stdin=TEXT * 50)
    assert b"100 divergences; the first is shown" in outcome.out
    assert outcome.out.count(b"first difference") == 1


def test_compare_parquet(run, tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"body": ["x", TEXT.decode()]}), path)
    outcome = run("lexers", "compare", *PAIR, path, "--column", "body")
    assert outcome.out.startswith(f"{path}, row 1:5  ".encode())
    outcome = run("lexers", "compare", *PAIR, path)
    assert (outcome.code, outcome.out, outcome.error.count("\n")) == (3, b"", 1)
    assert "its text columns are body" in outcome.error


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (["compare", "nope", "regex:r50k_base"], 2, "unknown lexer 'nope'"),
        (["compare", "regex"], 2, "Missing argument"),
        (["compare", "regex", "logos", "no such file"], 2, "does not exist"),
        (["compare", "regex", "logos", "-m", "nope"], 2, "unknown model 'nope'"),
        (["compare", "regex:cl100k", "logos:cl100k_base"], 2, "unknown model 'cl100k'"),
        (["compare", "regex:(", "logos:cl100k_base"], 3, "at position 1 of the pattern '('"),
        (["compare", *EQUAL], 3, "stdin is not UTF-8 at byte 2"),
        (["sweep", "regex"], 2, "expected two lexers, or none"),
        (["sweep", "-k", "0"], 2, "'-k'"),
        (
            ["sweep", *EQUAL, "--alphabet", "aa"],
            2,
            "error: the alphabet 'aa' must consist of different characters",
        ),
        (
            ["sweep", *EQUAL, "-k", "90"],
            2,
            "error: 29 characters have more than 2**62 strings of 90",
        ),
        (["shrink", *EQUAL], 3, "is not UTF-8 at byte 2"),
        (["shrink", *EQUAL, os.devnull], 3, "agree on this text"),
        (["compare", "regex", "logos"], 2, "unknown lexer 'regex': expected one of regex:r50k_base"),
        (["sweep", EQUAL[0], "logos"], 2, "unknown lexer 'logos'"),
        (["shrink", "auto:", EQUAL[0]], 2, "unknown lexer 'auto:'"),
        (["prove", "regex", "automaton"], 2, "on the command line, --model"),
        (["explain", "automaton"], 2, "a kind alone does not say which pattern"),
    ],
)
def test_errors_are_one_line(run, arguments: list[str], code: int, problem: str) -> None:
    outcome = run("lexers", *arguments, stdin=b"ab\xff")
    assert (outcome.code, outcome.out, outcome.error.count("\n")) == (code, b"", 1)
    assert problem in outcome.error


def test_sweep_all_families(run) -> None:
    outcome = run("lexers", "sweep", "-k", 2)
    lines = outcome.out.decode().splitlines()
    assert (outcome.code, outcome.error) == (0, "")
    assert [line.split(" agree")[0] for line in lines] == [
        f"regex:{model} and {kind}:{model}" for model in ("r50k_base", "cl100k_base", "o200k_base") for kind in ("automaton", "logos")
    ]  # fmt: skip
    assert all("all 870 strings of 1 to 2 of 29 characters" in line for line in lines)


def test_sweep_one_family_beyond_the_regex(run) -> None:
    outcome = run("lexers", "sweep", "-k", 6, "-m", "r50k_base", "--alphabet", "a '", "--threads", 2)
    first, second = outcome.out.decode().splitlines()
    assert "all 120 strings of 1 to 4" in first
    assert "all 1,092 strings of 1 to 6" in second
    assert "beyond 4 characters the automaton of r50k_base replaced the regex" in second
    assert run("lexers", "sweep", "-k", 3, "-m", "llama3", "--alphabet", "a 1").out.count(b"agree") == 1


def test_sweep_two_that_differ(run) -> None:
    outcome = run("lexers", "sweep", *PAIR, "-k", 3, "--most", 2)
    assert outcome.code == 1
    assert "diverge on 225 of 25,259 strings" in outcome.out.decode()
    assert outcome.out.count(b"first difference") == 2
    written = json.loads(run("lexers", "sweep", *PAIR, "-k", 3, "--most", 2, "--json").out)
    assert (written["n_divergent"], len(written["divergences"])) == (225, 2)


def test_shrink(run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(TEXT * 1000)
    for arguments, stdin in ([path], b""), ([], TEXT):
        outcome = run("lexers", "shrink", *PAIR, *arguments, stdin=stdin)
        assert (outcome.code, outcome.error) == (0, "")
        lines = outcome.out.decode().splitlines()
        assert lines[:2] == ['"  a"', "  space+ letter | end"]
        case = "\n".join(lines[lines.index("") + 1 :])
        compile(case, "case", "exec")
        assert "build_specimen('no_whitespace_give_back')" in case
    assert json.loads(run("lexers", "shrink", *PAIR, "--json", stdin=TEXT).out)["text"] == "  a"


def test_specimens(run) -> None:
    lines = run("lexers", "specimens").out.decode().splitlines()
    assert [line.split()[0] for line in lines] == ["name", *SPECIMENS]
    rows = json.loads(run("lexers", "specimens", "--json").out)
    assert rows[0]["story"] == next(iter(SPECIMENS.values())).story


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_a_sweep_can_be_interrupted() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "wordchipper_lab", "lexers", "sweep", "-k", "9", *EQUAL],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        time.sleep(5)
        assert program.poll() is None
        program.send_signal(signal.SIGINT)
        _, error = program.communicate(timeout=20)
        assert (program.returncode, error) == (130, b"")
