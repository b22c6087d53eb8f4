"""`Side`: a tokenizer as a program, and what it says of itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ....errors import PeerError, WordchipperLabError, show
from ..recipe import NO_FRAME, Frame, Recipe
from ..rows import Rows, pack_rows

__all__ = ["ComparedAs", "Side"]

_PROBES = ("a", " 1", "\n.")


@dataclass(frozen=True)
class ComparedAs:
    """How both tokenizers are called.

    special: "parse" - special tokens in a text become their ids; "text" - they are ordinary text. add_special_tokens:
    whether ids are added around a text as the post-processor says; None: as each does it by default.
    """

    special: Literal["parse", "text"] = "parse"
    add_special_tokens: bool | None = None

    @property
    def unusual(self) -> tuple[tuple[str, object], ...]:
        """The names and values of those that are not as by default."""
        usual = ComparedAs()
        return tuple((name, value) for name, value in vars(self).items() if value != getattr(usual, name))


class Side(ABC):
    """One of two tokenizers of a comparison.

    name: for people. code: a Python expression for it, given which `compare_tokenizers` finds the same tokenizer;
    "my_tokenizer" if there is none. imports: lines that the expression needs.
    """

    code = "my_tokenizer"
    imports: tuple[str, ...] = ()
    can_decode = True

    def __init__(self, name: str, options: ComparedAs) -> None:
        self.name = name
        self.options = options
        self.recipe_problem = ""
        """Why there is no recipe, if there is none."""

    # -- the program ------------------------------------------------------------------------------------

    @abstractmethod
    def _encode(self, texts: list[str]) -> Rows | Sequence[Sequence[int] | np.ndarray]:
        """Ids of each text by the program's fastest call."""

    def _decode(self, rows: list[list[int]]) -> list[str]:
        """Text of each list of ids."""
        raise self._cannot("decode", "")  # only of a program that cannot, which `can_decode` says

    def encode_batch(self, texts: list[str]) -> Rows:
        """Ids of each text. Raises `PeerError`, with the text, if the program fails."""
        try:
            return self._packed(self._encode(texts))
        except WordchipperLabError:
            raise
        except BaseException as error:
            if not _is_its_own(error):
                raise
            return self._one_by_one(texts, error)

    def encode(self, text: str) -> list[int]:
        """Ids of one text."""
        return self.encode_batch([text]).row(0)

    def decode_batch(self, rows: list[list[int]]) -> list[str]:
        """Text of each list of ids; if it fails, what it says instead, between angle brackets."""
        try:
            return list(self._decode(rows))
        except BaseException as error:
            if not _is_its_own(error):
                raise
            if len(rows) == 1:
                return [f"<{type(error).__name__}: {show(str(error))}>"]
            return [self.decode_batch([row])[0] for row in rows]

    def token_bytes(self, token: int) -> bytes | None:
        """The bytes of one id, if the program tells them."""
        return None

    # -- what it shows of its work ----------------------------------------------------------------------

    def normalized(self, text: str) -> str | None:
        """`text` after the program's normalizer; None if it does not show that."""
        return None

    def pieces(self, text: str) -> list[tuple[int, int]] | None:
        """Where the program divides a normalized text without added tokens: (start, end) in characters; None if it
        does not show that."""
        return None

    # -- what it says of itself -------------------------------------------------------------------------

    @cached_property
    def recipe(self) -> Recipe | None:
        """Its stages as it states them; None for a program that does not, or states what this package does not do."""
        try:
            return self._read()
        except (WordchipperLabError, ValueError, KeyError) as error:
            self.recipe_problem = str(error)
            return None

    def _read(self) -> Recipe | None:
        self.recipe_problem = "it says nothing of itself: it is known only by its answers"
        return None

    @cached_property
    def frame(self) -> Frame:
        """The ids that it puts around every text, as seen."""
        return observed_frame(self.encode)

    def core(self, ids: list[int]) -> list[int]:
        """`ids` of a text without the `frame`."""
        prefix, suffix = self.frame
        has_prefix = tuple(ids[: len(prefix)]) == prefix
        has_suffix = len(suffix) <= len(ids) and tuple(ids[len(ids) - len(suffix) :]) == suffix
        return ids[len(prefix) if has_prefix else 0 : len(ids) - (len(suffix) if has_suffix else 0)]

    # -- failures ---------------------------------------------------------------------------------------

    def _packed(self, rows: Rows | Sequence[Sequence[int] | np.ndarray]) -> Rows:
        return rows if isinstance(rows, Rows) else pack_rows(rows)

    def _one_by_one(self, texts: list[str], error: BaseException) -> Rows:
        if len(texts) == 1:
            raise self._cannot("encode", f"{show(texts[0])}: {type(error).__name__}: {error}") from error
        return pack_rows([self.encode(text) for text in texts])

    def _cannot(self, do: str, what: str) -> PeerError:
        return PeerError(
            f"{self.name} failed to {do} {what}: leave this text out, or compare another tokenizer"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


def _is_its_own(error: BaseException) -> bool:
    """Whether the program failed: Rust's panics are no ``Exception``, and a Ctrl-C is none of its failures."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


def observed_frame(encode: Callable[[str], list[int]]) -> Frame:
    """The ids around every text, judged by those of the empty text and a few others.

    >>> observed_frame(lambda text: [1, *text.encode(), 2])
    Frame(prefix=(1,), suffix=(2,))
    """
    try:
        empty = encode("")
    except PeerError:
        return NO_FRAME
    if not empty:
        return NO_FRAME
    others = [encode(text) for text in _PROBES]
    for size in range(len(empty), -1, -1):
        prefix, suffix = empty[:size], empty[size:]
        if all(
            ids[:size] == prefix and len(ids) > len(empty) and ids[len(ids) - len(suffix) :] == suffix
            for ids in others
        ):
            return Frame(tuple(prefix), tuple(suffix))
    return NO_FRAME
