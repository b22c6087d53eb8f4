"""Corpora of every kind, read in small pieces from every position, count the same as their whole texts."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.corpus import parquet
from wordchipper_lab.corpus.reader import Batch, CorpusReader
from wordchipper_lab.corpus.sources import Source
from wordchipper_lab.errors import CheckpointError, InputError, TextError
from wordchipper_lab.spanners import TextSpanner
from wordchipper_lab.training import count_corpus
from wordchipper_lab.training.count_corpus import build_spanner, count_spans
from wordchipper_lab.training.count_spans import count_spans_reference

TEXT = "It isn't 99 red balloons.\n\n  naïve<|end|> 😀 it isn't\r\n\u00a0 tab\tand   end<|end"
SPECIAL = ("<|end|>", "<|end")
NO_CUTS = r"\w+|\s+|[^\w\s]+"
"""A pattern without known safe cuts."""


def small(monkeypatch: pytest.MonkeyPatch, chunk: int, batch: int) -> None:
    """Read in chunks and batches of the given numbers of bytes."""

    def reader(source: Source, spanner: TextSpanner, **options: object) -> CorpusReader:
        options |= {"chunk_bytes": chunk, "batch_bytes": batch}
        return CorpusReader(source, spanner, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(count_corpus, "CorpusReader", reader)


KINDS = ["text", "file", "bytes", "characters", "parquet", "texts", "nested"]


def sources(directory: Path) -> dict[str, Source]:
    """One source of each kind; files are written on the first call."""
    file, table = directory / "a.txt", directory / "b.parquet"
    if not file.exists():
        file.write_bytes(TEXT.encode())
        write_parquet(table, [TEXT, None, "", "two", *["three<|end|>four"] * 5, None])
    return {
        "text": TEXT,
        "file": file,
        "bytes": io.BytesIO(TEXT.encode()),
        "characters": io.StringIO(TEXT),
        "parquet": table,
        "texts": iter(["one two", "", "two", TEXT]),
        "nested": [file, "two", [table, iter(["x", "y"])], io.BytesIO(b"z")],
    }


def texts_of(name: str) -> list[str]:
    rows = [TEXT, "two", *["three<|end|>four"] * 5]
    known = {
        "parquet": rows,
        "texts": ["one two", "two", TEXT],
        "nested": [TEXT, "two", *rows, "x", "y", "z"],
    }
    return known.get(name, [TEXT])


def write_parquet(path: Path, rows: list[str | None], rows_in_group: int = 3) -> None:
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"text": rows}), path, row_group_size=rows_in_group)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
@pytest.mark.parametrize("pattern", ["r50k_base", "o200k_base", NO_CUTS])
@pytest.mark.parametrize("name", KINDS)
def test_every_kind_counts_as_its_whole_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, pattern: str, chunk: int
) -> None:
    small(monkeypatch, chunk, 10)
    spanner = build_spanner(pattern, SPECIAL)
    expected = count_spans_reference(texts_of(name), spanner).to_dict()
    found = count_spans(sources(tmp_path)[name], spanner, num_threads=2)
    assert list(found.to_dict().items()) == list(expected.items())


@given(
    st.lists(st.text(st.sampled_from("a 9\n'\u00e9😀\ud83d\ude00<>|"), max_size=30), max_size=5),
    st.integers(1, 9),
)
def test_texts_and_streams_of_any_characters(texts: list[str], chunk: int) -> None:
    spanner = build_spanner("cl100k_base", ("<|>",))
    expected = count_spans_reference(texts, spanner).to_dict()
    for source in (texts, [io.StringIO(text, newline="") for text in texts]):
        assert (
            count_all(CorpusReader(source, spanner, chunk_bytes=chunk, batch_bytes=20), spanner) == expected
        )


def count_all(reader: CorpusReader, spanner: TextSpanner) -> dict[bytes, int]:
    pieces = [piece for batch in reader.batches() for piece in pieces_of(batch.data, batch.ends)]
    return count_spans_reference(pieces, spanner).to_dict()


def pieces_of(data: np.ndarray, ends: np.ndarray) -> Iterator[str]:
    for start, end in zip([0, *ends], ends, strict=False):
        yield data[start:end].tobytes().decode()


@pytest.mark.parametrize("pattern", ["r50k_base", NO_CUTS])
@pytest.mark.parametrize("name", KINDS)
def test_reading_goes_on_from_every_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, pattern: str
) -> None:
    monkeypatch.setattr(parquet, "_ROWS_AT_ONCE", 2)
    spanner = build_spanner(pattern, SPECIAL)

    def reader() -> CorpusReader:
        return CorpusReader(sources(tmp_path)[name], spanner, chunk_bytes=5, batch_bytes=1)

    whole = reader()
    batches = list(whole.batches())
    assert len(batches) > 1
    for i, batch in enumerate(batches):
        rest = reader()
        rest.skip(batch.position, whole.files)
        assert joined(rest.batches()) == joined(batches[i + 1 :])
        assert replace(rest.position, stored=0) == replace(whole.position, stored=0)


def joined(batches: Iterable[Batch]) -> bytes:
    return b"".join(batch.data.tobytes() for batch in batches)


def test_memory_is_that_of_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("one two three\n" * 10_000)
    reader = CorpusReader(path, build_spanner("r50k_base", ()), chunk_bytes=1000, batch_bytes=5000)
    assert max(len(batch.data) for batch in reader.batches()) < 7000
    assert reader.position.stored == reader.n_stored == 140_000


def test_large_rows_of_parquet_are_few_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.parquet"
    write_parquet(path, [f"{i} words " * 1000 for i in range(100)], rows_in_group=100)
    monkeypatch.setattr(parquet, "_BYTES_AT_ONCE", 1000)
    sizes = [len(ends) for _, ends, _, _ in parquet.iter_parquet(path, "text")]
    assert sum(sizes) == 100
    assert max(sizes) < 20


def test_what_is_not_utf8_is_told_with_its_byte(tmp_path: Path) -> None:
    path, spanner = tmp_path / "bad.txt", build_spanner("r50k_base", ())
    path.write_bytes(b"good text " * 10 + b"\xff")
    with pytest.raises(InputError, match=r"bad.txt is not UTF-8 at byte 100 "):
        count_spans(path, spanner)
    reader = CorpusReader(path, spanner, chunk_bytes=10, batch_bytes=10)
    first = next(iter(reader.batches()))
    again = CorpusReader(path, spanner, chunk_bytes=10, batch_bytes=10)
    again.skip(first.position, reader.files)
    with pytest.raises(InputError, match="at byte 100 "):
        list(again.batches())
    with pytest.raises(InputError, match="text 1 is not UTF-8 at byte 1 "):
        count_spans(["x", io.BytesIO(b"y\xff")], spanner)


@pytest.mark.parametrize("source", [b"bytes", {"a": 1}, 7, ["x", 7]])
def test_what_is_no_source_is_refused(source: Source) -> None:
    with pytest.raises(TextError, match=r"expected a str, a pathlib\.Path, a stream"):
        count_spans(source, build_spanner("r50k_base", ()))


def test_other_sources_than_before_are_refused(tmp_path: Path) -> None:
    spanner = build_spanner("r50k_base", ())
    path = tmp_path / "a.txt"
    path.write_text("one two three")
    before = CorpusReader(["zero", path, "four"], spanner, batch_bytes=1)
    behind = [batch.position for batch in before.batches()]

    def skip(source: Source, i: int) -> None:
        CorpusReader(source, spanner).skip(behind[i], before.files)

    skip(["zero", path, "four"], 2)
    with pytest.raises(CheckpointError, match="other texts"):
        skip(["nero", path, "four"], 0)
    with pytest.raises(CheckpointError, match="more than the 1 sources"):
        skip(["zero"], 1)
    with pytest.raises(CheckpointError, match="was the file"):
        skip(["zero", "one two three"], 1)
    with pytest.raises(CheckpointError, match="was a text or a stream"):
        skip([path, path], 0)
    path.write_text("one two thre")
    with pytest.raises(CheckpointError, match="its size was 13 and is now 12"):
        skip(["zero", path, "four"], 1)
