"""`Encoding`: what a tokenizer makes of a text. Everything but the ids is computed when it is asked for."""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ...arguments import a_flag, a_text, checked, instance_of, several
from ...encoders.token_lists import to_list
from ...errors import ArgumentError, InputError, show
from .checks import a_count, a_direction, a_token_id, check_options
from .columns import NO_WORD, Columns, GivenColumns, JoinedColumns, PartOfColumns, SpecialColumns

__all__ = ["Encoding", "copy_of"]

_SHOWN = "ids, type_ids, tokens, offsets, attention_mask, special_tokens_mask, overflowing"
_NOTHING: Columns = JoinedColumns([])


class Encoding:
    """The tokens of one text or of a pair, with everything known about them.

    Offsets count characters of the text as it was given. Source: ``tokenizers/src/tokenizer/encoding.rs``.

    >>> len(Encoding()), Encoding().ids
    (0, [])
    """

    _columns: Columns = _NOTHING
    _overflowing: Sequence[Encoding] = ()
    _ranges: Mapping[int, tuple[int, int]] = MappingProxyType({})
    """Where the tokens of each sequence begin and end. These values never change, they are replaced: so there may be
    millions of encodings that share them."""

    @classmethod
    def of(cls, columns: Columns) -> Encoding:
        """An encoding of these columns."""
        encoding = cls.__new__(cls)
        encoding._columns = columns
        return encoding

    def cover_by(self, sequence: int) -> None:
        """`set_sequence_id` of a checked number."""
        self._ranges = {**self._ranges, sequence: (0, len(self))}

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"Encoding(num_tokens={len(self)}, attributes=[{_SHOWN}])"

    # -- columns ----------------------------------------------------------------------------------------

    @property
    def ids(self) -> list[int]:
        """The ids."""
        return to_list(self._columns.ids)

    @property
    def ids_array(self) -> np.ndarray:
        """The ids as uint32 (n,); not in the `tokenizers` package."""
        return self._columns.ids

    @property
    def type_ids(self) -> list[int]:
        """The type of each token: the number of its sequence, or what a template says."""
        return self._columns.type_ids.tolist()  # type: ignore[no-any-return]

    @property
    def tokens(self) -> list[str]:
        """The tokens, as the vocabulary spells them; empty texts after ``encode_batch_fast``."""
        return list(self._columns.tokens)

    @property
    def offsets(self) -> list[tuple[int, int]]:
        """Where each token begins and ends in the text, in characters."""
        columns = self._columns
        return list(zip(columns.starts.tolist(), columns.ends.tolist(), strict=True))

    @property
    def word_ids(self) -> list[int | None]:
        """The number of each token's word; None for tokens that a post-processor added."""
        return _with_none(self._columns.words.tolist())

    @property
    def words(self) -> list[int | None]:
        """The former name of `word_ids`."""
        message = "Deprecated in 0.9.4: Encoding.words is deprecated, please use Encoding.word_ids instead."
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.word_ids

    @property
    def special_tokens_mask(self) -> list[int]:
        """1 for tokens that a post-processor or padding added."""
        return self._columns.special_tokens_mask.tolist()  # type: ignore[no-any-return]

    @property
    def attention_mask(self) -> list[int]:
        """0 for padding."""
        return self._columns.attention_mask.tolist()  # type: ignore[no-any-return]

    @property
    def overflowing(self) -> list[Encoding]:
        """What truncation cut off, in parts of the same length."""
        return [copy_of(encoding) for encoding in self._overflowing]

    # -- sequences --------------------------------------------------------------------------------------

    @property
    def n_sequences(self) -> int:
        """1, or 2 for a pair."""
        return len(self._ranges) or 1

    @property
    def sequence_ids(self) -> list[int | None]:
        """The number of each token's sequence; None for tokens that a post-processor added."""
        numbers = np.full(len(self), NO_WORD, dtype=np.int64)
        for sequence in range(self.n_sequences):
            start, stop = self._range(sequence)
            numbers[start:stop] = sequence
        return _with_none(numbers.tolist())

    @checked(sequence_id=a_count)
    def set_sequence_id(self, sequence_id: int) -> None:
        """All tokens are those of this sequence."""
        self.cover_by(sequence_id)

    def _range(self, sequence: int) -> tuple[int, int]:
        return self._ranges.get(sequence, (0, len(self)))

    # -- from one to the other --------------------------------------------------------------------------

    @checked(token_index=a_count)
    def token_to_sequence(self, token_index: int) -> int | None:
        """The number of the sequence of a token."""
        if token_index > len(self):
            return None
        if not self._ranges:
            return 0
        return next((n for n, (start, stop) in self._ranges.items() if start <= token_index < stop), None)

    @checked(token_index=a_count)
    def token_to_chars(self, token_index: int) -> tuple[int, int] | None:
        """The offsets of a token."""
        if self.token_to_sequence(token_index) is None or token_index >= len(self):
            return None
        return int(self._columns.starts[token_index]), int(self._columns.ends[token_index])

    @checked(token_index=a_count)
    def token_to_word(self, token_index: int) -> int | None:
        """The number of the word of a token."""
        if self.token_to_sequence(token_index) is None or token_index >= len(self):
            return None
        word = int(self._columns.words[token_index])
        return None if word == NO_WORD else word

    @checked(word_index=a_count, sequence_index=a_count)
    def word_to_tokens(self, word_index: int, sequence_index: int = 0) -> tuple[int, int] | None:
        """The first token of a word, and the one after its last."""
        start, stop = self._range(sequence_index)
        words = self._columns.words[start:stop]
        beyond = np.flatnonzero(words > word_index)
        found = np.flatnonzero(words[: beyond[0] if len(beyond) else None] == word_index)
        return (start + int(found[0]), start + int(found[-1]) + 1) if len(found) else None

    @checked(word_index=a_count, sequence_index=a_count)
    def word_to_chars(self, word_index: int, sequence_index: int = 0) -> tuple[int, int] | None:
        """The offsets of a word."""
        found = self.word_to_tokens(word_index, sequence_index)
        if found is None:
            return None
        return int(self._columns.starts[found[0]]), int(self._columns.ends[found[1] - 1])

    @checked(char_pos=a_count, sequence_index=a_count)
    def char_to_token(self, char_pos: int, sequence_index: int = 0) -> int | None:
        """The first token that contains a character."""
        start, stop = self._range(sequence_index)
        columns = self._columns
        found = np.flatnonzero(
            (columns.starts[start:stop] <= char_pos) & (columns.ends[start:stop] > char_pos)
        )
        return start + int(found[0]) if len(found) else None

    @checked(char_pos=a_count, sequence_index=a_count)
    def char_to_word(self, char_pos: int, sequence_index: int = 0) -> int | None:
        """The number of the word that contains a character."""
        token = self.char_to_token(char_pos, sequence_index)
        return None if token is None else self.token_to_word(token)

    # -- changes ----------------------------------------------------------------------------------------

    @checked(length=a_count)
    def pad(self, length: int, **options: Any) -> None:
        """Add padding up to `length` tokens, here and to everything in `overflowing`.

        options: direction ("right" or "left"), pad_id, pad_type_id, pad_token.
        """
        known = {
            "direction": a_direction,
            "pad_id": a_token_id,
            "pad_type_id": a_token_id,
            "pad_token": a_text,
        }
        self.pad_with(length, **check_options("pad", options, known))

    def pad_with(
        self,
        length: int,
        direction: str = "right",
        pad_id: int = 0,
        pad_type_id: int = 0,
        pad_token: str = "[PAD]",
    ) -> None:
        """`pad` with checked options."""
        for encoding in self._overflowing:
            encoding.pad_with(length, direction, pad_id, pad_type_id, pad_token)
        missing = length - len(self)
        if missing <= 0:
            return
        padding = SpecialColumns([pad_id] * missing, [pad_token] * missing, pad_type_id, attention=0)
        if direction == "right":
            self._columns = JoinedColumns([self._columns, padding])
        else:
            self._columns = JoinedColumns([padding, self._columns])
            self._ranges = {n: (a + missing, b + missing) for n, (a, b) in self._ranges.items()}

    @checked(max_length=a_count, stride=a_count, direction=a_text)
    def truncate(self, max_length: int, stride: int = 0, direction: str = "right") -> None:
        """Keep `max_length` tokens; the others go to `overflowing`, each part with `stride` tokens of the one before.

        Raises `ArgumentError` if `stride` is not less than `max_length`.
        """
        if direction not in ("left", "right"):
            raise ArgumentError(f"Invalid truncation direction value : {direction}")
        n = len(self)
        if max_length >= n:
            return
        if max_length == 0:
            rest = copy_of(self)
            self._columns, self._ranges, self._overflowing = _NOTHING, {}, [rest]
            return
        if stride >= max_length:
            raise ArgumentError(f"stride is {stride}: expected less than max_length, which is {max_length}")
        parts = [
            Encoding.of(PartOfColumns(self._columns, *part))
            for part in _parts(n, max_length, stride, direction)
        ]
        self._columns, self._ranges, self._overflowing = parts[0]._columns, {}, parts[1:]

    @staticmethod
    def merge(encodings: Sequence[Encoding], growing_offsets: bool = True) -> Encoding:
        """One encoding of several, one after the other.

        growing_offsets: whether offsets of each begin where those before it end.
        """
        given = several(instance_of("an Encoding", Encoding), "a list of Encodings")("encodings", encodings)
        return Encoding.joined(given, a_flag("growing_offsets", growing_offsets))

    @staticmethod
    def joined(encodings: Sequence[Encoding], growing_offsets: bool) -> Encoding:
        """`merge` of checked arguments."""
        merged = Encoding()
        if any(encoding._overflowing for encoding in encodings):
            for encoding in encodings:
                merged._append(encoding, growing_offsets)
            return merged
        n, ranges = 0, {}
        for encoding in encodings:
            ranges.update({k: (n + a, n + b) for k, (a, b) in encoding._ranges.items()})
            n += len(encoding)
        merged._ranges = ranges
        columns = [encoding._columns for encoding in encodings]
        merged._columns = columns[0] if len(columns) == 1 else JoinedColumns(columns, growing_offsets)
        return merged

    def _append(self, other: Encoding, growing_offsets: bool) -> None:
        """Add the tokens of another one; what overflows here is combined with what overflows there, each with each."""
        combined = [(left, right) for left in self._overflowing for right in (other, *other._overflowing)] + [
            (self, right) for right in other._overflowing
        ]
        overflowing = []
        for left, right in combined:
            both = copy_of(left)
            both._append(right, growing_offsets)
            overflowing.append(both)
        n = len(self)
        self._ranges = {**self._ranges, **{k: (n + a, n + b) for k, (a, b) in other._ranges.items()}}
        self._columns = JoinedColumns([self._columns, other._columns], growing_offsets)
        self._overflowing = overflowing

    # -- pickling ---------------------------------------------------------------------------------------

    def __getstate__(self) -> bytes:
        """JSON, as that of the `tokenizers` package."""
        return json.dumps(self._state(), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")

    def __setstate__(self, state: bytes) -> None:
        try:
            self._restore(json.loads(state))
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
            raise InputError(f"expected the state of an Encoding as JSON, got {show(state)}") from None

    def _state(self) -> dict[str, Any]:
        return {
            "ids": self.ids,
            "type_ids": self.type_ids,
            "tokens": self.tokens,
            "words": self.word_ids,
            "offsets": [list(pair) for pair in self.offsets],
            "special_tokens_mask": self.special_tokens_mask,
            "attention_mask": self.attention_mask,
            "overflowing": [encoding._state() for encoding in self._overflowing],
            "sequence_ranges": {str(k): {"start": a, "end": b} for k, (a, b) in self._ranges.items()},
        }

    def _restore(self, state: dict[str, Any]) -> None:
        words = [NO_WORD if word is None else word for word in state["words"]]
        offsets = np.array(state["offsets"], dtype=np.int64).reshape(-1, 2)
        self._columns = GivenColumns(
            ids=np.array(state["ids"], dtype=np.uint32),
            type_ids=np.array(state["type_ids"], dtype=np.uint32),
            tokens=list(state["tokens"]),
            words=np.array(words, dtype=np.int64),
            starts=offsets[:, 0],
            ends=offsets[:, 1],
            special_tokens_mask=np.array(state["special_tokens_mask"], dtype=np.uint32),
            attention_mask=np.array(state["attention_mask"], dtype=np.uint32),
        )
        self._ranges = {int(k): (each["start"], each["end"]) for k, each in state["sequence_ranges"].items()}
        overflowing = []
        for each in state["overflowing"]:
            encoding = Encoding()
            encoding._restore(each)
            overflowing.append(encoding)
        self._overflowing = overflowing


def _with_none(numbers: list[int]) -> list[int | None]:
    if NO_WORD in numbers:
        return [None if number == NO_WORD else number for number in numbers]
    return numbers  # type: ignore[return-value]


def copy_of(encoding: Encoding) -> Encoding:
    """A copy that may be changed."""
    copy = Encoding.of(encoding._columns)
    copy._ranges = encoding._ranges
    copy._overflowing = [copy_of(each) for each in encoding._overflowing]
    return copy


def _parts(n: int, max_length: int, stride: int, direction: str) -> list[tuple[int, int]]:
    """Where parts of `max_length` of `n` tokens begin and end, from the one that is kept to the last."""
    found = []
    step = max_length - stride
    for i in range(0, n, step):
        start, stop = (
            (i, min(i + max_length, n)) if direction == "right" else (max(n - i - max_length, 0), n - i)
        )
        found.append((start, stop))
        if (stop == n) if direction == "right" else (start == 0):
            break
    return found
