"""One shard as a Parquet file: a row for each document, with its ids and its source."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from .document_encoder import EncodedTexts
from .part_file import PartFile

__all__ = ["ParquetShard", "require_pyarrow"]

_GROUP_TOKENS = 1 << 20


def require_pyarrow() -> None:
    """Raise `InputError` if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise InputError(
            "writing Parquet files needs pyarrow: pip install 'wordchipper-lab[parquet]'"
        ) from None


class ParquetShard:
    """Columns: ``ids`` (list of uint16 or uint32), ``source``, ``row`` (of the document in its source), ``continues``.

    A document divided between two shards has a row in both; ``continues`` is true in the later one.
    """

    def __init__(self, stem: Path, dtype: str) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._dtype = np.dtype(dtype)
        self._schema = pa.schema(
            [
                ("ids", pa.list_(pa.from_numpy_dtype(self._dtype))),
                ("source", pa.string()),
                ("row", pa.int64()),
                ("continues", pa.bool_()),
            ]
        )
        self._file = PartFile(stem.with_suffix(".parquet"))
        self._writer: Any = pq.ParquetWriter(
            self._file.stream, self._schema, compression="zstd", use_dictionary=["source"]
        )
        self._waiting: list[EncodedTexts] = []
        self._n_waiting = 0
        self._continues = False

    def add(self, encoded: EncodedTexts) -> None:
        """Append documents, or a part of one."""
        self._waiting.append(encoded)
        self._n_waiting += len(encoded.batch.tokens)
        if encoded.is_end and self._n_waiting >= _GROUP_TOKENS:
            self._flush()

    def finish(self) -> dict[str, object]:
        """End the shard; returns the entries for its manifest."""
        self._flush()
        self._writer.close()
        size = self._file.stream.tell()
        self._file.finish()
        return {"parquet_bytes": size}

    def discard(self) -> None:
        """Delete the temporary file."""
        self._file.discard()

    def _flush(self) -> None:
        """Write the waiting documents as one row group: its last document ends, or ends the shard."""
        import pyarrow as pa

        ids: list[np.ndarray] = []
        lengths: list[np.ndarray] = []
        sources: list[str] = []
        rows: list[int] = []
        continues: list[bool] = []
        open_tokens = 0
        for i, encoded in enumerate(self._waiting):
            n = len(encoded.batch)
            ids.append(encoded.batch.tokens)
            if encoded.is_begin or i == 0:
                sources += [_as_utf8(encoded.source)] * n
                rows += range(encoded.row, encoded.row + n)
                continues += [not encoded.is_begin] * n
            open_tokens += len(encoded.batch.tokens)
            if encoded.is_begin and encoded.is_end:
                lengths.append(np.diff(encoded.batch.offsets))
                open_tokens = 0
            elif encoded.is_end or i == len(self._waiting) - 1:
                lengths.append(np.array([open_tokens]))
                open_tokens = 0
        offsets = np.cumsum(np.concatenate([np.zeros(1, dtype=np.int64), *lengths])).astype(np.int32)
        values = np.concatenate([np.zeros(0, dtype=self._dtype), *ids]).astype(self._dtype)
        table = pa.table(
            [pa.ListArray.from_arrays(offsets, pa.array(values)), sources, rows, continues],
            schema=self._schema,
        )
        if len(table):
            self._writer.write_table(table)
        self._waiting, self._n_waiting = [], 0


def _as_utf8(name: str) -> str:
    """A file name in a form that Parquet can hold: bytes that are not UTF-8 become ``\\xff``."""
    return os.fsencode(name).decode(errors="backslashreplace")
