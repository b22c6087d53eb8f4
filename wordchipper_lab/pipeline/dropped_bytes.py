"""Bytes for which a vocabulary has no token at all: the `tokenizers` package drops them when it merges.

SmolLM's vocabulary is such a one: it was learnt from text, and what that text did not hold, such as most control
characters, has no token. What stands on both sides of a dropped byte becomes neighbours, and may be merged.

`tokenizers` counts the places of tokens from the start of their piece as if nothing had been dropped before them, and
in the bytes of GPT-2's spelling, where all but the printable ones of ASCII take two. `DroppedBytes.places` does, too.

Source: ``BPE::merge_word`` in its ``models/bpe/model.rs``.
"""

from __future__ import annotations

import numpy as np

from ..spanners.spans import GAP, WORD
from ..text.text_bytes import encode_text
from ..vocab.token_bytes import TokenBytes
from .split_chain import Pieces

__all__ = ["DroppedBytes"]

_PADDING = np.zeros(16, dtype=np.uint8)  # the memo's keys are made by loads that read beyond a span
_IN_ASCII = (np.arange(256) > 0x20) & (np.arange(256) < 0x7F)
_WIDTHS = np.where(_IN_ASCII, 1, 2)
"""How many bytes GPT-2's character for each byte has in UTF-8."""


class DroppedBytes:
    """What to do with pieces that contain one of `dropped`; `tokens`: the vocabulary's, by rank."""

    def __init__(self, dropped: bytes, tokens: TokenBytes) -> None:
        self._dropped = dropped
        self._is_dropped = np.isin(np.arange(256), list(dropped))
        before = np.append(0, np.cumsum(_WIDTHS[tokens.data[: tokens.starts[-1]]]))
        self._token_widths = np.diff(before[tokens.starts])

    def are_in(self, text: str) -> bool:
        """Whether the UTF-8 of `text` has any of them.

        >>> from wordchipper_lab.vocab.token_bytes import pack_tokens
        >>> DroppedBytes(b"\\xc3", pack_tokens([b"a"])).are_in("\\u00e9")
        True
        """
        data = encode_text(text)
        return len(data.translate(None, self._dropped)) < len(data)

    def leave_out(self, pieces: Pieces) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Data, ends and kinds of the pieces, those of text without dropped bytes; one of which nothing is left is a
        `GAP`."""
        sizes = np.diff(pieces.ends, prepend=0)
        kept = ~(self._is_dropped[pieces.data] & np.repeat(pieces.kinds == WORD, sizes))
        ends = np.append(0, np.cumsum(kept))[pieces.ends]
        kinds = np.where(np.diff(ends, prepend=0) > 0, pieces.kinds, np.uint8(GAP)).astype(np.uint8)
        data = np.append(pieces.data[kept], _PADDING)
        return data[: len(data) - len(_PADDING)], ends, kinds

    def places(
        self, pieces: Pieces, ranks: np.ndarray, token_ends: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Where each token of the pieces of text begins and ends in the data of the pieces, int64 (n,) each."""
        widths = self._token_widths[ranks]
        counts = np.diff(token_ends, prepend=0)
        done = np.append(0, np.cumsum(widths))
        within = done[:-1] - np.repeat(done[token_ends - counts], counts)
        in_data = np.append(0, np.cumsum(_WIDTHS[pieces.data]))
        begins = np.repeat(in_data[pieces.starts], counts) + within
        starts = np.searchsorted(in_data, begins, side="right") - 1
        return starts, np.searchsorted(in_data, begins + widths, side="left")
