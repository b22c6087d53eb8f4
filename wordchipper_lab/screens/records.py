"""Records: the dicts that travel from a screen to its page. What they hold is described once, and tested on both sides.

A screen describes what it sends in its ``records.py``, as `TypedDict`: every field has a name, none is known by its
position. What is long travels in columns - a list for each name, or a binary buffer - so that names are sent once.

A test in Python says of what a screen makes whether it is as described (`find_flaw`); a test in Node lets the page's
modules read it, and fails where they ask for a name that is not there (`describe`).
"""

from __future__ import annotations

import types
from dataclasses import is_dataclass
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

__all__ = ["Uint8s", "Uint32s", "describe", "find_flaw"]

Uint32s = Annotated[bytes, 4]
"""A column of uint32, little-endian."""

Uint8s = Annotated[bytes, 1]
"""A column of uint8."""


def describe(kind: Any) -> Any:
    """What `kind` says, as JSON has it: ``{"fields": {name: ...}}`` for a record, ``{"each": ...}`` for a list or a
    mapping, ``{"any": [...]}`` for one of several records, ``{}`` for what holds nothing that has a name.

    A dataclass in ``Annotated[dict[str, Any], Statistics]`` stands for the dict that `asdict` makes of it.
    """
    kind = _named(kind)
    if (names := _fields_of(kind)) is not None:
        return {"fields": {name: describe(field) for name, (field, _) in names.items()}}
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (list, dict):
        return {"each": describe(inside[-1])}
    if origin in (Union, types.UnionType):
        found = [told for told in map(describe, inside) if told]
        return found[0] if len(found) == 1 else {"any": found} if found else {}
    return {}


def find_flaw(value: Any, kind: Any, place: str = "it") -> str | None:
    """What about `value` is not as `kind` describes it, in words; None if nothing is.

    >>> find_flaw([1, "2"], list[int])
    "it[1] is '2', expected int"
    """
    kind = _named(kind)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:  # a column
        ok = isinstance(value, bytes) and len(value) % inside[1] == 0
        return None if ok else f"{place} is no buffer of numbers of {inside[1]} bytes"
    if origin in (Union, types.UnionType):
        flaws = [find_flaw(value, each, place) for each in inside]
        return None if None in flaws else " or ".join(filter(None, flaws))
    if origin is Literal:
        return None if value in inside else f"{place} is {value!r}, expected one of {inside}"
    if (names := _fields_of(kind)) is not None:
        return _find_flaw_in_record(value, names, place)
    if origin is list:
        if not isinstance(value, list | tuple):
            return f"{place} is {value!r}, expected a list"
        parts = ((f"{place}[{at}]", item) for at, item in enumerate(value))
        return next(filter(None, (find_flaw(item, inside[0], where) for where, item in parts)), None)
    if origin is dict:
        if not isinstance(value, dict) or not all(isinstance(key, inside[0]) for key in value):
            return f"{place} is {value!r}, expected a mapping of {inside[0].__name__}"
        parts = ((f"{place}[{key!r}]", item) for key, item in value.items())
        return next(filter(None, (find_flaw(item, inside[1], where) for where, item in parts)), None)
    allowed: Any = {float: (int, float), type(None): type(None), Any: object}.get(kind, kind)
    ok = isinstance(value, allowed) and (not isinstance(value, bool) or kind in (bool, Any))
    return None if ok else f"{place} is {value!r}, expected {getattr(kind, '__name__', kind)}"


def _find_flaw_in_record(value: Any, names: dict[str, tuple[Any, bool]], place: str) -> str | None:
    if not isinstance(value, dict):
        return f"{place} is {value!r}, expected a record"
    if more := [name for name in value if name not in names]:
        return f"{place}.{more[0]} is described nowhere"
    for name, (kind, is_required) in names.items():
        if name not in value:
            if is_required:
                return f"{place}.{name} is missing"
        elif flaw := find_flaw(value[name], kind, f"{place}.{name}"):
            return flaw
    return None


def _named(kind: Any) -> Any:
    """A record instead of the plain dict that stands for it, a list for a tuple of any length; no other tuple."""
    if get_origin(kind) is Annotated and not isinstance(get_args(kind)[1], int):
        return get_args(kind)[1]
    if get_origin(kind) is tuple:
        item, *more = get_args(kind)
        if more != [...]:
            raise TypeError(f"{kind}: what travels to a page has names, not positions")
        return list[item]  # type: ignore[valid-type]
    return kind


def _field(kind: Any, is_required: bool) -> tuple[Any, bool]:
    return (get_args(kind)[0], False) if get_origin(kind) is NotRequired else (kind, is_required)


def _fields_of(kind: Any) -> dict[str, tuple[Any, bool]] | None:
    """Name -> what it holds, and whether it must be there; None if `kind` is no record."""
    if is_typeddict(kind):
        hints = get_type_hints(kind, include_extras=True)
        return {name: _field(field, name in kind.__required_keys__) for name, field in hints.items()}
    if is_dataclass(kind):
        return {name: (field, True) for name, field in get_type_hints(kind, include_extras=True).items()}
    return None
