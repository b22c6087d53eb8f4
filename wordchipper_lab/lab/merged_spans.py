"""The spans of a text as they are merged: after the normalizer, with the spaces that were put before them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..arguments import a_text, checked
from ..pipeline.dropped_bytes import DroppedBytes
from ..pipeline.pipeline_spanner import PipelineSpanner
from ..pipeline.split_chain import Pieces, byte_places
from ..spanners.spans import WORD
from ..text.text_bytes import as_text_bytes
from ..tokenizer_arguments import a_special, a_tokenizer

if TYPE_CHECKING:
    from ..tokenizer import Special, Tokenizer
    from ..vocab.unified import UnifiedVocab

__all__ = ["MergedSpans", "find_whole", "merged_spans"]


@dataclass(frozen=True, eq=False)
class MergedSpans:
    """Span i is ``data[ends[i - 1]:ends[i]]`` (bytes), of kind ``kinds[i]``: 0 word, 1 special (or an added token), 2
    gap (removed, or not matched).

    It stands for the bytes of the text from ``text_starts[i]`` to ``text_ends[i]``; without a normalizer, for itself.
    All are int64 (n,), but kinds, uint8 (n,). n_dropped: how many bytes were left out, because they have no token; a
    span of such bytes alone is a gap.
    """

    data: bytes
    ends: np.ndarray
    kinds: np.ndarray
    text_starts: np.ndarray
    text_ends: np.ndarray
    n_dropped: int = 0

    def __len__(self) -> int:
        return len(self.ends)

    def span(self, number: int) -> bytes:
        """The bytes of span `number`, as they are merged."""
        return self.data[int(self.ends[number - 1]) if number else 0 : int(self.ends[number])]

    def is_word(self, number: int) -> bool:
        """Whether span `number` is merged from bytes."""
        return bool(self.kinds[number] == WORD)

    def find(self, starts: np.ndarray) -> np.ndarray:
        """For each of `starts`, bytes of the text, the number of the first span that stands for it or for what comes
        after it: int64."""
        return np.minimum(np.searchsorted(self.text_ends, starts, side="right"), len(self) - 1)


@checked(tok=a_tokenizer, text=a_text, special=a_special)
def merged_spans(tok: Tokenizer, text: str, special: Special = "parse") -> MergedSpans:
    """The spans of `text`, and what of it they stand for; raises the errors of `Tokenizer.spans`.

    >>> import wordchipper_lab as wl
    >>> found = merged_spans(wl.Tokenizer.from_pretrained("o200k_base"), "hello world")
    >>> [found.span(number) for number in range(len(found))]
    [b'hello', b' world']
    """
    spanner = tok.spanner
    if isinstance(spanner, PipelineSpanner):
        pieces = spanner.stages.prepare([text], special, located=True).pieces
        starts, ends = byte_places(pieces, as_text_bytes(text), pieces.starts, pieces.ends)
        ends = np.maximum.accumulate(ends)
    else:
        spans = tok.spans(text, special)
        none = np.zeros(len(spans.ends), dtype=np.int64)
        pieces = Pieces(as_text_bytes(text), spans.ends, spans.kinds, none)
        starts, ends = spans.starts, spans.ends
    data, piece_ends, kinds = pieces.data, pieces.ends, pieces.kinds
    if tok.vocab.dropped:
        data, piece_ends, kinds = DroppedBytes(tok.vocab.dropped, tok.vocab.ranked).leave_out(pieces)
    n_dropped = len(pieces.data) - len(data)
    return MergedSpans(data.tobytes(), piece_ends, kinds, starts, ends, n_dropped)


def find_whole(vocab: UnifiedVocab, span: bytes) -> int | None:
    """The token that a span becomes as a whole, without an encoder; None also for an entry that no text gives.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> find_whole(load_vocab("o200k_base"), b" world")
    2375
    """
    token = vocab.find_token(span) if span else None
    return None if token is None or vocab.rank_of(token) is None else token
