"""Memory for tables that are read at random: in pages of 2 MiB where Linux has them.

A table of some megabytes in pages of 4 KiB misses the processor's table of page addresses on nearly every access,
and a prefetch that misses there is dropped. The large pages must be requested before the first touch; a page that
exists already is not replaced.
"""

from __future__ import annotations

import mmap
from contextlib import suppress

import numpy as np

__all__ = ["more_words", "new_words"]

_HUGE_PAGE = 1 << 21
_LINE = 64


def new_words(n: int, most: int = 0) -> np.ndarray:
    """`n` zeros, uint64 (n,), that begin at a cache line; those of 2 MiB and more at a large page.

    The memory is taken when it is touched, and given back with the last reference. If it has large pages, it can become
    as large as `most` words where it is (`more_words`).

    >>> new_words(3).tolist(), new_words(8).ctypes.data % 64
    ([0, 0, 0], 0)
    """
    n_bytes, most_bytes = 8 * n, 8 * max(n, most)
    if n_bytes < _HUGE_PAGE or not hasattr(mmap, "MADV_HUGEPAGE"):
        return _from_line(np.zeros(n_bytes + _LINE, dtype=np.uint8), _LINE, n_bytes)
    memory = mmap.mmap(-1, most_bytes + _HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel without them
        memory.madvise(mmap.MADV_HUGEPAGE)
    return _from_line(np.frombuffer(memory, dtype=np.uint8), _HUGE_PAGE, n_bytes)


def more_words(words: np.ndarray, n: int) -> np.ndarray | None:
    """The same memory, `n` words of it, those behind `words` zero; None if `new_words` did not reserve as much.

    >>> more_words(new_words(3, most=8), 1000) is None
    True
    """
    memory = words.base
    if memory is None:
        return None
    first = words.ctypes.data - memory.ctypes.data
    if first + 8 * n > len(memory):
        return None
    return memory[first : first + 8 * n].view(np.uint64)  # type: ignore[no-any-return]


def _from_line(memory: np.ndarray, line: int, n_bytes: int) -> np.ndarray:
    skipped = -memory.ctypes.data % line
    return memory[skipped : skipped + n_bytes].view(np.uint64)
