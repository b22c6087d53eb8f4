"""Files as documents: text, gzip, JSON Lines, Parquet; a damaged file says where and what was expected."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from wordchipper_lab.corpus.document_files import iter_documents, read_text
from wordchipper_lab.errors import InputError

TEXTS = ["one\r\n", "", "naïve 😀", "three"]


def write_jsonl(path: Path, column: str, texts=TEXTS) -> Path:
    lines = "\n\n".join(json.dumps({"id": 1, column: text}) for text in texts)
    path.write_bytes(gzip.compress(lines.encode()) if path.suffix == ".gz" else lines.encode())
    return path


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.rst.GZ"])
def test_a_text_is_one_document(tmp_path, name):
    data = "zwei\r\nZeilen – €".encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.lower().endswith("gz") else data)
    assert list(iter_documents(tmp_path / name)) == ["zwei\r\nZeilen – €"]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
@pytest.mark.parametrize("column", ["text", "content", "body"])
def test_json_lines(tmp_path, name, column):
    path = write_jsonl(tmp_path / name, column)
    given = column if column == "body" else None
    assert list(iter_documents(path, given)) == ["one\r\n", "naïve 😀", "three"]


def test_rows_without_text_and_half_a_surrogate_pair(tmp_path):
    (tmp_path / "a.jsonl").write_text('{"text": null}\n{"text": "a\\ud83d"}\n')
    assert list(iter_documents(tmp_path / "a.jsonl")) == ["a\ufffd"]


@pytest.mark.parametrize("column", ["text", "content", "body"])
def test_parquet(tmp_path, column):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"id": [1, 2, 3, 4], column: TEXTS}), tmp_path / "a.parquet")
    given = column if column == "body" else None
    assert list(iter_documents(tmp_path / "a.parquet", given)) == ["one\r\n", "naïve 😀", "three"]


def test_parquet_without_the_column_or_damaged(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"body": TEXTS}), tmp_path / "a.parquet")
    with pytest.raises(InputError, match=r"no text column 'text'.*its text columns are body"):
        list(iter_documents(tmp_path / "a.parquet"))
    (tmp_path / "a.parquet").write_bytes(b"no parquet")
    with pytest.raises(InputError, match="cannot be read as a Parquet file"):
        list(iter_documents(tmp_path / "a.parquet"))


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (
            b'{"text": "a"}\n{"body": "b"}',
            "line 2 has no text in 'text' .no such column.*its texts are in body",
        ),
        (b'{"text": 5}', "line 1 has no text in 'text' .it holds int.*its texts are in none"),
        (b'{"text": "a"}\nno json', "line 2: .*expected a JSON object in each line"),
        (b'{"text": "caf\xe9"}', "line 1: .*expected a JSON object in each line"),
        (b"[1]", "line 1: expected a JSON object, got list"),
    ],
)
def test_what_are_no_json_lines(tmp_path, lines, problem):
    (tmp_path / "a.jsonl").write_bytes(lines)
    with pytest.raises(InputError, match=problem):
        list(iter_documents(tmp_path / "a.jsonl"))


@pytest.mark.parametrize("name", ["a.txt.gz", "a.jsonl.gz"])
def test_what_is_no_gzip(tmp_path, name):
    for data in (b"plain", gzip.compress(b'{"text": "a"}' * 9)[:-9]):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match="cannot be unpacked"):
            list(iter_documents(tmp_path / name))


def test_what_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_text(tmp_path / "missing.txt")
    with pytest.raises(InputError, match="cannot be read"):
        list(iter_documents(tmp_path / "missing.jsonl"))
