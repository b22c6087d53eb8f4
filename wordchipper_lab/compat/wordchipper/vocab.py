"""`Vocab`: the tokens of a vocabulary, special ones among them, by text, bytes and id."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ...arguments import instance_of
from ...errors import UnknownTokenError, show
from ...vocab.token_bytes import iterate_tokens
from ...vocab.unified import UnifiedVocab
from .errors import MissingTokenError
from .frozen_dict import FrozenDict
from .values import a_written_token, as_id, as_ids

__all__ = ["Vocab"]

_a_vocabulary = instance_of("a UnifiedVocab", UnifiedVocab)


class Vocab:
    """The tokens of a `UnifiedVocab`. ``vocab["hello"]`` is an id; a text that is no token is a ``KeyError``.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> vocab = Vocab(load_vocab("cl100k_base"))
    >>> vocab["<|endoftext|>"], "hello" in vocab, vocab.id_to_token(15339), len(vocab), vocab.max_token
    (100257, True, 'hello', 100261, 100276)
    """

    def __init__(self, inner: UnifiedVocab) -> None:
        self._inner: UnifiedVocab = _a_vocabulary("inner", inner)

    @property
    def n_vocab(self) -> int:
        """Number of tokens, special ones included (each name counts, even if two have the same id)."""
        return len(self.core_ids) + len(self._inner.special_tokens)

    @property
    def max_token(self) -> int | None:
        """The largest id, special ones included."""
        return self._inner.max_token

    def token_to_id(self, token: str) -> int | None:
        """Id of the token with this text; ``None`` if there is none."""
        span = a_written_token("token", token)
        found = self._inner.find_token(span) if span else None
        return self._inner.special_tokens.get(token) if found is None else found

    def id_to_token(self, id: int) -> str | None:
        """Text of a token, with U+FFFD for bytes that are not valid UTF-8; ``None`` for an unknown id."""
        found = self.id_to_token_bytes(id)
        return None if found is None else found.decode(errors="replace")

    def id_to_token_bytes(self, id: int) -> bytes | None:
        """Bytes of a token; ``None`` for an unknown id."""
        return self._bytes(as_id("id", id))

    def ids_to_tokens(self, ids: list[int]) -> list[str | None]:
        """As `id_to_token`, for each of several ids."""
        found = map(self._bytes, as_ids("ids", ids).tolist())
        return [None if token is None else token.decode(errors="replace") for token in found]

    @cached_property
    def special_tokens(self) -> FrozenDict[str, int]:
        """Text -> id of the special tokens, by id."""
        return FrozenDict(sorted(self._inner.special_tokens.items(), key=lambda item: item[1]))

    def to_dict(self) -> dict[str, int]:
        """Text -> id of all tokens. A text that several tokens share, because it is not what their bytes are, stands
        for the one with the lowest id."""
        found: dict[str, int] = {}
        exact: dict[str, int] = {}
        for number, token in iterate_tokens(self._inner.all_tokens):
            text = token.decode(errors="replace")
            found.setdefault(text, number)
            if "\ufffd" in text and text.encode() == token:
                exact[text] = number
        return found | exact | dict(self.special_tokens)

    @cached_property
    def core_ids(self) -> np.ndarray:
        """Ids of the tokens that are not special, int64 (n,), ascending."""
        has_bytes = np.diff(self._inner.all_tokens.starts) > 0
        has_bytes[[number for number in self._inner.special_tokens.values() if number < len(has_bytes)]] = (
            False
        )
        return np.flatnonzero(has_bytes)

    def _bytes(self, number: int) -> bytes | None:
        try:
            return self._inner.token_bytes(number)
        except UnknownTokenError:
            return None

    def __len__(self) -> int:
        return self.n_vocab

    def __contains__(self, token: str) -> bool:
        return self.token_to_id(token) is not None

    def __getitem__(self, token: str) -> int:
        found = self.token_to_id(token)
        if found is None:
            raise MissingTokenError(f"the vocabulary has no token {show(token)}")
        return found
