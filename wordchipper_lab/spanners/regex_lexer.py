"""The reference lexer: the published pattern, run by the ``regex`` package. Slow and authoritative."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from ..arguments import a_text, checked, instance_of, optional
from ..errors import PatternSyntaxError
from ..vocab.open_patterns import is_published
from .automaton.unicode_version import as_unicode_16
from .pattern_limits import PatternLimits
from .pattern_size import check_size
from .span_lexer import WholeTextLexer
from .timed_search import TimedSearch

__all__ = ["RegexLexer", "compile_pattern"]


class RegexLexer(WholeTextLexer):
    r"""Word spans are the matches that ``regex`` finds, from left to right; empty matches are ignored.

    It backtracks with look-ahead: 5-8 MB/s on the built-in patterns. Accepts any pattern that ``regex``
    accepts; raises `PatternSyntaxError` for others. A pattern that is not published may be arbitrarily slow
    or large; `limits` (None: `PatternLimits.default`) stop it with a `WorkLimitError`.

    >>> [(s.start, s.end, s.kind) for s in RegexLexer(r"\w+").spans("né !")]
    [(0, 3, 'word'), (3, 5, 'gap')]
    """

    kind = "regex"

    @checked(pattern=a_text, name=a_text, limits=optional(instance_of("PatternLimits", PatternLimits)))
    def __init__(self, pattern: str, name: str = "", limits: PatternLimits | None = None) -> None:
        self.pattern, self.name = pattern, name
        self.limits = limits or (None if is_published(pattern) else PatternLimits.default())
        self._compiled = compile_pattern(pattern, self.limits)

    def find_words(self, text: str) -> Iterable[tuple[int, int]]:
        """(start, end) of each match, in characters."""
        shown = as_unicode_16(text)
        if (search := self._timed(len(text))) is not None:
            return search.spans(shown)
        return (match.span() for match in self._compiled.finditer(shown))

    def find_words_of_each(self, text: str, ends: list[int]) -> Iterator[tuple[int, int]]:
        """See `WholeTextLexer.find_words_of_each`; all texts together may take as long as a single one."""
        shown, find, start = as_unicode_16(text), self._compiled.finditer, 0
        search = self._timed(len(text))
        for end in ends:
            part = shown[start:end]
            found = (match.span() for match in find(part)) if search is None else search.spans(part)
            for word_start, word_end in found:
                yield start + word_start, start + word_end
            start = end

    def _timed(self, n_characters: int) -> TimedSearch | None:
        if self.limits is None or self.limits.seconds == math.inf:
            return None
        return TimedSearch(self._compiled, self.limits, n_characters)


def compile_pattern(pattern: str, limits: PatternLimits | None, *, ignore_case: bool = False) -> Any:
    """The pattern, compiled by ``regex``; raises `PatternSyntaxError`, or `WorkLimitError` if it is too
    large."""
    import regex  # 40 ms, which the other lexers do not need

    if limits is not None:
        check_size(pattern, limits)
    try:
        return regex.compile(pattern, regex.V0 | (regex.IGNORECASE if ignore_case else 0))
    except regex.error as error:
        raise PatternSyntaxError(pattern, error.pos or 0, error.msg) from None
    except RecursionError:
        raise PatternSyntaxError(pattern, 0, "groups are nested too deeply") from None
    except (
        OverflowError,
        ValueError,
        KeyError,
        MemoryError,
    ) as error:  # such as flags that contradict each other
        raise PatternSyntaxError(pattern, 0, f"too large or contradictory ({error})") from None
