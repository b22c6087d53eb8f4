"""The cache files of one kernel: an index of its compiled signatures, and one file for each of them.

numba loads its own files unchecked: a truncated one raises at every start, and one flipped bit can crash the
process. Here the SHA-256 is compared before anything is unpickled. The index begins with its own hash, and a
data file is named by its hash. So two processes that compile at once can never mistake each other's code for
their own, and a crash between the two files leaves nothing under which old code could be found. A file that
fails the check is removed and compiled again. A hash guards against damage; `cache_places` guards against
malice. Hashing costs 0.4 ms of a warm start: `hashlib.sha256` over what `Place.read` returned until the first
``Tokenizer.from_pretrained("o200k_base").encode("hello world")`` was done, 10 files of 0.7 MB.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import llvmlite
import numba
from numba.core.serialize import dumps

from .cache_places import Place, PlaceError

__all__ = ["KernelFiles"]

_HEX = 64  # hex digits of a SHA-256

_WARNED: set[str] = set()


class KernelFiles:
    """The cache file interface of numba (`load`, `save`, `flush`), in the first of several places that works.

    base: the common beginning of the file names. source_stamp: must be equal for code to be reused.
    """

    def __init__(self, places: Sequence[Place], base: str, source_stamp: object) -> None:
        self._places = places
        self._base = base
        self._index_name = f"{base}.sha256.nbi"
        self._source_stamp = source_stamp

    def load(self, key: object) -> Any:
        """What was saved under `key`; None if nothing intact is found."""
        for place in self._places:
            name = self._read_index(place).get(key)
            content = None if name is None else self._read_data(place, name)
            data = None if content is None else _unpickle(place, name, content)
            if data is not None:
                return data
        return None

    def save(self, key: object, data: object) -> None:
        """Keep `data` in the first place that accepts it; warn if none does."""
        content = dumps(data)
        reasons = []
        for place in self._places:
            try:
                place.prepare()
                self._save_in(place, key, content)
                return
            except PlaceError as error:
                reasons.append(str(error))
            except OSError as error:
                reasons.append(f"{place.path}: {error.strerror}")
        _warn_once(
            "not kept",
            f"compiled kernels cannot be stored ({'; '.join(reasons)}), so every run compiles them again: "
            "set NUMBA_CACHE_DIR to a directory of your own with about 20 MB free",
        )

    def flush(self) -> None:
        """Remove all saved code."""
        for place in self._places:
            place.remove(self._index_name)

    def drop_unusable(self) -> None:
        """Remove all saved code because it could not be run."""
        self.flush()
        _say_damaged(self._index_name)

    def _save_in(self, place: Place, key: object, content: bytes) -> None:
        names = self._read_index(place)
        if key in names and self._read_data(place, names[key]) is not None:
            return  # another process was faster
        if not names:
            self._remove_old_files(place)
        name = self._data_name(content)
        place.write(name, content)  # before the index that names it
        names[key] = name
        stamped = pickle.dumps((self._stamp(), dumps(names)))
        try:
            place.write(self._index_name, hashlib.sha256(stamped).hexdigest().encode() + stamped)
        except OSError:
            place.remove(name)
            raise

    def _read_data(self, place: Place, name: str) -> bytes | None:
        return _read_intact(place, name, lambda content: self._data_name(content) == name)

    def _data_name(self, content: bytes) -> str:
        return f"{self._base}.{hashlib.sha256(content).hexdigest()[:32]}.nbc"  # a shorter path, for Windows

    def _stamp(self) -> tuple[object, ...]:
        return numba.__version__, llvmlite.__version__, self._source_stamp

    def _read_index(self, place: Place) -> dict[object, str]:
        """Data files by key; empty if there is no index, or if it is for other sources or versions."""
        content = _read_intact(place, self._index_name, _begins_with_its_hash)
        if content is None:
            return {}
        stamp, names = _unpickle(place, self._index_name, content[_HEX:]) or (None, b"")
        # Unpickling keys of another version might fail.
        return (_unpickle(place, self._index_name, names) or {}) if stamp == self._stamp() else {}

    def _remove_old_files(self, place: Place) -> None:
        """Remove files that no index names any more: those of older sources, and those in numba's own
        format."""
        for name in os.listdir(place.path):
            if name.startswith(f"{self._base}.") and name.endswith((".nbc", ".nbi")):
                place.remove(name)


def _begins_with_its_hash(content: bytes) -> bool:
    return content[:_HEX] == hashlib.sha256(content[_HEX:]).hexdigest().encode()


def _read_intact(place: Place, name: str, is_intact: Callable[[bytes], bool]) -> bytes | None:
    content = place.read(name)
    if content is not None and not is_intact(content):
        _drop_damaged(place, name)
        return None
    return content


def _unpickle(place: Place, name: str, content: bytes) -> Any:
    try:
        return pickle.loads(content)
    except Exception:  # intact, but its classes no longer exist; unpickling may then raise anything
        _drop_damaged(place, name)
        return None


def _drop_damaged(place: Place, name: str) -> None:
    place.remove(name)
    path = place.path / name
    _say_damaged(
        str(path),
        "compiled again; delete the file, which this user has no permission to do"
        if os.path.exists(path)
        else "",
    )


def _say_damaged(name: str, advice: str = "") -> None:
    _warn_once(
        "damaged",
        f"a compiled kernel in the cache is damaged ({name}): "
        f"{advice or 'such files are removed and compiled again'}",
    )


def _warn_once(kind: str, message: str) -> None:
    """Warn once per process and kind: a problem with the files of one kernel usually affects all."""
    if kind not in _WARNED:
        _WARNED.add(kind)
        warnings.warn_explicit(message, RuntimeWarning, "wordchipper_lab", 0)
