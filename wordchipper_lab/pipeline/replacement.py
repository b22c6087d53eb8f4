"""Replacing what a pattern matches, or putting a text in front, as the `tokenizers` package does.

New characters stand for the last original character of what they replace.

Source: ``NormalizedString::replace`` and ``prepend`` of the `tokenizers` package, and the order in which its regex
engine (Oniguruma, by the crate ``onig``) finds matches.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from ..spanners.automaton.unicode_version import as_unicode_16
from ..spanners.pattern_limits import PatternLimits
from ..spanners.regex_lexer import compile_pattern
from ..spanners.timed_search import TimedSearch
from .change import Change
from .codepoints import codepoints_of

__all__ = ["prepend", "replace"]

_META = frozenset(".^$*+?{}[]|()")
_PROPERTIES = re.compile(r"\\[a-zA-Z]|\[:|\(\?")


def prepend(text: str, content: str) -> Change:
    """`content` before a text that is not empty; it stands for the text's first character.

    >>> prepend("ab", "_")
    Change(text='_ab', source=array([0, 0, 1]), inserted=None)
    """
    source = np.arange(-len(content), len(text))
    source[: len(content)] = 0
    if not content:
        source[0] = -1  # as in `tokenizers`
    return Change(content + text, source)


def replace(
    text: str,
    pattern: str,
    content: str,
    limits: PatternLimits | None = None,
    check_length: Callable[[int], None] = lambda length: None,
) -> Change | None:
    r"""Each match of `pattern` replaced by `content` as it is; None if there is no match.

    limits: of a pattern that is more than a text. check_length: called with the characters of the result before it is
    made.

    >>> replace("one  two", r"\s+", "_")
    Change(text='one_two', source=array([0, 1, 2, 4, 5, 6, 7]), inserted=None)
    """
    literal = literal_of(pattern)
    if not literal:
        return _replace_matches(text, _matches(text, pattern, limits), content, check_length)
    if literal not in text:
        return None
    if len(literal) > 1:
        spans = (match.span() for match in re.finditer(re.escape(literal), text))
        return _replace_matches(text, spans, content, check_length)
    check_length(len(text) + text.count(literal) * (len(content) - 1))
    replaced = text.replace(literal, content)
    if len(content) == 1:
        return Change(replaced)
    found = codepoints_of(text) == ord(literal)
    return Change(replaced, np.repeat(np.arange(len(text)), np.where(found, len(content), 1)))


def literal_of(pattern: str) -> str | None:
    r"""The text that a pattern stands for, if it can match nothing else and is not obscure.

    >>> literal_of(r"a\.b"), literal_of("a.b"), literal_of(r"\s")
    ('a.b', None, None)
    """
    characters = []
    rest = iter(pattern)
    for character in rest:
        if character in _META:
            return None
        if character == "\\":
            character = next(rest, "a")
            if not character.isascii() or character.isalnum():
                return None
        characters.append(character)
    return "".join(characters)


def _replace_matches(
    text: str, matches: Iterable[tuple[int, int]], content: str, check_length: Callable[[int], None]
) -> Change | None:
    flat = np.array([place for match in matches for place in match], dtype=np.int64)
    if len(flat) == 0:
        return None
    starts, ends = flat[::2], flat[1::2]
    check_length(len(text) + len(starts) * len(content) - int((ends - starts).sum()))
    edges = [0, *flat.tolist(), len(text)]
    pieces = [text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    depth = np.zeros(len(text) + 1, dtype=np.int64)
    depth[starts] += 1
    np.subtract.at(depth, ends, 1)
    is_kept = np.cumsum(depth)[:-1] == 0
    n_kept = np.concatenate([[0], np.cumsum(is_kept)])
    source = np.insert(
        np.flatnonzero(is_kept), np.repeat(n_kept[starts], len(content)), np.repeat(ends - 1, len(content))
    )
    return Change(content.join(pieces), source)


def _matches(text: str, pattern: str, limits: PatternLimits | None) -> Iterable[tuple[int, int]]:
    """Matches from left to right, none of them an empty one where another ended."""
    limits = PatternLimits.default() if limits is None else limits
    compiled = _compile(pattern, limits)
    # The engine of `tokenizers` knows Unicode 16.
    shown = as_unicode_16(text) if _PROPERTIES.search(pattern) else text
    if limits.seconds == math.inf:
        spans = [match.span() for match in compiled.finditer(shown)]
    else:
        spans = list(TimedSearch(compiled, limits, len(text)).spans(shown))
    if all(start < end for start, end in spans):
        return spans
    # Where it found an empty match, `regex` looks for a longer one; Oniguruma goes on one character later.
    if any(a == b == c for (a, b), (c, _) in pairwise(spans)):
        return _matches_one_by_one(shown, compiled)
    return [spans[0], *(span for before, span in pairwise(spans) if before[1] != span[1])]


def _matches_one_by_one(text: str, compiled: Any) -> Iterator[tuple[int, int]]:
    at, last = 0, -1
    while at <= len(text) and (match := compiled.search(text, at)) is not None:
        start, end = match.span()
        if start == end == last:
            at += 1
            continue
        yield start, end
        at = last = end


@lru_cache(maxsize=64)
def _compile(pattern: str, limits: PatternLimits) -> Any:
    return compile_pattern(pattern, limits)
