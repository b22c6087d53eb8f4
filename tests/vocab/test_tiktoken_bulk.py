"""The fast .tiktoken reader: what it reads, what it leaves to its twin, and that the two always agree."""

from __future__ import annotations

import base64
import binascii

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.errors import VocabFormatError
from wordchipper_lab.vocab.formats import tiktoken_bulk
from wordchipper_lab.vocab.formats.tiktoken_bulk import parse_bulk
from wordchipper_lab.vocab.formats.tiktoken_file import parse_lines, read_tiktoken, write_lines
from wordchipper_lab.vocab.token_bytes import TokenBytes

BYTES = [bytes([value]) for value in range(256)]
SMALL = write_lines(list(enumerate([*BYTES, b"ab", b"abc", b"abcd"])))


def assert_same(fast: TokenBytes | None, slow: TokenBytes) -> None:
    assert fast is not None
    for array, other in zip(fast, slow, strict=True):
        assert array.dtype == other.dtype
        assert array.flags.writeable
        assert np.array_equal(array, other)


@pytest.mark.parametrize(
    "contents",
    [
        SMALL,
        SMALL.removesuffix(b"\n"),
        SMALL.replace(b" 7\n", b" 007\n"),
        SMALL + b"//79 259\n",
        SMALL + base64.b64encode(b"x" * 10_001) + b" 259",
        SMALL + b"eHl6 261\neHl4 264",
    ],
    ids=["plain", "no last LF", "leading zeros", "not UTF-8", "long token", "holes"],
)
def test_taken_with_the_twin_s_result(contents: bytes) -> None:
    holes = (259, 260, 262, 263)
    assert_same(parse_bulk(contents, holes), parse_lines(contents, holes))


READABLE = {
    "CRLF": SMALL.replace(b"\n", b"\r\n"),
    "CRLF in the last line": SMALL.removesuffix(b"\n") + b"\r\n",
    "blank line at the end": SMALL + b"\n",
    "blank line at the start": b"\n" + SMALL,
    "space at the end of a line": SMALL.replace(b" 7\n", b" 7 \n"),
    "two spaces": SMALL.replace(b" 7\n", b"  7\n"),
    "other separators": SMALL.replace(b" 7\n", b"\v7\n"),
    "ten digits": SMALL.replace(b" 7\n", b" 0000000007\n"),
    "ranks out of order": b"".join(sorted(SMALL.splitlines(keepends=True))),
}


@pytest.mark.parametrize("case", READABLE)
def test_left_to_the_twin_which_reads_it(case: str) -> None:
    assert parse_bulk(READABLE[case]) is None
    assert_same(read_tiktoken(READABLE[case]), parse_lines(SMALL))


FAULTY = [
    *(b" 259", b"= 259", b"== 259", b"==== 259", b"A=== 259", b"AAA== 259", b"AAAAAA=A 259"),
    *(b"AB=C 259", b"AAA=AAAA 259", b"AA==AAAA 259", b"AA-_ 259", b"AA\x80A 259", b"AA\0A 259", b"A A= 259"),
    *(
        b"eHl6",
        b"eHl6 ",
        b"eHl6 a",
        b"eHl6 2/9",
        b"eHl6 2:9",
        b"eHl6 -1",
        b"eHl6 258",
        b"eHl6 0",
        b"eHl6 260",
    ),
    *(b"eHl6 999999999", b"eHl6 9999999999", b"eHl6 18446744073709551875", b"eHl6 259 1", b"YWI= 259"),
    *(b"AA== 259", b"eHl6 259\neHl6 260", b"eHl6 259\n\n 260", b"eHl6\n259", b"eHl6 259\neHl7"),
]


@pytest.mark.parametrize("line", FAULTY)
def test_faults_are_left_to_the_twin_which_tells_them(line: bytes) -> None:
    contents = SMALL + line
    assert parse_bulk(contents) is None
    with pytest.raises(VocabFormatError):
        parse_lines(contents)


@pytest.mark.parametrize("missing", [0, 10, 32, 255])
def test_every_single_byte_is_asked_for(missing: int) -> None:
    longer = [bytes([missing, value]) for value in range(256)]
    tokens = [token for token in BYTES if token[0] != missing] + longer
    assert parse_bulk(write_lines(list(enumerate(tokens)))) is None


@given(st.text("AQZaz09+/=", max_size=12).map(str.encode) | st.binary(max_size=12))
def test_whatever_base64_refuses_is_refused(field: bytes) -> None:
    contents = SMALL + field + b" 259\n"
    try:
        token = base64.b64decode(field, validate=True)
        is_written_so = base64.b64encode(token) == field
    except (binascii.Error, ValueError):
        is_written_so = False
    if is_written_so and field + b" " not in SMALL and field:
        assert_same(parse_bulk(contents), parse_lines(contents))
    else:
        assert parse_bulk(contents) is None


def test_equal_hashes_only_cost_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiktoken_bulk, "_MULTIPLIER", np.uint64(0))
    assert parse_bulk(SMALL) is None
    assert_same(read_tiktoken(SMALL), parse_lines(SMALL))
