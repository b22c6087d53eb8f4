"""The .tiktoken reader and its twin, every fault with its line, and the writer."""

from __future__ import annotations

import errno
import io
import os
import random
from base64 import b64encode

import numpy as np
import pytest
import tiktoken.load
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import VocabError, VocabFormatError, VocabHashError
from wordchipper_lab.files import whole_file
from wordchipper_lab.vocab.bundled import read_bundled
from wordchipper_lab.vocab.formats.tiktoken_bulk import parse_bulk
from wordchipper_lab.vocab.formats.tiktoken_file import (
    parse_lines,
    read_tiktoken,
    write_lines,
    write_tiktoken,
)
from wordchipper_lab.vocab.pretrained import load_token_bytes, pretrained_names, pretrained_spec
from wordchipper_lab.vocab.token_bytes import iterate_tokens, pack_tokens

BYTES = [bytes([value]) for value in range(256)]
LISTED = [*BYTES, b"ab", b"abc", b"\xf0\x9f\x98\x80"]
SMALL = write_lines(list(enumerate(LISTED)))


def replace_line(number: int, line: bytes) -> bytes:
    """SMALL with the line of this number (from 1) replaced."""
    lines = SMALL.splitlines()
    lines[number - 1] = line
    return b"\n".join(lines) + b"\n"


def assert_equal(given_tokens, expected):
    assert list(iterate_tokens(given_tokens)) == list(iterate_tokens(expected))
    for array, other in zip(given_tokens, expected, strict=True):
        assert array.dtype == other.dtype
        np.testing.assert_array_equal(array, other)


@pytest.mark.sampled("r50k_base")
@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_published_files_both_ways_and_back(name):
    spec = pretrained_spec(name)
    contents = read_bundled(spec.file, spec.sha256)
    holes = set(spec.special_tokens.values())
    tokens = parse_bulk(contents, holes)
    assert tokens is not None
    assert_equal(parse_lines(contents, holes), tokens)
    assert write_lines(list(iterate_tokens(tokens))) == contents


def test_bulk_reader_serves_the_published_files(monkeypatch):
    # If it gave up on them, all would still be right, but slow.
    for name in pretrained_names():
        spec = pretrained_spec(name)
        assert parse_bulk(read_bundled(spec.file, spec.sha256), spec.special_tokens.values()) is not None


def test_sources(tmp_path):
    expected = pack_tokens(LISTED)
    path = tmp_path / "small.tiktoken"
    path.write_bytes(SMALL)
    for source in (path, str(path), SMALL, bytearray(SMALL), memoryview(SMALL), io.BytesIO(SMALL)):
        assert_equal(read_tiktoken(source), expected)
    with (
        path.open("rb") as binary,
        path.open(encoding="ascii") as text,
        io.StringIO(SMALL.decode()) as string,
    ):
        for file in (binary, text, string):
            assert_equal(read_tiktoken(file), expected)
            assert not file.closed


@pytest.mark.parametrize(
    "contents",
    [
        SMALL.replace(b"\n", b"\r\n"),
        SMALL.removesuffix(b"\n"),
        SMALL + b"\n",
        SMALL + b"\r\n\n",
        SMALL.replace(b" ", b"\t"),
        b"\n".join(reversed(SMALL.splitlines())),
        replace_line(7, b"Bg==   006"),
    ],
    ids=["CRLF", "no last newline", "blank last line", "blank lines", "tabs", "reversed", "padded rank"],
)
def test_other_ways_to_write_the_same(contents):
    assert_equal(read_tiktoken(contents), pack_tokens(LISTED))


def test_lines_in_any_order():
    lines = SMALL.splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    assert_equal(read_tiktoken(b"".join(lines)), pack_tokens(LISTED))


