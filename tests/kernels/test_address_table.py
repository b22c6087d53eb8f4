"""A table gives a kernel the very arrays that were put into it."""

from __future__ import annotations

import numpy as np

from wordchipper_lab.kernels import address_table
from wordchipper_lab.kernels.jit import jit

array_at, text_at = address_table.array_at, address_table.text_at


@jit()
def add_up(addresses, text):
    first = array_at(addresses, 0, np.uint32)
    second = array_at(addresses, 1, np.int64)
    empty = array_at(addresses, 2, np.uint8)
    second[0] = 7
    total = np.int64(text_at(text)[1])
    for value in first:
        total += value
    return total + len(empty)


def test_arrays_are_seen_and_written_in_place() -> None:
    numbers = np.zeros(1, dtype=np.int64)
    table = address_table.AddressTable(
        [np.array([1, 2, 3], dtype=np.uint32), numbers, np.empty(0, dtype=np.uint8)]
    )
    assert add_up(table.addresses, b"ab") == ord("b") + 6
    assert numbers[0] == 7
