"""Arrays of tokens -> lists of Python integers, as fast as Python allows.

Creating the integers is the main cost: 18 to 20 ns each (memory from the allocator, an occasional page fault). Where
kernels are linked, each is created once, for the first list that needs it, and lists share them: 2 to 4 ns. Otherwise
a long list takes them from a table that NumPy reads: 8 to 12 ns. That takes 10 MB and is created with the first such
list.
"""

from __future__ import annotations

import threading

import numpy as np

from ..kernels.jit import jit
from ..kernels.kernel import linked_forms

__all__ = ["to_list", "where_tokens_are"]

# Below this the table does not pay off: numpy's own way costs 0.5 us for 25 tokens, the table at least 2.
_LONG = 4096
_TABLE_SIZE = 1 << 18  # more than any vocabulary of OpenAI has

_lock = threading.Lock()
_integers: np.ndarray | None = None


@jit()
def where_tokens_are(tokens: np.ndarray) -> tuple[int, int]:
    """Number of `tokens`, uint32 (n,), and the address of the first. Linked, it returns them, as a list or array."""
    return np.int64(len(tokens)), np.int64(tokens.ctypes.data)


def to_list(tokens: np.ndarray) -> list[int]:
    """`tokens`, uint32 (n,), as a list of ``int``.

    >>> to_list(np.array([3, 5], dtype=np.uint32))
    [3, 5]
    """
    for listed in linked_forms(where_tokens_are)[:1]:
        found = listed(tokens)
        if found is not NotImplemented:
            return found  # type: ignore[no-any-return]
    return list_with_numpy(tokens)


def list_with_numpy(tokens: np.ndarray) -> list[int]:
    """`to_list` without linked kernels."""
    if len(tokens) < _LONG or int(tokens.max()) >= _TABLE_SIZE:
        return tokens.tolist()  # type: ignore[no-any-return]
    return _table_of_integers().take(tokens).tolist()  # type: ignore[no-any-return]


def _table_of_integers() -> np.ndarray:
    global _integers
    with _lock:
        if _integers is None:
            _integers = np.array(range(_TABLE_SIZE), dtype=object)
        return _integers
