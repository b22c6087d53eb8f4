"""A vocabulary in numbers: lengths, scripts, kinds of tokens, special tokens."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import checked
from ...tokenizer_arguments import a_vocabulary
from .index import KINDS, index_vocabulary

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.unified import UnifiedVocab

__all__ = ["VocabularyStatistics", "count_vocabulary"]


@dataclass(frozen=True)
class VocabularyStatistics:
    """Counts of all tokens of a vocabulary, including special ones.

    ``bytes`` and ``characters`` are numbers of tokens by length, ``scripts`` and ``kinds`` by name: only
    those that occur, most frequent first (kinds in the order of `KINDS`). ``special_tokens`` are (text, id),
    by id. ``n_unreachable`` is the number of tokens that no merge makes, ``n_never`` that of those among them that no
    text is encoded to (the others are found as whole spans).
    """

    name: str
    n_tokens: int
    n_ranked: int
    n_partial: int
    n_unreachable: int
    n_never: int
    max_token: int
    bytes: dict[int, int]
    characters: dict[int, int]
    scripts: dict[str, int]
    kinds: dict[str, int]
    special_tokens: list[tuple[str, int]]

    def to_json(self) -> dict[str, Any]:
        """Everything by name; the keys of lengths are numbers, which JSON writes as strings."""
        return asdict(self)


@checked(vocab=a_vocabulary)
def count_vocabulary(vocab: UnifiedVocab | Tokenizer) -> VocabularyStatistics:
    """Count the tokens of a vocabulary by length, script and kind.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> counted = count_vocabulary(load_vocab("r50k_base"))
    >>> counted.n_tokens, counted.bytes[1], list(counted.scripts)[:2]
    (50257, 256, ['Latin', 'Common'])
    """
    known: UnifiedVocab = getattr(vocab, "vocab", vocab)
    index = index_vocabulary(known)
    scripts = np.bincount(index.scripts, minlength=len(index.script_names))
    kinds = np.bincount(index.kinds, minlength=len(KINDS))
    order = np.argsort(-scripts, kind="stable")
    splits = known.tables.splits.reshape(-1, 2)
    sizes = np.diff(known.tables.token_starts)
    return VocabularyStatistics(
        name=known.name,
        n_tokens=len(index),
        n_ranked=known.n_ranked,
        n_partial=int((~index.is_valid).sum()),
        n_unreachable=int(
            ((sizes > 1) & (splits[:, 0] == np.arange(len(splits)))).sum() + index.is_never.sum()
        ),
        n_never=int(index.is_never.sum()),
        max_token=known.max_token,
        bytes=_histogram(index.sizes),
        characters=_histogram(index.n_characters),
        scripts={index.script_names[at]: int(scripts[at]) for at in order.tolist() if scripts[at]},
        kinds={name: int(n) for name, n in zip(KINDS, kinds, strict=True) if n},
        special_tokens=sorted(known.special_tokens.items(), key=lambda item: item[1]),
    )


def _histogram(lengths: np.ndarray) -> dict[int, int]:
    counts = np.bincount(lengths)
    return {length: int(counts[length]) for length in np.flatnonzero(counts).tolist()}
