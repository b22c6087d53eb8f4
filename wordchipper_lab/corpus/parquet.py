"""A text column of a Parquet file, record batch by record batch, through pyarrow (an optional extra)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError

__all__ = ["count_rows", "iter_parquet", "text_columns"]

_ROWS_AT_ONCE = 512
_BYTES_AT_ONCE = 1 << 23
_BUFFER_BYTES = 1 << 20


def iter_parquet(
    path: Path, column: str, first_row: int = 0
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, int]]:
    """(``data``, ``ends``, ``rows``, ``stored``) of each record batch: see `Texts`; rows count from 0.

    Rows without text (empty or null) are left out, and so are those before `first_row`; row groups before it
    are not read. ``stored`` is the batch's share of the file's bytes, by its rows.
    Raises `InputError`, also if pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise _no_pyarrow(path) from None
    size = path.stat().st_size
    try:
        # Buffered, or the column of a whole row group would be in memory at once, and a file may be a single
        # group.
        with pq.ParquetFile(path, pre_buffer=False, buffer_size=_BUFFER_BYTES) as file:
            _check_column(path, column, file.schema_arrow)
            n_rows = file.metadata.num_rows
            groups, done = _groups_from(file.metadata, first_row)
            at_once = _rows_at_once(file.metadata)
            for batch in file.iter_batches(batch_size=at_once, row_groups=groups, columns=[column]):
                if done + len(batch) <= first_row:
                    done += len(batch)
                    continue
                if done < first_row:
                    batch, done = batch.slice(first_row - done), first_row
                texts = batch.column(0)
                if pa.types.is_dictionary(texts.type):
                    texts = texts.dictionary_decode()
                data, bounds = _flatten(texts.cast(pa.large_binary()))
                _check_rows(path, data, bounds, done)
                rows = np.flatnonzero(np.diff(bounds) > 0)
                stored = size * (done + len(texts)) // n_rows - size * done // n_rows
                yield data, bounds[rows + 1], rows + done, stored
                done += len(texts)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise InputError(f"{path} cannot be read as a Parquet file: {error}") from None
    except OSError as error:  # what pyarrow raises for unreadable pages
        if error.errno is not None:
            raise
        raise InputError(f"{path} cannot be read as a Parquet file: {str(error).strip()}") from None


def _rows_at_once(metadata: Any) -> int:
    """Fewer if rows are large, so that 512 whole books are not in memory at once."""
    size = sum(metadata.row_group(group).total_byte_size for group in range(metadata.num_row_groups))
    return max(1, min(_ROWS_AT_ONCE, _BYTES_AT_ONCE * metadata.num_rows // max(1, size)))


def _groups_from(metadata: Any, row: int) -> tuple[list[int], int]:
    """Numbers of the row groups from the one that contains `row` on, and the first row of that group."""
    group = begin = 0
    while group < metadata.num_row_groups and begin + metadata.row_group(group).num_rows <= row:
        begin += metadata.row_group(group).num_rows
        group += 1
    return list(range(group, metadata.num_row_groups)), begin


def _check_column(path: Path, column: str, schema: Any) -> None:
    if schema.names.count(column) > 1:
        raise InputError(f"{path} has {schema.names.count(column)} columns {column!r}: expected one")
    if column in schema.names and _is_text(schema.field(column).type):
        return
    known = ", ".join(_text_names(schema)) or "none"
    found = (
        f"its column {column!r} holds {schema.field(column).type}"
        if column in schema.names
        else "no such column"
    )
    raise InputError(f"{path} has no text column {column!r} ({found}): its text columns are {known}")


def _text_names(schema: Any) -> list[str]:
    return [field.name for field in schema if _is_text(field.type)]


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    kind = kind.value_type if pa.types.is_dictionary(kind) else kind
    return any(
        test(kind)
        for test in (
            pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view,
            pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view,
        )
    )  # fmt: skip


def _no_pyarrow(path: Path) -> InputError:
    return InputError(
        f"{path} is a Parquet file, which needs pyarrow to be read: pip install 'wordchipper-lab[parquet]'"
    )


def _flatten(texts: Any) -> tuple[np.ndarray, np.ndarray]:
    """The concatenated bytes of a large_binary array, and where its rows begin and end: int64 (rows + 1,)."""
    if texts.null_count:
        texts = texts.fill_null(b"")
    _, offsets, data = texts.buffers()
    if not len(texts) or data is None:
        return np.zeros(0, dtype=np.uint8), np.zeros(len(texts) + 1, dtype=np.int64)
    bounds = np.frombuffer(offsets, dtype=np.int64)[texts.offset : texts.offset + len(texts) + 1]
    whole = np.frombuffer(data, dtype=np.uint8)[bounds[0] : bounds[-1]]
    return whole.copy(), bounds - bounds[0]  # a copy is writable, as kernels expect of all texts


def _check_rows(path: Path, data: np.ndarray, bounds: np.ndarray, done: int) -> None:
    whole, inner = data.tobytes(), bounds[bounds < len(data)]
    try:
        whole.decode()
        if not ((data[inner] & 0xC0) == 0x80).any():
            return
    except UnicodeDecodeError:
        pass
    for row, (start, end) in enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)):
        try:
            whole[start:end].decode()
        except UnicodeDecodeError as error:
            problem = f"is not UTF-8 at byte {error.start} ({error.reason})"
            raise InputError(f"{path}, row {done + row} {problem}: expected text as UTF-8") from None


def count_rows(path: Path, column: str) -> int:
    """Number of rows in a file; raises `InputError` as `iter_parquet` does."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        next(iter_parquet(path, column))  # raises, naming the package to install
        raise
    try:
        with pq.ParquetFile(path) as file:
            _check_column(path, column, file.schema_arrow)
            return int(file.metadata.num_rows)
    except pa.ArrowInvalid as error:
        raise InputError(f"{path} cannot be read as a Parquet file: {error}") from None


def text_columns(path: Path) -> list[str]:
    """Names of the columns that hold text; raises `InputError` as `iter_parquet` does."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise _no_pyarrow(path) from None
    try:
        return _text_names(pq.read_schema(path))
    except (pa.ArrowInvalid, OSError) as error:
        raise InputError(f"{path} cannot be read as a Parquet file: {error}") from None
