"""The Unicode version is that of tiktoken, whatever version the installed ``regex`` package implements.

A split pattern tests whether a character is a letter, a number, a mark. New versions of Unicode assign
characters that were unassigned before: ``regex`` 2026.11 (Unicode 18) treats 17,144 codepoints as letters
that tiktoken 0.14 (Unicode 16) does not, and then its spans, and ids, differ from tiktoken's. So every
character that Unicode 16 does not have is shown to ``regex`` as U+FFFF, which will never be assigned. The one
whose category has changed since (U+0295, a small letter then) is shown as another small letter. All lexers
use this mapping.

``data/unicode.npz`` is made by ``python -m wordchipper_lab.spanners.automaton.precompute`` from tiktoken's
own engine; a test compares it again, for every character set of every built-in pattern.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

__all__ = ["NEWER_DIGIT", "UNASSIGNED_PATH", "as_unicode_16", "save_unassigned"]

UNASSIGNED_PATH = Path(__file__).parent / "data" / "unicode.npz"

_NEVER_ASSIGNED = 0xFFFF
_RECLASSIFIED = {0x0295: 0x0250}

NEWER_DIGIT = "\U0001fffe"
"""Shown instead of a number that Unicode 17 added; like U+FFFF, it will never be assigned. Hugging Face's ``Digits``
knows those numbers (from Rust's standard library), though the patterns beside it do not: its pattern names this one."""
_NEWER_DIGITS = (*range(0x11DE0, 0x11DEA), *range(0x16FF4, 0x16FF7))


def as_unicode_16(text: str) -> str:
    r"""`text` with a replacement for each character that Unicode 16 does not have, one for one.

    >>> as_unicode_16("a\u0558b") == "a\uffffb", as_unicode_16("\u00e9\u4e16") == "\u00e9\u4e16"
    (True, True)
    """
    if text.isascii():
        return text
    codepoints = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    stand_ins = _stand_ins()[codepoints]
    return stand_ins.tobytes().decode("utf-32-le", "surrogatepass")


@lru_cache(maxsize=1)
def _stand_ins() -> np.ndarray:
    stand_ins = np.arange(0x110000, dtype="<u4")
    with np.load(UNASSIGNED_PATH) as bundle:
        for start, end in bundle["unassigned"].tolist():
            stand_ins[start:end] = _NEVER_ASSIGNED
    stand_ins[list(_NEWER_DIGITS)] = ord(NEWER_DIGIT)
    for codepoint, stand_in in _RECLASSIFIED.items():
        stand_ins[codepoint] = stand_in
    return stand_ins


def save_unassigned(is_unassigned: np.ndarray, path: Path = UNASSIGNED_PATH) -> None:
    """Write the codepoints that are unassigned, bool (0x110000,), as ranges [start, end)."""
    edges = np.flatnonzero(np.diff(is_unassigned.astype(np.int8), prepend=0, append=0))
    np.savez_compressed(path, unassigned=edges.reshape(-1, 2).astype(np.uint32))
