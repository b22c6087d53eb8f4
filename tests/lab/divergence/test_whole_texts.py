"""Texts from files, streams and Parquet columns."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from wordchipper_lab.errors import InputError, TextError
from wordchipper_lab.lab import find_divergences

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

LEXERS = "automaton:r50k_base", "automaton:cl100k_base"


def places(source, **options):
    return [(one.source, one.start, one.text) for one in find_divergences(*LEXERS, source, **options)]


def test_a_file_is_one_text(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffone\r\n 1, \u00e9 2".encode())
    expected = [(str(path), start, text) for start, text in ((0, "\ufeffone"), (8, " 1"), (14, " 2"))]
    assert places(path) == expected
    assert places([path, " 3", path]) == [*expected, ("text 1", 0, " 3"), *expected]


def test_streams(tmp_path: Path) -> None:
    assert places(io.BytesIO(b"x 1")) == places(io.StringIO("x 1")) == [("", 1, " 1")]
    path = tmp_path / "a.txt"
    path.write_text("skip\nx 1")
    seen = []
    with path.open("rb") as stream:
        stream.readline()
        assert places(stream, progress=seen.append) == [(str(path), 1, " 1")]
    assert [(at.done, at.total) for at in seen] == [(3, 3)]
    with path.open() as stream:
        assert places([stream]) == [(str(path), 6, " 1")]


def test_a_file_of_many_chunks(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(("\u4e2d" * 1_000_000 + " 1").encode())
    assert places(path) == [(str(path), 3_000_000, " 1")]


@pytest.mark.parametrize(
    ("data", "place"), [(b"\xff", 0), (b"abc\xc3", 3), (b"a" * 1_048_575 + b"\xe4\xb8\x00 1", 1_048_575)]
)
def test_what_is_not_utf8_is_told_with_its_byte(data: bytes, place: int, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with pytest.raises(InputError, match=rf"a\.txt is not UTF-8 at byte {place} "):
        places(path)
    with pytest.raises(InputError, match=f"the stream is not UTF-8 at byte {place} "):
        places(io.BytesIO(data))


def write_parquet(path: Path, texts: object, name: str = "text") -> Path:
    pq.write_table(pa.table({"n": pa.array(range(len(texts))), name: texts}), path, row_group_size=700)
    return path


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "dictionary"])
def test_each_row_of_a_parquet_column_is_a_text(kind: str, tmp_path: Path) -> None:
    texts = ["x 1", "", None, "\u00e9 \u00e9", "  2"] * 300
    types = {"string_view": pa.string_view, "large_string": pa.large_string, "binary": pa.binary}
    array = pa.array(texts, types.get(kind, pa.string)())
    path = write_parquet(tmp_path / "a.parquet", array.dictionary_encode() if kind == "dictionary" else array)
    seen = []
    expected = [
        (f"{path}, row {row}", 1, text[1:]) for row, text in enumerate(texts) if text and text[-1].isdigit()
    ]
    assert places(path, progress=seen.append) == expected
    size = path.stat().st_size
    assert (seen[-1].done, seen[-1].total, seen[-1].n_divergent) == (size, size, 600)
    first = next(find_divergences(*LEXERS, path))
    assert (first.before, first.after) == ("x", "")


def test_another_column(tmp_path: Path) -> None:
    path = write_parquet(tmp_path / "a.PARQUET", pa.array(["a 1"]), "body")
    assert places(path, column="body") == [(f"{path}, row 0", 1, " 1")]
    with pytest.raises(
        InputError, match=r"no text column 'text' \(no such column\): its text columns are body"
    ):
        places(path)
    with pytest.raises(InputError, match="column 'n' holds int64"):
        places(path, column="n")


def test_a_parquet_file_without_rows(tmp_path: Path) -> None:
    assert places(write_parquet(tmp_path / "a.parquet", pa.array([], pa.string()))) == []
    assert places(write_parquet(tmp_path / "b.parquet", pa.array([None], pa.string()))) == []


def test_damaged_parquet_files(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"no such thing")
    with pytest.raises(InputError, match="cannot be read as a Parquet file"):
        places(path)
    with pytest.raises(FileNotFoundError):
        places(tmp_path / "none.parquet")
    pq.write_table(pa.table({"text": pa.array(["a 1"] * 50)}), path)
    page = path.read_bytes()
    path.write_bytes(page[:4] + b"\xff" * 60 + page[64:])
    with pytest.raises(InputError, match="cannot be read as a Parquet file"):
        places(path)
    pq.write_table(pa.table([pa.array(["a"]), pa.array(["b"])], names=["text", "text"]), path)
    with pytest.raises(InputError, match="has 2 columns 'text'"):
        places(path)
    for rows in ([b"ok", b"a\xff"], [b"\xc3", b"\xa9"]):
        write_parquet(path, pa.array(rows, pa.binary()))
        row, byte = (1, 1) if rows[0] == b"ok" else (0, 0)
        with pytest.raises(InputError, match=f"row {row} is not UTF-8 at byte {byte}"):
            places(path)


def test_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_parquet(tmp_path / "a.parquet", pa.array(["a"]))
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        InputError, match=r"needs pyarrow to be read: pip install 'wordchipper-lab\[parquet\]'"
    ):
        places(path)


def test_what_came_before_an_iterable_failed_is_compared() -> None:
    def texts():
        yield "a  b"
        yield "c  d"
        raise RuntimeError("no more")

    found = find_divergences("regex:cl100k_base", "specimen:no_whitespace_give_back", texts())
    assert [next(found).text, next(found).text] == ["  b", "  d"]
    with pytest.raises(RuntimeError, match="no more"):
        next(found)


def test_a_mapping_is_no_source() -> None:
    with pytest.raises(TextError, match="got dict"):
        find_divergences("regex:o200k_base", "logos:o200k_base", {"a": "b"})
