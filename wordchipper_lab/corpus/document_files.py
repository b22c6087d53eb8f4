"""Files as documents: a text file is one, each row of a Parquet or JSON Lines file is one; gzip is unpacked."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import InputError
from .parquet import iter_parquet, text_columns
from .sources import is_parquet

__all__ = ["TEXT_COLUMNS", "has_rows", "iter_documents", "read_text"]

TEXT_COLUMNS = ("text", "content")
"""Names of the column that is read if none is given."""


def has_rows(path: Path) -> bool:
    """Whether a file holds several documents, by its name.

    >>> [has_rows(Path(name)) for name in ("a.parquet", "a.jsonl.gz", "a.txt.gz")]
    [True, True, False]
    """
    return is_parquet(path) or _is_jsonl(path)


def iter_documents(path: Path, column: str | None = None) -> Iterator[str]:
    """The documents of a file, in order, without empty ones.

    column: of a Parquet or JSON Lines file; without it, the first of `TEXT_COLUMNS` that the file has. Raises
    `InputError` for text that is not UTF-8, a file without such a column, and a damaged file.
    """
    if is_parquet(path):
        yield from _parquet_documents(path, column or _first(TEXT_COLUMNS, text_columns(path)))
    elif _is_jsonl(path):
        yield from _jsonl_documents(path, column)
    elif text := read_text(path):
        yield text


def read_text(path: Path) -> str:
    """A text file, unpacked if its name ends in ``.gz``, with its newlines as they are.

    Raises `InputError` if it is not UTF-8, damaged, or cannot be read.
    """
    try:
        return _read_bytes(path).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, got an invalid byte at offset {error.start}") from None


def _read_bytes(path: Path) -> bytes:
    try:
        data = path.read_bytes()
        return gzip.decompress(data) if path.suffix.lower() == ".gz" else data
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be unpacked ({error}): expected a gzip file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}): expected a UTF-8 file") from None


def _is_jsonl(path: Path) -> bool:
    return path.name.lower().endswith((".jsonl", ".jsonl.gz"))


def _parquet_documents(path: Path, column: str) -> Iterator[str]:
    for data, ends, _, _ in iter_parquet(path, column):
        start = 0
        for end in ends.tolist():
            yield data[start:end].tobytes().decode()
            start = end


def _jsonl_documents(path: Path, column: str | None) -> Iterator[str]:
    opener: Any = gzip.open if path.suffix.lower() == ".gz" else open
    try:
        with opener(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                row = _row(path, number, line)
                column = column or _first(TEXT_COLUMNS, row)
                if text := _text_of(path, number, row, column):
                    yield text
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"{path}: cannot be unpacked ({error}): expected a gzip file") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}): expected JSON lines") from None


def _row(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError as error:  # also for bytes that are not UTF-8
        raise InputError(f"{path}, line {number}: {error}: expected a JSON object in each line") from None
    if not isinstance(row, dict):
        raise InputError(f"{path}, line {number}: expected a JSON object, got {type(row).__name__}")
    return row


def _text_of(path: Path, number: int, row: dict[str, Any], column: str) -> str:
    text = row.get(column)
    if column not in row or not isinstance(text, str | None):
        found = f"it holds {type(text).__name__}" if column in row else "no such column"
        known = ", ".join(name for name, value in row.items() if isinstance(value, str)) or "none"
        raise InputError(
            f"{path}, line {number} has no text in {column!r} ({found}): its texts are in {known}"
        )
    # JSON can escape half a surrogate pair, which is no text that UTF-8 can hold.
    return (text or "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _first(wanted: tuple[str, ...], known: Any) -> str:
    return next((name for name in wanted if name in known), wanted[0])
