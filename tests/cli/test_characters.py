"""``train --level character``, and its file as the vocabulary of ``encode``, ``count`` and ``decode``."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.cli import train_characters
from wordchipper_lab.training import CharacterBPE
from wordchipper_lab.training.character.word_symbols import MARKERS

LINES = ["low lower lowest", "newer wider naïve", "你好 世界 low", "the lowest low 123"] * 30
TEXT = "\n".join(LINES)
COMMON = ("train", "--level", "character")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_file_and_stdin_teach_what_python_does(run, corpus: Path) -> None:
    path = corpus.with_name("bpe.json")
    for files, stdin in (([corpus], b""), (["-"], TEXT.encode()), ([], TEXT.encode())):
        done = run(*COMMON, "--merges", 20, "-o", path, *files, stdin=stdin)
        assert done.code == 0, done.error
        expected = CharacterBPE.train(TEXT, n_merges=20)
        found = CharacterBPE.from_file(path)
        assert (found.tokens, found.merges, found.pattern) == (
            expected.tokens,
            expected.merges,
            "cpp_article",
        )
        alphabet = len(found.tokens) - 20
        assert f"wrote {path}: {len(found.tokens)} tokens, {alphabet} of them the alphabet" in done.error
        assert "merging: 100 %" in done.error
        path.unlink()


def test_parquet_and_every_option(run, corpus: Path) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows, path = corpus.with_name("rows.parquet"), corpus.with_name("bpe.json")
    parquet.write_table(pyarrow.table({"line": LINES}), rows)
    options = ["--pattern", "whitespace", "--tie", "first_seen", "--marker", "separate", "--end-of-word", "$"]
    options += ["--unknown-token", "<unk>", "--min-frequency", "2", "--trainer", "naive", "--column", "line"]
    assert run(*COMMON, "--vocab-size", 50, *options, "-o", path, rows).code == 0
    expected = CharacterBPE.train(
        TEXT, 50, tie="first_seen", marker="separate", end_of_word="$", unknown_token="<unk>", min_frequency=2,
        pattern="whitespace",
    )  # fmt: skip
    expected.save_json(corpus.with_name("expected.json"))
    assert path.read_bytes() == corpus.with_name("expected.json").read_bytes()


def test_it_goes_on_from_a_checkpoint(run, corpus: Path) -> None:
    path = corpus.with_name("bpe.json")
    common = (*COMMON, "--checkpoint", corpus.with_name("run"), "-o", path, corpus)
    assert run(*common, "--merges", 5).code == 0
    assert run(*common, "--merges", 20).code == 0
    assert CharacterBPE.from_file(path).merges == CharacterBPE.train(TEXT, n_merges=20).merges
    failed = run(*common, "--merges", 20, "--marker", "separate")
    assert failed.code == 3
    assert "its marker is 'attached', this run's 'separate'" in failed.error


def test_an_early_stop_is_said(run, corpus: Path) -> None:
    done = run(*COMMON, "--merges", 10_000, "-o", corpus.with_name("bpe.json"), corpus)
    assert done.code == 0
    assert "\nstopped early: no pair is left after" in done.error


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--merges", 1, "--special", "<s>"], "'--special': with --level character it has no meaning"),
        (["--merges", 1, "--special-ids", "after_bytes"], "'--special-ids': with --level character"),
        (["--merges", 1, "--byte-order", "gpt2"], "'--byte-order': with --level character"),
        (["--merges", 1, "--max-token-length", 3], "'--max-token-length': with --level character"),
        ([], "Missing option '--vocab-size' (or '--merges')"),
        (["--merges", 1, "--vocab-size", 300], "expected either --vocab-size or --merges, got both"),
        (["--merges", 1, "--level", "byte", "--marker", "separate"], "'--marker': with --level byte it has"),
        (["--merges", 1, "--level", "byte", "--unknown-token", "?"], "'--unknown-token': with --level byte"),
        (["--merges", 1, "--level", "byte", "--end-of-word", "$"], "'--end-of-word': with --level byte"),
        (["--vocab-size", 3], "vocab_size is 3: expected at least"),
        (["--merges", 1, "--end-of-word", ""], "end_of_word is empty"),
        (["--merges", 1, "--trainer", "none"], "unknown trainer 'none'"),
    ],
)
def test_wrong_usage(run, corpus: Path, arguments: list[object], problem: str) -> None:
    done = run(*COMMON, *arguments, "-o", corpus.with_name("bpe.json"), corpus)
    assert done.code == 2
    assert problem in done.error
    assert not corpus.with_name("bpe.json").exists()


def test_other_formats_are_refused_before_training(run, corpus: Path) -> None:
    for name in ("bpe.tiktoken", "vocab.bpe"):
        done = run(*COMMON, "--merges", 1, "-o", corpus.with_name(name), corpus)
        assert done.code == 2
        assert f"character-level BPE is written as NAME.json, not as '{name}'" in done.error
    done = run(*COMMON, "--merges", 1, "-o", corpus / "bpe.json", corpus)
    assert (done.code, "Not a directory" in done.error) == (2, True)


def test_choices_are_those_of_the_engine() -> None:
    assert get_args(train_characters.Marker) == tuple(MARKERS)


def test_a_number_of_merges_of_bytes(run, corpus: Path) -> None:
    path = corpus.with_name("tokenizer.json")
    assert run("train", "--merges", 12, "--special", "<s>", "-o", path, corpus).code == 0
    assert wl.Tokenizer.from_file(path).max_token == 256 + 12


# -- encoding ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=["whitespace", "cpp_article", r"\w+"])
def bpe(request: pytest.FixtureRequest, tmp_path: Path) -> CharacterBPE:
    made = CharacterBPE.train(TEXT, n_merges=24, pattern=request.param, unknown_token="<unk>")
    made.save_json(tmp_path / "bpe.json")
    return made


def test_encode_count_and_decode(
    run, bpe: CharacterBPE, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordchipper_lab.cli.text_input.CHUNK_BYTES", 50)
    monkeypatch.setattr("wordchipper_lab.cli.id_readers.CHUNK_BYTES", 7)
    text = f"  {TEXT} and Q words\n"
    ids = bpe.encode(text)
    vocab = ("--vocab", tmp_path / "bpe.json")
    assert json.loads(run("encode", "-f", "json", *vocab, stdin=text.encode()).out) == ids
    assert np.load(io.BytesIO(run("encode", "-f", "npy", *vocab, stdin=text.encode()).out)).tolist() == ids
    shown = run("encode", "-f", "tokens", *vocab, stdin=b"low").out.decode()
    assert shown == "".join(f"{token}\t{json.dumps(bpe.tokens[token])}\n" for token in bpe.encode("low"))
    assert int(run("count", *vocab, stdin=text.encode()).out) == len(ids)
    words = run("encode", *vocab, stdin=text.encode()).out
    assert run("decode", *vocab, stdin=words).out.decode() == bpe.decode(ids)
    assert run("decode", *vocab, stdin=b"").out == b""


@pytest.mark.parametrize(
    "option",
    [("--pattern", "llama3"), ("--lexer", "regex"), ("--encoder", "merge_heap"), ("--special", "text")],
)
def test_options_of_byte_level_vocabularies_are_refused(
    run, bpe: CharacterBPE, tmp_path: Path, option: tuple[str, str]
) -> None:
    for command in ("encode", "count"):
        done = run(command, "--vocab", tmp_path / "bpe.json", *option, stdin=b"low")
        assert done.code == 2
        assert f"'{option[0]}': a character-level BPE has none" in done.error
