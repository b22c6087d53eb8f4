"""Load the linked library for this machine and hand out its kernels, as built-in functions of Python.

A library is used only if it was linked from the very sources that are installed (`manifest`), is undamaged, is for
this processor, and if this Python and NumPy keep their objects where it looks for them. Otherwise every kernel is
compiled by numba, as a kernel that is not in the library is.

`WORDCHIPPER_LAB_KERNELS` chooses: a level (see `LEVELS`), ``numba`` for none, or ``auto``, which is the default.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
import warnings
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from .codes import ARRAY_OF_TOKENS, HEADER, KEPT_INTEGERS, LIST_OF_TOKENS
from .levels import usable_levels
from .manifest import Manifest, library_path, read_manifest

__all__ = ["CHOICE", "linked_calls", "linked_level"]

CHOICE = "WORDCHIPPER_LAB_KERNELS"

_METH_FASTCALL = 0x80
_PYARRAY_NEW = 93


class _MethodDef(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_loaded: list[_Library] = []
"""Every library, for as long as the process lives: functions that were handed out need it."""


class _Library:
    """A library that is loaded."""

    def __init__(self, level: str, manifest: Manifest) -> None:
        self.level = level
        self._library = ctypes.CDLL(str(library_path(level)))
        self._symbols: dict[str, list[tuple[bytes, int]]] = {}
        for name, letters, symbol in manifest.entries:
            self._symbols.setdefault(name, []).append((letters.encode(), symbol))
        function = ctypes.cast(self._library.wordchipper_call, ctypes.c_void_p).value
        self._method = _MethodDef(b"kernel", function, _METH_FASTCALL, None)
        _loaded.append(self)
        self._new_function = ctypes.pythonapi.PyCFunction_NewEx
        self._new_function.argtypes = [ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p]
        self._new_function.restype = ctypes.py_object

    def calls(self, name: str) -> tuple[Callable[..., Any], ...]:
        """The functions of a kernel, one for each combination of types; of one that finds tokens those for a list and
        for an array."""
        forms = []
        for letters, symbol in self._symbols.get(name, ()):
            forms.append((letters, symbol))
            if letters.startswith(LIST_OF_TOKENS.encode()):
                forms.append((ARRAY_OF_TOKENS.encode() + letters[1:], symbol))
        return tuple(
            self._new_function(ctypes.addressof(self._method), self._plan(letters, f"kernel_{symbol}"), None)
            for letters, symbol in forms
        )

    def _plan(self, letters: bytes, symbol: str) -> bytes:
        """What the library's function needs to know about a kernel: words for addresses, then its letters."""
        entry = ctypes.cast(self._library[symbol], ctypes.c_void_p).value
        objects = (np.ndarray, None, NotImplemented, True, False, bytes, str)
        uint32, kept = np.dtype(np.uint32).num, _kept_integers().ctypes.data
        words = np.array([entry, *map(id, objects), _new_array(), uint32, kept], dtype=np.int64)
        assert len(words) == HEADER
        return words.tobytes() + letters + b"\0"


@lru_cache(maxsize=1)
def _library() -> _Library | None:
    levels = _chosen_levels(os.environ.get(CHOICE) or "auto")
    if not levels or not _objects_are_as_expected():
        return None
    manifest = read_manifest()
    if manifest is None:
        return None
    for level in levels:
        if manifest.has_intact(level):
            try:
                return _Library(level, manifest)
            except (OSError, AttributeError):  # a mount that forbids executing, a Python without the function
                return None
    return None


def _chosen_levels(choice: str) -> list[str]:
    usable = [] if choice == "numba" else usable_levels()
    if choice in ("auto", "numba"):
        return usable
    if choice not in usable:
        warnings.warn_explicit(
            f"{CHOICE} is {choice!r}: expected auto, numba or a level that this machine can run "
            f"({', '.join(usable) or 'there is none'}), so numba compiles",
            RuntimeWarning,
            "wordchipper_lab",
            0,
        )
    return [level for level in usable if level == choice]


def linked_level() -> str | None:
    """The level of the library in use; None if there is none and numba compiles."""
    found = _library()
    return None if found is None else found.level


def linked_calls(name: str) -> tuple[Callable[..., Any], ...]:
    """The functions of a kernel (``module.function``); none if it is not linked.

    Each returns NotImplemented if its types do not fit.
    """
    found = _library()
    return () if found is None else found.calls(name)


@lru_cache(maxsize=1)
def _kept_integers() -> np.ndarray:
    """Addresses of Python's integers, each 0 until a list needs it. They are never freed: 32 bytes each."""
    return np.zeros(KEPT_INTEGERS, dtype=np.int64)


@lru_cache(maxsize=1)
def _new_array() -> int:
    """The address of ``PyArray_New``, from the table of NumPy's C API, where its place is fixed."""
    capsule = importlib.import_module("numpy._core._multiarray_umath")._ARRAY_API
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.argtypes, pointer.restype = [ctypes.py_object, ctypes.c_void_p], ctypes.c_void_p
    return ctypes.c_int64.from_address(pointer(capsule, None) + 8 * _PYARRAY_NEW).value


def _makes_arrays() -> bool:
    """Whether `_new_array` is what it should be."""
    try:
        function = _new_array()
    except (ImportError, AttributeError):
        return False
    words, number, item = ctypes.c_void_p, ctypes.c_int, ctypes.py_object
    new = ctypes.PYFUNCTYPE(item, item, number, words, number, words, words, number, number, words)(function)
    size = (ctypes.c_int64 * 1)(3)
    made = new(np.ndarray, 1, ctypes.addressof(size), np.dtype(np.uint32).num, None, None, 0, 0, None)
    return type(made) is np.ndarray and made.shape == (3,) and made.dtype == np.uint32


def _objects_are_as_expected() -> bool:
    """Whether fields of objects are where the library reads them: see `linking.taking_apart`."""
    sizes = (object.__basicsize__, tuple.__basicsize__, bytes.__basicsize__)
    if sys.implementation.name != "cpython" or sizes != (16, 24, 33):
        return False
    array, view = np.arange(6, dtype=np.uint32), np.zeros((2, 3), dtype=np.int64)[:, 1]
    dtype = _word(array, 56)
    return (
        _word(array, 8) == id(np.ndarray)
        and _word(array, 16) == array.ctypes.data
        and _number(array, 24) == 1
        and ctypes.c_int64.from_address(_word(array, 32)).value == 6
        and dtype == id(array.dtype)
        and ctypes.string_at(dtype + 25, 2) == b"I="
        and (_number(array, 64) & 1, _number(view, 64) & 1) == (1, 0)
        and _word((5, 6), 16) == 2
        and _word((5, None), 32) == id(None)
        and _word(one := [None], 16) == 1
        and ctypes.c_int64.from_address(_word(one, 24)).value == id(None)
        and ctypes.string_at(id(b"abc") + 32, 3) == b"abc"
        and _word("\u0100bc", 16) == 3
        and _makes_arrays()
    )


def _word(thing: object, offset: int) -> int:
    return ctypes.c_int64.from_address(id(thing) + offset).value


def _number(thing: object, offset: int) -> int:
    return ctypes.c_int32.from_address(id(thing) + offset).value
