"""The options of a training run, checked once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Integral

from ..arguments import check_name, checked, instance_of, sequence_of
from ..errors import TrainingError, TrainingTypeError, show
from ..kernels.keys import MAX_TOKEN
from ..text.text_bytes import encode_text
from ..vocab.formats.byte_unicode import BYTES_IN_GPT2_ORDER
from .ties import TIES

__all__ = ["BYTE_ORDERS", "SPECIAL_IDS", "TrainingOptions"]

BYTE_ORDERS = {"value": tuple(range(256)), "gpt2": BYTES_IN_GPT2_ORDER}
"""Which byte has which id: its value (rustbpe, bpeasy, minbpe), or GPT-2's table (Hugging Face, tiktoken's files)."""

SPECIAL_IDS = {
    "after_merges": "the ids after the last merge: the published vocabularies",
    "after_bytes": "the ids after the alphabet, 256 and so on, before the merges: the articles on byte-level training",
}
"""Name -> which ids special tokens get, and where they are numbered like that."""

_MOST = 1 << 48
"""Limit of all numbers here: kernels compute with small multiples of them in 64 bits."""


@dataclass(frozen=True)
class TrainingOptions:
    """What to train; every trainer makes the same merges for the same options.

    vocab_size: total number of tokens: the alphabet (256 bytes), merges and special tokens. tie: which of the
    most frequent pairs wins, one of `TIES`. min_frequency: rarer pairs are not merged. max_token_length: in
    bytes; longer tokens are not made. special_tokens: texts that are never merged or counted. byte_order: one
    of `BYTE_ORDERS`. special_ids: one of `SPECIAL_IDS`. Raises `TrainingError` (a ``ValueError``) for invalid
    values.

    >>> TrainingOptions(300, special_tokens=("<|endoftext|>",)).n_merges(256)
    43
    """

    vocab_size: int
    tie: str = "lowest_ids"
    min_frequency: int = 1
    max_token_length: int | None = None
    special_tokens: tuple[str, ...] = ()
    byte_order: str = "value"
    special_ids: str = "after_merges"

    def __post_init__(self) -> None:
        check_name("tie-breaking", self.tie, TIES)
        check_name("byte order", self.byte_order, BYTE_ORDERS)
        check_name("place of the special ids", self.special_ids, SPECIAL_IDS)
        for name in ("vocab_size", "min_frequency", "max_token_length"):
            value = getattr(self, name)
            if value is not None or name != "max_token_length":
                object.__setattr__(self, name, _whole_number(name, value))
        if self.vocab_size > MAX_TOKEN:
            raise TrainingError(f"vocab_size is {self.vocab_size:,}: expected at most {MAX_TOKEN:,}")
        object.__setattr__(self, "special_tokens", _texts("special_tokens", self.special_tokens))
        if "" in self.special_tokens:
            raise TrainingError("a special token is empty: expected at least one character")
        if len(set(self.special_tokens)) < len(self.special_tokens):
            raise TrainingError(f"a special token occurs twice: {list(self.special_tokens)}")
        if self.min_frequency < 1:
            raise TrainingError(f"min_frequency is {self.min_frequency}: expected at least 1")
        if self.max_token_length is not None and self.max_token_length < 1:
            raise TrainingError(
                f"max_token_length is {self.max_token_length}: expected at least 1, or None for any"
            )

    @checked(alphabet=sequence_of(instance_of("bytes", bytes), "several bytes objects"))
    def first_tokens(self, alphabet: Sequence[bytes]) -> list[bytes]:
        """The tokens before those of the merges: the alphabet and, if their ids follow it, the special tokens.

        >>> TrainingOptions(300, special_tokens=("<s>",), special_ids="after_bytes").first_tokens([b"a"])
        [b'a', b'<s>']
        """
        specials = self.special_tokens if self.special_ids == "after_bytes" else ()
        return [*alphabet, *map(encode_text, specials)]

    def n_merges(self, alphabet_size: int) -> int:
        """Number of merges that lead from an alphabet of this size to a vocabulary of `vocab_size`.

        Raises `TrainingError` if the alphabet and special tokens alone exceed `vocab_size`.
        """
        alphabet_size = _whole_number("alphabet_size", alphabet_size)
        n = self.vocab_size - alphabet_size - len(self.special_tokens)
        if n < 0:
            raise TrainingError(
                f"vocab_size is {self.vocab_size}: expected at least {self.vocab_size - n}, "
                f"for {alphabet_size} single symbols and {len(self.special_tokens)} special tokens"
            )
        return n


def _whole_number(name: str, value: object) -> int:
    problem = f"{name} is {show(value)}: expected a whole number of at most {_MOST:,}"
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise TrainingTypeError(problem)
    if abs(int(value)) > _MOST:
        raise TrainingError(problem)
    return int(value)


def _texts(name: str, value: object) -> tuple[str, ...]:
    problem = f"{name} is {show(value)}: expected a sequence of texts"
    if isinstance(value, str | bytes):
        raise TrainingTypeError(f"{problem}; put a single one in a list")
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise TrainingTypeError(f"{problem} (special_ids says which ids they get)")
    try:
        texts = tuple(value)
    except TypeError:  # an array without dimensions
        raise TrainingTypeError(problem) from None
    if not all(isinstance(text, str) for text in texts):
        raise TrainingTypeError(problem)
    return texts
