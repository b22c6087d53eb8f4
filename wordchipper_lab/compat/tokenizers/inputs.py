"""What may be given to encode: texts, pairs of texts, and texts that are divided already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...errors import ArgumentTypeError, show

__all__ = ["Input", "as_plain_texts", "one_input", "read_batch"]

Text = str | list[str]
"""A text, or the words of one that is divided already."""


class Input(NamedTuple):
    """A text, or a pair of texts."""

    first: Text
    second: Text | None = None


def one_input(sequence: Any, pair: Any, is_pretokenized: bool) -> Input:
    """The arguments of ``encode``; raises `ArgumentTypeError` for anything else."""
    read = _words if is_pretokenized else _text
    return Input(read(sequence), None if pair is None else read(pair))


def as_plain_texts(given: Any) -> list[str] | None:
    """The argument of ``encode_batch`` if it is nothing but texts; None otherwise."""
    if isinstance(given, list | tuple) and set(map(type, given)) <= {str}:
        return list(given)  # a copy: texts are read in place while others may change the list
    return None


def read_batch(given: Any, is_pretokenized: bool) -> list[Input]:
    """The argument of ``encode_batch``: several texts, or pairs of texts."""
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str | bytes):
        raise ArgumentTypeError(
            f"input is {show(given)} ({type(given).__name__}): expected a list of texts or pairs"
        )
    read = _pretokenized_input if is_pretokenized else _text_input
    return [read(item) for item in given]


def _text_input(item: Any) -> Input:
    if isinstance(item, str):
        return Input(str(item))
    if isinstance(item, tuple | list | np.ndarray) and len(item) == 2:
        return Input(_text(item[0]), _text(item[1]))
    raise ArgumentTypeError(
        "TextEncodeInput must be Union[TextInputSequence, Tuple[InputSequence, InputSequence]], got "
        f"{show(item)} ({type(item).__name__})"
    )


def _pretokenized_input(item: Any) -> Input:
    if _is_words(item):
        return Input(_words(item))
    if isinstance(item, tuple | list | np.ndarray) and len(item) == 2:
        return Input(_words(item[0]), _words(item[1]))
    raise ArgumentTypeError(
        "PreTokenizedEncodeInput must be Union[PreTokenizedInputSequence, Tuple[PreTokenizedInputSequence, "
        f"PreTokenizedInputSequence]], got {show(item)} ({type(item).__name__})"
    )


def _text(given: Any) -> str:
    if isinstance(given, str):
        return str(given)
    raise ArgumentTypeError(f"TextInputSequence must be str, got {show(given)} ({type(given).__name__})")


def _is_words(given: Any) -> bool:
    return isinstance(given, list | tuple | np.ndarray) and all(isinstance(word, str) for word in given)


def _words(given: Any) -> list[str]:
    if _is_words(given):
        return list(map(str, given))
    raise ArgumentTypeError(
        f"PreTokenizedInputSequence must be Union[List[str], Tuple[str]], got {show(given)} ({type(given).__name__})"
    )
