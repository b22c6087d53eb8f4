"""Arrays of tokens -> lists of Python integers, as fast as Python allows.

Making the integers is what costs: 18 to 20 ns each (memory from the allocator, a page fault now and then). A long
list takes them from a table of integers made once: 8 to 12 ns, and the list shares them. The table of a vocabulary
of 200,000 tokens takes 8 MB and is made when the first long list is.
"""

from __future__ import annotations

import threading

import numpy as np

__all__ = ["to_list"]

# Below, the table does not pay: numpy's own way costs 0.5 us for 25 tokens, the table's at least 2.
_LONG = 4096
_LARGEST_TABLE = 1 << 21

_lock = threading.Lock()
_integers = np.empty(0, dtype=object)


def to_list(tokens: np.ndarray) -> list[int]:
    """`tokens`, uint32 (n,), as a list of ``int``.

    >>> to_list(np.array([3, 5], dtype=np.uint32))
    [3, 5]
    """
    if len(tokens) < _LONG:
        return tokens.tolist()  # type: ignore[no-any-return]
    largest = int(tokens.max())
    if largest >= _LARGEST_TABLE:  # the id of some special token of a user's own
        return tokens.tolist()  # type: ignore[no-any-return]
    return _integers_up_to(largest).take(tokens).tolist()  # type: ignore[no-any-return]


def _integers_up_to(largest: int) -> np.ndarray:
    global _integers
    table = _integers
    if largest >= len(table):
        with _lock:
            n = min(_LARGEST_TABLE, max(largest + 1, 5 * len(_integers) // 4))
            table = _integers = np.array(range(n), dtype=object)
    return table
