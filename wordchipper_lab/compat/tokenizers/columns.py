"""What an encoding holds, as columns that are computed when somebody asks for them.

Ids are there at once; where tokens lie in the text, how they are spelt and to which words they belong takes another
pass over the text, which most callers never need. Truncation, special tokens and padding put columns together without
computing any.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from .locating import Locating

__all__ = [
    "NO_WORD",
    "BareColumns",
    "Columns",
    "GivenColumns",
    "GroupedColumns",
    "JoinedColumns",
    "PartOfColumns",
    "RetypedColumns",
    "SpecialColumns",
    "TextColumns",
    "TextGroup",
    "TrimmedColumns",
    "UnmaskedColumns",
    "with_type",
]

NO_WORD = -1
"""In `Columns.words`: the token belongs to no word."""


class _Column:
    """A column that is computed when it is asked for, and kept. (`functools.cached_property` takes a lock, which costs
    more than most columns do.)"""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, columns: Columns | None, owner: type | None = None) -> Any:
        if columns is None:
            return self
        value = columns.__dict__[self._name] = columns._column(self._name)
        return value


class Columns:
    """One row for each token. All arrays have the shape (n,). A subclass says how a column is computed: `_column`."""

    ids: np.ndarray = _Column()  # type: ignore[assignment]
    """uint32"""
    type_ids: np.ndarray = _Column()  # type: ignore[assignment]
    """uint32: the number of the sequence, or what a template says."""
    tokens: list[str] = _Column()  # type: ignore[assignment]
    """The token as the vocabulary spells it."""
    words: np.ndarray = _Column()  # type: ignore[assignment]
    """int64: the number of the word, or `NO_WORD`."""
    starts: np.ndarray = _Column()  # type: ignore[assignment]
    """int64, in characters of the text."""
    ends: np.ndarray = _Column()  # type: ignore[assignment]
    """int64, in characters of the text."""
    special_tokens_mask: np.ndarray = _Column()  # type: ignore[assignment]
    """uint32: 1 for tokens that a post-processor or padding added."""
    attention_mask: np.ndarray = _Column()  # type: ignore[assignment]
    """uint32: 0 for padding."""
    one_type: int | None = None
    """The type of all tokens, if it is known without computing it."""

    def __len__(self) -> int:
        return len(self.ids)

    def _column(self, name: str) -> Any:
        if name == "tokens":
            return [""] * len(self)
        value = {"words": NO_WORD, "attention_mask": 1}.get(name, 0)
        return np.full(len(self), value, dtype=_dtype(name))


class BareColumns(Columns):
    """Ids, and nothing else: what ``encode_batch_fast`` gives."""

    one_type = 0

    def __init__(self, ids: np.ndarray) -> None:
        self.ids = ids


class GivenColumns(Columns):
    """Columns that are known; those that are not given have the values of a token without a text."""

    def __init__(self, **columns: Any) -> None:
        self.__dict__.update(columns)


class SpecialColumns(GivenColumns):
    """Tokens that stand for no text: of a template, or padding."""

    def __init__(self, ids: Sequence[int], tokens: Sequence[str], type_id: int, attention: int = 1) -> None:
        n = len(ids)
        super().__init__(
            ids=np.array(ids, dtype=np.uint32),
            tokens=list(tokens),
            type_ids=np.full(n, type_id, dtype=np.uint32),
            special_tokens_mask=np.ones(n, dtype=np.uint32),
            attention_mask=np.full(n, attention, dtype=np.uint32),
        )


class TextColumns(Columns):
    """The tokens of a text. word: the number of all its words, if the caller divided the text."""

    def __init__(
        self, engine: Locating, text: str, ids: np.ndarray, type_id: int, word: int | None = None
    ) -> None:
        self.ids = ids
        self._engine, self._text, self.one_type, self._word = engine, text, type_id, word

    @cached_property
    def _located(self) -> dict[str, np.ndarray]:
        return dict(zip(("starts", "ends", "words"), self._engine.locate(self._text), strict=True))

    def _column(self, name: str) -> Any:
        if name == "type_ids":
            return np.full(len(self), self.one_type, dtype=np.uint32)
        if name == "tokens":
            return self._engine.spell(self.ids, self._text, lambda: (self.starts, self.ends))
        if name == "words" and self._word is not None:
            return np.full(len(self), self._word, dtype=np.int64)
        return self._located[name] if name in ("starts", "ends", "words") else super()._column(name)


class TextGroup:
    """Some texts of a batch, whose tokens are located together when those of one are asked for.

    tokens: of all texts. offsets: where those of each begin, int64 (texts + 1,), counted from any number.
    """

    def __init__(
        self, engine: Locating, texts: Sequence[str], tokens: np.ndarray, offsets: np.ndarray
    ) -> None:
        self.tokens = tokens
        self._engine, self._texts, self._offsets = engine, texts, offsets

    @cached_property
    def places(self) -> dict[str, np.ndarray]:
        """Columns of all tokens."""
        return self._engine.locate_texts(self._texts, self.tokens, np.diff(self._offsets))._asdict()

    @cached_property
    def spellings(self) -> list[str]:
        """All tokens as the vocabulary spells them."""
        return self._engine.spell(self.tokens, "", lambda: (self.places["starts"], self.places["ends"]))


class GroupedColumns(Columns):
    """The tokens of a text of a group, from `start` to `stop` of the group's."""

    one_type = 0

    def __init__(self, group: TextGroup, start: int, stop: int) -> None:
        self._group, self._rows = group, slice(start, stop)

    def __len__(self) -> int:
        return self._rows.stop - self._rows.start

    def _column(self, name: str) -> Any:
        if name == "ids":
            return self._group.tokens[self._rows]
        if name == "tokens":
            return self._group.spellings[self._rows]
        if name in ("starts", "ends", "words"):
            return self._group.places[name][self._rows]
        return super()._column(name)


