"""Words as arrays of symbols: each symbol is a number, its *key*, before the alphabet is known.

A character's key is its code point; that of a word's last character, with the marker attached, is `LAST` more; the
marker as a symbol of its own is `MARKER`. Twin: `word_symbols`, which gives the texts of the same symbols.
"""

from __future__ import annotations

import numpy as np

__all__ = ["LAST", "MARKER", "key_of_text", "symbol_keys", "text_of_key"]

LAST = 1 << 21
MARKER = 1 << 22


def symbol_keys(data: np.ndarray, ends: np.ndarray, marker: str) -> tuple[np.ndarray, np.ndarray]:
    """Keys of the symbols of words, int64 (n,), and where each word's end, int64 (words,).

    data: the words' UTF-8, uint8, concatenated; ends: int64 (words,), ascending, in bytes. marker: one of `MARKERS`.

    >>> keys, ends = symbol_keys(np.frombuffer("lowné".encode(), dtype=np.uint8), np.array([3, 6]), "attached")
    >>> [text_of_key(key, "$") for key in keys.tolist()], ends.tolist()
    (['l', 'o', 'w$', 'n', 'é$'], [3, 5])
    """
    keys = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
    characters = np.concatenate([[0], np.cumsum((data & 0xC0) != 0x80)])
    key_ends = characters[ends]
    if marker == "attached":
        keys[key_ends - 1] += LAST
        return keys, key_ends
    return np.insert(keys, key_ends, MARKER), key_ends + np.arange(1, len(ends) + 1)


def text_of_key(key: int, end_of_word: str) -> str:
    """The text of a symbol, as `word_symbols` gives it."""
    if key == MARKER:
        return end_of_word
    return chr(key - LAST) + end_of_word if key >= LAST else chr(key)


def key_of_text(text: str, marker: str, end_of_word: str) -> int | None:
    """The key of a token that is a symbol; ``None`` for one that is not.

    >>> key_of_text("w$", "attached", "$") == ord("w") + LAST, key_of_text("lo", "attached", "$")
    (True, None)
    """
    if marker == "separate":
        if text == end_of_word:
            return MARKER
    elif len(text) == 1 + len(end_of_word) and text.endswith(end_of_word):
        return ord(text[0]) + LAST
    return ord(text) if len(text) == 1 else None
