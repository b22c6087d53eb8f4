"""`Encoding`: tiktoken's, as far as wordchipper has it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Literal, NoReturn, TypeAlias

import numpy as np

from ....arguments import a_text, instance_of, wrong_type
from ....errors import ArgumentError, UnknownNameError, UnknownTokenError, show
from ..errors import MissingTokenError
from ..special_filter import SpecialFilter
from ..tokenizer import Tokenizer
from ..values import as_id, as_ids, as_texts
from .disallowed import SpecialSearch

__all__ = ["Encoding", "UnknownEncodingError", "raise_disallowed_special_token"]

Allowed: TypeAlias = Literal["all"] | AbstractSet[str]
Disallowed: TypeAlias = Literal["all"] | Collection[str]

_a_tokenizer = instance_of("a Tokenizer of this package", Tokenizer)


class UnknownEncodingError(UnknownNameError):
    """No encoding has this name.

    >>> str(UnknownEncodingError("x", ["r50k_base"]))
    "Unknown encoding 'x': expected one of r50k_base"
    """

    def __init__(self, given: object, known: Iterable[str]) -> None:
        super().__init__("encoding", given, known)
        self.args = (f"U{self.args[0][1:]}",)


class Encoding:
    """A vocabulary with tiktoken's methods. Special tokens in a text are errors unless they are allowed.

    allowed_special: "all", or the texts of special tokens that become their ids. disallowed_special: "all" that are not
    allowed, or the texts of those that raise ``ValueError``; what is in neither is ordinary text.
    """

    def __init__(self, name: str, tokenizer: Tokenizer) -> None:
        self._name = a_text("name", name)
        self._tok: Tokenizer = _a_tokenizer("tokenizer", tokenizer)
        self._search = SpecialSearch(self._tok._tok.spanner)

    # -- text to ids ----------------------------------------------------------------------------------------

    def encode(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> list[int]:
        """Ids of `text`."""
        allowed = self._checked([text], allowed_special, disallowed_special)
        return self._tok.encode(text, allowed)

    def encode_to_numpy(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> np.ndarray:
        """Ids of `text` as uint32 (n,)."""
        ids = self.encode(text, allowed_special=allowed_special, disallowed_special=disallowed_special)
        return np.array(ids, dtype=np.uint32)

    def encode_ordinary(self, text: str) -> list[int]:
        """Ids of `text`, in which special tokens are ordinary text."""
        return self._tok.encode(text, SpecialFilter.include_none())

    def encode_batch(
        self,
        text: list[str],
        *,
        num_threads: int = 8,
        allowed_special: Allowed = frozenset(),
        disallowed_special: Disallowed = "all",
    ) -> list[list[int]]:
        """Ids of each text. As in wordchipper, `num_threads` is not used: the tokenizer has its own number."""
        allowed = self._checked(text, allowed_special, disallowed_special)
        return self._tok.encode_batch(text, allowed)

    def encode_ordinary_batch(self, text: list[str]) -> list[list[int]]:
        """As `encode_ordinary`, for each text."""
        return self._tok.encode_batch(text, SpecialFilter.include_none())

    def encode_single_token(self, text_or_bytes: str | bytes) -> int:
        """Id of the token that is exactly this text or these bytes; raises ``KeyError`` if there is none."""
        if isinstance(text_or_bytes, bytes):
            found = self._tok._tok.vocab.find_token(text_or_bytes) if text_or_bytes else None
            found = self._specials_by_bytes.get(text_or_bytes) if found is None else found
        else:
            found = self._tok.vocab.token_to_id(text_or_bytes)
        if found is None:
            raise MissingTokenError(f"no token is {show(text_or_bytes)}")
        return found

    def _checked(self, texts: Sequence[str], allowed: Allowed, disallowed: Disallowed) -> SpecialFilter:
        """The filter of the allowed special tokens, after looking for disallowed ones."""
        is_all = isinstance(allowed, str) and allowed == "all"
        included = SpecialFilter.include_all() if is_all else SpecialFilter.include(allowed)
        if not isinstance(disallowed, str):
            refused = self.special_tokens_set.intersection(disallowed)
        elif disallowed == "all":
            refused = set() if is_all else self.special_tokens_set.difference(allowed)
        else:
            raise wrong_type("disallowed_special", disallowed, 'several texts, or "all"')
        for text in as_texts("text", texts) if refused else ():
            if found := self._search.find(text, refused):
                raise_disallowed_special_token(found)
        return included

    # -- ids to text ----------------------------------------------------------------------------------------

    def decode(self, tokens: list[int], errors: str = "replace") -> str:
        """Text of ids; `errors` as in ``bytes.decode``. Raises ``ValueError`` for an unknown id."""
        return self._tok.decode_bytes(tokens).decode(errors=errors)

    def decode_bytes(self, tokens: list[int]) -> bytes:
        """Bytes of ids; raises ``ValueError`` for an unknown id."""
        return self._tok.decode_bytes(tokens)

    def decode_batch(
        self, batch: list[list[int]], *, errors: str = "replace", num_threads: int = 8
    ) -> list[str]:
        """As `decode`, for each list of ids; `num_threads` is not used."""
        return [found.decode(errors=errors) for found in self._tok.decode_bytes_batch(batch)]

    def decode_bytes_batch(self, batch: list[list[int]], *, num_threads: int = 8) -> list[bytes]:
        """As `decode_bytes`, for each list of ids; `num_threads` is not used."""
        return self._tok.decode_bytes_batch(batch)

    def decode_single_token_bytes(self, token: int) -> bytes:
        """Bytes of one id; raises ``KeyError`` for an unknown one."""
        found = self._tok.vocab.id_to_token_bytes(token)
        if found is None:
            raise MissingTokenError(f"no token has the id {show(token)}")
        return found

    def decode_tokens_bytes(self, tokens: list[int]) -> list[bytes]:
        """Bytes of each id; raises ``KeyError`` for an unknown one."""
        return [self.decode_single_token_bytes(token) for token in as_ids("tokens", tokens).tolist()]

    # -- the vocabulary -------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name of the encoding."""
        return self._name

    @property
    def max_token_value(self) -> int:
        """The largest id."""
        return self._tok._tok.max_token

    @property
    def n_vocab(self) -> int:
        """The largest id, plus one."""
        return self.max_token_value + 1

    @property
    def eot_token(self) -> int:
        """Id of ``<|endoftext|>``; raises ``ValueError`` if there is no such token."""
        try:
            return self._tok.specials["<|endoftext|>"]
        except KeyError:
            raise ArgumentError(f"the encoding {self._name!r} has no special token <|endoftext|>") from None

    @cached_property
    def special_tokens_set(self) -> set[str]:
        """Texts of the special tokens."""
        return set(self._tok.specials)

    def is_special_token(self, token: int) -> bool:
        """Whether this is the id of a special token."""
        try:
            return self._tok._tok.vocab.is_special(as_id("token", token))
        except UnknownTokenError:
            return False

    def token_byte_values(self) -> list[bytes]:
        """Bytes of every id from 0 on; none for ids without a token."""
        ids = range(self.n_vocab)
        return [self._tok.vocab.id_to_token_bytes(token) or b"" for token in ids]

    @cached_property
    def _specials_by_bytes(self) -> dict[bytes, int]:
        return {text.encode(): token for text, token in self._tok.specials.items()}

    def __repr__(self) -> str:
        return f"<Encoding {self._name!r}>"


def raise_disallowed_special_token(token: str) -> NoReturn:
    """Raise the ``ValueError`` for a special token in a text that may not contain it."""
    raise ArgumentError(
        f"the text contains the special token {show(token)}, which is not allowed: name it in allowed_special to "
        "encode it as its id, leave it out of disallowed_special to encode it as text, or pass disallowed_special=() "
        "to encode all that are not allowed as text"
    )
