"""What wordchipper has of Hugging Face's tokenizers: `Tokenizer` and `Encoding` for OpenAI's vocabularies.

>>> tok = Tokenizer.from_pretrained("Xenova/gpt-4o")
>>> tok.encode("hello world").ids, tok.encode("hello world").tokens
([24912, 2375], ['hello', ' world'])
"""

from __future__ import annotations

from typing import Any

from ....arguments import (
    a_flag,
    a_text,
    check_number,
    instance_of,
    one_of,
    optional,
    whole_number,
    wrong_type,
)
from ....errors import NameTypeError
from .. import tokenizer
from ..errors import NotOfferedError
from ..values import as_ids
from .hf_encoding import Encoding
from .hf_shapes import padded, truncated

__all__ = ["HF_TO_WORDCHIPPER", "Encoding", "Tokenizer"]

HF_TO_WORDCHIPPER: dict[str, str] = {
    "Xenova/gpt-4o": "o200k_base",
    "Xenova/gpt-4": "cl100k_base",
    "Xenova/cl100k_base": "cl100k_base",
    "Xenova/o200k_base": "o200k_base",
    "Xenova/text-davinci-003": "p50k_base",
    "Xenova/text-embedding-ada-002": "cl100k_base",
}
"""Vocabulary by the name of a repository on the Hub."""

_a_tokenizer = instance_of("a Tokenizer of this package", tokenizer.Tokenizer)
_a_direction = one_of("direction", ("left", "right"))
_a_length = whole_number(0)


