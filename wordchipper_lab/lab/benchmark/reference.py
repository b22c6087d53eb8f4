"""The correct results, with which every contender is compared before it is timed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...errors import WorkLimitError
from ...tokenizer import Tokenizer
from ..work_limit import check_work
from .modes import BATCH_MODES
from .peers import installed_peers, open_peer

__all__ = ["Reference"]

REFERENCE_PEER = "tiktoken"


class Reference:
    """Ids of one vocabulary by tiktoken or, if it is not installed, by our regex lexer and buffer_sweep.

    Spans are compared with those of our regex lexer, decoded text with the text itself. ``name`` names the
    reference.

    >>> reference = Reference("r50k_base")
    >>> reference.ids("hello world"), reference.is_right("count", "hello world", 3)
    ([31373, 995], False)
    """

    def __init__(self, model: str) -> None:
        peer = open_peer(REFERENCE_PEER, model, 1) if REFERENCE_PEER in installed_peers() else None
        self._peer = peer
        self._tok = Tokenizer.from_pretrained(model, "regex", "buffer_sweep", 1, memo=False)
        self._fallback = Tokenizer.from_pretrained(model, "regex", "priority_merge", 1, memo=False)
        self._ids: dict[str, np.ndarray] = {}
        self._ends: dict[str, np.ndarray] = {}
        self.name = REFERENCE_PEER if peer is not None else "regex + buffer_sweep"

    def ids(self, text: str) -> list[int]:
        """Ids of `text`, computed once."""
        return self._id_array(text).tolist()

    def count(self, mode: str, text: Any) -> int:
        """Number of ids of `text` (for a batch: of all its texts)."""
        return sum(len(self._id_array(each)) for each in (text if mode in BATCH_MODES else [text]))

    def is_right(self, mode: str, text: Any, result: Any) -> bool:
        """Whether `result` is what `mode` must return for `text` (for a batch: the texts)."""
        if mode in ("decode_batch", "round_trip_batch"):
            return bool(result == text)
        if mode in BATCH_MODES:
            return len(result) == len(text) and all(map(self._same_ids, text, result))
        if mode == "spans":
            return np.array_equal(result.ends, self._span_ends(text))
        if mode == "count":
            return int(result) == len(self._id_array(text))
        if mode in ("decode", "decode_array"):
            return bool(result == text)
        return self._same_ids(text, result)

    def _same_ids(self, text: str, result: Any) -> bool:
        return np.array_equal(np.asarray(result, dtype=np.int64), self._id_array(text))

    def _id_array(self, text: str) -> np.ndarray:
        """The ids as uint32 (n,): as lists, those of a large corpus would take 100 MB."""
        if text not in self._ids:
            found = self._peer.encode(text) if self._peer is not None else self._own_ids(text)
            self._ids[text] = np.array(found, dtype=np.uint32)
        return self._ids[text]

    def _span_ends(self, text: str) -> np.ndarray:
        if text not in self._ends:
            self._ends[text] = self._tok.spans(text, special="text").ends
        return self._ends[text]

    def _own_ids(self, text: str) -> list[int]:
        try:
            check_work(self._tok, text, "text")
        except WorkLimitError:
            return self._fallback.encode(text, special="text")
        return self._tok.encode(text, special="text")
