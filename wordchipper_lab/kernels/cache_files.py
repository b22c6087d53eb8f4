"""The files of one kernel in the cache: an index of its compiled signatures, and one file for each.

numba's own files are loaded as they are: half of one raises at every start, one flipped bit can crash the process.
Here nothing is unpickled before its SHA-256 was compared: the index begins with its own, a data file is named by its
own (so that two processes which compile at once can never take each other's code for theirs, and a crash between the
two files leaves nothing that old code could be found under). What fails is removed and compiled again. A hash guards
against damage; against malice, `cache_places`. Hashing costs 0.4 ms of a warm start: `hashlib.sha256` over what
`Place.read` returned until the first ``Tokenizer.from_pretrained("o200k_base").encode("hello world")`` was done,
10 files of 0.7 MB.
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

_HEX = 64  # digits of a SHA-256

_WARNED: set[str] = set()


class KernelFiles:
    """What numba expects of a cache's files (`load`, `save`, `flush`), in the first of several places that serves.

    base: the files' common beginning. source_stamp: what has to be equal for code to be used again.
    """

    def __init__(self, places: Sequence[Place], base: str, source_stamp: object) -> None:
        self._places = places
        self._base = base
        self._index_name = f"{base}.sha256.nbi"
        self._source_stamp = source_stamp

    def load(self, key: object) -> Any:
        """What was saved under `key`; None if there is nothing, or nothing intact."""
        for place in self._places:
            name = self._read_index(place).get(key)
            content = None if name is None else self._read_data(place, name)
            data = None if content is None else _unpickle(place, name, content)
            if data is not None:
                return data
        return None

    def save(self, key: object, data: object) -> None:
        """Keep `data` in the first place that takes it; a warning if none does."""
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
            f"compiled kernels cannot be kept ({'; '.join(reasons)}), so every run compiles them anew: "
            "set NUMBA_CACHE_DIR to a directory of yours, with some 20 MB to spare",
        )

    def flush(self) -> None:
        """Forget what was kept."""
        for place in self._places:
            place.remove(self._index_name)

    def drop_unusable(self) -> None:
        """Forget what was kept, for it could not be made to run."""
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
        """Data files by key; empty if there is no index, or one of other sources or versions."""
        content = _read_intact(place, self._index_name, _begins_with_its_hash)
        if content is None:
            return {}
        stamp, names = _unpickle(place, self._index_name, content[_HEX:]) or (None, b"")
        # Keys of another version might not even be unpickled.
        return (_unpickle(place, self._index_name, names) or {}) if stamp == self._stamp() else {}

    def _remove_old_files(self, place: Place) -> None:
        """Remove what no index names any more: of older sources, and in numba's own format."""
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
    except Exception:  # intact, but of classes that are no longer there: pickles raise anything then
        _drop_damaged(place, name)
        return None


def _drop_damaged(place: Place, name: str) -> None:
    place.remove(name)
    path = place.path / name
    _say_damaged(
        str(path), "compiled again; delete the file, which this user may not" if os.path.exists(path) else ""
    )


def _say_damaged(name: str, advice: str = "") -> None:
    _warn_once(
        "damaged",
        f"a compiled kernel in the cache is damaged ({name}): {advice or 'such files are removed, compiled again'}",
    )


def _warn_once(kind: str, message: str) -> None:
    """One line for a process: what is wrong with one kernel's files mostly is with all."""
    if kind not in _WARNED:
        _WARNED.add(kind)
        warnings.warn_explicit(message, RuntimeWarning, "wordchipper_lab", 0)
