"""A corpus divided among workers: stretches of text files and rows of Parquet files, each processed
separately.

A unit is a short description of what to read, and is read by its worker; it is derived from the sizes of
files alone. All units in order make up the corpus, and are cut so that spans and ids are those of the whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..errors import InputError, TextError
from ..files.unchanged import expect_unchanged
from ..files.whole_file import is_special
from ..spanners.cut_rule import CutRule
from ..spanners.text_pieces import iter_pieces
from ..text.text_bytes import encode_text
from ..text.utf8_chunks import Utf8Chunks
from .parquet import count_rows, iter_parquet
from .sources import InputFormat, Source, is_parquet, iter_leaves
from .stretch_cuts import snap_to_cut

__all__ = ["CorpusTexts", "ParquetRows", "TextStretch", "WorkUnit", "group_units", "plan_units", "read_parts"]

_CHUNK = 1 << 20


class CorpusTexts(NamedTuple):
    """Documents of a corpus, whole or in part; every text can be lexed separately.

    source: name of the file or stream. row: number of the first document in its source. stored: bytes of the
    source, as stored, that they represent. is_begin, is_end: whether the documents begin and end here; if not
    both, the texts are consecutive pieces of one document. offset: where the part begins in it, in bytes of
    UTF-8.
    """

    texts: list[str]
    source: str
    row: int
    stored: int
    is_begin: bool = True
    is_end: bool = True
    offset: int = 0


@dataclass(frozen=True)
class TextStretch:
    """A stretch of a text file, which is one document: from the first safe cut at `start` to the one at
    `stop`."""

    path: str
    start: int
    stop: int
    size: int
    """Of the whole file."""
    rule: CutRule

    @property
    def stored(self) -> int:
        """Approximate number of bytes."""
        return self.stop - self.start

    @property
    def is_begin(self) -> bool:
        """Whether the document begins in it."""
        return self.start == 0

    @property
    def is_end(self) -> bool:
        """Whether the document ends in it."""
        return self.stop >= self.size

    def read(self, errors: str = "strict") -> Iterator[CorpusTexts]:
        """Pieces of the document, the last one empty; raises `InputError` if it is not UTF-8, or was
        changed."""
        with open(self.path, "rb") as file, expect_unchanged(file):
            if os.fstat(file.fileno()).st_size != self.size:
                raise InputError(
                    f"{self.path} was changed while it was read: its size was {self.size:,} bytes"
                )
            stop = snap_to_cut(file, self.stop, self.size, self.rule)
            start = snap_to_cut(file, self.start, self.size, self.rule)
            file.seek(start)
            chunks = _read_chunks(file, self.path, start, stop, errors)
            yield from read_parts(chunks, self.path, self.rule, start, self.is_begin, self.is_end)


@dataclass(frozen=True)
class ParquetRows:
    """Rows of a Parquet file, from `start` to before `stop`; each is a document, even an empty one."""

    path: str
    column: str
    start: int
    stop: int
    stored: int
    """Their share of the file's bytes."""

    def read(self, errors: str = "strict") -> Iterator[CorpusTexts]:
        """All rows in order, some hundred at a time; raises `InputError` as `iter_parquet` does."""
        with expect_unchanged(Path(self.path)):
            yield from self._read()

    def _read(self) -> Iterator[CorpusTexts]:
        row = self.start
        for data, ends, rows, _ in iter_parquet(Path(self.path), self.column, self.start):
            texts: list[str] = []
            begin = 0
            for number, end in zip(rows[rows < self.stop].tolist(), ends.tolist(), strict=False):
                texts.extend([""] * (number - row - len(texts)))
                texts.append(data[begin:end].tobytes().decode())
                begin = end
            if texts:
                yield self._texts(texts, row)
                row += len(texts)
            if row >= self.stop or (rows >= self.stop).any():
                break
        if row < self.stop:
            yield self._texts([""] * (self.stop - row), row)

    def _texts(self, texts: list[str], row: int) -> CorpusTexts:
        n, done = self.stop - self.start, row - self.start
        share = self.stored * (done + len(texts)) // n - self.stored * done // n
        return CorpusTexts(texts, self.path, row, share)


