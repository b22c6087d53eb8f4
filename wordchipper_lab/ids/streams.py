"""Texts that arrive one after another and only once: strings, streams, and files among them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from ..corpus.parquet import count_rows
from ..corpus.sources import InputFormat, Source, is_parquet, iter_gathered, name_of
from ..corpus.text_chunks import CHUNK, iter_chunks
from ..corpus.work_units import CorpusTexts, ParquetRows, TextStretch, read_parts
from ..spanners.cut_rule import CutRule
from ..text.text_bytes import encode_text
from ..text.utf8_chunks import Utf8Chunks

__all__ = ["TOGETHER", "TextHash", "iter_shards", "iter_source"]

TOGETHER = 1 << 18
"""Characters."""


def iter_source(
    source: Source,
    rule: CutRule,
    *,
    column: str = "text",
    input_format: InputFormat = "auto",
    errors: str = "strict",
    together: int = TOGETHER,
) -> Iterator[CorpusTexts]:
    """The documents of a source, in order: each string, stream and text file, each row of a Parquet file.

    Consecutive strings are grouped, about `together` characters: one by one, each would cost 0.1 ms.
    """
    row = 0
    for leaf in iter_gathered(source, together):
        if isinstance(leaf, list):
            yield _together(leaf, row)
            row += len(leaf)
        elif isinstance(leaf, Path):
            yield from _read_file(leaf, rule, column, input_format, errors)
        else:
            name = name_of(leaf, "stream")
            chunks = iter_chunks(leaf, name) if errors == "strict" else _iter_replaced(leaf, name, errors)
            yield from read_parts(chunks, name, rule)


def _iter_replaced(stream: IO[Any], name: str, errors: str) -> Iterator[str]:
    """Chunks of a stream with any bytes."""
    utf8 = Utf8Chunks(name, errors=errors)
    while data := stream.read(CHUNK):
        yield data if isinstance(data, str) else utf8.decode(data)
    yield utf8.decode(b"", final=True)


def _together(texts: list[str], row: int) -> CorpusTexts:
    stored = sum(len(text) if text.isascii() else len(encode_text(text)) for text in texts)
    return CorpusTexts(texts, "texts", row, stored)


def _read_file(
    path: Path, rule: CutRule, column: str, input_format: InputFormat, errors: str
) -> Iterator[CorpusTexts]:
    size = path.stat().st_size
    if is_parquet(path, input_format):
        yield from ParquetRows(str(path), column, 0, count_rows(path, column), size).read(errors)
    else:
        yield from TextStretch(str(path), 0, size, size, rule).read(errors)


def iter_shards(texts: Iterator[CorpusTexts], shard_bytes: int) -> Iterator[Iterator[CorpusTexts]]:
    """The texts of each shard, which ends with the text that fills `shard_bytes`. Read one before requesting
    the next."""
    following = next(texts, None)

    def shard() -> Iterator[CorpusTexts]:
        nonlocal following
        size = 0
        while following is not None and (size < shard_bytes or not following.texts):
            yield following
            size += following.stored
            following = next(texts, None)

    while following is not None:
        yield shard()


class TextHash:
    """SHA-256 of the texts that pass, to check in the next run whether they are the same."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def watch(self, texts: Iterator[CorpusTexts]) -> Iterator[CorpusTexts]:
        """Hash the texts that pass."""
        for given in texts:
            for text in given.texts:
                data = encode_text(text)
                self._digest.update(len(data).to_bytes(8, "little"))
                self._digest.update(data)
            yield given

    def manifest(self) -> dict[str, object]:
        """The entries for a shard's manifest."""
        return {"text_sha256": self._digest.hexdigest()}
