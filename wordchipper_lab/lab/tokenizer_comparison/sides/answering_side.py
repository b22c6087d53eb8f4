"""Tokenizers known only by their answers: any function from a text to its ids."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from typing import Any, NoReturn

from ....errors import PeerError, show
from ..rows import Rows, pack_rows
from .side import ComparedAs, Side

__all__ = ["AnsweringSide", "ForeignTokenizer"]


@dataclass(frozen=True)
class ForeignTokenizer:
    """A tokenizer of any make by its functions, for `compare_tokenizers`.

    encode: text -> ids. decode: ids -> text. token_bytes: id -> bytes. encode_batch: texts -> ids of each, if that is
    faster. Only `encode` is needed; the others let more be shown of a difference.

    >>> ForeignTokenizer(lambda text: list(text.encode()), name="bytes").encode("ab")
    [97, 98]
    """

    encode: Callable[[str], Any]
    decode: Callable[[list[int]], str] | None = None
    token_bytes: Callable[[int], bytes] | None = None
    encode_batch: Callable[[list[str]], Any] | None = None
    name: str = "a function"


class AnsweringSide(Side):
    """Functions of a tokenizer whose inside is not known."""

    def __init__(self, given: ForeignTokenizer, options: ComparedAs) -> None:
        super().__init__(given.name, options)
        self._given = given
        self.can_decode = given.decode is not None

    def _encode(self, texts: list[str]) -> Rows:
        if self._given.encode_batch is None:
            return pack_rows([self._ids(self._given.encode(text)) for text in texts])
        rows = [self._ids(row) for row in self._given.encode_batch(texts)]
        if len(rows) != len(texts):
            raise PeerError(f"{self.name} gave {len(rows):,} lists of ids for {len(texts):,} texts")
        return pack_rows(rows)

    def _decode(self, rows: list[list[int]]) -> list[str]:
        assert self._given.decode is not None
        return [self._text(self._given.decode(row)) for row in rows]

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id, if there is a function that tells them."""
        if self._given.token_bytes is None:
            return None
        try:
            return bytes(self._given.token_bytes(token))
        except Exception:
            return None

    def _ids(self, answer: Any) -> Sequence[int]:
        """The ids of an answer; raises `PeerError` for what cannot be ids."""
        if hasattr(answer, "tolist"):
            answer = answer.tolist()
        if isinstance(answer, str | bytes) or not (
            isinstance(answer, Iterable) and isinstance(answer, Sized)
        ):
            self._refuse(answer)
        try:
            return [operator.index(token) for token in answer]
        except TypeError:
            self._refuse(answer)

    def _text(self, answer: Any) -> str:
        if isinstance(answer, bytes):
            return answer.decode(errors="replace")
        return answer if isinstance(answer, str) else repr(answer)

    def _refuse(self, answer: Any) -> NoReturn:
        raise PeerError(
            f"{self.name} returned {show(answer)} ({type(answer).__name__}): expected the ids of the text, as a list "
            "or an array of whole numbers"
        )
