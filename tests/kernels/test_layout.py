"""A layout gives a kernel the very tuples that were laid out, and refuses arrays of another kind."""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np
import pytest

from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.layout import I32, I64, I64_NUMBER, U8, U16, U32, U64, Layout


class Inner(NamedTuple):
    keys: U64
    steps: I32


class Outer(NamedTuple):
    data: U8
    inner: Inner
    first: I64_NUMBER
    pages: U16


LAYOUT = Layout(progress=I64, outer=Outer, ids=U32)
read_progress, read_outer, read_ids = (LAYOUT.reader(part) for part in ("progress", "outer", "ids"))


@jit()
def visit(addresses):
    outer, progress = read_outer(addresses), read_progress(addresses)
    progress[0] = outer.first
    progress[1] = len(outer.inner.steps)
    outer.inner.steps[1] = 9
    return np.int64(outer.data[1]) + np.int64(outer.inner.keys[0]) + outer.pages[0] + read_ids(addresses)[2]


def values() -> dict:
    inner = Inner(np.array([100], dtype=np.uint64), np.zeros(5, dtype=np.int32))
    outer = Outer(np.array([1, 2], dtype=np.uint8), inner, -1, np.array([3000], dtype=np.uint16))
    return {
        "progress": np.zeros(2, dtype=np.int64),
        "outer": outer,
        "ids": np.array([0, 0, 70_000], dtype=np.uint32),
    }


def test_parts_are_read_and_written_in_place() -> None:
    given = values()
    table = LAYOUT.table(**given)
    assert visit(table.addresses) == 2 + 100 + 3000 + 70_000
    assert given["progress"].tolist() == [-1, 5]
    assert given["outer"].inner.steps.tolist() == [0, 9, 0, 0, 0]


def test_the_description_says_where_each_array_is() -> None:
    given = values()
    table = LAYOUT.table(**given)
    described = {entry["name"]: entry for entry in json.loads(json.dumps(LAYOUT.describe()))}
    assert list(described) == [
        "progress", "outer.data", "outer.inner.keys", "outer.inner.steps", "outer.first", "outer.pages", "ids",
    ]  # fmt: skip
    entries = table.addresses.view(np.uint8)
    for name, array in (("outer.inner.keys", given["outer"].inner.keys), ("ids", given["ids"])):
        at = described[name]["address_at"]
        assert int(entries[at : at + 8].view(np.int64)[0]) == array.ctypes.data
        assert int(entries[at + 8 : at + 16].view(np.int64)[0]) == len(array)
        assert described[name]["dtype"] == array.dtype.name


def test_what_does_not_fit_is_refused() -> None:
    given = values()
    with pytest.raises(TypeError, match="ids is int64: its layout says uint32"):
        LAYOUT.table(**given | {"ids": np.zeros(3, dtype=np.int64)})
    with pytest.raises(TypeError, match="expected the parts progress, outer, ids"):
        LAYOUT.table(ids=given["ids"])
    with pytest.raises(TypeError, match="contiguous"):
        LAYOUT.table(**given | {"ids": np.zeros(6, dtype=np.uint32)[::2]})
