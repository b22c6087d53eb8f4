"""`contraction_split` on a ``str``, in characters, for explanations. The engine uses the kernel beside it."""

from __future__ import annotations

from ...text.text_bytes import as_text_bytes
from . import contraction

__all__ = ["contraction_split"]


def contraction_split(word: str) -> int:
    """Where ``'(?i:[sdmt]|ll|ve|re)`` ends if `word` begins with it, otherwise the word's length; in
    characters.

    This is what ``Word(check_contraction=True)`` does with a token: a first-match pattern takes the
    contraction, a longest-match lexer the whole word. Case is folded as in Unicode, so the long s is an s.
    Raises `TextError` for anything but a ``str``.

    >>> [word[: contraction_split(word)] for word in ("'The", "'llama", "'\u017fo", "'tis", "hat")]
    ["'T", "'ll", "'ſ", "'t", 'hat']
    """
    text = as_text_bytes(word)
    end = int(contraction.contraction_split(text, 0, len(text)))
    return len(word) if end == len(text) else len(text[:end].tobytes().decode())
