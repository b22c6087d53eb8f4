"""Where a model's tokens and merges come from: dictionaries and lists of the caller, or a bundled vocabulary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from ...errors import UnknownTokenError, UnsupportedVocabError, VocabFormatError, show
from ...vocab.formats.byte_unicode import bytes_to_characters, characters_to_bytes
from ...vocab.merge_ranks import RankedTokens, bytes_without_token, rank_by_merges
from ...vocab.token_bytes import TokenBytes, iterate_tokens
from ...vocab.unified import UnifiedVocab

__all__ = ["BundledTokens", "ListedTokens", "ModelTokens"]


class ListedTokens:
    """Tokens as spelt in files (text -> id), and merges as pairs of such texts."""

    def __init__(self, vocab: Mapping[str, int], merges: Sequence[tuple[str, str]]) -> None:
        self.vocab = dict(vocab)
        self.merges = list(merges)
        made = map("".join, self.merges)
        if not self.vocab.keys() >= set(chain(chain.from_iterable(self.merges), made)):
            self._refuse_unknown()
        self._ranked: tuple[tuple[bool, int | None], RankedTokens] | None = None

    def _refuse_unknown(self) -> None:
        for left, right in self.merges:
            for token in (left, right, left + right):
                if token not in self.vocab:
                    problem = f"Token `{token}` out of vocabulary: the merge of {show(left)} and {show(right)} needs it"
                    raise VocabFormatError("merges", None, problem)

    def __len__(self) -> int:
        return len(self.vocab)

    def id_of(self, token: str) -> int | None:
        """The id of a token in its spelling."""
        return self.vocab.get(token)

    def spelling_of(self, token: int) -> str | None:
        """The spelling of an id."""
        return self._spellings.get(token)

    @cached_property
    def _spellings(self) -> dict[int, str]:
        return {number: token for token, number in self.vocab.items()}

    @cached_property
    def _bytes(self) -> dict[bytes, int]:
        """The tokens that are spelt in bytes; others are found by no text."""
        found = {}
        for token, number in self.vocab.items():
            try:
                found[characters_to_bytes(token)] = number
            except ValueError:
                continue
        found.pop(b"", None)
        return found

    @cached_property
    def missing_bytes(self) -> list[int]:
        """Bytes that texts contain and that have no token."""
        return bytes_without_token(self._bytes)

    @property
    def largest_id(self) -> int:
        """-1 if there are no tokens."""
        return max(self.vocab.values(), default=-1)

    def ranked(self, whole_spans: bool, unknown: int | None) -> RankedTokens:
        """The tokens for the engine; see `rank_by_merges`."""
        key = (whole_spans, unknown)
        if self._ranked is None or self._ranked[0] != key:
            self._ranked = key, self._rank(whole_spans, unknown)
        return self._ranked[1]

    def _rank(self, whole_spans: bool, unknown: int | None) -> RankedTokens:
        merges = []
        for place, (left, right) in enumerate(self.merges):
            try:
                merges.append((characters_to_bytes(left), characters_to_bytes(right)))
            except ValueError:
                raise UnsupportedVocabError(
                    f"merge {place} joins {show(left)} and {show(right)}, which are not spelt in bytes: expected a "
                    "vocabulary of byte-level BPE"
                ) from None
        return rank_by_merges(
            "model", self._bytes, merges, whole_spans=whole_spans, unknown=unknown, drops=True
        )


class BundledTokens:
    """The tokens of a bundled vocabulary; special tokens that its file lists among them have ids of their own."""

    def __init__(self, source: UnifiedVocab, listed: Mapping[str, int]) -> None:
        self.source, self.listed = source, dict(listed)
        self.missing_bytes: list[int] = []

    def __len__(self) -> int:
        return self.source.n_ranked + len(self.listed)

    def id_of(self, token: str) -> int | None:
        """The id of a token in its spelling."""
        if token in self.listed:
            return self.listed[token]
        try:
            return self.source.find_token(characters_to_bytes(token)) if token else None
        except ValueError:
            return None

    def spelling_of(self, token: int) -> str | None:
        """The spelling of an id."""
        if token in self._listed_by_id:
            return self._listed_by_id[token]
        try:
            if self.source.is_special(token):
                return None
            return bytes_to_characters(self.source.token_bytes(token))
        except UnknownTokenError:
            return None

    @cached_property
    def _listed_by_id(self) -> dict[int, str]:
        return {number: token for token, number in self.listed.items()}

    @cached_property
    def vocab(self) -> dict[str, int]:
        """Spelling -> id, by id."""
        ranked = {bytes_to_characters(token): rank for rank, token in iterate_tokens(self.source.ranked)}
        return dict(sorted((ranked | self.listed).items(), key=lambda item: item[1]))

    @cached_property
    def merges(self) -> list[tuple[str, str]]:
        """The merges that ranks amount to."""
        return [(bytes_to_characters(a), bytes_to_characters(b)) for a, b in self.source.merges]

    @property
    def largest_id(self) -> int:
        """The largest id, special tokens included."""
        return max([len(self.source.ranked.starts) - 2, *self.listed.values()])

    def ranked(self, whole_spans: bool, unknown: int | None) -> RankedTokens | TokenBytes:
        """The tokens for the engine."""
        return self.source.ranked


ModelTokens = ListedTokens | BundledTokens
