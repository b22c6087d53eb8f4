"""Encode one long text by several threads, and in memory that is used again and again.

Each thread writes UTF-8 of its parts to memory of its own, and encodes it there. Memory that is touched for the first
time is not free (`memo_growth`), so parts have a limit, and only the result is new. Where a text may be cut is known
(`spanners.text_pieces`). Twin: `TokenEncoder.encode`.

MB/s of Python code that was seen before, by two threads, for 1 and 16 million characters: 525 and 524; the whole by
one thread 370 and 260. Rejected: one thread writes the UTF-8 of all parts (480, 470), slices of the ``str`` as a batch
(433), cutting it as a stream (350, 173).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ..errors import SpecialTokenError
from ..spanners.cut_rule import CutRule
from ..thread_pool import map_over_threads

if TYPE_CHECKING:
    from ..special_policy import Special
    from .token_encoder import TokenEncoder

__all__ = ["count_long", "encode_long"]

_LONGEST_PART = 1 << 21  # characters
_SHORTEST_PART = 1 << 18  # waking a thread takes 0.1 ms, in which a fifth of it could be encoded
_AHEAD = 1 << 12  # characters in which a cut is searched for; where there is none, a part becomes longer
_CHARACTERS_A_TOKEN = 3  # more in prose and code; an array that is too short is copied

Found = TypeVar("Found")


def encode_long(
    encoder: TokenEncoder, text: str, special: Special = "parse", num_threads: int = 1
) -> np.ndarray:
    """Ids of `text`: uint32 (n,).

    >>> import wordchipper_lab as wl
    >>> tok = wl.Tokenizer.from_pretrained("r50k_base")
    >>> encode_long(tok._encoder, "hello world").tolist() == tok.encode("hello world")
    True
    """
    encoder, policy = encoder.with_special(special)
    tokens, n = np.empty(len(text) // _CHARACTERS_A_TOKEN + 1, dtype=np.uint32), 0
    try:
        for part in _each_part(encoder, encoder.encode_part, text, policy, num_threads):
            stop = n + len(part)
            if stop > len(tokens):
                larger = np.empty(max(stop, 2 * len(tokens)), dtype=np.uint32)
                larger[:n] = tokens[:n]
                tokens = larger
            tokens[n:stop] = part
            n = stop
    except SpecialTokenError:
        return encoder.encode(text, policy)  # which says where it is in the whole text
    tokens.resize(n, refcheck=False)  # gives back what was not needed, without copying
    return tokens


def count_long(
    encoder: TokenEncoder,
    text: str,
    special: Special,
    num_threads: int,
    count_whole: Callable[[str, Special], int],
) -> int:
    """Number of ids of `text`; `count_whole` counts those of a long part that cannot be cut."""

    encoder, policy = encoder.with_special(special)

    def count_part(text: str, part: slice, policy: str) -> int:
        if part.stop - part.start > 2 * _LONGEST_PART:
            return count_whole(text[part], special)
        return encoder.count_part(text, part, policy)

    try:
        return sum(_each_part(encoder, count_part, text, policy, num_threads))
    except SpecialTokenError:
        return count_whole(text, special)


def _each_part(
    encoder: TokenEncoder,
    work: Callable[[str, slice, str], Found],
    text: str,
    policy: str,
    num_threads: int,
) -> Iterator[Found]:
    """What `work` returns for each part."""
    num_threads = max(1, min(num_threads, len(text) // _SHORTEST_PART))
    parts = _parts(text, num_threads, CutRule.of(encoder.spanner))
    while at_once := list(islice(parts, num_threads)):
        yield from map_over_threads(lambda part: work(text, part, policy), at_once, num_threads)


def _parts(text: str, num_threads: int, rule: CutRule) -> Iterator[slice]:
    """Parts of about the same length, a multiple of `num_threads`."""
    n = num_threads * ceil(len(text) / (num_threads * _LONGEST_PART)) if rule.may_cut else 1
    begin = 0
    for number in range(1, n):
        at = max(begin + 1, len(text) * number // n)
        first = max(begin, at - rule.reach)
        cut = rule.first_cut(text[first : at + _AHEAD], at - first)
        if cut is not None:
            yield slice(begin, first + cut)
            begin = first + cut
    yield slice(begin, len(text))
