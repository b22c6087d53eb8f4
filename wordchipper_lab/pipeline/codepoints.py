"""Texts as arrays of codepoints, and facts about codepoints as tables."""

from __future__ import annotations

import numpy as np

__all__ = ["codepoints_of", "look_up", "table_of_ranges", "table_of_values", "text_of"]


def codepoints_of(text: str) -> np.ndarray:
    """uint32 (len(text),); unpaired surrogates are codepoints, too.

    >>> codepoints_of("h\\u00e9").tolist()
    [104, 233]
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def text_of(codepoints: np.ndarray) -> str:
    """The text of an array of codepoints (uint32).

    >>> text_of(codepoints_of("h\\u00e9"))
    'hé'
    """
    return codepoints.tobytes().decode("utf-32-le", "surrogatepass")


def table_of_values(codepoints: np.ndarray, values: np.ndarray, dtype: type[np.generic]) -> np.ndarray:
    """A table for `look_up`: `values` at `codepoints`, and 0 elsewhere; one entry longer than needed, which is 0."""
    table = np.zeros(int(codepoints.max(initial=0)) + 2, dtype=dtype)
    table[codepoints] = values
    return table


def table_of_ranges(ranges: np.ndarray) -> np.ndarray:
    """A table for `look_up`, bool: whether a codepoint is in one of the ranges [start, end), int (n, 2)."""
    table = np.zeros(int(ranges.max(initial=0)) + 1, dtype=bool)
    for start, end in ranges.tolist():
        table[start:end] = True
    return table


def look_up(table: np.ndarray, codepoints: np.ndarray) -> np.ndarray:
    """The table's entry for each codepoint; codepoints beyond its end have its last entry, which is 0.

    >>> look_up(table_of_ranges(np.array([[97, 99]])), codepoints_of("abc\\u00e9")).tolist()
    [True, True, False, False]
    """
    return table.take(codepoints, mode="clip")
