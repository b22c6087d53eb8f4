"""What the stages before merging made of a text, beside its tokens: for drawing them over the text as it was given."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..pipeline.pipeline_spanner import PipelineSpanner
from .merged_spans import MergedSpans, merged_spans
from .pipeline_words import name_normalizer

if TYPE_CHECKING:
    from ..encoders import Encoding
    from ..tokenizer import Special, Tokenizer

__all__ = ["MadeTokens", "TextChanges", "find_changes"]

_SPACE = 0x20


@dataclass(frozen=True, eq=False)
class MadeTokens:
    """Tokens whose bytes are not those of the text that they stand for: their numbers in the text, int64 (n,), and
    their bytes, one after the other; the i-th one's end at ``ends[i]``."""

    numbers: np.ndarray
    ends: np.ndarray
    data: bytes

    def to_dict(self) -> dict[int, bytes]:
        """Number of the token -> its bytes."""
        bounds = pairwise([0, *self.ends.tolist()])
        return {number: self.data[a:b] for number, (a, b) in zip(self.numbers.tolist(), bounds, strict=True)}


@dataclass(frozen=True, eq=False)
class TextChanges:
    """normalizer: its steps in words. normalized: the text as it leaves them, with the added tokens in it; None if they
    changed nothing. n_spaces: how many spans got a space in front. gap_bytes: of the text, that have no tokens.
    n_dropped: bytes that merging drops, because the vocabulary has no token for them.

    token_ends: int64 (tokens,), bytes of the text: where each token ends in a drawing that shows each character once.
    Of several tokens that stand for one character the last one has it, and the others end where it begins. spans: for
    each span of the encoding, the number of its first merged one (see `MergedSpans`).
    """

    normalizer: str
    normalized: str | None
    n_spaces: int
    gap_bytes: int
    n_dropped: int
    token_ends: np.ndarray
    made: MadeTokens = field(repr=False)
    spans: np.ndarray = field(repr=False)

    def sentences(self) -> list[str]:
        """What was changed, for people; empty if nothing was."""
        said = []
        if self.normalized is not None:
            said.append(
                f"The normalizer ({self.normalizer}) changed this text before it was split; tokens are drawn over the "
                "text as it was given."
            )
        if self.n_spaces:
            spans = "1 span" if self.n_spaces == 1 else f"{self.n_spaces:,} spans"
            said.append(f"A space was put before {spans}.")
        if self.gap_bytes:
            one, more = (
                "1 byte of it has no token: it was",
                f"{self.gap_bytes:,} bytes of it have no token: they were",
            )
            said.append(
                f"{one if self.gap_bytes == 1 else more} removed, or joined to what is before. Gaps are drawn there."
            )
        if self.n_dropped:
            bytes_are = "1 byte is" if self.n_dropped == 1 else f"{self.n_dropped:,} bytes are"
            said.append(
                f"{bytes_are} dropped when merging, because the vocabulary has no token for them; tokens are drawn "
                "where Hugging Face's tokenizers puts them, as if nothing had been dropped before them."
            )
        return said


def find_changes(tok: Tokenizer, text: str, special: Special, encoding: Encoding) -> TextChanges | None:
    """What `tok` made of `text`, of which `encoding` is what `Tokenizer.encode_with_spans` returns; None if each token
    has the bytes of the text that it stands for, in order."""
    spanner = tok.spanner
    stages = spanner.stages if isinstance(spanner, PipelineSpanner) else None
    if stages is None and not tok.vocab.dropped:
        return None
    data = encoding.data.tobytes()
    token_bytes = tok.decode_bytes(encoding.tokens)
    if token_bytes == data:
        return None
    sizes = _sizes(tok, encoding.tokens)
    starts, ends = _to_bytes(encoding, token_bytes, sizes)
    drawn = ends.copy()
    drawn[:-1] = np.minimum(drawn[:-1], starts[1:])
    drawn = np.maximum.accumulate(drawn) if len(drawn) else drawn
    made = _made_tokens(encoding, drawn, token_bytes, sizes)
    spans = merged_spans(tok, text, special)
    normalized = data.decode() if stages is None else stages.normalized(text, special)
    begins = np.append(0, encoding.span_ends[:-1])[: len(encoding.span_ends)]
    pipeline = tok.pipeline
    return TextChanges(
        name_normalizer(pipeline.normalizer),
        None if normalized == data.decode() else normalized,
        _count_spaces(spans, encoding.data) if any(step.prefix_space for step in pipeline.splits) else 0,
        int(np.diff(encoding.span_ends, prepend=0)[encoding.span_kinds == 2].sum()),
        spans.n_dropped,
        drawn,
        made,
        spans.find(begins),
    )


def _sizes(tok: Tokenizer, tokens: np.ndarray) -> np.ndarray:
    """Bytes of each token: int64 (n,)."""
    starts = tok.vocab.all_tokens.starts
    sizes: np.ndarray = starts[tokens.astype(np.int64) + 1] - starts[tokens]
    return sizes


def _to_bytes(encoding: Encoding, token_bytes: bytes, sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where tokens begin and end. Those that share whole characters, but have the bytes of these, get their parts."""
    starts, ends = encoding.token_starts.copy(), encoding.token_ends.copy()
    if not len(starts):
        return starts, ends
    first = np.flatnonzero(np.append(True, starts[1:] >= ends[:-1]))  # of each group of tokens that overlap
    last = np.append(first[1:], len(starts)) - 1
    upto = np.append(0, np.cumsum(sizes))
    lengths = upto[last + 1] - upto[first]
    fits = (last > first) & (lengths == ends[last] - starts[first])
    data = encoding.data.tobytes()
    for one, other in zip(first[fits].tolist(), last[fits].tolist(), strict=True):
        begin = int(starts[one])
        if data[begin : int(ends[other])] == token_bytes[upto[one] : upto[other + 1]]:
            ends[one : other + 1] = begin + upto[one + 1 : other + 2] - upto[one]
            starts[one + 1 : other + 1] = ends[one:other]
    return starts, ends


def _made_tokens(encoding: Encoding, drawn: np.ndarray, token_bytes: bytes, sizes: np.ndarray) -> MadeTokens:
    """Tokens that are not drawn as their own bytes."""
    begins = np.maximum(np.append(0, drawn[:-1])[: len(drawn)], np.minimum(encoding.token_starts, drawn))
    is_made = sizes != drawn - begins
    upto = np.append(0, np.cumsum(sizes))
    same = np.flatnonzero(~is_made & (sizes > 0))
    if len(same):
        n = sizes[same]
        within = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)
        theirs = np.frombuffer(token_bytes, dtype=np.uint8)[np.repeat(upto[same], n) + within]
        differs = theirs != encoding.data[np.repeat(begins[same], n) + within]
        is_made[same] = np.logical_or.reduceat(differs, np.cumsum(n) - n)
    numbers = np.flatnonzero(is_made)
    parts = [token_bytes[upto[number] : upto[number + 1]] for number in numbers.tolist()]
    return MadeTokens(numbers, np.cumsum(sizes[numbers]), b"".join(parts))


def _count_spaces(spans: MergedSpans, text: np.ndarray) -> int:
    """Spans that begin with a space that is not in the text."""
    if not len(spans):
        return 0
    data = np.frombuffer(spans.data, dtype=np.uint8)
    words = np.flatnonzero((spans.kinds == 0) & (spans.text_starts < len(text)))
    begins = np.append(0, spans.ends[:-1])[words]
    return int(np.count_nonzero((data[begins] == _SPACE) & (text[spans.text_starts[words]] != _SPACE)))
