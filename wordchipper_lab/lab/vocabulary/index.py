"""`VocabularyIndex`: what a search needs to know about every token, computed once per vocabulary."""

from __future__ import annotations

import threading
import weakref
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..shown_ranks import NO_RANK, are_ids, ranks_of_ids
from .characters import COMMON, LETTER, NUMBER, SCRIPTS, SIGN, SPACE, classify, scripts_of

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.unified import UnifiedVocab

__all__ = ["KINDS", "NOT_UTF8", "SEVERAL", "VocabularyIndex", "index_vocabulary"]

KINDS = (
    "word after a space",
    "word",
    "number",
    "punctuation",
    "whitespace",
    "mixed",
    "not whole UTF-8",
    "special",
)
"""What a token consists of; numbers and punctuation may have whitespace around them."""

NOT_UTF8, SEVERAL = len(SCRIPTS), len(SCRIPTS) + 1
"""Scripts beyond `SCRIPTS`: of tokens that are not valid UTF-8, and of those with letters of more than one
script."""


class VocabularyIndex:
    """All entries of a vocabulary, ranked and special tokens and those that no text gives, by id. Arrays have one entry
    per token: its *place* is its index.

    Everything beyond the bytes is computed on first use; for o200k_base texts take 0.07 s, scripts and kinds
    the same again, folded texts (for searches that ignore case) 0.09 s.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> index = VocabularyIndex(load_vocab("r50k_base"))
    >>> len(index), index.texts[262], index.script_names[index.scripts[262]], KINDS[index.kinds[262]]
    (50257, ' the', 'Latin', 'word after a space')
    """

    script_names = (*SCRIPTS, "not whole UTF-8", "several scripts")

    def __init__(self, vocab: UnifiedVocab) -> None:
        self.name, self.max_token = vocab.name, vocab.max_token
        self.data = vocab.all_tokens.data
        """uint8: the concatenated bytes of all tokens (and some spare ones)."""
        sizes = np.diff(vocab.all_tokens.starts)
        used = np.flatnonzero(sizes)
        self.ids = used.astype(np.uint32)
        """uint32 (n,), ascending"""
        self.starts = np.append(vocab.all_tokens.starts[used], vocab.all_tokens.starts[-1])
        """int64 (n + 1,): token i is ``data[starts[i]:starts[i + 1]]``"""
        self.sizes = sizes[used]
        """int64 (n,), in bytes"""
        self.is_special = np.isin(self.ids, list(vocab.special_tokens.values()))
        """bool (n,)"""
        self.is_never = np.isin(self.ids, list(vocab.other_tokens)) & ~self.is_special
        """bool (n,): whether no text is encoded to it, because no merge makes it."""
        self.has_ids_as_ranks = are_ids(vocab)
        """Whether the rank of each ranked token is its id."""
        self._vocab = weakref.ref(vocab)

    def __len__(self) -> int:
        return len(self.ids)

    def place_of(self, token: int) -> int | None:
        """The place of `token` (an id), or ``None`` if no token has that id."""
        place = int(np.searchsorted(self.ids, token)) if 0 <= token <= self.max_token else len(self.ids)
        return place if place < len(self.ids) and self.ids[place] == token else None

    def token_bytes(self, place: int) -> bytes:
        """The bytes of the token at `place`."""
        return self.data[self.starts[place] : self.starts[place + 1]].tobytes()

    @cached_property
    def ranks(self) -> np.ndarray:
        """int64 (n,): the rank of each token (see `shown_ranks`), -1 for none."""
        vocab = self._vocab()
        if self.has_ids_as_ranks or vocab is None:
            return np.where(self.is_special | self.is_never, NO_RANK, self.ids.astype(np.int64))
        return np.where(self.is_special, NO_RANK, ranks_of_ids(vocab, self.ids))

    @cached_property
    def texts(self) -> list[str]:
        """The text of each token, as `Tokenizer.id_to_token` has it: U+FFFD for bytes that are not whole UTF-8."""
        data = self.data.tobytes()
        return [data[start:end].decode(errors="replace") for start, end in pairwise(self.starts.tolist())]

    @cached_property
    def is_valid(self) -> np.ndarray:
        """bool (n,): whether a token is valid UTF-8."""
        texts = self.texts
        is_valid = np.fromiter(("\ufffd" not in text for text in texts), dtype=np.bool_, count=len(self))
        for place in np.flatnonzero(~is_valid).tolist():  # a token may really contain a U+FFFD
            is_valid[place] = self.token_bytes(place) == texts[place].encode()
        return is_valid

    @cached_property
    def n_characters(self) -> np.ndarray:
        """int64 (n,): the length of each token's text."""
        return np.fromiter(map(len, self.texts), dtype=np.int64, count=len(self))

    @cached_property
    def folded(self) -> tuple[np.ndarray, np.ndarray]:
        """(data, starts) of all tokens with their case folded; bytes that are not valid UTF-8 stay
        unchanged."""
        data = self.data.tobytes()
        tokens = [
            data[start:end].decode(errors="surrogateescape").casefold().encode(errors="surrogateescape")
            for start, end in pairwise(self.starts.tolist())
        ]
        starts = np.zeros(len(tokens) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, tokens), dtype=np.int64, count=len(tokens)), out=starts[1:])
        return np.frombuffer(b"".join(tokens), dtype=np.uint8), starts

    @cached_property
    def scripts(self) -> np.ndarray:
        """uint8 (n,), places in `script_names`: the one script of a token's letters; Common if it has none."""
        return self._characters[0]

    @cached_property
    def kinds(self) -> np.ndarray:
        """uint8 (n,), places in `KINDS`."""
        return self._characters[1]

    @cached_property
    def _characters(self) -> tuple[np.ndarray, np.ndarray]:
        codes = np.frombuffer("".join(self.texts).encode("utf-32-le"), dtype="<u4")
        first = np.zeros(len(self), dtype=np.int64)
        np.cumsum(self.n_characters[:-1], out=first[1:])
        occurring = np.flatnonzero(np.bincount(codes))
        characters = occurring.astype("<u4").tobytes().decode("utf-32-le")
        table = np.zeros((2, int(occurring[-1]) + 1), dtype=np.uint8)
        table[:, occurring] = scripts_of(characters), classify(characters)
        return self._find_scripts(table[0][codes], first), self._find_kinds(table[1][codes], codes, first)

    def _find_scripts(self, scripts: np.ndarray, first: np.ndarray) -> np.ndarray:
        writes = scripts > COMMON
        lowest = np.minimum.reduceat(np.where(writes, scripts, 255), first)
        highest = np.maximum.reduceat(np.where(writes, scripts, 0), first)
        found = np.where(highest == 0, SCRIPTS.index("Common"), np.where(lowest == highest, lowest, SEVERAL))
        found[~self.is_valid] = NOT_UTF8
        return found.astype(np.uint8)

    def _find_kinds(self, classes: np.ndarray, codes: np.ndarray, first: np.ndarray) -> np.ndarray:
        after_first = classes.copy()
        after_first[first] = 0
        every, rest = np.bitwise_or.reduceat(classes, first), np.bitwise_or.reduceat(after_first, first)
        conditions = [
            self.is_special,
            ~self.is_valid,
            (codes[first] == ord(" ")) & (rest == LETTER),
            every == LETTER,
            (every | SPACE) == (NUMBER | SPACE),
            (every | SPACE) == (SIGN | SPACE),
            every == SPACE,
        ]
        order = ("special", "not whole UTF-8", *KINDS[:5])
        return np.select(conditions, list(map(KINDS.index, order)), KINDS.index("mixed")).astype(np.uint8)


_indexes: weakref.WeakKeyDictionary[Any, VocabularyIndex] = weakref.WeakKeyDictionary()
_lock = threading.Lock()


def index_vocabulary(vocab: UnifiedVocab | Tokenizer) -> VocabularyIndex:
    """The index of a vocabulary, computed once and kept as long as the vocabulary.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> index_vocabulary(load_vocab("gpt2")) is index_vocabulary(load_vocab("r50k_base"))
    True
    """
    known = getattr(vocab, "vocab", vocab)
    with _lock:
        if known not in _indexes:
            _indexes[known] = VocabularyIndex(known)
        return _indexes[known]
