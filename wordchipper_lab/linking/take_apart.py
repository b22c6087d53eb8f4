"""From Python's arguments to a kernel's: the C function of all linked kernels, itself compiled by numba.

Python calls it as a built-in function (``METH_FASTCALL``). Arrays, bytes and tuples are read where they are; the places
of their fields are CPython's (``Include/cpython``) and NumPy's (``ndarraytypes.h``), which numba's own wrappers rely on
as well. `kernels.linked.load` makes sure that they are as expected before it uses a library. An argument that does not
fit the kernel's letters makes it return NotImplemented, and numba gets the call.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types

from ..kernels.address_table import array_from
from ..kernels.linked.codes import (
    ARRAY_OF_TOKENS,
    ARRAYS,
    CLOSE,
    FLAG,
    HEADER,
    KEPT_INTEGERS,
    LIST_OF_TOKENS,
    NONE,
    NUMBER,
    OBJECT,
    OPEN,
    PAIR,
    TEXT,
    UNSIGNED,
    VALUES,
)
from ..kernels.prefetch import prefetch
from .call_address import call_address, call_new_array

__all__ = ["take_apart"]

_word, _number = types.int64, types.int32
_as_number = types.ExternalFunction("PyLong_AsLongLong", _word(_word))
_as_unsigned = types.ExternalFunction("PyLong_AsUnsignedLongLongMask", _word(_word))
_from_number = types.ExternalFunction("PyLong_FromLongLong", _word(_word))
_new_tuple = types.ExternalFunction("PyTuple_New", _word(_word))
_set_item = types.ExternalFunction("PyTuple_SetItem", _number(_word, _word, _word))
_new_list = types.ExternalFunction("PyList_New", _word(_word))
_take_reference = types.ExternalFunction("Py_IncRef", types.void(_word))
_drop_reference = types.ExternalFunction("Py_DecRef", types.void(_word))
_an_error = types.ExternalFunction("PyErr_Occurred", _word())
_clear_error = types.ExternalFunction("PyErr_Clear", types.void())
_release_gil = types.ExternalFunction("PyEval_SaveThread", _word())
_take_gil = types.ExternalFunction("PyEval_RestoreThread", types.void(_word))
_flags_of = types.ExternalFunction("PyType_GetFlags", types.uint64(_word))

_IS_TUPLE = np.uint64(1 << 26)  # Py_TPFLAGS_TUPLE_SUBCLASS

_TYPE, _SIZE = 8, 16  # of any object; of a tuple, bytes and a text
_TUPLE_ITEMS, _LIST_ITEMS, _BYTES_DATA = 24, 24, 32
_ARRAY_DATA, _ARRAY_DIMENSIONS, _ARRAY_SHAPE, _ARRAY_DTYPE, _ARRAY_FLAGS = 16, 24, 32, 56, 64
_C_CONTIGUOUS = 1

_QUICK = 500
"""Characters of a text for which releasing the GIL is not worth it: 60 ns of some 2 us, and others may take it
meanwhile."""

_DTYPE_LETTER, _DTYPE_ORDER = 25, 26

_AHEAD = np.uint64(64)
"""Integers that are prefetched before one is counted."""

_NUMBER, _UNSIGNED, _FLAG, _TEXT, _OBJECT, _NONE, _OPEN, _CLOSE, _PAIR, _LIST, _ARRAY = (
    ord(letter)
    for letter in (
        NUMBER,
        UNSIGNED,
        FLAG,
        TEXT,
        OBJECT,
        NONE,
        OPEN,
        CLOSE,
        PAIR,
        LIST_OF_TOKENS,
        ARRAY_OF_TOKENS,
    )
)
_FOREIGN = ord(">")
assert not set(ARRAYS.values()) & {NUMBER, UNSIGNED, FLAG, TEXT, OBJECT, NONE, OPEN, CLOSE}


@njit(inline="always")
def _load(address):  # type: ignore[no-untyped-def]
    return array_from(address, 1, np.int64)[0]


@njit(inline="always")
def _load_byte(address):  # type: ignore[no-untyped-def]
    return np.int64(array_from(address, 1, np.uint8)[0])


@njit(inline="always")
def _load_number(address):  # type: ignore[no-untyped-def]
    return np.int64(array_from(address, 1, np.int32)[0])


@njit(inline="always")
def _integer_of(token, kept):  # type: ignore[no-untyped-def]
    """A new reference to an integer that was not kept when it was looked for; 0 if there is no memory for it."""
    integer = kept[token] if token < np.uint64(KEPT_INTEGERS) else np.int64(0)
    if integer != 0:  # one of the last few tokens was the same
        _take_reference(integer)
        return integer
    integer = _from_number(np.int64(token))
    if integer != 0 and token < np.uint64(KEPT_INTEGERS):
        kept[token] = integer
        _take_reference(integer)
    return integer


@njit(_nrt=False, error_model="numpy")
def _list_of(tokens, kept_at):  # type: ignore[no-untyped-def]
    """A list of integers that all lists share: another reference takes a third of the time of another integer.

    Each is made when the first list needs it. Py_IncRef knows which integers this Python does not count. After other
    work they are in no cache, so they are prefetched: new text in documents of 5 kB, all caches emptied every 20, went
    from 136 to 158 MB/s (an array: 207)."""
    listed = _new_list(len(tokens))
    if listed == 0:
        return listed
    items = array_from(_load(listed + _LIST_ITEMS), len(tokens), np.int64)
    kept = array_from(kept_at, KEPT_INTEGERS, np.int64)
    first, n = np.uint64(0), np.uint64(len(tokens))
    while first < n:
        stop = min(n, first + _AHEAD)
        for number in range(first, stop):
            place = np.uint64(number)
            token = np.uint64(tokens[place])
            integer = kept[token] if token < np.uint64(KEPT_INTEGERS) else np.int64(0)
            items[place] = integer
            prefetch(array_from(integer, 1, np.int64), 0)
        for number in range(first, stop):
            place = np.uint64(number)
            integer = items[place]
            if integer == 0:
                integer = _integer_of(np.uint64(tokens[place]), kept)
                items[place] = integer
                if integer == 0:
                    for rest in range(place, stop):  # no reference has been taken to these
                        items[np.uint64(rest)] = 0
                    _drop_reference(listed)
                    return np.int64(0)
            else:
                _take_reference(integer)
        first = stop
    return listed


@njit(_nrt=False, error_model="numpy")
def _array_of(tokens, new_array, array_type, dtype_number, shape):  # type: ignore[no-untyped-def]
    array_from(shape, 1, np.int64)[0] = len(tokens)
    made = call_new_array(new_array, array_type, shape, dtype_number)
    if made != 0:
        data = array_from(_load(made + _ARRAY_DATA), len(tokens), np.uint32)
        for i in range(len(tokens)):
            data[i] = tokens[i]
    return made


@njit(_nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy")
def take_apart(plan, arguments, n_arguments, values_at):  # type: ignore[no-untyped-def]
    """Call the kernel of a plan (the address of a bytes object, see `load.plan_of`) with `n_arguments` objects.

    `values_at` is the address of `VALUE_WORDS` words. Returns the address of a new reference.
    """
    header = array_from(plan + _BYTES_DATA, HEADER, np.int64)
    entry, array_type, none, not_implemented = header[0], header[1], header[2], header[3]
    true, false, bytes_type, str_type = header[4], header[5], header[6], header[7]
    new_array, dtype_number, kept_integers = header[8], header[9], header[10]
    letters = array_from(plan + _BYTES_DATA + 8 * HEADER, _load(plan + _SIZE) - 8 * HEADER, np.uint8)
    values = array_from(values_at, VALUES, np.int64)
    opened = array_from(values_at + 8 * VALUES, 16, np.int64)
    n_values, depth, length = np.int64(0), np.int64(0), np.int64(0)
    items, left = arguments, n_arguments
    fits = True
    at = 1
    while fits:
        letter = letters[at]
        at += 1
        if letter == 0:
            fits = left == 0
            break
        if letter == _CLOSE:
            fits = left == 0
            depth -= 1
            items, left = opened[2 * depth], opened[2 * depth + 1]
            continue
        if left == 0:
            fits = False
            break
        item = _load(items)
        items += 8
        left -= 1
        if letter in (_NUMBER, _UNSIGNED):
            value = _as_number(item) if letter == _NUMBER else _as_unsigned(item)
            if value == -1 and _an_error() != 0:
                _clear_error()
                fits = False
            values[n_values] = value
            n_values += 1
        elif letter == _FLAG:
            fits = item in (true, false)
            values[n_values] = 1 if item == true else 0
            n_values += 1
        elif letter == _NONE:
            fits = item == none
        elif letter == _TEXT:
            fits = _load(item + _TYPE) == bytes_type
            values[n_values] = item + _BYTES_DATA
            if fits:
                values[n_values + 1] = _load(item + _SIZE)
            n_values += 2
        elif letter == _OBJECT:
            fits = _load(item + _TYPE) == str_type
            if fits:
                length = _load(item + _SIZE)
            values[n_values] = item
            n_values += 1
        elif letter == _OPEN:
            fits = _flags_of(_load(item + _TYPE)) & _IS_TUPLE != 0
            if fits:
                opened[2 * depth] = items
                opened[2 * depth + 1] = left
                depth += 1
                items, left = item + _TUPLE_ITEMS, _load(item + _SIZE)
        else:
            fits = _load(item + _TYPE) == array_type
            if fits:
                dtype = _load(item + _ARRAY_DTYPE)
                fits = (
                    _load_number(item + _ARRAY_DIMENSIONS) == 1
                    and _load_number(item + _ARRAY_FLAGS) & _C_CONTIGUOUS != 0
                    and _load_byte(dtype + _DTYPE_LETTER) == letter
                    and _load_byte(dtype + _DTYPE_ORDER) != _FOREIGN
                )
            if fits:
                values[n_values] = _load(item + _ARRAY_DATA)
                values[n_values + 1] = _load(_load(item + _ARRAY_SHAPE))
                n_values += 2
    if not fits:
        _take_reference(not_implemented)
        return not_implemented
    kind = letters[0]
    if kind in (_LIST, _ARRAY):
        if length > _QUICK:
            thread = _release_gil()
            call_address(entry, values_at)
            _take_gil(thread)
        else:
            call_address(entry, values_at)
        if values[0] < 0:
            return _from_number(values[0])
        tokens = array_from(values[1], values[0], np.uint32)
        if kind == _LIST:
            return _list_of(tokens, kept_integers)
        return _array_of(tokens, new_array, array_type, dtype_number, values_at + 8 * VALUES)
    thread = _release_gil()
    result = call_address(entry, values_at)
    _take_gil(thread)
    if kind == _NUMBER:
        return _from_number(result)
    if kind == _PAIR:
        pair = _new_tuple(2)
        if pair != 0:
            _set_item(pair, 0, _from_number(values[0]))
            _set_item(pair, 1, _from_number(values[1]))
        return pair
    found = none
    if kind == _FLAG:
        found = true if result != 0 else false
    _take_reference(found)
    return found
