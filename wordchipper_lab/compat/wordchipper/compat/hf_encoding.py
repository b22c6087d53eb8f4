"""`Encoding`: ids with what belongs to each of them, as lists of the same length."""

from __future__ import annotations

from ....errors import ArgumentError

__all__ = ["COLUMNS", "Encoding"]

COLUMNS = ("ids", "tokens", "attention_mask", "type_ids", "special_tokens_mask", "offsets")
"""What an `Encoding` has for each id."""


class Encoding:
    """The ids of one or two texts.

    ids, and tokens: the text of each. attention_mask: 1, or 0 for padding. type_ids: 0, or 1 in the second text.
    special_tokens_mask: 0, or 1 for padding. offsets: (0, 0); wordchipper does not compute them.

    >>> encoding = Encoding([1, 2], ["a", "b"])
    >>> encoding, encoding.attention_mask, encoding.type_ids
    (Encoding(num_tokens=2), [1, 1], [0, 0])
    """

    __slots__ = COLUMNS

    def __init__(
        self,
        ids: list[int],
        tokens: list[str],
        *,
        attention_mask: list[int] | None = None,
        type_ids: list[int] | None = None,
        special_tokens_mask: list[int] | None = None,
        offsets: list[tuple[int, int]] | None = None,
    ) -> None:
        n = len(ids)
        if len(tokens) != n:
            raise ArgumentError(f"there are {len(tokens)} tokens for {n} ids: expected as many of both")
        self.ids, self.tokens = ids, tokens
        self.attention_mask = [1] * n if attention_mask is None else attention_mask
        self.type_ids = [0] * n if type_ids is None else type_ids
        self.special_tokens_mask = [0] * n if special_tokens_mask is None else special_tokens_mask
        self.offsets = [(0, 0)] * n if offsets is None else offsets

    def __len__(self) -> int:
        return len(self.ids)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Encoding):
            return NotImplemented
        return self.ids == other.ids and self.tokens == other.tokens

    __hash__ = None  # type: ignore[assignment]  # its lists may change

    def __repr__(self) -> str:
        return f"Encoding(num_tokens={len(self)})"
