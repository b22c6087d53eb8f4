"""What ``repr`` and ``str`` show of a component or tokenizer: its JSON, spelt like calls in Python.

The `tokenizers` package writes names of alternatives bare (``behavior=Removed``), and ``str`` shows at most five items
of a list (``bindings/python/src/utils/serde_pyo3.rs``). JSON does not say what is a name; the classes here do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["Name", "Pair", "Struct", "Variant", "python_form"]

_MOST_ITEMS = 99
_MOST_ITEMS_BRIEF = 5
_MOST_BYTES_BRIEF = 100


class Name(str):
    """A text that is one of a few names: written without quotes."""


class Pair(list[Any]):
    """A list that is written as a tuple."""


class Variant(dict[str, Any]):
    """An object with one key, written as a call: ``{"Regex": "a"}`` is ``Regex("a")``."""


class Struct(dict[str, Any]):
    """An object written as a call with this name."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.name = name


def python_form(value: object, brief: bool = False) -> str:
    """`value` as it is shown.

    >>> python_form({"type": "Split", "pattern": Variant(Regex="a"), "behavior": Name("Removed"), "invert": False})
    'Split(pattern=Regex("a"), behavior=Removed, invert=False)'
    """
    match value:
        case Variant():
            key, inner = next(iter(value.items()))
            shown = python_form(inner, brief)
            return shown if isinstance(inner, Struct) else f"{key}({shown})"
        case Struct() if value.name:
            return _call(value.name, value, brief)
        case Mapping() if "type" in value:
            return _call(value["type"], {k: v for k, v in value.items() if k != "type"}, brief)
        case Mapping():
            return "{" + _items((f'"{k}":' for k in value), value.values(), brief) + "}"
        case Pair() | tuple():
            return "(" + _items(None, value, brief) + ")"
        case list():
            return "[" + _items(None, value, brief) + "]"
        case Name():
            return str(value)
        case str():
            return _text(value, brief)
    return str(value)


def _call(name: str, values: Mapping[str, Any], brief: bool) -> str:
    return f"{name}({', '.join(f'{key}={python_form(value, brief)}' for key, value in values.items())})"


def _items(keys: Iterable[str] | None, values: Iterable[object], brief: bool) -> str:
    most = _MOST_ITEMS_BRIEF if brief else _MOST_ITEMS
    listed = []
    named = iter(keys) if keys is not None else None
    for number, value in enumerate(values):
        if number == most:
            listed.append("...")
            break
        listed.append((next(named) if named is not None else "") + python_form(value, brief))
    return ", ".join(listed)


def _text(text: str, brief: bool) -> str:
    data = text.encode(errors="replace")
    if brief and len(data) > _MOST_BYTES_BRIEF:
        return f'"{data[:_MOST_BYTES_BRIEF].decode(errors="ignore")}..."'
    return f'"{text}"'
