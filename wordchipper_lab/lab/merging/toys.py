"""Vocabularies of a few merges, small enough to understand completely: for examples that real ones do not
show as clearly."""

from __future__ import annotations

from functools import cache

from ...arguments import check_name
from ...tokenizer import Tokenizer
from ...vocab.token_bytes import pack_tokens
from ...vocab.unified import UnifiedVocab

__all__ = ["TOYS", "toy_tokenizer"]

TOYS: dict[str, tuple[str, ...]] = {
    "toy: bc, ab": ("bc", "ab"),
    "toy: ab, cd, abcd": ("ab", "cd", "abcd"),
}
"""Name -> the tokens of two or more bytes, the first one with the lowest rank. The 256 single bytes come
before them."""


def toy_tokenizer(name: str) -> Tokenizer:
    """A tokenizer with one of the `TOYS`; every run of characters other than spaces is a span.

    >>> toy_tokenizer("toy: bc, ab").encode("abc")
    [97, 256]
    """
    return _toy(check_name("toy vocabulary", name, TOYS))


@cache
def _toy(name: str) -> Tokenizer:
    tokens = [bytes([i]) for i in range(256)] + [text.encode() for text in TOYS[name]]
    return Tokenizer(UnifiedVocab(pack_tokens(tokens), pattern=r"\S+|\s+", name=name))
