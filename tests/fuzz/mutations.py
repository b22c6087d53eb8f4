"""Damage to files: bytes that are cut, reversed or doubled, and JSON with a part missing or replaced."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st

__all__ = ["any_json", "damaged_bytes", "damaged_json"]

_NUMBERS = (
    st.integers(-3, 300)
    | st.sampled_from([2**31, 2**32 - 1, 2**32, 2**53, 2**64, -(2**63), 10**30, 10**4000, 0.5, -0.0])
    | st.floats()
)
_TEXTS = st.text(max_size=6) | st.sampled_from(
    [
        "",
        " ",
        "Ġ",
        "Ġa",
        "a b",
        "\ud800",
        "\x00",
        "BPE",
        "ByteLevel",
        "Split",
        "Sequence",
        "Isolated",
        "Removed",
        "a" * 300,
    ]
)

any_json = st.recursive(
    st.none() | st.booleans() | _NUMBERS | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=6,
)
"""Values that `json.loads` can return, some of them odd."""


@st.composite
def damaged_bytes(draw: st.DrawFn, contents: bytes) -> bytes:
    """`contents` with up to three stretches cut, doubled or replaced."""
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(contents)))
        end = min(len(contents), start + draw(st.sampled_from([0, 1, 1, 2, 5, 40, 10**6])))
        old = contents[start:end]
        new = draw(
            st.sampled_from(
                [
                    b"",
                    old * 2,
                    old[::-1],
                    b"\n",
                    b"\x00",
                    b"\xff",
                    b" ",
                    b"=",
                    b"\r\n",
                    b"0",
                    b"-1",
                    b"9" * 5000,
                ]
            )
            | st.binary(max_size=6)
        )
        contents = contents[:start] + new + contents[end:]
    return contents


@st.composite
def damaged_json(draw: st.DrawFn, value: Any) -> Any:
    """A copy of the JSON value `value` with up to three parts removed or replaced."""
    value = copy.deepcopy(value)
    for _ in range(draw(st.integers(0, 3))):
        holder, key = None, None
        part = value
        while isinstance(part, dict | list) and part and (holder is None or draw(st.integers(0, 4))):
            holder = part
            key = draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
            part = holder[key]
        if holder is None:
            return draw(any_json)
        match draw(st.sampled_from(["out", "other", "other", "twice"])):
            case "out":
                del holder[key]
            case "other":
                holder[key] = draw(any_json)
            case "twice":
                other = draw(any_json) if isinstance(holder, dict) else copy.deepcopy(part)
                holder.update({draw(_TEXTS): part, str(key): other}) if isinstance(
                    holder, dict
                ) else holder.append(other)
    return value
