"""`PartialEncoder`: vocabularies that lack bytes and have no token for unknown ones. Such bytes are left out.

A trainer that is not told to include all bytes makes such vocabularies. Hugging Face's `tokenizers` leaves the bytes
out before it merges, so what stood before and after them may merge; and it counts offsets as if they had not been there
(``merge_word`` in ``tokenizers/src/models/bpe/model.rs``). Both are done here, too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...pipeline.located import Located
from ...pipeline.pipeline_encoder import PipelineEncoder
from ...pipeline.stages import Prepared
from ...spanners.spans import GAP, SPECIAL, WORD
from ...special_policy import Special
from ...vocab.formats.byte_unicode import bytes_to_characters

__all__ = ["PartialEncoder"]

_WIDTHS = np.array([len(bytes_to_characters(bytes([byte])).encode()) for byte in range(256)])
"""Bytes of the UTF-8 of the character that spells each byte: offsets are counted in these."""
_PADDING = 16


class PartialEncoder(PipelineEncoder):
    """Text to ids without the bytes that are `missing`."""

    missing: Sequence[int] = ()

    def _merge(self, prepared: Prepared) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return super()._merge(self._without(prepared))

    def _without(self, prepared: Prepared) -> Prepared:
        """The same pieces without bytes that no token has; some are empty."""
        pieces = prepared.pieces
        kept = self._is_kept(prepared)
        data = np.zeros(int(kept.sum()) + _PADDING, dtype=np.uint8)
        data[: len(data) - _PADDING] = pieces.data[kept]
        ends = np.append(0, np.cumsum(kept))[pieces.ends]
        kinds = np.where(np.diff(ends, prepend=0) == 0, np.uint8(GAP), pieces.kinds)
        return prepared._replace(
            pieces=pieces._replace(data=data[: len(data) - _PADDING], ends=ends, kinds=kinds)
        )

    def _is_kept(self, prepared: Prepared) -> np.ndarray:
        pieces = prepared.pieces
        lost = np.zeros(256, dtype=bool)
        lost[list(self.missing)] = True
        is_word = np.repeat(pieces.kinds == WORD, np.diff(pieces.ends, prepend=0))
        return ~(is_word & lost[pieces.data])

    def locate(self, text: str, special: Special = "parse") -> Located:
        """Ids of one text with their places in it, in characters."""
        prepared = self.stages.prepare([text], special, located=True)
        pieces, shrunk = prepared.pieces, self._without(prepared).pieces
        tokens, token_ends, sizes = self._merge(prepared)
        n_tokens = np.diff(token_ends, prepend=0)

        def of_pieces(values: np.ndarray) -> np.ndarray:
            return np.repeat(values, n_tokens)

        # Where each token lies among the bytes that are left, in widths from the start of its piece.
        ends = np.cumsum(sizes)
        before = np.append(0, ends)[np.append(0, token_ends)[:-1]]
        place = of_pieces(shrunk.starts - before) + ends - sizes
        left = np.append(0, np.cumsum(_WIDTHS[shrunk.data]))
        begin = of_pieces(left[shrunk.starts])
        start, end = left[place] - begin, left[place + sizes] - begin
        # The same place among all bytes of the piece.
        widths = np.append(0, np.cumsum(_WIDTHS[pieces.data]))
        begin = of_pieces(widths[pieces.starts])
        first = np.searchsorted(widths, begin + start, side="right") - 1
        last = np.searchsorted(widths, begin + end - 1, side="right") - 1
        is_added = of_pieces(pieces.kinds == SPECIAL)
        first = np.where(is_added, of_pieces(pieces.starts), first)
        last = np.where(is_added, of_pieces(pieces.ends - 1), last)
        numbers = np.cumsum(pieces.kinds != GAP) - 1
        assert pieces.origins is not None  # as `located` asks for them
        return Located(tokens, pieces.origins[0][first], pieces.origins[1][last], of_pieces(numbers))
