"""Real corpora that exist on any machine, and a visitor's own, as texts of limited size."""

from __future__ import annotations

import sysconfig
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from ...corpus.parquet import iter_parquet
from ...errors import InputError, UnknownNameError
from ...text.text_bytes import encode_text
from ..benchmark.corpora import SAMPLE_CORPORA, load_corpus

__all__ = ["REAL_CORPORA", "read_corpus", "texts_of_file", "up_to"]

REAL_CORPORA = {
    "python": "the sources of Python's own standard library",
    "english": "English prose, 62 kB: novels, legal texts",
    "diverse": "the Universal Declaration of Human Rights in 43 languages, and other stress text, 46 kB",
    "code": "source code in many languages, 57 kB",
}
"""Name -> description. Files are read in place; nothing is downloaded."""

_APART = {"site-packages", "dist-packages", "test", "tests", "idlelib", "__pycache__"}


def read_corpus(name: str, most_bytes: int) -> list[str]:
    """The texts of one of the `REAL_CORPORA`, cut off after `most_bytes` of UTF-8.

    >>> texts = read_corpus("python", 100_000)
    >>> sum(len(text.encode()) for text in texts)
    100000
    """
    if name not in REAL_CORPORA:
        raise UnknownNameError("corpus", name, REAL_CORPORA)
    if name in SAMPLE_CORPORA:
        return list(up_to([load_corpus(name).text], most_bytes))
    return list(up_to(map(_read_source, _python_sources()), most_bytes))


def texts_of_file(name: str, data: bytes, most_bytes: int) -> list[str]:
    """The contents of an opened file: text in UTF-8, or Parquet with a column "text"; raises `InputError` for
    others."""
    if data[:4] == b"PAR1":
        return list(up_to(_read_parquet(name, data), most_bytes))
    try:
        return list(up_to([data.decode("utf-8-sig")], most_bytes))
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: expected UTF-8, got an invalid byte at offset {error.start}") from None


def _read_parquet(name: str, data: bytes) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "opened.parquet"
        path.write_bytes(data)
        try:
            for texts, ends, _, _ in iter_parquet(path, "text"):
                start = 0
                for end in ends.tolist():
                    yield texts[start:end].tobytes().decode("utf-8", "replace")
                    start = end
        except InputError as error:  # the temporary path of a file means nothing to users
            raise InputError(str(error).replace(str(path), name)) from None


def up_to(texts: Iterable[str], most_bytes: int) -> Iterator[str]:
    """Texts up to this many bytes of UTF-8; the last is cut between two characters, and empty ones are left
    out."""
    left = most_bytes
    for text in texts:
        data = encode_text(text)
        if left <= 0:
            return
        if data:
            yield data[:left].decode("utf-8", "ignore")
        left -= len(data)


@cache
def _python_sources() -> tuple[Path, ...]:
    root = Path(sysconfig.get_paths()["stdlib"])
    found = (path for path in root.rglob("*.py") if not _APART & set(path.relative_to(root).parts))
    return tuple(sorted(found))


def _read_source(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):  # a source in another encoding, or an unreadable one
        return ""
