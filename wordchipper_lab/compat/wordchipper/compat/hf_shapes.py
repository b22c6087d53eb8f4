"""Cut encodings to a length, and fill them up to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .hf_encoding import COLUMNS, Encoding

__all__ = ["padded", "truncated"]


def truncated(encoding: Encoding, settings: Mapping[str, Any]) -> Encoding:
    """The first ``max_length`` ids; the last ones if the direction is "left".

    >>> truncated(Encoding([1, 2, 3], ["a", "b", "c"]), {"max_length": 2, "direction": "left"}).ids
    [2, 3]
    """
    n, most = len(encoding), settings["max_length"]
    if n <= most:
        return encoding
    kept = slice(n - most, n) if settings["direction"] == "left" else slice(0, most)
    return Encoding(**{name: getattr(encoding, name)[kept] for name in COLUMNS})


def padded(encoding: Encoding, settings: Mapping[str, Any]) -> Encoding:
    """Filled up to ``length`` ids, and further to a multiple of ``pad_to_multiple_of``; each may be None.

    >>> settings = {"direction": "right", "pad_id": 0, "pad_type_id": 0, "pad_token": "-", "length": 3}
    >>> padded(Encoding([7], ["a"]), {**settings, "pad_to_multiple_of": 4}).tokens
    ['a', '-', '-', '-']
    """
    n, multiple = len(encoding), settings["pad_to_multiple_of"]
    wanted = n if settings["length"] is None else settings["length"]
    if multiple:
        wanted = -(-wanted // multiple) * multiple
    if wanted <= n:
        return encoding
    fillers = (settings["pad_id"], settings["pad_token"], 0, settings["pad_type_id"], 1, (0, 0))
    columns = {}
    for name, filler in zip(COLUMNS, fillers, strict=True):
        values, more = getattr(encoding, name), [filler] * (wanted - n)
        columns[name] = more + values if settings["direction"] == "left" else values + more
    return Encoding(**columns)
