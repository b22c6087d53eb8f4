"""Corpora of real documents with their natural lengths: directories, and files with a document in each row."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

from ...corpus.document_files import iter_documents
from ...errors import InputError

__all__ = ["MOST_BYTES", "directory_documents", "first_documents", "sample_files"]

MOST_BYTES = 32_000_000
"""Most bytes of a corpus: a larger one is represented by a sample of its files, always the same, or by its
first rows."""

_SEED = 20260101


def directory_documents(directory: Path, column: str | None = None) -> tuple[tuple[str, ...], str]:
    """The documents of all text files below a directory, sorted by path, and a line that describes them.

    Files that are not UTF-8 are left out, and so is everything whose name begins with a dot. Raises
    `InputError` if nothing is left.
    """
    found = sorted(_visible_files(directory))
    documents, about = sample_files(found, lambda path: iter_documents(path, column))
    if not documents:
        raise InputError(f"{directory} has no text: expected a directory with UTF-8 files ({about})")
    return documents, f"directory {directory.name}: {about}"


def sample_files(files: list[Path], read: Callable[[Path], Iterable[str]]) -> tuple[tuple[str, ...], str]:
    """The documents that `read` finds in `files`, in that order, up to `MOST_BYTES`, and what was read and left
    out in a line.

    A file for which `read` raises `InputError` is left out.
    """
    order = random.Random(_SEED).sample(range(len(files)), len(files))
    read_files: dict[int, list[str]] = {}
    n_bytes = left_out = 0
    for number in order:
        if n_bytes >= MOST_BYTES:
            break
        try:
            read_files[number] = _up_to(read(files[number]), MOST_BYTES - n_bytes)
        except InputError:
            left_out += 1
            continue
        n_bytes += sum(len(text.encode()) for text in read_files[number])
    documents = tuple(chain.from_iterable(read_files[number] for number in sorted(read_files)))
    unread = len(files) - len(read_files) - left_out
    about = [f"{len(documents):,} documents in {len(read_files):,} files"]
    about += [f"{left_out:,} files left out that are not UTF-8"] if left_out else []
    about += [f"a sample: {unread:,} files were not read"] if unread else []
    return documents, ", ".join(about)


def first_documents(path: Path, column: str | None = None) -> tuple[tuple[str, ...], str]:
    """The documents of a file with a document in each row, up to `MOST_BYTES`, and a line that describes them."""
    documents = tuple(_up_to(iter_documents(path, column), MOST_BYTES))
    if not documents:
        raise InputError(f"{path} has no text: expected a document in each row")
    return documents, f"file {path.name}: its first {len(documents):,} documents"


def _up_to(documents: Iterable[str], most: int) -> list[str]:
    taken: list[str] = []
    for text in documents:
        if text:
            taken.append(text)
            most -= len(text.encode())
        if most <= 0:
            break
    return taken


def _visible_files(directory: Path) -> Iterator[Path]:
    for path in directory.rglob("*"):
        inner = path.relative_to(directory).parts
        if not any(part.startswith(".") for part in inner) and path.is_file():
            yield path
