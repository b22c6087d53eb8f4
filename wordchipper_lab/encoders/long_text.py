"""Encode one long text by several threads, and in memory that is used again and again.

The text is taken in blocks. A block becomes UTF-8 in the memory of the calling thread, where each thread reads its
part: slicing a ``str`` would take longer, as Python looks for the widest character of each slice. Memory that is
touched for the first time is not free (`memo_growth`), so blocks use the same few megabytes, and only the result is
new. Where a text may be cut is known (`spanners.text_pieces`). Twin: `TokenEncoder.encode`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from ..corpus.stretch_cuts import CutRule, snap_to_cut
from ..errors import SpecialTokenError
from ..thread_pool import map_over_threads

if TYPE_CHECKING:
    from ..special_policy import SpecialPolicy
    from .token_encoder import TokenEncoder

__all__ = ["count_long", "encode_long"]

_BLOCK = 1 << 22  # characters
_AHEAD = (
    1 << 12
)  # in which a cut is searched for; where there is none, a block becomes longer, or has a part less
_CHARACTERS_A_TOKEN = 3  # more in prose and code; an array that is too short is copied

Found = TypeVar("Found")


def encode_long(
    encoder: TokenEncoder, text: str, special: SpecialPolicy = "parse", num_threads: int = 1
) -> np.ndarray:
    """Ids of `text`: uint32 (n,).

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base")
    >>> encode_long(tok._encoder, "hello world").tolist() == tok.encode("hello world")
    True
    """
    job = _LongText(encoder, text, special, num_threads, CutRule.of(encoder.spanner))
    tokens, n = np.empty(len(text) // _CHARACTERS_A_TOKEN + 1, dtype=np.uint32), 0
    try:
        for part in job.each_part(encoder.encode_part, encoder.encode):
            stop = n + len(part)
            if stop > len(tokens):
                larger = np.empty(max(stop, 2 * len(tokens)), dtype=np.uint32)
                larger[:n] = tokens[:n]
                tokens = larger
            tokens[n:stop] = part
            n = stop
    except SpecialTokenError:
        return encoder.encode(text, special)  # which says where it is in the whole text
    tokens.resize(n, refcheck=False)  # gives back what was not needed, without copying
    return tokens


def count_long(
    encoder: TokenEncoder,
    text: str,
    special: SpecialPolicy,
    num_threads: int,
    count_whole: Callable[[str, SpecialPolicy], int],
) -> int:
    """Number of ids of `text`; `count_whole` counts those of a block that cannot be cut."""
    job = _LongText(encoder, text, special, num_threads, CutRule.of(encoder.spanner))
    try:
        return sum(job.each_part(encoder.count_part, count_whole))
    except SpecialTokenError:
        return count_whole(text, special)


class _LongText(NamedTuple):
    encoder: TokenEncoder
    text: str
    special: SpecialPolicy
    num_threads: int
    rule: CutRule

    def each_part(
        self,
        work: Callable[[np.ndarray, slice, SpecialPolicy], Found],
        work_whole: Callable[[str, SpecialPolicy], Found],
    ) -> Iterator[Found]:
        """What `work` returns for the parts of each block, or `work_whole` for one that cannot be cut."""
        for block in self._blocks():
            found: list[Found] = []
            if block.stop - block.start <= 2 * _BLOCK:
                with self.encoder.shared_utf8(self.text, block) as data:
                    parts = self._parts(data)
                    found = map_over_threads(
                        lambda part: work(data, part, self.special),  # called in this turn only
                        parts,
                        self.num_threads,
                    )
            yield from found or [work_whole(self.text[block], self.special)]

    def _blocks(self) -> Iterator[slice]:
        begin = at = 0
        while len(self.text) - at > _BLOCK and self.rule.may_cut:
            at += _BLOCK
            first = max(begin, at - self.rule.reach)
            cut = self.rule.first_cut(self.text[first : at + _AHEAD], at - first)
            if cut is not None:
                yield slice(begin, first + cut)
                begin = at = first + cut
        yield slice(begin, len(self.text))

    def _parts(self, data: np.ndarray) -> list[slice]:
        size, n = len(data), self.num_threads if self.rule.may_cut else 1
        cuts = (self._cut_near(data, size * number // n) for number in range(1, n))
        return [slice(first, stop) for first, stop in pairwise(sorted({0, *cuts, size}))]

    def _cut_near(self, data: np.ndarray, at: int) -> int:
        """The first byte at or after `at` where the text may be cut; the end of the text if none is near."""
        begin, end = max(0, at - self.rule.reach), min(len(data), at + _AHEAD)
        window = BytesIO(data[begin:end].tobytes())
        cut = begin + snap_to_cut(window, at - begin, end - begin, self.rule)
        return cut if cut < end else len(data)
