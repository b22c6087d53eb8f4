"""The dtype of ids in an array: uint32, or uint16 for a vocabulary whose ids all fit."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from ..arguments import wrong_type
from ..errors import ArgumentError
from ..vocab.unified import UnifiedVocab

__all__ = ["IdDtype", "check_id_dtype"]

IdDtype: TypeAlias = type[np.uint16] | type[np.uint32] | np.dtype | str
"""uint16 or uint32, in any form that NumPy takes."""

_LARGEST_16_BIT = 0xFFFF


def check_id_dtype(vocab: UnifiedVocab, dtype: IdDtype) -> np.dtype:
    """`dtype` as a ``np.dtype``, if it holds every id of the vocabulary: a text that has only small ids does not
    matter.

    Raises `ArgumentError`, which names the largest id, for uint16 where that does not fit, and `ArgumentTypeError` for
    anything but uint16 and uint32.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> check_id_dtype(load_vocab("r50k_base"), "uint16")
    dtype('uint16')
    """
    try:
        found = np.dtype(dtype)
    except Exception:  # NumPy raises five kinds of errors, depending on what it tries to read
        raise wrong_type("dtype", dtype, "uint16 or uint32") from None
    if found not in (np.dtype(np.uint16), np.dtype(np.uint32)):
        raise wrong_type("dtype", dtype, "uint16 or uint32")
    if found == np.uint16 and vocab.max_token > _LARGEST_16_BIT:
        raise ArgumentError(
            f"dtype is uint16, which holds ids up to {_LARGEST_16_BIT:,}, but {vocab.name} has ids up to "
            f"{vocab.max_token:,}: expected uint32"
        )
    return found
