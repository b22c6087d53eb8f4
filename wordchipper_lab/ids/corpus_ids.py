"""`open_corpus`: documents of ids, memory-mapped, and copied only if a document spans several shards."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..arguments import a_path, check_number, checked
from ..errors import InputError
from .corpus_index import read_index
from .shard_writer import read_manifest, shard_stem

__all__ = ["CorpusIds", "open_corpus"]


@checked(directory=a_path)
def open_corpus(directory: str | os.PathLike[str]) -> CorpusIds:
    """Open the output of `tokenize_corpus`; raises `InputError` if it is incomplete, damaged or missing.

    Only sizes are checked; `CorpusIds.verify` checks the contents.
    """
    return CorpusIds(Path(directory))


class CorpusIds(Sequence[np.ndarray]):
    """The documents of a directory of ids: ``corpus[i]`` are the ids of document i, uint16 or uint32.

    They are read-only views of memory-mapped files; a document divided between shards is joined by copying.
    """

    @checked(directory=a_path)
    def __init__(self, directory: Path) -> None:
        directory = Path(directory)
        self.directory = directory
        try:
            self.index: dict[str, Any] = read_index(directory)
        except FileNotFoundError:
            raise InputError(f"{directory} has no index.json: expected a directory of ids") from None
        if "bin" not in self.index["formats"]:
            raise InputError(f"{directory} has only Parquet files: read them with any Parquet reader")
        self.dtype = np.dtype(self.index["dtype"])
        shards = range(len(self.index["shards"]))
        self.tokens: list[np.ndarray] = [self._map_tokens(number) for number in shards]
        """The ids of each shard, with all documents concatenated."""
        self._ends = [self._read_ends(number) for number in shards]
        continues = [bool(shard["continues"]) for shard in self.index["shards"]]
        begun = [len(ends) - goes_on for ends, goes_on in zip(self._ends, continues, strict=True)]
        self._continues = continues
        self._begun = np.cumsum([0, *begun])
        """How many documents begin before each shard."""
        if self._begun[-1] != self.index["documents"]:
            raise InputError(
                f"{directory}: index.json says {self.index['documents']} documents, found {self._begun[-1]}"
            )

    @property
    def n_tokens(self) -> int:
        """Total number of ids."""
        return sum(map(len, self.tokens))

    def __len__(self) -> int:
        return int(self._begun[-1])

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        parts = self.parts(self._place(index))
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[i] for i in range(len(self)))

    def parts(self, index: int) -> list[np.ndarray]:
        """The ids of a document from one or several shards, without a copy."""
        index = self._place(index)
        shard = int(np.searchsorted(self._begun, index, side="right")) - 1
        parts = [self._part(shard, index - int(self._begun[shard]) + self._continues[shard])]
        is_last = index + 1 == self._begun[shard + 1]
        while is_last and shard + 1 < len(self.tokens) and self._continues[shard + 1]:
            shard += 1
            parts.append(self._part(shard, 0))
            is_last = len(self._ends[shard]) == 1
        return parts

    def source(self, index: int) -> tuple[str, int]:
        """Name of a document's file (or stream), and the document's number in it."""
        index = self._place(index)
        shard = int(np.searchsorted(self._begun, index, side="right")) - 1
        place = index - int(self._begun[shard]) + self._continues[shard]
        for name, first, count in self._manifest(shard)["sources"]:
            if place < count:
                return name, first + place
            place -= count
        raise IndexError(f"document {index} of {len(self):,}")

    def _place(self, index: int) -> int:
        """A document's number from 0; negative ones count from the end."""
        index = check_number("index", index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"document {index} of {len(self):,}")
        return index % len(self)

    def verify(self) -> None:
        """Read all ids and compare them with their SHA-256; raises `InputError` naming the shard that
        differs."""
        for number, tokens in enumerate(self.tokens):
            if hashlib.sha256(tokens).hexdigest() != self._manifest(number)["bin_sha256"]:
                raise InputError(f"{self._path(number)} is damaged: its SHA-256 is not that of its manifest")

    def __repr__(self) -> str:
        return f"<CorpusIds {str(self.directory)!r}: {len(self):,} documents, {self.n_tokens:,} ids>"

    def _path(self, number: int) -> Path:
        return shard_stem(self.directory, number).with_suffix(".bin")

    def _manifest(self, number: int) -> dict[str, Any]:
        manifest = read_manifest(self.directory, number)
        if manifest is None:
            raise InputError(
                f"{self._path(number)}: its manifest (.json) is missing, or has another size: tokenize "
                "again with the same settings"
            )
        return manifest

    def _map_tokens(self, number: int) -> np.ndarray:
        path, expected = self._path(number), self.index["shards"][number]["tokens"] * self.dtype.itemsize
        try:
            size = path.stat().st_size
        except FileNotFoundError:
            raise InputError(f"{path} is missing: tokenize again with the same settings") from None
        if size != expected:
            raise InputError(
                f"{path} has {size:,} bytes, expected {expected:,}: it is truncated or a different file"
            )
        if not size:  # cannot be mapped
            return np.zeros(0, dtype=self.dtype)
        return np.asarray(np.memmap(path, dtype=self.dtype, mode="r"))

    def _read_ends(self, number: int) -> np.ndarray:
        path, shard = (
            shard_stem(self.directory, number).with_suffix(".ends.npy"),
            self.index["shards"][number],
        )
        try:
            ends = np.load(path, mmap_mode=None, allow_pickle=False)
        except FileNotFoundError:
            raise InputError(f"{path} is missing: tokenize again with the same settings") from None
        except (ValueError, EOFError) as error:
            raise InputError(f"{path} is damaged: {error}") from None
        is_right = ends.dtype == np.int64 and ends.shape == (shard["documents"],)
        last = int(ends[-1]) if is_right and len(ends) else 0
        if not is_right or last != shard["tokens"] or (np.diff(ends, prepend=0) < 0).any():
            raise InputError(
                f"{path} is damaged: expected {shard['documents']:,} ascending ends up to {shard['tokens']:,}"
            )
        return ends

    def _part(self, shard: int, place: int) -> np.ndarray:
        ends = self._ends[shard]
        return self.tokens[shard][int(ends[place - 1]) if place else 0 : int(ends[place])]
