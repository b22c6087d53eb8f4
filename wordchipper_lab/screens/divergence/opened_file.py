"""The file that a visitor opened on the page, as a source of texts."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError

__all__ = ["OpenedFile", "open_source"]


class OpenedFile(NamedTuple):
    """A source, and the words by which it names itself, which mean nothing to users."""

    source: Any
    place: str


@contextmanager
def open_source(name: str, data: bytes, what: str) -> Iterator[OpenedFile]:
    """Text as a stream, Parquet as a temporary file; errors name the visitor's file. what: for messages, "lexers" say.

    Raises `InputError` if there is no file.
    """
    if not name:
        raise InputError(f"there is no file to compare the {what} on: open a file first")
    with tempfile.TemporaryDirectory() as directory:
        source: Any = io.BytesIO(data)
        source.name = name
        if data[:4] == b"PAR1":
            source = Path(directory) / Path(name).with_suffix(".parquet").name
            source.write_bytes(data)
        place = str(source)
        try:
            yield OpenedFile(source, place)
        except InputError as error:
            raise InputError(str(error).replace(place, name)) from None
