"""Ranks as tiktoken takes them -> a `Tokenizer`, and the ids of its tokens if the engine must number them itself.

tiktoken accepts what a `UnifiedVocab` does not: ids of any size and with any holes, bytes without a token, special
tokens with the id of a ranked token. Then tokens are numbered densely in the order of their ranks, and what the engine
returns is mapped to ids.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...arguments import a_text
from ...tokenizer import Tokenizer
from ...vocab.pretrained import pretrained_names, pretrained_spec
from ...vocab.tables import BuiltTables
from ...vocab.token_bytes import TokenBytes, pack_tokens, pack_tokens_by_id
from ...vocab.unified import UnifiedVocab, load_vocab
from .rust_patterns import from_rust

__all__ = ["NumberedTokenizer", "number_tokens"]

_MOST_SPARE_IDS = 1 << 20
_SINGLE_BYTES = [bytes([byte]) for byte in range(256)]


class NumberedTokenizer(NamedTuple):
    """A tokenizer, and the id of each of its tokens."""

    tokenizer: Tokenizer
    ids: np.ndarray | None
    """uint32 (n,); None if the tokenizer's tokens are the ids."""
    n_missing: int
    """The first tokens of the tokenizer are single bytes without an id, as many as this."""


def number_tokens(
    ranks: Mapping[bytes, int], special_tokens: Mapping[str, int], pattern: str, name: str
) -> NumberedTokenizer:
    """A tokenizer for these tokens.

    Raises ``TypeError`` for tokens and ids of other types, ``OverflowError`` for ids outside of 32 bits, ``ValueError``
    for two tokens with the same rank and for a pattern that is none, ``UnicodeEncodeError`` for a special token with a
    lone surrogate.
    """
    ids = _as_ids(ranks)
    special_ids = _as_ids(special_tokens)
    for text in special_tokens:
        a_text("a special token", text).encode()
    if len(np.unique(ids)) < len(ids):
        raise ValueError("two tokens have the same rank: expected another rank for each")
    split = from_rust(pattern)
    most = len(ids) + len(special_ids) + _MOST_SPARE_IDS
    largest = max(ids.max(initial=0), special_ids.max(initial=0))
    missing = [byte for byte in _SINGLE_BYTES if byte not in ranks]
    is_shared = bool(np.isin(special_ids, ids).any())
    if missing or is_shared or largest > most or b"" in ranks or "" in special_tokens:
        return _densely(ranks, special_tokens, split, name, missing)
    tokens = pack_tokens_by_id(ranks)
    vocab = UnifiedVocab(
        tokens, pattern=split, special_tokens=special_tokens, name=name, built=_tables_of_bundled(tokens)
    )
    return NumberedTokenizer(Tokenizer(vocab), None, 0)


def _densely(
    ranks: Mapping[bytes, int],
    special_tokens: Mapping[str, int],
    split: str,
    name: str,
    missing: list[bytes],
) -> NumberedTokenizer:
    in_order = sorted((rank, token) for token, rank in ranks.items() if token)
    tokens = missing + [token for _, token in in_order]
    texts = [text for text in special_tokens if text]
    numbers = {text: len(tokens) + i for i, text in enumerate(texts)}
    ids = [0] * len(missing) + [rank for rank, _ in in_order] + [special_tokens[text] for text in texts]
    vocab = UnifiedVocab(pack_tokens(tokens), pattern=split, special_tokens=numbers, name=name)
    return NumberedTokenizer(Tokenizer(vocab), np.array(ids, dtype=np.uint32), len(missing))


def _as_ids(tokens: Mapping[bytes, int] | Mapping[str, int]) -> np.ndarray:
    """The ids, int64 (n,), of tokens that are all ``bytes``, or all ``str``."""
    ids = np.array(array("Q", tokens.values()), dtype=np.uint64)
    if (ids >> np.uint64(32)).any():
        raise OverflowError("an id is 2**32 or larger: expected 32 bits")
    return ids.astype(np.int64)


def _tables_of_bundled(tokens: TokenBytes) -> BuiltTables | None:
    """The tables that exist already if these are the tokens of an included vocabulary, whatever else differs."""
    n = int(np.count_nonzero(np.diff(tokens.starts)))
    for name in pretrained_names():
        if pretrained_spec(name).n_ranked == n:
            vocab = load_vocab(name)
            if len(vocab.ranked.starts) == len(tokens.starts) and all(
                map(np.array_equal, vocab.ranked, tokens)
            ):
                return vocab._built
    return None
