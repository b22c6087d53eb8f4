"""`UnifiedVocab`: everything about one vocabulary, from bytes, pairs, single bytes and special tokens to
ids."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from functools import cached_property
from operator import index

import numpy as np

from ..arguments import a_text, check_number, checked, instance_of, mapping_of, optional
from ..errors import TextError, TokenTypeError, UnknownTokenError, UnsupportedVocabError, show
from ..kernels.tables import NOT_FOUND, find_pair
from ..text.text_bytes import encode_text
from .formats.byte_unicode import bytes_to_characters
from .kept_tables import keep_tables, load_kept
from .merge_ranks import NEVER_IN_UTF8, NO_ID, RankedTokens
from .pipeline import Pipeline
from .pretrained import PretrainedSpec, pretrained_spec, read_token_bytes
from .shared_tables import load_shared, share
from .special import SpecialTables, build_special_tables
from .tables import BuiltTables, VocabTables, build_tables, find_bytes, token_dtype
from .token_bytes import TokenBytes, add_tokens, bytes_of_token, count_tokens, tokens_by_id

__all__ = ["UnifiedVocab", "as_token", "load_vocab"]

# Tables have an entry for each id up to the largest: 8 bytes each, so 134 MB for this one.
_LARGEST_ID = (1 << 24) - 1
_NO_IDS = np.empty(0, dtype=np.uint32)


class UnifiedVocab:
    """A vocabulary: ranked tokens, special tokens, and their split pattern.

    Tokens are given flat as `TokenBytes`, special tokens as text -> id. A token's id is its rank, unless merges are
    listed with ranks of their own (`RankedTokens`); then all methods here take and return ids, and the engine's
    tables are by rank. Raises `VocabError` if a token occurs twice, one of the 256 bytes is missing, or a special
    token has the id of another ranked token.

    >>> vocab = load_vocab("cl100k_base")
    >>> vocab.find_token(b"hello"), vocab.find_pair(71, 68), vocab.token_bytes(15339)
    (15339, 383, b'hello')
    """

    @checked(
        tokens=instance_of(
            "TokenBytes, as returned by read_tiktoken, or RankedTokens", TokenBytes, RankedTokens
        ),
        pattern=a_text,
        special_tokens=optional(mapping_of(a_text, check_number, "a mapping of texts to ids")),
        name=a_text,
        pipeline=optional(instance_of("a Pipeline, as read from a tokenizer.json", Pipeline)),
    )
    def __init__(
        self,
        tokens: TokenBytes | RankedTokens,
        *,
        pattern: str,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "custom",
        built: BuiltTables | None = None,
        pipeline: Pipeline | None = None,
    ) -> None:
        listed = tokens if isinstance(tokens, RankedTokens) else None
        ranked = tokens if isinstance(tokens, TokenBytes) else tokens.tokens
        self.name = name
        self.pattern = pattern
        self.special_tokens: dict[str, int] = dict(special_tokens or {})
        self.listed = listed
        """Listed merges with ranks of their own, if the tokens come with them."""
        self.dropped = b"" if listed is None else _dropped(listed)
        """Bytes that texts contain and that have no token, not even that for unknown ones: merging drops them."""
        self.pipeline = pipeline
        """What is done to a text beside splitting it by the pattern; None if there is nothing else."""
        by_id = ranked if listed is None or listed.ids is None else tokens_by_id(ranked, _own_ids(listed))
        _refuse_bad_specials(by_id, self.special_tokens, may_be_spelt=listed is not None)
        self._special_bytes: dict[int, bytes] = {}
        for text, token in self.special_tokens.items():
            self._special_bytes.setdefault(token, encode_text(text))
        others = {} if listed is None else {i: data for i, data in listed.others.items() if i < NO_ID}
        added = _without(by_id, others | self._special_bytes)
        self.all_tokens = add_tokens(by_id, added)
        """Ranked and special tokens by id, and `SPARE_BYTES`; an id shared by several special tokens belongs to the
        first."""
        self.ranked = _shared(ranked, self.all_tokens, added) if by_id is ranked else add_tokens(ranked, {})
        """The ranked tokens, by rank; they share the memory of `all_tokens` if all special tokens follow them."""
        self._built = built or build_tables(self.ranked, None if listed is None else listed.splits)
        n = len(ranked.starts) - 1
        self.ids = _NO_IDS
        """uint32 (n + special tokens,): the ids of tokens by rank, and then of special tokens. Empty if ids are ranks,
        and special tokens are known by their ids."""
        if by_id is not ranked:
            self.ids = np.append(listed.ids, list(self.special_tokens.values())).astype(np.uint32)  # type: ignore[union-attr,arg-type]
            self._rank_of = np.full(int(max(len(by_id.starts), 1)), -1, dtype=np.int64)
            is_id = self.ids[:n] < len(self._rank_of)
            self._rank_of[self.ids[:n][is_id]] = np.flatnonzero(is_id)
        numbers = range(n, n + len(self.special_tokens)) if len(self.ids) else self.special_tokens.values()
        self.specials: SpecialTables = build_special_tables(
            dict(zip(self.special_tokens, numbers, strict=True))
        )

    @property
    def tables(self) -> VocabTables:
        """The flat arrays for the kernels."""
        return self._built.tables

    @property
    def is_merge_ordered(self) -> bool:
        """Whether every token is merged from two lower-ranked ones (all of OpenAI's vocabularies are)."""
        return self._built.is_merge_ordered

    @property
    def token_dtype(self) -> np.dtype:
        """The smallest dtype for the ranked tokens: uint16 or uint32 (see `token_dtype`)."""
        return token_dtype(len(self.ranked.starts) - 1)

    @property
    def n_ranked(self) -> int:
        """Number of ranked tokens, including the 256 single bytes."""
        return count_tokens(self.ranked)

    @property
    def max_token(self) -> int:
        """The largest id, ranked or special."""
        return max([len(self.all_tokens.starts) - 2, *self.special_tokens.values()])

    @property
    def other_tokens(self) -> dict[int, bytes]:
        """Entries, id -> bytes, that encoding never gives: no merge makes them."""
        return {} if self.listed is None else self.listed.others

    @property
    def merges(self) -> list[tuple[bytes, bytes]]:
        """The merges in order: as they were listed, or those that ranks amount to."""
        if self.listed is not None:
            return [(self.token_bytes(a), self.token_bytes(b)) for a, b in self.listed.listed.tolist()]
        splits = self.tables.splits.reshape(-1, 2)
        merged = np.flatnonzero(splits[:, 0] != np.arange(len(splits)))
        return [(self.token_bytes(a), self.token_bytes(b)) for a, b in splits[merged].tolist()]

    def to_ids(self, tokens: np.ndarray) -> np.ndarray:
        """Ids of tokens, uint32 (n,), that are numbered as the engine does it: by rank, special tokens after them."""
        return self.ids[tokens] if len(self.ids) else tokens

    def rank_of(self, token: int) -> int | None:
        """The rank of a ranked token (its number in `tables`), or ``None``."""
        if type(token) is not int:
            token = as_token(token)
        if len(self.ids):
            rank = int(self._rank_of[token]) if 0 <= token < len(self._rank_of) else -1
            return None if rank < 0 else rank
        n = len(self.ranked.starts) - 1
        return token if 0 <= token < n and self.ranked.starts[token] < self.ranked.starts[token + 1] else None

    def id_of_rank(self, rank: int) -> int:
        """The id of the token with this rank."""
        return int(self.ids[rank]) if len(self.ids) else rank

    def find_token(self, span: bytes) -> int | None:
        """The token whose bytes are `span`, or ``None``; special tokens do not count."""
        if not isinstance(span, bytes):
            span = _as_bytes(span)
        rank = find_bytes(self.tables, span)
        if rank != NOT_FOUND:
            token = self.id_of_rank(rank)
            return None if token == NO_ID else token
        return self._others_by_bytes.get(span)

    @cached_property
    def _others_by_bytes(self) -> dict[bytes, int]:
        return {data: token for token, data in reversed(self.other_tokens.items())}

    def find_pair(self, left: int, right: int) -> int | None:
        """The token that two ranked tokens merge into, or ``None``."""
        first, second = self.rank_of(left), self.rank_of(right)
        if first is None or second is None:
            return None
        rank = int(find_pair(self.tables.pairs, first, second))
        return None if rank == NOT_FOUND else self.id_of_rank(rank)

    def split(self, token: int) -> tuple[int, int] | None:
        """The pair from which a ranked token is merged, or ``None`` for a single byte or an unreachable
        token."""
        if type(token) is not int:
            token = as_token(token)
        self.token_bytes(token)
        rank = self.rank_of(token)
        if rank is None:
            return None
        left, right = self.tables.splits[2 * rank : 2 * rank + 2].tolist()
        return None if left == rank else (self.id_of_rank(left), self.id_of_rank(right))

    def token_bytes(self, token: int) -> bytes:
        """The bytes of a ranked or special token; raises `UnknownTokenError` for any other id."""
        if type(token) is not int:
            token = as_token(token)
        if 0 <= token < len(self.all_tokens.starts) - 1:
            start, end = self.all_tokens.starts[token : token + 2]
            if start < end:
                return bytes(self.all_tokens.data[start:end])
        raise UnknownTokenError(
            f"no token has the id {show(token)}: {self.name} has ids from 0 to {self.max_token}"
        )

    def is_special(self, token: int) -> bool:
        """Whether `token` is the id of a special token."""
        return (token if type(token) is int else as_token(token)) in self._special_bytes

    def __repr__(self) -> str:
        return (
            f"<UnifiedVocab {self.name!r}: {self.n_ranked:,} ranked and {len(self.special_tokens):,} "
            "special tokens>"
        )


def as_token(token: object) -> int:
    """An id as ``int``; raises `TokenTypeError` for anything but a whole number, including booleans.

    >>> as_token(np.uint32(7))
    7
    """
    try:
        if isinstance(token, bool | np.bool_):
            raise TypeError
        return index(token)  # type: ignore[arg-type]
    except TypeError:
        problem = f"expected a token id as an integer, got {show(token)} ({type(token).__name__})"
        raise TokenTypeError(problem) from None


def _as_bytes(span: object) -> bytes:
    if isinstance(span, bytearray | memoryview):
        return bytes(span)
    raise TextError(f"expected a span as bytes, got {show(span)} ({type(span).__name__})")


def _shared(ranked: TokenBytes, all_tokens: TokenBytes, special: Collection[int]) -> TokenBytes:
    """`ranked` as the head of `all_tokens`, if no special token lies within it, to save its memory."""
    n = len(ranked.starts) - 1
    if min(special, default=n) < n:
        return ranked
    return TokenBytes(all_tokens.data[: len(ranked.data)], all_tokens.starts[: n + 1])


def _dropped(listed: RankedTokens) -> bytes:
    if listed.ids is None:
        return b""
    without = (bytes_of_token(listed.tokens, rank) for rank in np.flatnonzero(listed.ids == NO_ID).tolist())
    return b"".join(byte for byte in without if byte[0] not in NEVER_IN_UTF8)


def _own_ids(listed: RankedTokens) -> np.ndarray:
    """Ids by rank; of a byte that has the id of the token for unknown ones, none."""
    assert listed.ids is not None
    return np.where(np.isin(listed.ids, list(listed.others)), np.uint32(NO_ID), listed.ids)


def _without(tokens: TokenBytes, added: Mapping[int, bytes]) -> dict[int, bytes]:
    """Those of `added` whose ids have no bytes in `tokens`."""
    n = len(tokens.starts) - 1
    return {i: data for i, data in added.items() if i >= n or tokens.starts[i] == tokens.starts[i + 1]}


def _refuse_bad_specials(
    tokens: TokenBytes, special_tokens: Mapping[str, int], *, may_be_spelt: bool
) -> None:
    """may_be_spelt: a special token may have the id of the token that is spelt like it in a ``tokenizer.json``, where
    a letter such as "\u00e9" stands for one byte."""
    n = len(tokens.starts) - 1
    for text, token in special_tokens.items():
        if not text:
            raise UnsupportedVocabError(
                f"the special token with id {token} is empty: it needs at least one character"
            )
        if not 0 <= token <= _LARGEST_ID:
            raise UnsupportedVocabError(
                f"the special token {text!r} has the id {show(token)}: expected 0 to {_LARGEST_ID}"
            )
        known = bytes(tokens.data[tokens.starts[token] : tokens.starts[token + 1]]) if token < n else b""
        if known and known != encode_text(text) and not (may_be_spelt and bytes_to_characters(known) == text):
            raise UnsupportedVocabError(
                f"the special token {text!r} has the id {token}, which is a ranked token's, {show(known)}"
            )


_lock = threading.Lock()
_vocabs: dict[str, UnifiedVocab] = {}
_parts_of_file: dict[str, tuple[TokenBytes, BuiltTables]] = {}


def load_vocab(name: str) -> UnifiedVocab:
    """The pretrained vocabulary `name`, loaded once per process; vocabularies of one file share their tables.

    Names: see `pretrained_names`; "openai:NAME", "openai::NAME" and "gpt2" also work. Raises
    `UnknownNameError` for any other. Thread-safe.

    >>> load_vocab("gpt2") is load_vocab("r50k_base")
    True
    """
    spec: PretrainedSpec = pretrained_spec(name)
    with _lock:
        if spec.name not in _vocabs:
            _vocabs[spec.name] = _load(spec)
        return _vocabs[spec.name]


def _load(spec: PretrainedSpec) -> UnifiedVocab:
    parts = _parts_of_file.get(spec.file) or load_shared(spec.file)
    if parts is None:
        kept = load_kept(spec)
        vocab = _make(spec, *kept) if kept else _make(spec, read_token_bytes(spec))
        if kept:  # the bytes of the tokens are in memory once
            tables = vocab.tables._replace(token_data=vocab.ranked.data)
            vocab._built = vocab._built._replace(tables=tables)
        else:
            keep_tables(spec, vocab.ranked, vocab._built)
        parts = share(spec.file, vocab.ranked, vocab._built)
        if parts is None:
            _parts_of_file[spec.file] = vocab.ranked, vocab._built
            return vocab
    _parts_of_file[spec.file] = parts
    return _make(spec, *parts)


def _make(spec: PretrainedSpec, tokens: TokenBytes, built: BuiltTables | None = None) -> UnifiedVocab:
    return UnifiedVocab(
        tokens, pattern=spec.pattern, special_tokens=spec.special_tokens, name=spec.name, built=built
    )
