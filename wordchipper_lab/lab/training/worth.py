"""The value of vocabularies for a text: how many tokens each of them needs for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer

__all__ = ["Worth", "compare_worth"]


@dataclass(frozen=True)
class Worth:
    """One vocabulary on one text; ``vocab_size`` without special tokens."""

    name: str
    vocab_size: int
    tokens: int
    bytes: int
    bytes_per_token: float


def compare_worth(toks: Iterable[Tokenizer], text: str) -> list[Worth]:
    """Count the tokens of `text` in each vocabulary.

    >>> import wordchipper_lab as wl
    >>> [found.tokens for found in compare_worth([wl.Tokenizer.from_pretrained("o200k_base")], "hello world")]
    [2]
    """
    size = len(encode_text(text))
    found = []
    for tok in toks:
        n = tok.count(text)
        found.append(Worth(tok.name, tok.vocab_size, n, size, size / max(n, 1)))
    return found
