"""Contractions at the start of a word: a first-match pattern splits ``'The`` into ``'T`` and ``he``."""

from __future__ import annotations

from ...kernels.jit import jit

__all__ = ["contraction_split"]


@jit()
def contraction_split(text, start, end):  # type: ignore[no-untyped-def]
    """Where ``'(?i:[sdmt]|ll|ve|re)`` ends if ``text[start:end]`` begins with it, otherwise `end`; in bytes.

    Case-insensitive according to Unicode: U+017F (long s, bytes C5 BF) folds to s, so it counts as one. No
    other character outside ASCII folds to a letter of a contraction.

    >>> import numpy as np
    >>> [int(contraction_split(np.frombuffer(bytearray(t), np.uint8), 0, len(t))) for t in (b"'The", b"'llama", b"hat")]
    [2, 3, 3]
    """
    if end - start < 2 or text[start] != 0x27:
        return end
    first = text[start + 1] | 0x20
    if first == 0x73 or first == 0x64 or first == 0x6D or first == 0x74:  # s d m t
        return start + 2
    if end - start < 3:
        return end
    if text[start + 1] == 0xC5 and text[start + 2] == 0xBF:  # U+017F
        return start + 3
    second = text[start + 2] | 0x20
    if (first == 0x6C and second == 0x6C) or (
        (first == 0x76 or first == 0x72) and second == 0x65
    ):  # ll ve re
        return start + 3
    return end
