"""The only way for text to enter the engine: ``str`` -> UTF-8 bytes in a uint8 array."""

from __future__ import annotations

import numpy as np

from ..errors import TextError
from .text_memory import addresses_of, to_utf8
from .transcode import SURROGATE, UTF8_ROOM, UTF8_SLACK

__all__ = ["LONG_TEXT", "as_text_bytes", "character_starts", "encode_text", "sound"]

LONG_TEXT = 1 << 13
"""Number of characters from which `to_utf8` is worth calling, unless all are ASCII."""


def encode_text(text: str) -> bytes:
    """UTF-8 of `text`, with surrogates as tiktoken treats them.

    A surrogate pair becomes the character it represents, and a lone surrogate becomes U+FFFD (as in
    tiktoken's ``Encoding.encode``, which gets there through UTF-16). Raises `TextError` if `text` is not a
    ``str``.

    >>> encode_text("h\\u00e9"), encode_text("\\ud83d\\ude00"), encode_text("\\ud83d")
    (b'h\\xc3\\xa9', b'\\xf0\\x9f\\x98\\x80', b'\\xef\\xbf\\xbd')
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    except AttributeError:
        raise TextError(f"expected text as str, got {type(text).__name__}: decode it first") from None


def as_text_bytes(text: str) -> np.ndarray:
    """UTF-8 of `text` as a uint8 array of shape (n,); raises `TextError` if `text` is not a ``str``.

    The array owns writable memory, because numba would compile every kernel again for read-only arrays.

    >>> as_text_bytes("hi").tolist()
    [104, 105]
    """
    if isinstance(text, str) and len(text) >= LONG_TEXT and not text.isascii():
        data = np.empty(UTF8_ROOM * len(text) + UTF8_SLACK, dtype=np.uint8)
        size = to_utf8(addresses_of([text]), np.empty(1, dtype=np.int64), data)
        if size != SURROGATE:
            data.resize(size, refcheck=False)
            return data
    return np.frombuffer(bytearray(encode_text(text)), dtype=np.uint8)


def character_starts(text: np.ndarray) -> np.ndarray:
    """The byte at which each character of valid UTF-8 (uint8) begins, and the end of the text: int64
    (characters + 1,).

    >>> character_starts(as_text_bytes("h\u00e9y")).tolist()
    [0, 1, 3, 4]
    """
    return np.append(np.flatnonzero((text & 0xC0) != 0x80), len(text))


def sound(text: str) -> str:
    """`text` with surrogates replaced; raises `TextError` for anything but a ``str``.

    >>> sound("a\\ud800") == "a\\ufffd"
    True
    """
    if not isinstance(text, str):
        raise TextError(f"expected a text as str, got {type(text).__name__}: decode it first")
    try:
        text.encode()
    except UnicodeEncodeError:
        return encode_text(text).decode()
    return text
