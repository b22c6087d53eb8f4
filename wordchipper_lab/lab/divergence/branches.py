"""Which branch of a split pattern made a span, found by the `regex` package with a group around each
branch."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ...errors import PatternSyntaxError
from ...spanners.automaton.unicode_version import as_unicode_16

__all__ = ["Branch", "find_branch", "find_branches", "split_branches"]

MOST_SECONDS = 1.0
_WINDOWS = (64, 4096, 1 << 20)

_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*+\]|\(|\)|\||[^\\\[()|]+|.", re.DOTALL)
# A group around each branch would renumber the pattern's own groups, a flag in the middle applies to later
# branches, and a comment may contain what looks like a bracket or a branch.
_NUMBERED = re.compile(r"\\[1-9]|\\g<|\(\?\(|\(\?\d|\(\?R|\(\?[a-zA-Z0-9-]+\)|\(\?#|\(\?[a-z]*x")


@dataclass(frozen=True)
class Branch:
    """One alternative of a pattern: its number (from 0), and its position in the pattern, in characters."""

    index: int
    start: int
    end: int
    source: str


def split_branches(pattern: str) -> list[Branch]:
    r"""The top-level alternatives of a pattern, in order.

    >>> [branch.source for branch in split_branches(r"(?:a|b)+|[|]|\|")]
    ['(?:a|b)+', '[|]', '\\|']
    """
    bounds = [0]
    depth = 0
    for token in _TOKEN.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0] == "|" and depth == 0:
            bounds += [token.start(), token.end()]
    bounds.append(len(pattern))
    pairs = zip(bounds[::2], bounds[1::2], strict=True)
    return [Branch(index, start, end, pattern[start:end]) for index, (start, end) in enumerate(pairs)]


def find_branches(pattern: str, text: str) -> dict[tuple[int, int], Branch]:
    """(start, end) of each match of `pattern` in `text`, in characters -> the branch that made it.

    Empty if that is unclear: the pattern numbers its groups, has comments, or takes longer than a second.

    >>> {place: branch.source for place, branch in find_branches(r"a+|b|\\s", "aab").items()}
    {(0, 2): 'a+', (2, 3): 'b'}
    """
    branches, compiled = _compile(pattern)
    found: dict[tuple[int, int], Branch] = {}
    if compiled is None:
        return found
    try:
        for match in compiled.finditer(as_unicode_16(text), concurrent=True, timeout=MOST_SECONDS):
            found[match.span()] = _branch_of(match, branches)
    except TimeoutError:
        return {}
    return found


def find_branch(pattern: str, data: bytes, start: int, end: int) -> Branch | None:
    r"""The branch that made the word span of bytes `start` to `end` of a text; None if that is unclear (or
    none did).

    >>> find_branch(r"a+|\s+(?!\S)|\s", b"a   a", 1, 3).source
    '\\s+(?!\\S)'
    """
    branches, compiled = _compile(pattern)
    length = len(data[start:end].decode())
    for window in _WINDOWS:  # a span usually depends on little text after its end
        if compiled is None:
            break
        ahead = data[start : end + window]
        text = ahead.decode(errors="ignore")  # the last character may be cut
        try:
            match = compiled.match(as_unicode_16(text), timeout=MOST_SECONDS)
        except TimeoutError:
            break
        if match and match.end() == length:
            return _branch_of(match, branches)
    return None


def _branch_of(match: Any, branches: list[Branch]) -> Branch:
    return next(branch for branch in branches if match.start(f"wcl{branch.index}") >= 0)


@lru_cache(maxsize=32)
def _compile(pattern: str) -> tuple[list[Branch], Any]:
    import regex  # 40 ms, so not before it is needed

    branches = split_branches(pattern)
    if _NUMBERED.search(pattern):
        return branches, None
    try:
        grouped = "|".join(f"(?P<wcl{branch.index}>{branch.source})" for branch in branches)
        return branches, regex.compile(grouped, regex.V0)
    except regex.error as error:
        raise PatternSyntaxError(pattern, error.pos or 0, error.msg) from None
    except (OverflowError, ValueError) as error:
        raise PatternSyntaxError(pattern, 0, f"too large or contradictory ({error})") from None
