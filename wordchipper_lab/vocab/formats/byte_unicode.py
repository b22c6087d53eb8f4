"""GPT-2's table of bytes and characters: JSON cannot hold arbitrary bytes, so each byte gets a character.

Printable Latin-1 characters other than the space represent themselves. The other 68 bytes, in order, get the
characters from U+0100 on (so the space is "\\u0120"). Source: ``bytes_to_unicode`` in GPT-2's ``encoder.py``.
"""

from __future__ import annotations

__all__ = ["BYTES_IN_GPT2_ORDER", "bytes_to_characters", "characters_to_bytes"]

_PRINTABLE = [byte for byte in range(256) if chr(byte).isprintable() and chr(byte) != " "]
BYTES_IN_GPT2_ORDER = (*_PRINTABLE, *(byte for byte in range(256) if byte not in _PRINTABLE))
"""All 256 bytes in the order of their ids in GPT-2: printable ones first."""

_CHARACTER_OF_BYTE = {
    byte: chr(byte) if i < len(_PRINTABLE) else chr(256 + i - len(_PRINTABLE))
    for i, byte in enumerate(BYTES_IN_GPT2_ORDER)
}
_NO_BYTE = dict.fromkeys(range(256), "\uffff")
_BYTE_OF_CHARACTER = _NO_BYTE | {ord(char): chr(byte) for byte, char in _CHARACTER_OF_BYTE.items()}


def bytes_to_characters(token: bytes) -> str:
    """One character for each byte.

    >>> bytes_to_characters(b" the\\n")
    'ĠtheĊ'
    """
    return token.decode("latin-1").translate(_CHARACTER_OF_BYTE)


def characters_to_bytes(characters: str) -> bytes:
    """Inverse of `bytes_to_characters`; raises ``ValueError`` for a character outside the table.

    >>> characters_to_bytes("ĠtheĊ")
    b' the\\n'
    """
    return characters.translate(_BYTE_OF_CHARACTER).encode("latin-1")
