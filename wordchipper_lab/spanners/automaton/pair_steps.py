"""Two ASCII characters per step: the automaton's table multiplied by itself.

One character per step is bound by latency: the next row is known only after the previous load, 6 cycles per
character. A table of all pairs of ASCII cells halves the number of loads in that chain. For o200k_base it has
19 rows of 25 x 25 entries plus one for all other pairs, 48 kB, of which text uses a small part. An entry is
one uint32:

    bits 0-15   the next row of this table (state x row length)
    bits 16-23  the next state
    bit 24      EMIT_FIRST: a match ends before the first character
    bit 25      EMIT_SECOND: a match ends before the second
    bit 26      a match that may be outdone ends before one of them (ACCEPT in `automaton_tables`) ...
    bit 27      ... before the second
    bit 31      BY_ONE: take these characters one by one (one of them rewinds, or is not ASCII)

Measured with o200k_base, MB/s, for one character at a time, two, and twice two with one test of BY_ONE:
English 412, 512, 630; code 374, 428, 480; the paper's English 435, 564, 710. (Four times two: 666, 437, 784.)
The remaining cost is mispredicted rewinds: whitespace runs, 1.4 % of the characters of English, 2.6 % of
code.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = [
    "ACCEPT_BIT",
    "BY_ONE",
    "EMIT_FIRST_BIT",
    "EMIT_SECOND_BIT",
    "LATE_BIT",
    "STATE_SHIFT",
    "PairSteps",
    "build_pair_steps",
]

STATE_SHIFT = 16
EMIT_FIRST_BIT = 24
EMIT_SECOND_BIT = 25
ACCEPT_BIT = 26
LATE_BIT = 27
BY_ONE = 1 << 31
_LARGEST = 1 << 16


class PairSteps(NamedTuple):
    """``steps`` uint32 (states * pair classes,), ``classes`` uint16 (65536,): first byte | second byte << 8 -> class.

    The last class contains all pairs that are not both ASCII.
    """

    steps: np.ndarray
    classes: np.ndarray


def build_pair_steps(
    following: np.ndarray,
    emits: np.ndarray,
    accepts: np.ndarray,
    rewinds: np.ndarray,
    ascii_cells: np.ndarray,
) -> PairSteps:
    """Multiply the self-restarting table by itself.

    `following` int64 and `emits`, `accepts`, `rewinds` bool, all (states, columns): the parts of its entries;
    `ascii_cells` (128,): the cell of each ASCII character. Twin: two steps in `automaton_tables.AutomatonTables`.
    """
    cells, index = np.unique(ascii_cells, return_inverse=True)
    n_states, n_classes = len(following), len(cells) ** 2 + 1
    if (
        n_states > 256 or n_states * n_classes > _LARGEST
    ):  # a pattern with many states: all characters one by one
        return PairSteps(np.full(n_states, BY_ONE, dtype=np.uint32), np.zeros(65536, dtype=np.uint16))
    classes = np.full((256, 256), n_classes - 1, dtype=np.uint16)
    classes[:128, :128] = index[None, :] * len(cells) + index[:, None]  # [second, first]
    first = following[:, cells]  # (states, cells)
    steps = np.zeros((n_states, len(cells), len(cells)), dtype=np.int64)
    second = following[first][:, :, cells]
    steps |= second * n_classes | second << STATE_SHIFT
    steps |= emits[:, cells, None].astype(np.int64) << EMIT_FIRST_BIT
    steps |= emits[first][:, :, cells].astype(np.int64) << EMIT_SECOND_BIT
    late = accepts[first][:, :, cells]
    steps |= (late | accepts[:, cells, None]).astype(np.int64) << ACCEPT_BIT
    steps |= late.astype(np.int64) << LATE_BIT
    by_one = rewinds[:, cells, None] | rewinds[first][:, :, cells]
    table = np.full((n_states, n_classes), BY_ONE, dtype=np.uint32)
    table[:, :-1] = np.where(by_one, BY_ONE, steps).reshape(n_states, -1)
    return PairSteps(table.reshape(-1), classes.reshape(-1))
