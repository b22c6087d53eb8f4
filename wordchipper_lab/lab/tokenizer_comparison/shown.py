"""A tokenizer's row of tokens for one text, ready to be shown."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

from .places import answered_pieces
from .sides.side import Side
from .view import View

__all__ = ["ShownPart", "ShownToken", "TokenizerRow", "row_of", "shown_bytes"]


@dataclass(frozen=True)
class ShownPart:
    """A stretch of the text, in characters, and what stands for it."""

    start: int
    end: int
    text: str

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


@dataclass(frozen=True)
class ShownToken:
    """A token of a row.

    ``text`` is that of its bytes (see `shown_bytes`), or "" if they are not known; ``data`` are the bytes. ``start``
    and ``end`` are the stretch of the text that it stands for, in characters, None if that is not known, or if there
    is none. ``kind``: "token", "special token" (found in the text), or "post-processor" (put around the text).
    ``piece`` is the number of the piece that it is a part of, if that is known.
    """

    id: int
    text: str
    data: bytes | None
    start: int | None = None
    end: int | None = None
    kind: Literal["token", "special token", "post-processor"] = "token"
    piece: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As JSON has it; bytes in hexadecimal."""
        return vars(self) | {"data": None if self.data is None else self.data.hex()}


@dataclass(frozen=True)
class TokenizerRow:
    """The tokens that a tokenizer makes of a text.

    ``name`` names it; ``decoded`` is what it makes of its ids, if it decodes. ``is_known``: it says what it is made
    of, and does that on this text; if not, ``problem`` says why.
    """

    name: str
    ids: list[int]
    tokens: tuple[ShownToken, ...]
    decoded: str | None
    is_known: bool
    problem: str = ""

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return vars(self) | {"tokens": [token.to_json() for token in self.tokens]}


def row_of(side: Side, view: View | None, text: str, ids: list[int]) -> TokenizerRow:
    """The row of a side for a text with these ids. view: if the side is known."""
    decoded = side.decode_batch([ids])[0] if side.can_decode else None
    tokens = _answered(side, text, ids) if view is None else _known(side, view, ids)
    problem = ""
    if view is None:
        problem = side.recipe_problem or "it does something else on this text than it says of itself"
    return TokenizerRow(side.name, ids, tuple(tokens), decoded, view is not None, problem)


def _known(side: Side, view: View, ids: list[int]) -> list[ShownToken]:
    prefix, suffix = view.assembly.recipe.frame
    within = [
        ShownToken(
            token.id,
            shown_bytes(token.data),
            token.data,
            token.start,
            token.end,
            "special token" if token.is_added else "token",
            token.piece,
        )
        for token in view.tokens
    ]
    return [*_around(side, list(prefix)), *within, *_around(side, list(suffix))]


def _answered(side: Side, text: str, ids: list[int]) -> list[ShownToken]:
    core = side.core(ids)
    n = len(side.frame.prefix) if len(core) < len(ids) else 0
    pieces = answered_pieces(side, text, core)
    places: list[tuple[int | None, int | None]] = [(None, None)] * len(core)
    if pieces is not None:
        first = 0
        for start, end, last in zip(*(each.tolist() for each in pieces[1:]), strict=True):
            places[first:last] = [(start, end)] * (last - first)
            first = last
    within = []
    for token, place in zip(core, places, strict=True):
        data = side.token_bytes(token)
        within.append(ShownToken(token, "" if data is None else shown_bytes(data), data, *place))
    return [*_around(side, ids[:n]), *within, *_around(side, ids[n + len(core) :])]


def _around(side: Side, ids: list[int]) -> list[ShownToken]:
    found = []
    for token in ids:
        data = side.token_bytes(token)
        found.append(
            ShownToken(token, "" if data is None else shown_bytes(data), data, kind="post-processor")
        )
    return found


def shown_bytes(data: bytes) -> str:
    r"""Bytes as text; those that are no UTF-8 by themselves as ``\x..``.

    >>> shown_bytes(b" the"), shown_bytes("\u00e9".encode()[:1])
    (' the', '\\xc3')
    """
    return data.decode(errors="backslashreplace")
