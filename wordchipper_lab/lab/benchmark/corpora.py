"""The texts that a benchmark encodes: samples included in the package, texts made from them, corpora that the
machine has, files and directories."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from ...corpus.document_files import has_rows, read_text
from ...errors import InputError, UnknownNameError
from .derived_corpora import long_text, mixed_documents, repetitive_text
from .document_corpora import directory_documents, first_documents, sample_files
from .found_corpora import FOUND_CORPORA

__all__ = ["DERIVED_CORPORA", "SAMPLE_CORPORA", "Corpus", "documents", "load_corpus"]

SAMPLE_CORPORA = ("english", "diverse", "code")
"""Names of the texts included in the package; samples/SOURCES.md lists their sources."""

DERIVED_CORPORA = ("repetitive", "long", "mixed")
"""Names of the texts that are made from the samples; they repeat themselves."""

_SOURCES = {
    "english": "English prose: novels, legal texts, own writing",
    "diverse": "stress text: 43 languages, emoji sequences, JSON, HTML, contractions, operators",
    "code": "source code: Python, JavaScript, C, Rust, SQL, YAML and more",
    "repetitive": "runs of one letter, of spaces, of a phrase and the like",
    "long": "one long document: the samples repeated",
    "mixed": "the samples, in documents of 20 bytes to 100 kB",
}


@dataclass(frozen=True)
class Corpus:
    """One text, with its name and a one-line description of its source."""

    name: str
    text: str = field(repr=False)
    source: str
    own_documents: tuple[str, ...] = field(default=(), repr=False)
    """The documents of the corpus, if it has some; they are never cut."""
    repeats: bool = False
    """Whether the corpus repeats its own text, so that most of it is never new."""

    @property
    def n_bytes(self) -> int:
        """Size in bytes of UTF-8, the unit of speeds."""
        return len(self.text.encode())


def load_corpus(name_or_path: str | os.PathLike[str], column: str | None = None) -> Corpus:
    """The corpus with this name (`SAMPLE_CORPORA`, `DERIVED_CORPORA`, `FOUND_CORPORA`), or the contents of a
    path.

    A UTF-8 file (also ``.gz``) is one text, to be cut into documents. A Parquet or JSON Lines file has a
    document in each row of `column` ("text" or "content" if it is not given). In a directory, every text file
    below it is a document. What is larger than `MOST_BYTES` is sampled; ``source`` says so.

    Raises `UnknownNameError` for a ``str`` that is neither a name nor an existing path, `InputError` for a path
    that cannot be read or is not UTF-8, and for a named corpus that this machine does not have.

    >>> load_corpus("english").text[:9], load_corpus("repetitive").n_bytes > 50_000
    ('The ferry', True)
    """
    if isinstance(name_or_path, str):
        if name_or_path in _SOURCES:
            return _bundled(name_or_path)
        if name_or_path in FOUND_CORPORA:
            return _found(name_or_path)
        if not os.path.exists(name_or_path):
            known = [*_SOURCES, *FOUND_CORPORA]
            raise UnknownNameError(
                "corpus", name_or_path, known, "or give the path of a UTF-8 file or a directory"
            )
    path = Path(name_or_path)
    if path.is_dir():
        return _of_documents(path.resolve().name, *directory_documents(path, column))
    if has_rows(path):
        return _of_documents(path.name, *first_documents(path, column))
    # Newlines are not translated: every byte counts.
    return Corpus(path.name, read_text(path), f"file {path.name}")


def _found(name: str) -> Corpus:
    about = FOUND_CORPORA[name]
    found, how_many = sample_files(about.files(), lambda path: [about.read(path)])
    return _of_documents(name, found, f"{about.source}: {how_many}")


def _of_documents(name: str, own: tuple[str, ...], source: str) -> Corpus:
    return Corpus(name, "".join(own), source, own)


def documents(corpus: Corpus, size_bytes: int) -> list[str]:
    """The corpus as documents of at most `size_bytes` bytes each, cut after a line or otherwise after a
    space.

    Joined, they are the whole text. A document is cut between any two characters only if its last half has no
    line end or space. A corpus with its own documents returns those. Raises `InputError` below 4
    bytes, which a single character may need.

    >>> documents(Corpus("x", "one two three four", "here"), 8)
    ['one two ', 'three ', 'four']
    """
    if size_bytes < 4:
        raise InputError(f"documents of {size_bytes} bytes: expected a size of 4 bytes or more")
    if corpus.own_documents:
        return list(corpus.own_documents)
    data = corpus.text.encode()
    cut: list[str] = []
    start = 0
    while start < len(data):
        end = _end_of_document(data, start, size_bytes)
        cut.append(data[start:end].decode())
        start = end
    return cut


def _end_of_document(data: bytes, start: int, size_bytes: int) -> int:
    end = start + size_bytes
    if end >= len(data):
        return len(data)
    for separator in (b"\n", b" "):
        if (found := data.rfind(separator, start + size_bytes // 2, end)) >= 0:
            return found + 1
    while data[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return end


@cache
def _bundled(name: str) -> Corpus:
    if name == "mixed":
        parts = mixed_documents(_samples())
        return Corpus(name, "".join(parts), _SOURCES[name], parts, repeats=True)
    if name in SAMPLE_CORPORA:
        return Corpus(name, _read_sample(name), _SOURCES[name])
    text = long_text(_samples()) if name == "long" else repetitive_text()
    return Corpus(name, text, _SOURCES[name], repeats=True)


def _read_sample(name: str) -> str:
    return (files(__package__) / "samples" / f"{name}.txt").read_bytes().decode()


def _samples() -> list[str]:
    return [_read_sample(name) for name in SAMPLE_CORPORA]
