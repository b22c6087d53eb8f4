"""Texts of any source in batches of bytes, in memory that does not grow with the corpus, from any position.

A long text is cut where both sides can be lexed separately (spanners/text_pieces.py), so that the spans of
its pieces are its own. If no such place is known for a pattern, texts are cut only after special tokens;
without any, a file is held whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple
from zlib import crc32

import numpy as np

from ..errors import CheckpointError
from ..files.unchanged import expect_unchanged
from ..spanners import TextSpanner
from ..spanners.faithful import obeys_its_pattern
from ..spanners.text_pieces import iter_pieces
from ..text.text_bytes import encode_text
from .parquet import iter_parquet
from .position import FileState, Position
from .sources import InputFormat, Source, count_bytes, is_parquet, iter_leaves, name_of
from .text_chunks import CHUNK, drop_bytes, iter_chunks

__all__ = ["Batch", "CorpusReader"]


class Batch(NamedTuple):
    """Concatenated pieces of texts: ``data`` uint8, ``ends`` int64 (pieces,); each can be lexed
    separately."""

    data: np.ndarray
    ends: np.ndarray
    position: Position
    """Where reading resumes after them."""


class CorpusReader:
    """Reads a corpus once, from its start or from a position of an earlier reading.

    source: a ``str`` (one text), a `pathlib.Path` (a text file is one text; each row of a Parquet file is
    one), a stream (one text), or an iterable of these, nested to any depth. spanner: determines where texts
    may be cut. column: of Parquet files. batch_bytes, chunk_bytes: approximate sizes of a batch and of its
    pieces.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> reader = CorpusReader(["one two", "three"], TextSpanner(build_lexer("r50k_base"), {}))
    >>> [(batch.data.tobytes(), batch.ends.tolist()) for batch in reader.batches()]
    [(b'one twothree', [7, 12])]
    """

    def __init__(
        self,
        source: Source,
        spanner: TextSpanner,
        *,
        column: str = "text",
        input_format: InputFormat = "auto",
        batch_bytes: int = 8 * CHUNK,
        chunk_bytes: int = CHUNK,
    ) -> None:
        self.position = Position()
        self.files: list[FileState] = []
        """All files begun so far."""
        self.n_stored = count_bytes(source)
        """Total bytes of the source, as stored; None if unknown."""
        self._leaves = iter_leaves(source)
        self._begun: str | Path | IO[Any] | None = None  # a source in which a skip ended
        self._rest: Iterator[str] | None = None  # the rest of it, if it is not a file
        self._pattern = spanner.lexer.pattern if obeys_its_pattern(spanner.lexer) else ""
        self._special_tokens = list(spanner.cut_tokens)
        self._column, self._input_format = column, input_format
        self._batch_bytes, self._chunk_bytes = batch_bytes, chunk_bytes

    def batches(self) -> Iterator[Batch]:
        """Batch after batch. Raises `InputError` for input that is not UTF-8, changed, or is not a Parquet
        file; ``OSError``."""
        parts: list[bytes | np.ndarray] = []
        lengths: list[int] = []
        size = 0
        for data, data_lengths in self._pieces():
            parts.append(data)
            lengths += data_lengths
            size += len(data)
            if size >= self._batch_bytes:
                yield self._batch(parts, lengths)
                parts, lengths, size = [], [], 0
        if size:
            yield self._batch(parts, lengths)

    def _batch(self, parts: list[bytes | np.ndarray], lengths: list[int]) -> Batch:
        data = np.frombuffer(bytearray().join(parts), dtype=np.uint8)
        return Batch(data, np.cumsum(lengths), replace(self.position))

    def skip(self, position: Position, files: list[FileState]) -> None:
        """Go to a position of an earlier reading; `files` are those that it had begun.

        Texts and streams are read up to there. Raises `CheckpointError` if the sources are different.
        """
        states = {state.source: state for state in files}
        while self.position.sources < position.sources:
            self._skip(states, None)
        if position.place:
            self._skip(states, position.place)
        self.position.stored = position.stored
        if self.position != position:
            raise CheckpointError(
                "the checkpoint is of other texts: those up to its position have a different checksum; pass "
                "the same texts, or choose another checkpoint"
            )

    # -- one source after another -----------------------------------------------------------------------

    def _pieces(self) -> Iterator[tuple[bytes | np.ndarray, list[int]]]:
        """Concatenated pieces and their lengths; whenever some are yielded, the position is after them."""
        while (leaf := self._next_leaf()) is not None:
            if isinstance(leaf, str) and len(leaf) <= self._chunk_bytes and self._rest is None:
                yield from self._give(encode_text(leaf), checked=True)  # many short texts must be fast
            elif isinstance(leaf, str):
                yield from self._stream(leaf)
            else:
                with expect_unchanged(leaf):
                    yield from self._file(leaf) if isinstance(leaf, Path) else self._stream(leaf)
            self._end_leaf()

    def _stream(self, leaf: str | IO[Any]) -> Iterator[tuple[bytes, list[int]]]:
        chunks = self._rest or iter_chunks(leaf, self._name_of(leaf), self._chunk_bytes)
        return self._cut(chunks, checked=True)

    def _file(self, path: Path) -> Iterator[tuple[bytes | np.ndarray, list[int]]]:
        if is_parquet(path, self._input_format):
            yield from self._rows(path)
            return
        first = self.position.place
        with path.open("rb") as stream:
            stream.seek(first)
            yield from self._cut(iter_chunks(stream, str(path), self._chunk_bytes, first), checked=False)

    def _cut(self, chunks: Iterator[str], checked: bool) -> Iterator[tuple[bytes, list[int]]]:
        for piece in iter_pieces(chunks, self._pattern, self._special_tokens):
            yield from self._give(encode_text(piece), checked)

    def _give(self, data: bytes, checked: bool) -> Iterator[tuple[bytes, list[int]]]:
        self.position.place += len(data)
        self.position.stored += len(data)
        if checked:
            self.position.checksum = crc32(data, self.position.checksum)
        if data:
            yield data, [len(data)]

    def _rows(self, path: Path) -> Iterator[tuple[np.ndarray, list[int]]]:
        for data, ends, rows, stored in iter_parquet(path, self._column, self.position.place):
            self.position.stored += stored
            if len(rows):
                self.position.place = int(rows[-1]) + 1
                yield data, np.diff(ends, prepend=0).tolist()

    def _next_leaf(self) -> str | Path | IO[Any] | None:
        """The source that a skip has begun, or the next one; None after the last."""
        leaf, self._begun = self._begun, None
        if leaf is None and isinstance(leaf := next(self._leaves, None), Path):
            self.files.append(FileState.of(self.position.sources, leaf))
        return leaf

    def _end_leaf(self) -> None:
        self.position.sources += 1
        self.position.place = 0
        self._rest = None

    def _name_of(self, leaf: str | IO[Any]) -> str:
        return name_of(leaf, f"text {self.position.sources}")

    # -- going to a position ----------------------------------------------------------------------------

    def _skip(self, states: dict[int, FileState], place: int | None) -> None:
        """Skip the next source, or go to a place in it."""
        leaf, number = self._next_leaf(), self.position.sources
        state = states.get(number)
        if leaf is None:
            raise CheckpointError(f"the checkpoint is of more than the {number:,} sources of this run")
        if isinstance(leaf, Path):
            _check_file(state, self.files[-1])
            self.position.place = place or 0
        else:
            if state is not None:
                raise CheckpointError(
                    f"{self._name_of(leaf)} was the file {state.name} in the checkpoint's run"
                )
            chunks = iter_chunks(leaf, self._name_of(leaf), self._chunk_bytes)
            self.position.place, self._rest, self.position.checksum = drop_bytes(
                chunks, place, self.position.checksum
            )
        if place is None:
            self._end_leaf()
        else:
            self._begun = leaf


def _check_file(was: FileState | None, now: FileState) -> None:
    if was is None:
        raise CheckpointError(f"the file {now.name} was a text or a stream in the checkpoint's run")
    changes = (
        ("name", was.name, now.name),
        ("size", was.size, now.size),
        ("time of change", was.modified_ns, now.modified_ns),
    )
    for what, before, after in changes:
        if before != after:
            raise CheckpointError(
                f"source {now.source}, {now.name}, is not the file of the checkpoint: its {what} was "
                f"{before!r} and is now {after!r}; pass the same files, or start over with another "
                "checkpoint"
            )
