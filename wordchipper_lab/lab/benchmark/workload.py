"""The calls of one round on a corpus, each short enough that a stop need not wait long."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate, cycle, islice
from typing import Any

from ...text.text_bytes import encode_text
from .corpora import Corpus, documents
from .modes import BATCH_MODES

__all__ = ["Workload", "cut_text", "fresh_copy", "make_workload"]

TEXT_BYTES = 4_000_000
"""Most bytes of a corpus in single-text modes: enough that a long corpus does not fit into a memo of
spans."""

CALL_BYTES = 250_000
"""Bytes of text per call: 0.1 s for a tokenizer of 2.5 MB/s, so that a round can be stopped almost
immediately."""

BATCH_BYTES = 500_000
"""Bytes of a batch per thread: several chunks of work for each thread."""

DOCUMENT_BYTES = 5_000

SMALL_SIZES = (20, 160, 45, 90, 200, 30, 120, 60, 180, 75)
"""Sizes in bytes of the texts of "batch_small", repeated."""


@dataclass(frozen=True)
class Workload:
    """The texts of one round: each in a separate call, or all in one batch."""

    texts: list[str]
    is_batch: bool = False

    @property
    def n_bytes(self) -> int:
        """Bytes of UTF-8 in all texts."""
        return sum(len(encode_text(text)) for text in self.texts)

    def part(self, fraction: float) -> Workload:
        """The first of the texts, about `fraction` of them, at least one."""
        return replace(self, texts=self.texts[: max(1, int(len(self.texts) * fraction))])


def make_workload(corpus: Corpus, mode: str, threads: int = 1) -> Workload:
    """The texts that all contenders get for `corpus` and `mode`; `threads`: the most that any of them uses.

    A corpus too short for a batch is repeated; other modes use it unchanged.

    >>> make_workload(Corpus("tiny", "a b c ", ""), "encode").texts
    ['a b c ']
    """
    if mode not in BATCH_MODES:
        return Workload(_first_bytes(documents(corpus, CALL_BYTES), TEXT_BYTES) or [""])
    size = BATCH_BYTES * threads
    small = mode == "batch_small"
    texts = cut_text(corpus.text[:size], SMALL_SIZES) if small else documents(corpus, DOCUMENT_BYTES)
    return Workload(_repeat_to(texts, size), is_batch=True)


def cut_text(text: str, sizes: tuple[int, ...] | list[int]) -> list[str]:
    """`text` in pieces of `sizes` bytes, which are repeated; a piece ends with a whole character.

    >>> cut_text("abcdefg", [2, 3])
    ['ab', 'cde', 'fg']
    >>> cut_text("a\u4e16b", [2])
    ['a\u4e16', 'b']
    """
    data = encode_text(text)
    pieces = []
    start = 0
    for size in cycle(sizes):
        if start >= len(data):
            break
        end = start + size
        while end < len(data) and data[end] & 0xC0 == 0x80:
            end += 1
        pieces.append(data[start:end].decode())
        start = end
    return pieces


def fresh_copy(argument: Any) -> Any:
    """A text, or a list of texts, in new strings; anything else unchanged.

    In practice a text is encoded once. When CPython is asked for the UTF-8 of a string (as extensions in Rust
    do), it caches it there, and the next call with that string finds it, whichever contender makes the call.

    >>> text = "caf\u00e9"
    >>> fresh_copy(text) == text, fresh_copy(text) is text, fresh_copy([text, ""]), fresh_copy([1, 2])
    (True, False, ['café', ''], [1, 2])
    """
    if isinstance(argument, str):
        return "".join((argument[:1], argument[1:]))
    if isinstance(argument, list) and argument and isinstance(argument[0], str):
        return [fresh_copy(text) for text in argument]
    return argument


def _first_bytes(texts: list[str], n_bytes: int) -> list[str]:
    """The first of `texts` that have up to `n_bytes` bytes in total."""
    totals = accumulate(len(encode_text(text)) for text in texts)
    return texts[: sum(total <= n_bytes for total in totals)]


def _repeat_to(texts: list[str], n_bytes: int) -> list[str]:
    size = sum(len(encode_text(text)) for text in texts)
    return list(islice(cycle(texts), max(1, round(n_bytes / size * len(texts))))) if size else [""]