class PartOfColumns(Columns):
    """The rows from `start` to `stop`."""

    def __init__(self, whole: Columns, start: int, stop: int) -> None:
        self._whole, self._rows = whole, slice(start, stop)

    def _column(self, name: str) -> Any:
        return getattr(self._whole, name)[self._rows]

    def __len__(self) -> int:
        return self._rows.stop - self._rows.start


class RetypedColumns(PartOfColumns):
    """The same with another type."""

    def __init__(self, whole: Columns, type_id: int) -> None:
        super().__init__(whole, 0, len(whole))
        self.one_type = type_id

    def _column(self, name: str) -> Any:
        if name == "type_ids":
            return np.full(len(self), self.one_type, dtype=np.uint32)
        return super()._column(name)


class UnmaskedColumns(PartOfColumns):
    """The same as if all tokens were those of a text."""

    def __init__(self, whole: Columns) -> None:
        super().__init__(whole, 0, len(whole))

    def _column(self, name: str) -> Any:
        if name in ("special_tokens_mask", "attention_mask"):
            return np.full(len(self), int(name == "attention_mask"), dtype=np.uint32)
        return super()._column(name)


def with_type(columns: Columns, type_id: int) -> Columns:
    """The same columns if all their types are this one, otherwise with this type."""
    return columns if columns.one_type == type_id else RetypedColumns(columns, type_id)


class TrimmedColumns(PartOfColumns):
    """The same with offsets that leave out white space at the edges of tokens.

    prefix_space: a single space before the first token is taken to be one that was put before the text, and so to be
    no part of it. Source: ``process_offsets`` in ``tokenizers/src/pre_tokenizers/byte_level.rs``.
    """

    def __init__(self, whole: Columns, prefix_space: bool) -> None:
        super().__init__(whole, 0, len(whole))
        self._prefix_space = prefix_space

    @cached_property
    def _trimmed(self) -> tuple[np.ndarray, np.ndarray]:
        starts, ends = self._whole.starts.copy(), self._whole.ends.copy()
        leading, trailing = _white_space_around(self._whole.tokens)
        if self._prefix_space:
            is_first = (starts == 0) | (np.arange(len(starts)) == 0)
            leading[is_first & (leading == 1)] = 0
        np.minimum(starts + leading, ends, out=starts, where=leading > 0)
        can_shrink = (trailing > 0) & (ends >= trailing)
        np.maximum(ends - trailing, starts, out=ends, where=can_shrink)
        return starts, ends

    def _column(self, name: str) -> Any:
        if name in ("starts", "ends"):
            return self._trimmed[name == "ends"]
        return super()._column(name)


class JoinedColumns(Columns):
    """Several one after the other. growing: offsets of each begin where those before it end."""

    def __init__(self, parts: Sequence[Columns], growing: bool = False) -> None:
        self._parts, self._growing = list(parts), growing
        self._n = sum(map(len, self._parts))

    def __len__(self) -> int:
        return self._n

    def _column(self, name: str) -> Any:
        if name == "tokens":
            return [token for part in self._parts for token in part.tokens]
        columns = [getattr(part, name) for part in self._parts]
        if self._growing and name in ("starts", "ends"):
            columns = [column + shift for column, shift in zip(columns, self._shifts, strict=True)]
        return np.concatenate([np.empty(0, dtype=_dtype(name)), *columns])

    @cached_property
    def _shifts(self) -> list[int]:
        shifts, last = [], 0
        for part in self._parts:
            shifts.append(last)
            if len(part):
                last += int(part.ends[-1])
        return shifts


def _dtype(name: str) -> type[np.generic]:
    return np.int64 if name in ("words", "starts", "ends") else np.uint32


def _white_space_around(tokens: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """How many characters at the start and at the end of each token are white space, or the spelling of a space."""
    leading = np.zeros(len(tokens), dtype=np.int64)
    trailing = np.zeros(len(tokens), dtype=np.int64)
    known: dict[str, tuple[int, int]] = {}
    for i, token in enumerate(tokens):
        found = known.get(token)
        if found is None:
            spelt = token.replace("\u0120", " ")
            found = known[token] = (_leading_space(spelt), _leading_space(spelt[::-1]))
        if found != (0, 0):
            leading[i], trailing[i] = found
    return leading, trailing


def _leading_space(text: str) -> int:
    # Not str.isspace: the separators U+001C to U+001F are no white space for Unicode.
    return next(
        (i for i, char in enumerate(text) if not char.isspace() or "\x1c" <= char <= "\x1f"), len(text)
    )
