"""The texts of the tables: some that every Python has, some included in the package, and files."""

from __future__ import annotations

import os
from pathlib import Path
from pydoc_data.topics import topics

from ....errors import InputError, UnknownNameError
from ..corpora import REAL_CORPORA, read_corpus, texts_of_file

__all__ = ["TABLE_CORPORA", "table_texts"]

TABLE_CORPORA = {
    **REAL_CORPORA,
    "documentation": "the reference manual that comes with Python, English with code, 0.7 MB",
}
"""Name -> what it is."""


def table_texts(name_or_path: str | os.PathLike[str], most_bytes: int) -> list[str]:
    """The texts of one of the `TABLE_CORPORA`, or of a UTF-8 or Parquet file, cut off after `most_bytes`.

    Raises `UnknownNameError` for a name that is neither, `InputError` for a file that cannot be read.

    >>> sum(len(text.encode()) for text in table_texts("documentation", 1000))
    1000
    """
    name = os.fspath(name_or_path)
    if name == "documentation":
        return texts_of_file(name, "\n".join(topics[topic] for topic in sorted(topics)).encode(), most_bytes)
    if name in REAL_CORPORA:
        return read_corpus(name, most_bytes)
    path = Path(name_or_path)
    if not path.is_file():
        raise UnknownNameError("corpus", name, TABLE_CORPORA, "or give the path of a file")
    try:
        return texts_of_file(path.name, path.read_bytes(), most_bytes)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
