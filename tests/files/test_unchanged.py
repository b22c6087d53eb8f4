"""Every reader notices files that change while they are read."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from wordchipper_lab.corpus.reader import CorpusReader
from wordchipper_lab.errors import InputError
from wordchipper_lab.files.unchanged import expect_unchanged
from wordchipper_lab.training import count_parallel
from wordchipper_lab.training.count_corpus import build_spanner, count_spans

LINES = b"some words in a line\n" * 5000


def grow(path: Path) -> None:
    path.write_bytes(LINES + b"more")


def shrink(path: Path) -> None:
    os.truncate(path, 1000)


def write_the_same_size(path: Path) -> None:
    path.write_bytes(LINES.upper())
    os.utime(path, ns=(1, 1))


CHANGES = [
    (grow, "it had 105,000 bytes and now has 105,004"),
    (shrink, "now has 1,000"),
    (write_the_same_size, "wrote"),
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.txt"
    path.write_bytes(LINES)
    return path


@pytest.mark.parametrize(("change", "found"), CHANGES)
def test_what_changed_is_said(source: Path, change, found: str) -> None:
    with pytest.raises(InputError, match=rf"source\.txt was changed while it was read: .*{found}.*a copy"):  # noqa: SIM117
        with expect_unchanged(source):
            change(source)
    source.write_bytes(LINES)
    with source.open("rb") as stream, pytest.raises(InputError, match=found), expect_unchanged(stream):
        change(source)


def test_what_is_no_file_is_not_watched(source: Path) -> None:
    with expect_unchanged(io.BytesIO(), io.StringIO()):
        pass
    with source.open("rb") as stream, expect_unchanged(stream):
        source.unlink()  # its name is gone, but the open file is not
    source.write_bytes(b"x")
    with pytest.raises(InputError, match="it no longer exists"), expect_unchanged(source):
        source.unlink()


def test_a_failure_that_comes_of_a_change_is_told_as_one(source: Path) -> None:
    with pytest.raises(InputError, match="was changed"), expect_unchanged(source):  # noqa: PT012
        shrink(source)
        raise InputError("is not UTF-8")
    with pytest.raises(KeyError), expect_unchanged(source):  # noqa: PT012
        shrink(source)
        raise KeyError


@pytest.mark.parametrize(("change", "found"), CHANGES)
@pytest.mark.parametrize("as_stream", [False, True])
def test_training_notices(source: Path, change, found: str, as_stream: bool) -> None:
    with source.open("rb") as stream:
        given = stream if as_stream else source
        reader = CorpusReader(given, build_spanner("r50k_base", ()), chunk_bytes=500, batch_bytes=500)
        batches = reader.batches()
        next(batches)
        change(source)
        with pytest.raises(InputError, match=found):
            list(batches)


def test_training_notices_a_change_of_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"text": ["some words"] * 5000}), path)
    reader = CorpusReader(path, build_spanner("r50k_base", ()), batch_bytes=100)
    batches = reader.batches()
    next(batches)
    os.utime(path, ns=(1, 1))
    with pytest.raises(InputError, match=r"rows\.parquet was changed"):
        list(batches)


def test_processes_that_count_notice(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = count_parallel._count_chunk

    def count_and_change(task):
        shrink(source)
        return count(task)

    monkeypatch.setattr(count_parallel, "_count_chunk", count_and_change)
    with pytest.raises(InputError, match="now has 1,000"):
        count_parallel.count_spans_parallel(source, processes=1)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX pipes")
def test_a_pipe_given_by_its_name_is_read_as_a_stream(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"low low")
    os.close(writing)
    try:
        path = Path(f"/dev/fd/{reading}")
        if not path.exists():
            pytest.skip("no /dev/fd here")
        counts = count_spans([path, "low"], build_spanner("r50k_base", ()))
        assert counts.to_dict() == {b"low": 2, b" low": 1}
    finally:
        os.close(reading)
