"""``encode``, ``decode`` and ``count``: the ids of tiktoken, whatever the format and wherever chunks end."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.cli import text_input

TEXT = "It's naïve: 日本語, 👍🏽 and\r\n\r\n   code(x_1) = 12345;\t don't\n"


@pytest.fixture(params=[7, 1 << 20], ids=["chunks of 7 bytes", "one chunk"])
def chunk_bytes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(text_input, "CHUNK_BYTES", request.param)
    return request.param


@pytest.mark.usefixtures("chunk_bytes")
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base", "gpt-4o"])
def test_ids_of_stdin_are_those_of_tiktoken(run, tiktoken_encoding, model: str) -> None:
    outcome = run("encode", "--model", model, stdin=TEXT.encode())
    assert outcome.code == 0, outcome.error
    assert [int(word) for word in outcome.out.split()] == tiktoken_encoding(model).encode(TEXT)
    assert outcome.out.endswith(b"\n")


@pytest.mark.parametrize("form", ["ids", "json", "npy"])
@pytest.mark.parametrize("text", ["", "x", TEXT, TEXT * 50])
def test_what_encode_writes_decode_reads(run, tmp_path: Path, form: str, text: str) -> None:
    source, ids, back = tmp_path / "text", tmp_path / "ids", tmp_path / "back"
    source.write_bytes(text.encode())
    assert run("encode", source, "--format", form, "--output", ids) == (0, b"", "")
    assert run("decode", ids, "--format", form, "--output", back) == (0, b"", "")
    assert back.read_bytes() == text.encode()


def test_each_format_holds_the_same_ids(run, tiktoken_encoding) -> None:
    expected = tiktoken_encoding("o200k_base").encode(TEXT)
    assert json.loads(run("encode", "-f", "json", stdin=TEXT.encode()).out) == expected
    array = np.load(io.BytesIO(run("encode", "-f", "npy", stdin=TEXT.encode()).out))
    assert array.dtype == np.uint32
    assert array.tolist() == expected
    lines = run("encode", "-f", "tokens", stdin=TEXT.encode()).out.decode().removesuffix("\n").split("\n")
    assert [int(line.split("\t")[0]) for line in lines] == expected
    assert lines[0].split("\t")[1] == '"It\'s"'
    assert any(line.split("\t")[1].startswith("b'") for line in lines)  # part of a character


def test_count_is_the_number_of_ids(run, tiktoken_encoding) -> None:
    expected = len(tiktoken_encoding("o200k_base").encode(TEXT))
    assert run("count", stdin=TEXT.encode()).out == b"%d\n" % expected


def test_special_tokens_as_asked(run) -> None:
    text = b"a<|endoftext|>b"
    assert run("encode", stdin=text).out == b"64 199999 65\n"
    assert run("encode", "--special", "text", stdin=text).out.split() > [b"64", b"27"]
    outcome = run("encode", "--special", "error", stdin=text)
    assert outcome.code == 3
    assert "'<|endoftext|>' at byte 1" in outcome.error


@pytest.mark.usefixtures("chunk_bytes")
def test_text_that_is_not_utf8(run, tmp_path: Path) -> None:
    text = "é, naïve, ".encode() * 3 + b"\xe2\x82(" + b"rest"
    source, ids = tmp_path / "text", tmp_path / "ids"
    source.write_bytes(text)
    for outcome in (run("encode", source), run("encode", source, "--output", ids)):
        assert (outcome.code, outcome.out) == (3, b"")
        assert f"not UTF-8 at byte {len(text) - 7} " in outcome.error
        assert outcome.error.count("\n") == 1
    assert not ids.exists()
    replaced = run("encode", source, "--errors", "replace")
    assert run("decode", stdin=replaced.out).out == text.decode(errors="replace").encode()


def test_text_that_ends_within_a_character(run) -> None:
    outcome = run("encode", stdin=b"ab\xf0\x9f")
    assert (outcome.code, outcome.out) == (3, b"")
    assert "at byte 2 (unexpected end of data)" in outcome.error


def test_decode_writes_broken_characters_as_they_are(run) -> None:
    ids = run("encode", stdin="👍🏽".encode()).out.split()
    assert "👍🏽".encode().startswith(run("decode", stdin=ids[0] + b"\n" + ids[1]).out)


@pytest.mark.parametrize(
    ("form", "data", "problem"),
    [
        ("ids", b"12 abc", "expected a token id, got 'abc'"),
        ("ids", b"1_000", "expected a token id, got '1_000'"),
        ("ids", b"-1", "-1"),
        ("ids", b"200000000000000000000", "200000000000000000000"),
        ("json", b"", "end is missing"),
        ("json", b"[1, 2", "end is missing"),
        ("json", b"[1, , 2]", "expected a token id"),
        ("json", b"[1,]", "expected a token id"),
        ("json", b'{"a": 1}', "expected a JSON array"),
        ("json", b"[1] [2]", "expected a token id"),
        ("npy", b"12 13", "NumPy file"),
    ],
)
def test_ids_that_cannot_be_read(run, tmp_path: Path, form: str, data: bytes, problem: str) -> None:
    outcome = run("decode", "--format", form, "--output", tmp_path / "text", stdin=data)
    assert outcome.code == 3
    assert problem in outcome.error
    assert outcome.error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("array", [np.zeros((2, 2), int), np.zeros(3)])
def test_arrays_that_are_not_ids(run, array: np.ndarray) -> None:
    data = io.BytesIO()
    np.save(data, array)
    assert "one-dimensional array of integers" in run("decode", "-f", "npy", stdin=data.getvalue()).error


def test_a_npy_file_that_ends_early(run) -> None:
    data = run("encode", "-f", "npy", stdin=TEXT.encode()).out
    for cut in (4, 5, 60, len(data) - 1):
        assert run("decode", "-f", "npy", stdin=data[:-cut]).code == 3


@pytest.mark.deep
@pytest.mark.parametrize("model", ["r50k_base", "o200k_base", "o200k_harmony"])
def test_ten_megabytes(run, tmp_path: Path, tiktoken_encoding, model: str) -> None:
    generator = np.random.default_rng(2)
    letters = np.array([*"abcdefghijklmnopqrstuvwxyz ABC 0123  .,;'\n\n\té日👍", "<|endoftext|>"])
    text = (TEXT * 20_000) + "".join(generator.choice(letters, 7_000_000))
    source = tmp_path / "text"
    source.write_bytes(text.encode())
    assert source.stat().st_size > 10_000_000
    outcome = run("encode", source, "--model", model, "--format", "npy", "--output", tmp_path / "ids")
    assert outcome == (0, b"", "")
    expected = tiktoken_encoding(model).encode_to_numpy(text, allowed_special="all")
    assert np.array_equal(np.load(tmp_path / "ids"), expected)
    decoded = run("decode", tmp_path / "ids", "--model", model, "--format", "npy")
    assert decoded.out.decode() == text


@pytest.fixture(scope="session")
def tiktoken_encoding():
    def encoding(model: str) -> tiktoken.Encoding:
        try:
            return tiktoken.get_encoding(model)
        except ValueError:
            return tiktoken.encoding_for_model(model)

    return encoding


def test_a_dash_is_stdin(run) -> None:
    assert run("count", "-", stdin=b"hello world").out == run("count", stdin=b"hello world").out == b"2\n"


def test_a_vocabulary_file_in_place_of_a_model(run, tmp_path: Path) -> None:
    corpus = ["low lower lowest, newer newest wider widest "] * 3
    tok = wl.train_bpe(corpus, 270, "cl100k_base", ["<s>"])
    tok.save(tmp_path / "tokenizer.json")
    tok.save(tmp_path / "my.tiktoken")
    text = "newest<s> lowest"
    for name, more, special in (
        ("tokenizer.json", [], "parse"),
        ("my.tiktoken", ["--pattern", "cl100k_base"], "text"),
    ):
        options = ["--vocab", tmp_path / name, *more]
        ids = run("encode", *options, stdin=text.encode()).out
        assert [int(word) for word in ids.split()] == tok.encode(text, special)
        assert run("decode", *options, stdin=ids).out.decode().rstrip("\n") == text
        assert int(run("count", *options, stdin=text.encode()).out) == len(ids.split())
        assert b"widest" in run("spans", *options, stdin=b"wider widest").out
    refused = run("encode", "--pattern", "cl100k_base", stdin=b"x")
    assert refused.code == 2
    assert "expected --vocab too" in refused.error