WorkUnit = TextStretch | ParquetRows


def plan_units(
    paths: Iterable[str | os.PathLike[str]],
    rule: CutRule,
    *,
    unit_bytes: int,
    column: str = "text",
    input_format: InputFormat = "auto",
) -> Iterator[WorkUnit]:
    """Units of about `unit_bytes` stored bytes, in order; a smaller file is one unit.

    A text file without safe cuts (see `CutRule`) stays whole. Raises ``OSError`` for a missing file,
    `InputError` for a Parquet file without the column.
    """
    for path in map(Path, paths):
        size = path.stat().st_size
        n_units = max(1, -(-size // unit_bytes))
        if is_parquet(path, input_format):
            n_rows = count_rows(path, column)
            bounds = [n_rows * i // n_units for i in range(n_units + 1)]
            for i, (start, stop) in enumerate(pairwise(bounds)):
                stored = size * (i + 1) // n_units - size * i // n_units
                yield ParquetRows(str(path), column, start, stop, stored)
        else:
            n_units = n_units if rule.may_cut else 1
            for i in range(n_units):
                yield TextStretch(str(path), size * i // n_units, size * (i + 1) // n_units, size, rule)


def paths_of(source: Source) -> list[Path] | None:
    """Absolute paths of a source that consists only of files, which can be divided before they are read;
    otherwise None."""
    if isinstance(source, Path):
        source = [source]
    if not isinstance(source, list | tuple):
        return None
    paths = [path.absolute() for path in source if isinstance(path, Path) and not is_special(path)]
    return paths if len(paths) == len(source) else None


def iter_strings(source: Source, piece_bytes: int) -> Iterator[list[str]]:
    """The strings of a source, in lists of about `piece_bytes`; raises `TextError` for other leaves."""
    piece: list[str] = []
    size = 0
    for leaf in iter_leaves(source):
        if not isinstance(leaf, str):
            given = type(leaf).__name__
            raise TextError(f"expected pathlib.Paths in a list, or an iterable of strings, got {given} in it")
        piece.append(leaf)
        size += len(leaf)
        if size >= piece_bytes:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


def group_units(units: Iterable[WorkUnit], group_bytes: int) -> Iterator[Sequence[WorkUnit]]:
    """Consecutive small units together, up to `group_bytes`; a part of a document stays separate."""
    group: list[WorkUnit] = []
    size = 0
    for unit in units:
        is_part = isinstance(unit, TextStretch) and not (unit.is_begin and unit.is_end)
        if group and (is_part or size >= group_bytes):
            yield tuple(group)
            group, size = [], 0
        group.append(unit)
        size += unit.stored
        if is_part:
            yield tuple(group)
            group, size = [], 0
    if group:
        yield tuple(group)


def read_parts(
    chunks: Iterable[str],
    source: str,
    rule: CutRule,
    offset: int = 0,
    is_begin: bool = True,
    is_end: bool = True,
) -> Iterator[CorpusTexts]:
    """One document, or a stretch of it from byte `offset` on, that arrives in chunks; the last part is
    empty."""
    for piece in iter_pieces(chunks, rule.pattern, rule.special_tokens):
        if piece:
            size = len(piece) if piece.isascii() else len(encode_text(piece))
            yield CorpusTexts([piece], source, 0, size, is_begin, False, offset)
            offset += size
            is_begin = False
    yield CorpusTexts([""] if is_begin and is_end else [], source, 0, 0, is_begin, is_end, offset)


def _read_chunks(file: BinaryIO, name: str, start: int, stop: int, errors: str) -> Iterator[str]:
    utf8 = Utf8Chunks(name, errors=errors, first=start)
    while data := file.read(min(_CHUNK, stop - file.tell())):
        yield utf8.decode(data)
    yield utf8.decode(b"", final=True)
