"""Arguments as wordchipper takes them: sequences of texts and of ids."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

import numpy as np

from ...arguments import a_text, wrong_type
from ...errors import show
from .errors import IdRangeError

__all__ = ["a_written_token", "an_encodable_text", "as_id", "as_id_lists", "as_ids", "as_texts"]

_LARGEST = 0xFFFFFFFF


def an_encodable_text(name: str, value: object) -> str:
    """A ``str`` that is valid Unicode; raises ``UnicodeEncodeError`` for one with lone surrogates."""
    text = a_text(name, value)
    if not text.isascii():
        text.encode()
    return text


def a_written_token(name: str, value: object) -> bytes:
    """The UTF-8 of a token's text; raises as `an_encodable_text`."""
    return a_text(name, value).encode()


def as_texts(name: str, value: Any) -> list[str]:
    """A sequence of texts, each as in `an_encodable_text`; sets and iterators are no sequences."""
    return [an_encodable_text(f"{name}[{place}]", text) for place, text in enumerate(_sequence(name, value))]


def as_id(name: str, value: Any) -> int:
    """An id of 32 bits; raises `IdRangeError` for other numbers, ``TypeError`` for anything else.

    >>> as_id("id", np.uint32(7))
    7
    """
    return int(_as_array(name, [value], value)[0])


def as_ids(name: str, value: Any) -> np.ndarray:
    """A sequence of ids as uint32 (n,); raises as `as_id`."""
    return _as_array(name, _sequence(name, value), value)


def as_id_lists(name: str, value: Any) -> list[np.ndarray]:
    """A sequence of sequences of ids; raises as `as_id`."""
    return [as_ids(f"{name}[{place}]", ids) for place, ids in enumerate(_sequence(name, value))]


def _as_array(name: str, items: Any, given: object) -> np.ndarray:
    try:
        numbers = array("I", iter(items))
    except OverflowError:
        raise IdRangeError(f"{name} is {show(given)}: expected ids from 0 to {_LARGEST:,}") from None
    except TypeError:
        raise wrong_type(name, given, "whole numbers") from None
    return np.frombuffer(numbers, dtype=np.uint32) if numbers else np.empty(0, dtype=np.uint32)


def _sequence(name: str, value: Any) -> Any:
    is_sequence = hasattr(type(value), "__getitem__") and hasattr(type(value), "__len__")
    if not is_sequence or isinstance(value, str | Mapping):
        raise wrong_type(name, value, "a sequence, such as a list")
    return value