FAULTS = {
    "one field": (replace_line(4, b"Aw=="), 4, "expected a base64 token and a rank, got b'Aw=='"),
    "three fields": (replace_line(4, b"Aw== 3 3"), 4, "expected a base64 token and a rank"),
    "two tokens in one line": (replace_line(4, b"Aw== 3 //8= 999"), 4, "expected a base64 token and a rank"),
    "fields over two lines": (replace_line(4, b"Aw==\n3"), 4, "expected a base64 token and a rank"),
    "3 + 1 fields": (SMALL.replace(b"Aw== 3\nBA== 4", b"Aw== 3 BA==\n4"), 4, "expected a base64 token"),
    "not base64": (replace_line(4, b"A*== 3"), 4, r"expected a token in base64, got b'A\*=='"),
    "padding missing": (replace_line(4, b"Aw 3"), 4, "expected a token in base64"),
    "padding inside": (replace_line(4, b"A=w= 3"), 4, "expected a token in base64"),
    "excess after padding": (replace_line(4, b"Aw==Aw== 3"), 4, "expected a token in base64"),
    "url-safe base64": (replace_line(256, b"_w== 255"), 256, "expected a token in base64"),
    "only padding": (replace_line(4, b"==== 3"), 4, "expected a token in base64"),
    "rank not a number": (replace_line(4, b"Aw== three"), 4, "expected a rank .* got b'three'"),
    "rank negative": (replace_line(4, b"Aw== -3"), 4, "expected a rank .* got b'-3'"),
    "rank with sign": (replace_line(4, b"Aw== +3"), 4, "expected a rank"),
    "rank with underscore": (replace_line(4, b"Aw== 0_3"), 4, "expected a rank"),
    "rank fractional": (replace_line(4, b"Aw== 3.0"), 4, "expected a rank"),
    "rank of 5,000 digits": (replace_line(4, b"Aw== " + b"3" * 5000), 4, "expected a rank"),
    "rank far away": (
        SMALL + b"eHl6 4000000000\n",
        260,
        "follows a gap: no line and no special token has rank 259",
    ),
    "token twice": (SMALL + b"YWI= 259\n", 260, "token b'ab' is also in line 257"),
    "rank twice": (SMALL + b"eHl6 5\n", 260, "rank 5 is also in line 6"),
    "gap": (SMALL + b"eHl6 260\n", 260, "rank 260 follows a gap: no line and no special token has rank 259"),
    "starts at one": (
        write_lines(list(enumerate(LISTED, start=1))),
        1,
        "no line and no special token has rank 0",
    ),
    "cut in a token": (SMALL[: SMALL.index(b"YWJj") + 3], 258, "expected a base64 token and a rank"),
    "cut at a line": (SMALL[: SMALL.index(b"/w==")], None, r"1 of the 256 .* \(the first is b'\\xff'\)"),
    "byte missing": (write_lines(list(enumerate(LISTED[1:]))), None, r"the first is b'\\x00'\): the file is"),
    "empty": (b"", None, "the file is empty"),
    "blank": (b"\n \n\r\n", None, "the file is empty"),
    "not ASCII": (replace_line(9, b"\xe9\xff 8"), 9, r"expected ASCII, got b'\\xe9\\xff 8'"),
    "UTF-16": (SMALL.decode().encode("utf-16"), 1, "expected ASCII"),
    "NUL bytes": (b"\0" * 100, 1, "expected a base64 token and a rank"),
    "a web page": (b"<!DOCTYPE html>\n<html>", 1, "expected a token in base64, got b'<!DOCTYPE'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_names_its_line(fault, tmp_path):
    contents, line, problem = FAULTS[fault]
    assert parse_bulk(contents) is None
    path = tmp_path / "faulty.tiktoken"
    path.write_bytes(contents)
    with pytest.raises(VocabFormatError, match=problem) as caught:
        read_tiktoken(path)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"{path}, line {line}: " if line else f"{path}: ")
    assert len(str(caught.value)) < 300 + len(str(path))
    assert isinstance(caught.value, VocabError)


def test_holes_are_ids_of_special_tokens():
    contents = SMALL + write_lines([(260, b"xy"), (263, b"yz")])
    tokens = read_tiktoken(contents, holes=(259, 261, 262, 999))
    assert_equal(parse_lines(contents, (259, 261, 262, 999)), tokens)
    assert_equal(tokens, pack_tokens([*LISTED, b"", b"xy", b"", b"", b"yz"]))
    with pytest.raises(
        VocabFormatError, match="line 261: rank 263 follows a gap: no line and no special token has rank 262"
    ):
        read_tiktoken(contents, holes=(259, 261, 300))


def test_hash_is_checked_first():
    sha256 = "0" * 64
    with pytest.raises(VocabHashError, match=f"<bytes>: SHA-256 is [0-9a-f]{{64}}, expected {sha256}"):
        read_tiktoken(b"nonsense", expected_sha256=sha256)
    spec = pretrained_spec("r50k_base")
    contents = read_bundled(spec.file, spec.sha256)
    assert len(read_tiktoken(contents, expected_sha256=spec.sha256.upper()).starts) == 50257
    with pytest.raises(VocabHashError):
        read_tiktoken(contents.replace(b"\n", b"\r\n"), expected_sha256=spec.sha256)


def test_text_file_of_the_wrong_encoding(tmp_path):
    path = tmp_path / "latin.tiktoken"
    path.write_bytes(replace_line(3, b"\xe9 2"))
    with path.open(encoding="utf-8") as file, pytest.raises(VocabFormatError, match="expected text"):
        read_tiktoken(file)
    with (
        path.open(encoding="utf-8", errors="surrogateescape") as file,
        pytest.raises(VocabFormatError, match=r"line 3: expected ASCII, got b'\\xe9 2'"),
    ):
        read_tiktoken(file)


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="missing"):
        read_tiktoken(tmp_path / "missing.tiktoken")


