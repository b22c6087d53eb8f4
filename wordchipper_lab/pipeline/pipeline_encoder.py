"""`PipelineEncoder`: text -> ids with all stages of a `Pipeline`; the merging is `TokenEncoder`'s.

If one pattern says how texts are split, they go straight to the engine: as they are, or as the normalizer leaves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..encoders.chunks import chunks_of
from ..encoders.encoding import Encoding, TokenBatch, as_texts
from ..encoders.long_text import encode_long
from ..encoders.token_encoder import TokenEncoder
from ..encoders.token_lists import to_list
from ..spanners import PatternLimits
from ..spanners.spans import GAP, SPECIAL, WORD
from ..spanners.text_spanner import TextSpanner
from ..special_policy import Special
from ..text.text_bytes import as_text_bytes
from ..thread_pool import map_over_threads
from ..vocab.pipeline import Pipeline
from ..vocab.unified import UnifiedVocab
from .covering import cover
from .dropped_bytes import DroppedBytes
from .located import Located
from .mixed_tokens import can_collide
from .normalize import Normalized
from .pipeline_spanner import PipelineSpanner
from .split_chain import byte_places, character_places
from .stages import Prepared, Stages

__all__ = ["PipelineEncoder"]

_LONG_TEXT = 1 << 19

# If they leave a text as it is, they leave each part of it as it is.
_BY_CHARACTER = frozenset({"NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt"})


class PipelineEncoder:
    """Text to ids, as `TokenEncoder` does it, for tokenizers that do more than split once and merge.

    engine: merges the pieces; its spanner splits as the whole pre-tokenizer does if `one_pattern` does. Safe to use
    from any number of threads.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        engine: TokenEncoder,
        *,
        one_pattern: bool,
        lexer: str = "auto",
        num_threads: int = 1,
        limits: PatternLimits | None = None,
    ) -> None:
        self.pipeline = pipeline
        self.engine = engine
        self.stages = Stages(pipeline, lexer, limits)
        self.num_threads = num_threads
        self.is_direct = (
            one_pattern
            and all(token.is_plain for token in pipeline.added_tokens)
            and all(step.kind in _BY_CHARACTER for step in pipeline.normalizer)
            and not can_collide(pipeline.added_tokens, pipeline.normalizer, limits)
        )
        """Whether the engine alone gives the ids of texts that the normalizer does not change, and without added tokens
        those of all texts, once they are normalized."""
        self._first_of_added = {token.text[0] for token in pipeline.added_tokens if token.text}
        is_simple = self.is_direct and not pipeline.normalizer
        vocab = engine.vocab
        self._dropped = DroppedBytes(vocab.dropped, vocab.ranked) if vocab.dropped else None
        added = {token.text: token.id for token in pipeline.added_tokens}
        self._spanner = engine.spanner if is_simple else PipelineSpanner(self.stages, added)

    @property
    def vocab(self) -> UnifiedVocab:
        """The vocabulary."""
        return self.engine.vocab

    @property
    def spanner(self) -> TextSpanner:
        """The engine's, if special tokens and one pattern are all that divides a text; otherwise one that does all."""
        return self._spanner

    @property
    def encoder(self) -> str:
        """Name of the span encoder."""
        return self.engine.encoder

    @property
    def memo(self) -> bool:
        """Whether shortcuts before the span encoder are used."""
        return self.engine.memo

    @property
    def memo_bytes(self) -> int:
        """The most memory that the memo of a thread may take; 0 without a memo."""
        return self.engine.memo_bytes

    def encode(self, text: str, special: Special = "parse") -> np.ndarray:
        """Ids of one text: uint32 (n,)."""
        given = self._for_engine(text)
        if given is None:
            return self._encode_texts([text], special).tokens
        if len(text) > _LONG_TEXT and not self.pipeline.normalizer:
            return encode_long(self.engine, text, special, self.num_threads)
        return self.engine.encode(given, special)

    def encode_list(self, text: str, special: Special = "parse") -> list[int]:
        """Ids of one text as a list."""
        given = self._for_engine(text)
        if given is None:
            return to_list(self._encode_texts([text], special).tokens)
        return self.engine.encode_list(given, special)

    def count(self, text: str, special: Special = "parse") -> int:
        """Number of ids of one text."""
        given = self._for_engine(text)
        if given is None:
            return len(self._encode_texts([text], special).tokens)
        return self.engine.count(given, special)

    def encode_batch(self, texts: Iterable[str], special: Special, num_threads: int) -> TokenBatch:
        """Ids of all texts, by up to `num_threads` threads."""
        texts = as_texts(texts)
        given = [self._for_engine(text) for text in texts]
        others = [text for text in given if text is not None]
        straight = [text is not None for text in given]
        if len(others) == len(texts):
            return self.engine.encode_batch(others, special, num_threads)
        chosen = self.stages.check_special(special)
        changed = [text for text, is_straight in zip(texts, straight, strict=True) if not is_straight]
        sizes = np.fromiter(map(len, changed), dtype=np.int64, count=len(changed))
        chunks = chunks_of(sizes, num_threads)
        found = TokenBatch.concatenate(
            map_over_threads(lambda chunk: self._encode_texts(changed[chunk], chosen), chunks, num_threads)
        )
        if len(changed) == len(texts):
            return found
        return _interleave(straight, self.engine.encode_batch(others, special, num_threads), found)

    def encode_with_spans(self, text: str, special: Special = "parse") -> Encoding:
        """Ids and spans of one text, and their positions in it: what the screens draw.

        What the normalizer or the pre-tokenizer removed is a gap; the span of a piece is what it stands for.
        """
        if self._for_engine(text) == text:
            return self.engine.encode_with_spans(text, special)
        prepared = self.stages.prepare([text], special, located=True)
        tokens, token_ends, starts, ends = self._located(prepared)
        data, pieces = as_text_bytes(text), prepared.pieces
        places = byte_places(pieces, data, starts, ends)
        spans = byte_places(pieces, data, pieces.starts, pieces.ends)
        return cover(data, tokens, places, spans, pieces.kinds, token_ends)

    def locate(self, text: str, special: Special = "parse") -> Located:
        """Ids of one text with their places in it, in characters."""
        prepared = self.stages.prepare([text], special, located=True)
        tokens, token_ends, starts, ends = self._located(prepared)
        starts, ends = character_places(prepared.pieces, starts, ends)
        numbers = np.cumsum(prepared.pieces.kinds != GAP) - 1
        return Located(tokens, starts, ends, np.repeat(numbers, np.diff(token_ends, prepend=0)))

    def normalize(self, text: str) -> Normalized:
        """`text` as the normalizer leaves it, and where each character comes from."""
        return self.stages.normalize(text)

    def with_special(self, special: Special) -> tuple[PipelineEncoder, Special]:
        """This encoder, and what it takes as `special`; raises `UnknownNameError` for what it does not know."""
        return self, self.stages.check_special(special)

    def _for_engine(self, text: str) -> str | None:
        """The text for which the engine alone gives the same ids, or None if that takes all stages."""
        if not self.is_direct or (self._dropped and type(text) is str and self._dropped.are_in(text)):
            return None
        if not self.pipeline.normalizer or type(text) is not str or (text.isascii() and self._leaves_ascii()):
            return text  # the engine says what is wrong with anything but a str
        new = self.stages.normalized_whole(text)
        if new == text:
            return text
        may_have_added = any(first in text or first in new for first in self._first_of_added)
        return None if may_have_added or (self._dropped and self._dropped.are_in(new)) else new

    def _leaves_ascii(self) -> bool:
        return all(
            step.kind in ("NFC", "NFD", "NFKC", "NFKD", "StripAccents") for step in self.pipeline.normalizer
        )

    def _encode_texts(self, texts: Sequence[str], special: Special) -> TokenBatch:
        prepared = self.stages.prepare(texts, special)
        tokens, token_ends, _, _ = self._merge(prepared)
        counts = np.bincount(prepared.pieces.texts, np.diff(token_ends, prepend=0), minlength=len(texts))
        return TokenBatch(tokens, np.append(0, np.cumsum(counts)).astype(np.int64))

    def _merge(self, prepared: Prepared) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Ids of all pieces, uint32 (n,), and where those of each end; the same without added tokens, by rank."""
        pieces, added = prepared
        data, ends, kinds = pieces.data, pieces.ends, pieces.kinds
        if self._dropped:
            data, ends, kinds = self._dropped.leave_out(pieces)
        kinds = np.where(kinds == WORD, np.uint8(WORD), np.uint8(GAP))
        ranks, rank_ends = self.engine.encode_pieces(data, ends, kinds)
        tokens, token_ends = self.vocab.to_ids(ranks), rank_ends
        if len(added):
            is_added = pieces.kinds == SPECIAL
            tokens = np.insert(tokens, rank_ends[is_added], added)
            token_ends = rank_ends + np.cumsum(is_added)
        return tokens, token_ends, ranks, rank_ends

    def _located(self, prepared: Prepared) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Ids, where those of each piece end, and where each begins and ends in the pieces' data."""
        tokens, token_ends, ranks, rank_ends = self._merge(prepared)
        pieces = prepared.pieces
        if self._dropped:
            starts, ends = self._dropped.places(pieces, ranks, rank_ends)
        else:
            sizes, counts = np.diff(self.vocab.ranked.starts)[ranks], np.diff(rank_ends, prepend=0)
            done = np.append(0, np.cumsum(sizes))
            starts = done[:-1] + np.repeat(pieces.starts - done[rank_ends - counts], counts)
            ends = starts + sizes
        is_added = pieces.kinds == SPECIAL
        places = rank_ends[is_added]
        starts, ends = (
            np.insert(starts, places, pieces.starts[is_added]),
            np.insert(ends, places, pieces.ends[is_added]),
        )
        return tokens, token_ends, starts, ends


def _interleave(from_first: list[bool], first: TokenBatch, second: TokenBatch) -> TokenBatch:
    """One batch with the texts of both: text i is the next of `first` where ``from_first[i]``."""
    sources = iter(first), iter(second)
    parts = [next(sources[not is_first]) for is_first in from_first]
    return TokenBatch(np.concatenate(parts), np.cumsum([0, *map(len, parts)], dtype=np.int64))
