"""The tables of a vocabulary, kept in a file by the first process that builds them: the next ones start 0.2 s sooner.

They are kept where compiled kernels are (`cache_places`), and read only if nobody else can have written them, if the
file is intact, and if it was made by these very sources from this very vocabulary.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ..kernels.cache_places import Place, each_place, named_place
from ..kernels.huge_memory import new_words
from ..kernels.linked.manifest import PACKAGE, hash_of_sources
from .pretrained import PretrainedSpec
from .tables import BuiltTables, VocabTables
from .token_bytes import SPARE_BYTES, TokenBytes

__all__ = ["keep_tables", "load_kept"]

_HERE = Path(__file__).parent
_ENDING = ".tables"
_HASH = 32  # bytes of a SHA-256; then come the size of the header, 8 bytes, the header, and the arrays
_SIZE = 8


def load_kept(spec: PretrainedSpec) -> tuple[TokenBytes, BuiltTables] | None:
    """The ranked tokens and tables of a vocabulary, if they were kept."""
    name = _file_name(spec)
    for place in each_place(str(_HERE), named_place()):
        with suppress(OSError, ValueError, KeyError, TypeError), place.open(name) as file:
            return _read(file)
    return None


def keep_tables(spec: PretrainedSpec, tokens: TokenBytes, built: BuiltTables) -> None:
    """Keep them, where that is possible, in place of older ones of this vocabulary."""
    arrays = built.tables._asdict() | {"token_data": np.append(tokens.data, np.zeros(SPARE_BYTES, np.uint8))}
    listed = [(name, array.dtype.str, array.size) for name, array in arrays.items()]
    header = json.dumps([listed, built.is_merge_ordered, built.n_unreachable]).encode()
    parts = [
        len(header).to_bytes(_SIZE, "little") + header,
        *(memoryview(array) for array in arrays.values()),
    ]
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    name = _file_name(spec)
    for place in each_place(str(_HERE), named_place()):
        with suppress(OSError):
            place.prepare()
            _remove_older(place, spec)
            place.write(name, digest.digest(), *parts)
            return


def _read(file: BinaryIO) -> tuple[TokenBytes, BuiltTables]:
    """Raises ``ValueError`` if the file is damaged."""
    expected, size = file.read(_HASH), file.read(_SIZE)
    header = file.read(int.from_bytes(size, "little"))
    digest = hashlib.sha256(size + header)
    listed, is_merge_ordered, n_unreachable = json.loads(header)
    arrays: dict[str, np.ndarray] = {}
    for name, dtype, count in listed:
        array = new_words(count) if dtype == "<u8" else np.empty(count, dtype=dtype)
        if file.readinto(memoryview(array).cast("B")) != array.nbytes:  # type: ignore[attr-defined]
            raise ValueError("the file is too short")
        digest.update(array)
        arrays[name] = array
    if digest.digest() != expected:
        raise ValueError("the file is damaged")
    tables = VocabTables(**arrays)
    data = tables.token_data[:-SPARE_BYTES]
    tokens = TokenBytes(data, tables.token_starts.astype(np.int64))
    return tokens, BuiltTables(tables._replace(token_data=data), bool(is_merge_ordered), int(n_unreachable))


def _remove_older(place: Place, spec: PretrainedSpec) -> None:
    for file in place.path.glob(f"{spec.file}.*{_ENDING}"):
        place.remove(file.name)


def _file_name(spec: PretrainedSpec) -> str:
    made_from = hashlib.sha256(f"{_hash_of_sources()} {spec.sha256}".encode()).hexdigest()
    return f"{spec.file}.{made_from[:32]}{_ENDING}"


@lru_cache(maxsize=1)
def _hash_of_sources() -> str:
    rooms = (_HERE.parent / "kernels", _HERE, _HERE / "formats")
    files = (file.relative_to(PACKAGE).as_posix() for room in rooms for file in room.glob("*.py"))
    return hash_of_sources(sorted(files))
