"""Composition of decomposed characters, for all clusters of a text at once.

A cluster is a character that begins one (its head) and those after it. A character joins the head if the two are a pair
of Unicode's table and nothing between them is in the way: for a mark, one of its own combining class that did not join;
for another character, anything that did not join. Joining changes the head, so the characters of a cluster are tried in
order: the first of every cluster, then the second, and so on. At most `_MOST_JOINS` ever join a head, which bounds how
many are worth a try: a thousand equal marks are one step, as a mark that does not join bars all of its class.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from .character_data import character_array
from .codepoints import look_up, table_of_values

__all__ = ["combining_classes", "compose", "pairs_and_results", "seconds_and_results"]

_MOST_JOINS = 3
_LEADS, _VOWELS, _TRAILS, _SYLLABLES = 0x1100, 0x1161, 0x11A8, 0xAC00


class _Pairs(NamedTuple):
    keys: np.ndarray
    """uint64, ascending: first << 32 | second"""
    results: np.ndarray
    """uint32, one more than `keys`"""
    is_second: np.ndarray
    """bool, for `look_up`"""


def compose(characters: np.ndarray, classes: np.ndarray, taken: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Compose decomposed characters (uint32) in order, with their combining classes (uint8).

    `taken` (int64): the number of original characters that each stands for; that of what joins is added to its head's.
    Returns characters and `taken` of the result.
    """
    pairs = _pairs()
    is_second = look_up(pairs.is_second, characters)
    place = np.arange(len(characters))
    is_head = (classes == 0) & ~is_second
    # A second that is no mark joins only what is near; another is a head, too, which nothing joins.
    is_head |= (classes == 0) & (place - _last(is_head) > _MOST_JOINS)
    heads = _last(is_head)
    begins_class = np.ones(len(characters), dtype=bool)
    begins_class[1:] = (classes[1:] != classes[:-1]) | (classes[1:] == 0)
    class_starts = _last(begins_class)
    tried = np.flatnonzero(is_second & ~is_head & (heads >= 0) & (place - class_starts <= _MOST_JOINS))
    if len(tried) == 0:
        return characters, taken

    group_starts = np.flatnonzero(np.diff(heads[tried], prepend=-1))
    n_tried = np.diff(group_starts, append=len(tried))
    head = heads[tried[group_starts]]
    composed = characters[head]
    n_joined = np.zeros(len(head), dtype=np.int64)
    of_class = np.full(len(head), -1, dtype=np.int64)
    n_of_class = np.zeros(len(head), dtype=np.int64)
    is_open = np.ones(len(head), dtype=bool)
    joined = np.zeros(len(characters), dtype=bool)
    for turn in range(int(n_tried.max())):
        group = np.flatnonzero(is_open & (n_tried > turn))
        at = tried[group_starts[group] + turn]
        is_mark = classes[at] > 0
        before = np.where(class_starts[at] == of_class[group], n_of_class[group], 0)
        is_free = np.where(is_mark, at - class_starts[at] == before, at - head[group] == n_joined[group] + 1)
        key = composed[group].astype(np.uint64) << np.uint64(32) | characters[at]
        found = np.searchsorted(pairs.keys, key)
        joins = is_free & (pairs.keys.take(found, mode="clip") == key)
        composed[group[joins]] = pairs.results[found[joins]]
        joined[at] = joins
        n_joined[group] += joins
        of_class[group] = class_starts[at]
        n_of_class[group] = before + joins
        is_open[group] = is_mark | joins

    characters, taken = characters.copy(), taken.copy()
    characters[head] = composed
    np.add.at(taken, heads[joined], taken[joined])
    return characters[~joined], taken[~joined]


def _last(marked: np.ndarray) -> np.ndarray:
    """For each place the last marked one up to it, or -1."""
    return np.maximum.accumulate(np.where(marked, np.arange(len(marked)), -1))


@lru_cache(maxsize=1)
def combining_classes() -> np.ndarray:
    """uint8, for `look_up`: a codepoint's canonical combining class."""
    return table_of_values(character_array("combining"), character_array("classes"), np.uint8)


def seconds_and_results() -> tuple[np.ndarray, np.ndarray]:
    """The codepoints that are second in a pair, and those that pairs become."""
    pairs = _pairs()
    return np.flatnonzero(pairs.is_second), pairs.results


def pairs_and_results() -> tuple[np.ndarray, np.ndarray]:
    """All pairs that are composed, uint64, ascending: first << 32 | second; and what each becomes, uint32."""
    pairs = _pairs()
    return pairs.keys, pairs.results


@lru_cache(maxsize=1)
def _pairs() -> _Pairs:
    first, second, result = character_array("compositions").T.astype(np.uint64)
    syllables = np.arange(_SYLLABLES, _SYLLABLES + 11_172, dtype=np.uint64).reshape(19, 21, 28)
    lead, vowel = np.meshgrid(np.arange(19), np.arange(21), indexing="ij")
    trail = np.broadcast_to(np.arange(27), (19, 21, 27))
    with_vowel = np.broadcast_to(syllables[:, :, :1], trail.shape)
    firsts = np.concatenate([first, (_LEADS + lead).ravel(), with_vowel.ravel()]).astype(np.uint64)
    seconds = np.concatenate([second, (_VOWELS + vowel).ravel(), (_TRAILS + trail).ravel()]).astype(np.uint64)
    results = np.concatenate([result, syllables[:, :, 0].ravel(), syllables[:, :, 1:].ravel()])
    keys = firsts << np.uint64(32) | seconds
    order = np.argsort(keys)
    is_second = np.zeros(int(seconds.max()) + 2, dtype=bool)
    is_second[seconds] = True
    return _Pairs(keys[order], results[order].astype(np.uint32), is_second)
