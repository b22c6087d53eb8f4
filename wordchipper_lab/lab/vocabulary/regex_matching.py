r"""Find the texts that a pattern matches: one search by the ``regex`` package for each, within a time limit.

A call costs 0.2 us, or 2 us with its own time limit, so o200k_base takes 60 to 150 ms or 400 ms. The limit is
omitted if it is not needed: for a short text, and a pattern with few choices to backtrack to, none of them
repeated. Four choices, made at each of 16 characters, from each of 16 beginnings, take about 5 ms at the very
worst, and the clock is checked between blocks of texts. (Searching all texts joined into one would be 40 ms
faster, and wrong: ``^``, ``$``, ``\b``, look-behind, ``[^a]`` and ``\s`` would see the separators.)
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import compress
from typing import Any

import numpy as np

from ...errors import WorkLimitError
from ...spanners.regex_lexer import compile_pattern
from ..page_limits import page_limits

__all__ = ["MOST_SECONDS", "is_harmless", "match_pattern"]

MOST_SECONDS = 2.0
_MOST_SECONDS_A_TEXT = 0.05
_SHORT = 16
_MOST_CHOICES = 4
_BLOCK = 32

_PROPERTY = re.compile(r"\\[pP]\{[^}]*\}")
_CHOICE = re.compile(r"[*+?{|]")
_PLAIN_GROUP = re.compile(r"\A\(\?[ims]+\)|\(\?(?:[:=!]|<[=!])")
_REPEATED_GROUP = re.compile(r"\)\s*[*+?{]")


def is_harmless(pattern: str) -> bool:
    r"""Whether no short text can keep the pattern busy: few choices, no repeated group, no unusual construct.

    >>> is_harmless(r"^ ?[A-Z]{5,}$"), is_harmless("(a+)+$")
    (True, False)
    """
    bare = _PLAIN_GROUP.sub("(", _PROPERTY.sub("p", pattern))
    return (
        len(_CHOICE.findall(bare)) <= _MOST_CHOICES and "(?" not in bare and not _REPEATED_GROUP.search(bare)
    )


def match_pattern(
    texts: Sequence[str],
    places: np.ndarray,
    pattern: str,
    *,
    ignore_case: bool = False,
    seconds: float = MOST_SECONDS,
) -> np.ndarray:
    """The `places` (int64, ascending) at which `texts` contains a match of `pattern` anywhere.

    Raises `PatternSyntaxError` with the position, and `WorkLimitError` if the pattern is too large to be compiled, all
    of it would take longer than `seconds` of this thread's time, or one text longer than 0.05 s.

    >>> match_pattern(["sing", "song", "ring"], np.arange(3), "ing$").tolist()
    [0, 2]
    """
    compiled = compile_pattern(pattern, page_limits(), ignore_case=ignore_case)
    deadline = time.thread_time() + seconds  # its own: other threads and a busy machine take nothing from it
    quick = partial(compiled.search)
    # Other threads run meanwhile (the package's own choice for a ``str``, made certain): the page is answered.
    timed = partial(compiled.search, timeout=_MOST_SECONDS_A_TEXT, concurrent=True)
    if not is_harmless(pattern):
        return _search(timed, texts, places, pattern, deadline)
    is_short = np.fromiter((len(texts[place]) <= _SHORT for place in places.tolist()), np.bool_, len(places))
    found = [
        _search(quick, texts, places[is_short], pattern, deadline),
        _search(timed, texts, places[~is_short], pattern, deadline),
    ]
    return np.sort(np.concatenate(found))


def _search(
    search: Any, texts: Sequence[str], places: np.ndarray, pattern: str, deadline: float
) -> np.ndarray:
    found: list[int] = []
    listed = places.tolist()
    for start in range(0, len(listed), _BLOCK):
        block = listed[start : start + _BLOCK]
        try:
            found.extend(_search_block(search, texts, block))
        except TimeoutError:
            raise WorkLimitError(
                f"the pattern {pattern!r} backtracks for too long in a single token, one of "
                f"{_listed(texts[place] for place in block)}: repeat no group that contains a repetition"
            ) from None
        if time.thread_time() > deadline:
            raise WorkLimitError(
                f"the pattern {pattern!r} takes too long: after the time allowed, {len(listed) - start:,} "
                f"of {len(listed):,} tokens were not yet searched; simplify it, or set a filter first"
            )
    return np.array(found, dtype=np.int64)


def _search_block(search: Any, texts: Sequence[str], block: list[int]) -> list[int]:
    """Those of the `block` that match. The limit for a text is wall-clock time, which goes by on a busy machine while
    this thread does nothing: then the block gets another try."""
    begun = time.thread_time()
    try:
        return list(compress(block, map(search, map(texts.__getitem__, block))))
    except TimeoutError:
        if time.thread_time() - begun > _MOST_SECONDS_A_TEXT / 2:
            raise
    patient = partial(search, timeout=10 * _MOST_SECONDS_A_TEXT)
    return list(compress(block, map(patient, map(texts.__getitem__, block))))


def _listed(texts: Iterable[str]) -> str:
    longest = sorted(texts, key=len, reverse=True)[:2]
    return " and ".join(repr(text if len(text) <= 40 else text[:40] + "…") for text in longest)
