"""Values of the wrong kind for most parameters; the tests put them in place of each argument in turn."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

WRONG_VALUES: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "bytes": lambda: b"bytes",
    "bytearray": lambda: bytearray(b"bytes"),
    "str": lambda: "surely no name",
    "np.str_": lambda: np.str_("surely no name"),
    "str with NUL": lambda: "a\0b",
    "lone surrogate": lambda: "\ud83d",
    "float": lambda: 1.5,
    "whole float": lambda: 2.0,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "complex": lambda: 1j,
    "True": lambda: True,
    "0": lambda: 0,
    "-1": lambda: -1,
    "3": lambda: 3,
    "2**70": lambda: 2**70,
    "5,000 digits": lambda: 10**5000,
    "np.int64": lambda: np.int64(3),
    "np.uint8": lambda: np.uint8(3),
    "np.float64": lambda: np.float64(1.5),
    "np.bool_": lambda: np.True_,
    "empty list": lambda: [],
    "list": lambda: [1, 2, 3],
    "nested list": lambda: [[1, 2], [3]],
    "list of None": lambda: [None, None],
    "list of float": lambda: [1.0, 2.0],
    "list of huge": lambda: [10**5000],
    "list of str": lambda: ["a", "b"],
    "list of bytes": lambda: [b"a", b"b"],
    "dict": lambda: {"a": 1.5},
    "generator": lambda: (value for value in (1, None)),
    "array": lambda: np.array([1, 2, 3]),
    "2-D array": lambda: np.array([[1, 2], [3, 4]]),
    "0-D array": lambda: np.array(3),
    "big-endian array": lambda: np.array([1, 2, 3], dtype=">u4"),
    "non-contiguous array": lambda: np.arange(10, dtype=np.uint32)[::3],
    "read-only array": lambda: np.frombuffer(bytes(8), dtype=np.uint32),
    "float array": lambda: np.array([1.0, 2.0]),
    "object array": lambda: np.array([1, None, "a"], dtype=object),
    "bool array": lambda: np.array([True, False]),
    "str array": lambda: np.array(["a", "b"]),
    "object": object,
    "class": lambda: int,
    "function": lambda: len,
}
"""Name -> a function that makes the value, because some values can be read only once."""

FEW = ("None", "bytes", "whole float", "5,000 digits", "nested list", "2-D array")
"""The values used by the quick run."""

CALLABLES = ("class", "function")
"""The values that can be called."""