class Tokenizer:
    """A vocabulary with the methods of Hugging Face's `Tokenizer`, on text without special tokens around it."""

    def __init__(self, inner: tokenizer.Tokenizer) -> None:
        self._tok: tokenizer.Tokenizer = _a_tokenizer("inner", inner)
        self._special_ids = frozenset(inner.specials.values())
        self._padding: dict[str, Any] | None = None
        self._truncation: dict[str, Any] | None = None

    @classmethod
    def from_pretrained(cls, identifier: str, **kwargs: Any) -> Tokenizer:
        """By the name of a repository in `HF_TO_WORDCHIPPER`, or of a vocabulary; `kwargs` are not used.

        Raises ``ValueError`` for another name.
        """
        if not isinstance(identifier, str):
            raise NameTypeError("identifier", identifier, HF_TO_WORDCHIPPER)
        return cls(tokenizer.Tokenizer.from_pretrained(HF_TO_WORDCHIPPER.get(identifier, identifier)))

    # -- text to ids ----------------------------------------------------------------------------------------

    def encode(
        self,
        sequence: str,
        pair: str | None = None,
        is_pretokenized: bool = False,
        add_special_tokens: bool = True,
    ) -> Encoding:
        """Ids of a text, or of two, one after the other. Special tokens in them become their ids.

        add_special_tokens: no effect, as these vocabularies add none. Raises ``NotImplementedError`` if
        is_pretokenized is true: wordchipper does not take words.
        """
        _refuse_words(is_pretokenized)
        return self._finish([sequence] if pair is None else [sequence, pair])

    def encode_batch(
        self,
        input: list[str | tuple[str, str]],
        is_pretokenized: bool = False,
        add_special_tokens: bool = True,
    ) -> list[Encoding]:
        """As `encode`, for each text or pair of texts."""
        _refuse_words(is_pretokenized)
        if not isinstance(input, list | tuple):
            raise wrong_type("input", input, "a list of texts, or of pairs of texts")
        return [self._finish(list(item) if isinstance(item, tuple) else [item]) for item in input]

    def _finish(self, texts: list[str]) -> Encoding:
        if len(texts) > 2 or not texts:
            raise wrong_type("an input", texts, "a text, or a pair of texts")
        parts = self._tok.encode_batch(texts)
        ids = [token for part in parts for token in part]
        type_ids = [number for number, part in enumerate(parts) for _ in part]
        tokens = [token or "" for token in self._tok.vocab.ids_to_tokens(ids)]
        encoding = Encoding(ids, tokens, type_ids=type_ids)
        if self._truncation is not None:
            encoding = truncated(encoding, self._truncation)
        return encoding if self._padding is None else padded(encoding, self._padding)

    # -- ids to text ----------------------------------------------------------------------------------------

    def decode(self, ids: list[int], skip_special_tokens: bool = True) -> str:
        """Text of ids, without special tokens unless they are wanted; raises ``ValueError`` for an unknown id."""
        return self._tok.decode(self._wanted(ids, skip_special_tokens))

    def decode_batch(self, sequences: list[list[int]], skip_special_tokens: bool = True) -> list[str]:
        """As `decode`, for each list of ids."""
        return self._tok.decode_batch([self._wanted(ids, skip_special_tokens) for ids in sequences])

    def _wanted(self, ids: list[int], skip_special_tokens: bool) -> list[int]:
        numbers: list[int] = as_ids("ids", ids).tolist()
        if not a_flag("skip_special_tokens", skip_special_tokens):
            return numbers
        return [token for token in numbers if token not in self._special_ids]

    # -- lengths --------------------------------------------------------------------------------------------

    def enable_padding(
        self,
        *,
        direction: str = "right",
        pad_id: int = 0,
        pad_type_id: int = 0,
        pad_token: str = "[PAD]",
        length: int | None = None,
        pad_to_multiple_of: int | None = None,
    ) -> None:
        """Fill up every encoding to `length` ids, and to a multiple of `pad_to_multiple_of`."""
        self._padding = {
            "direction": _a_direction("direction", direction),
            "pad_id": check_number("pad_id", pad_id, 0),
            "pad_type_id": check_number("pad_type_id", pad_type_id, 0),
            "pad_token": a_text("pad_token", pad_token),
            "length": optional(_a_length)("length", length),
            "pad_to_multiple_of": optional(_a_length)("pad_to_multiple_of", pad_to_multiple_of),
        }

    def no_padding(self) -> None:
        """Fill up nothing, which is the default."""
        self._padding = None

    @property
    def padding(self) -> dict[str, Any] | None:
        """What `enable_padding` was given."""
        return self._padding

    def enable_truncation(
        self,
        max_length: int,
        *,
        stride: int = 0,
        strategy: str = "longest_first",
        direction: str = "right",
    ) -> None:
        """Cut every encoding to `max_length` ids. As in wordchipper, `stride` and `strategy` have no effect."""
        self._truncation = {
            "max_length": check_number("max_length", max_length, 0),
            "stride": stride,
            "strategy": strategy,
            "direction": _a_direction("direction", direction),
        }

    def no_truncation(self) -> None:
        """Cut nothing, which is the default."""
        self._truncation = None

    @property
    def truncation(self) -> dict[str, Any] | None:
        """What `enable_truncation` was given."""
        return self._truncation

    # -- the vocabulary -------------------------------------------------------------------------------------

    def get_vocab(self, with_added_tokens: bool = True) -> dict[str, int]:
        """Text -> id, with or without special tokens."""
        vocab = self._tok.vocab.to_dict()
        if a_flag("with_added_tokens", with_added_tokens):
            return vocab
        return {token: number for token, number in vocab.items() if number not in self._special_ids}

    def get_vocab_size(self, with_added_tokens: bool = True) -> int:
        """Number of tokens, with or without special ones."""
        with_specials = a_flag("with_added_tokens", with_added_tokens)
        return self._tok.vocab.n_vocab if with_specials else self._tok.vocab_size

    def token_to_id(self, token: str) -> int | None:
        """Id of the token with this text; ``None`` if there is none."""
        return self._tok.vocab.token_to_id(token)

    def id_to_token(self, id: int) -> str | None:
        """Text of a token; ``None`` for an unknown id."""
        return self._tok.vocab.id_to_token(id)

    def num_special_tokens_to_add(self, is_pair: bool) -> int:
        """0: these vocabularies add no special tokens around a text."""
        return 0


def _refuse_words(is_pretokenized: bool) -> None:
    if a_flag("is_pretokenized", is_pretokenized):
        raise NotOfferedError(
            "is_pretokenized is True: expected False; join the words, or encode each on its own"
        )
