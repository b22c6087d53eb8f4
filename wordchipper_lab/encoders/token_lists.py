"""Arrays of tokens -> lists of Python integers, as fast as Python allows.

Creating the integers is the main cost: 18 to 20 ns each (memory from the allocator, an occasional page
fault). A long list takes them from a table of integers made once: 8 to 12 ns, and the lists share them. The
table takes 10 MB and is created with the first long list.
"""

from __future__ import annotations

import threading

import numpy as np

__all__ = ["to_list"]

# Below this the table does not pay off: numpy's own way costs 0.5 us for 25 tokens, the table at least 2.
_LONG = 4096
_TABLE_SIZE = 1 << 18  # more than any vocabulary of OpenAI has

_lock = threading.Lock()
_integers: np.ndarray | None = None


def to_list(tokens: np.ndarray) -> list[int]:
    """`tokens`, uint32 (n,), as a list of ``int``.

    >>> to_list(np.array([3, 5], dtype=np.uint32))
    [3, 5]
    """
    if len(tokens) < _LONG or int(tokens.max()) >= _TABLE_SIZE:
        return tokens.tolist()  # type: ignore[no-any-return]
    return _table_of_integers().take(tokens).tolist()  # type: ignore[no-any-return]


def _table_of_integers() -> np.ndarray:
    global _integers
    with _lock:
        if _integers is None:
            _integers = np.array(range(_TABLE_SIZE), dtype=object)
        return _integers
