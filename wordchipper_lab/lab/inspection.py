"""Everything about one token of an exploration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..arguments import checked, instance_of, whole_number
from ..spanners.spans import KIND_NAMES, SPECIAL
from .exploration import Exploration

__all__ = ["TokenInfo", "inspect_token"]


@dataclass(frozen=True)
class TokenInfo:
    """One token: half-open offsets in bytes, characters and UTF-16 code units, and its span.

    A token that begins or ends inside a character (``splits_character``) still touches that character: the
    character and UTF-16 offsets count every character of which the token has a byte.
    ``rank`` is the merge priority: the id, or, where ids are not ranks, the place in the list of merges; None for a
    special token, and for one that is not merged. ``bytes`` are the token's own, which need not be those of the text
    that it stands for (see `Exploration.changes`).
    """

    index: int
    id: int
    rank: int | None
    bytes: bytes
    text: str | None
    byte_start: int
    byte_end: int
    char_start: int
    char_end: int
    utf16_start: int
    utf16_end: int
    splits_character: bool
    span: int
    span_kind: str
    span_start: int
    span_end: int

    @property
    def hex(self) -> str:
        """The bytes in hexadecimal: ``"20 77 6f"``."""
        return self.bytes.hex(" ")


@checked(exploration=instance_of("an Exploration", Exploration), index=whole_number())
def inspect_token(exploration: Exploration, index: int) -> TokenInfo:
    """Details of token `index` (negative counts from the end); `IndexError` if there is no such token.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab import explore
    >>> token = inspect_token(explore(wl.Tokenizer.from_pretrained("o200k_base"), "hello world"), 1)
    >>> token.id, token.bytes, (token.char_start, token.char_end)
    (2375, b' world', (5, 11))
    """
    count = len(exploration.tokens)
    if not -count <= index < count:
        raise IndexError(f"token {index} of a text with {count} tokens: expected 0 to {count - 1}")
    index %= count
    start, end = int(exploration.token_starts[index]), int(exploration.token_ends[index])
    span = int(np.searchsorted(exploration.span_token_ends, index, side="right"))
    kind = int(exploration.span_kinds[span])
    data = exploration.data
    first, last = _widen(data, start, end)
    before, touched = data[:first].decode(), data[first:last].decode()
    token = int(exploration.tokens[index])
    whole = (first, last) == (start, end)
    return TokenInfo(
        index=index,
        id=token,
        rank=_rank(exploration, index, kind),
        bytes=exploration.token_bytes()[index] if exploration.changes else data[start:end],
        text=touched if whole else None,
        byte_start=start,
        byte_end=end,
        char_start=len(before),
        char_end=len(before) + len(touched),
        utf16_start=_utf16_length(before),
        utf16_end=_utf16_length(before) + _utf16_length(touched),
        splits_character=not whole,
        span=span,
        span_kind=KIND_NAMES[kind],
        span_start=int(exploration.span_ends[span - 1]) if span else 0,
        span_end=int(exploration.span_ends[span]),
    )


def _rank(exploration: Exploration, index: int, kind: int) -> int | None:
    if kind == SPECIAL:
        return None
    if exploration.ranks is None:
        return int(exploration.tokens[index])
    rank = int(exploration.ranks[index])
    return None if rank < 0 else rank


def _widen(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Move `start` and `end` outwards to character boundaries."""
    while start > 0 and data[start] & 0xC0 == 0x80:
        start -= 1
    while end < len(data) and data[end] & 0xC0 == 0x80:
        end += 1
    return start, end


def _utf16_length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
