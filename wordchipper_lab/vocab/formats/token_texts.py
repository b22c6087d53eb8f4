"""Tokens and merges as ``bytes``, whether they are given so or in the spelling of GPT-2's files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...arguments import check_number, wrong_type
from ...errors import VocabError, show
from .byte_unicode import characters_to_bytes

__all__ = ["as_merges", "as_token_ids"]


def as_token_ids(vocab: Mapping[bytes, int] | Mapping[str, int]) -> dict[bytes, int]:
    """Token -> id, with tokens as ``bytes``.

    >>> as_token_ids({"\u0120the": 3})
    {b' the': 3}
    """
    if not isinstance(vocab, Mapping):
        raise wrong_type("vocab", vocab, "a mapping of tokens to ids")
    found = {_as_bytes(token): check_number("an id", number) for token, number in vocab.items()}
    if len(found) < len(vocab):
        raise VocabError("two tokens of the vocabulary are the same bytes: expected each token once")
    return found


def as_merges(merges: Iterable[Any]) -> list[tuple[bytes, bytes]]:
    """Pairs of tokens as ``bytes``.

    >>> as_merges([("\u0120", "t")])
    [(b' ', b't')]
    """
    is_one = isinstance(merges, str | bytes | Mapping) or getattr(merges, "ndim", 1) == 0
    if is_one or not isinstance(merges, Iterable):
        raise wrong_type("merges", merges, "pairs of tokens, in order")
    found = []
    for merge in merges:
        if not isinstance(merge, tuple | list) or len(merge) != 2:
            raise wrong_type("a merge", merge, "a pair of tokens")
        found.append((_as_bytes(merge[0]), _as_bytes(merge[1])))
    return found


def _as_bytes(token: object) -> bytes:
    if isinstance(token, bytes):
        return token
    if not isinstance(token, str):
        raise wrong_type("a token", token, "bytes, or a text in the spelling of GPT-2's files")
    try:
        return characters_to_bytes(token)
    except ValueError:
        raise VocabError(
            f"the token {show(token)} has a character that stands for no byte: give tokens as bytes, or in the "
            "spelling of GPT-2's files"
        ) from None