@given(st.data())
def test_damaged_files_never_part_the_two_readers(data):
    """Whatever the bulk reader accepts, the line reader accepts with the same result."""
    contents = bytearray(SMALL)
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(contents)))
        end = min(len(contents), start + data.draw(st.integers(0, 9)))
        pieces = st.one_of(st.binary(max_size=4), st.text("\r\n =AQw0123456789-", max_size=9).map(str.encode))
        contents[start:end] = data.draw(pieces)
    tokens = parse_bulk(bytes(contents), holes=(3,))
    if tokens is not None:
        assert_equal(parse_lines(bytes(contents), holes=(3,)), tokens)


@given(st.lists(st.binary(min_size=2, max_size=6), unique=True), st.sets(st.integers(256, 280)))
def test_any_vocabulary_survives_writing_and_reading(longer, holes):
    free = (rank for rank in range(1000) if rank not in holes)
    ranked = [(next(free), token) for token in [*BYTES, *longer]]
    tokens = read_tiktoken(write_lines(ranked), holes=holes)
    assert list(iterate_tokens(tokens)) == ranked
    assert_equal(parse_lines(write_lines(ranked), holes), tokens)


def test_tiktoken_reads_what_is_written(tmp_path):
    path = tmp_path / "p50k.tiktoken"
    tokens = load_token_bytes(pretrained_spec("p50k_base"))
    write_tiktoken(tokens, path)
    assert tiktoken.load.load_tiktoken_bpe(str(path)) == {
        token: rank for rank, token in iterate_tokens(tokens)
    }


@pytest.mark.parametrize("name", ["fsync", "replace"])
def test_full_disk_keeps_the_old_vocabulary(tmp_path, monkeypatch, name):
    def no_space(*args):
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "small.tiktoken"
    write_tiktoken(pack_tokens(LISTED), path)
    monkeypatch.setattr(whole_file.os, name, no_space)
    with pytest.raises(OSError, match="No space left"):
        write_tiktoken(pack_tokens(BYTES), path)
    assert os.listdir(tmp_path) == [path.name]
    assert_equal(read_tiktoken(path), pack_tokens(LISTED))


def test_base64_of_every_length():
    tokens = [*BYTES, *(b"x" * n for n in range(2, 200))]
    assert b64encode(tokens[-1]) in write_lines(list(enumerate(tokens)))
    assert_equal(read_tiktoken(write_lines(list(enumerate(tokens)))), pack_tokens(tokens))
