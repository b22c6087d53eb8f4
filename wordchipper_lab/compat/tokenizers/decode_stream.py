"""`DecodeStream`: ids one by one, or some at a time; text as soon as it is final."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Protocol

from ...arguments import a_flag, optional, wrong_type
from ...decoders.token_decoder import as_token_array
from ...errors import ArgumentError

__all__ = ["DecodeStream"]

_UNFINISHED = "\ufffd"


class Decoding(Protocol):
    """The part of a `Tokenizer` that `DecodeStream` uses."""

    def decode_ids(self, ids: list[int], skip_special_tokens: bool) -> str:
        """Text of ids."""


class DecodeStream:
    """What ids add to a text, step by step; only the ids of the last step or two are kept.

    ids: those that came before, whose text is not given again. Source: ``step_decode_stream`` in
    ``tokenizers/src/tokenizer/mod.rs``.
    """

    def __init__(self, ids: Iterable[int] | None = None, skip_special_tokens: bool | None = False) -> None:
        self._ids: list[int] = [] if ids is None else as_token_array(ids).tolist()
        self._skip = bool(optional(a_flag)("skip_special_tokens", skip_special_tokens))
        self._prefix = ""
        self._prefix_index = 0

    def step(self, tokenizer: Decoding, id: int | Iterable[int]) -> str | None:
        """The text that one more id (or several) adds; None if more are needed, as within a character.

        Raises `ArgumentError` if the text so far changes, as it may with a decoder that removes something.
        """
        if not hasattr(tokenizer, "decode_ids"):
            raise wrong_type("tokenizer", tokenizer, "a Tokenizer")
        new = _as_ids(id)
        if not self._prefix and self._ids:
            prefix = tokenizer.decode_ids(self._ids, self._skip)
            if not prefix.endswith(_UNFINISHED):
                self._prefix, self._prefix_index = prefix, len(self._ids)
        self._ids += new
        text = tokenizer.decode_ids(self._ids, self._skip)
        if len(text.encode("utf-8", "replace")) <= len(
            self._prefix.encode("utf-8", "replace")
        ) or text.endswith(_UNFINISHED):
            return None
        if not text.startswith(self._prefix):
            raise ArgumentError(
                f"Invalid prefix encountered while decoding stream: with id {self._ids[-1]} the text is {text!r}, "
                f"expected it to begin with {self._prefix!r}"
            )
        added = text[len(self._prefix) :]
        kept = self._ids[self._prefix_index :]
        self._prefix_index = len(self._ids) - self._prefix_index
        self._ids = kept
        self._prefix = tokenizer.decode_ids(kept, self._skip)
        return added  # type: ignore[no-any-return]

    def __copy__(self) -> DecodeStream:
        made = DecodeStream(list(self._ids), self._skip)
        made._prefix, made._prefix_index = self._prefix, self._prefix_index
        return made

    def __deepcopy__(self, memo: Any) -> DecodeStream:
        return copy(self)


def _as_ids(given: Any) -> list[int]:
    if isinstance(given, Iterable) and not isinstance(given, str | bytes):
        return as_token_array(given).tolist()  # type: ignore[no-any-return]
    try:
        return as_token_array([given]).tolist()  # type: ignore[no-any-return]
    except TypeError:
        raise wrong_type("id", given, "a whole number, or a list of whole numbers") from None
