"""The reference lexer: the published pattern, run by the ``regex`` package. Slow, unquestioned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..arguments import a_text, checked
from ..errors import PatternSyntaxError
from .span_lexer import WholeTextLexer
from .unicode_version import as_unicode_16

__all__ = ["RegexLexer"]


class RegexLexer(WholeTextLexer):
    r"""Word spans are the matches that ``regex`` finds, from left to right; empty matches count as none.

    Backtracking with look-ahead: 5-8 MB/s on the built-in patterns. Takes any pattern that ``regex`` takes; raises
    `PatternSyntaxError` for others.

    >>> [(s.start, s.end, s.kind) for s in RegexLexer(r"\w+").spans("né !")]
    [(0, 3, 'word'), (3, 5, 'gap')]
    """

    kind = "regex"

    @checked(pattern=a_text, name=a_text)
    def __init__(self, pattern: str, name: str = "") -> None:
        import regex  # 40 ms: the other lexers do without

        self.pattern, self.name = pattern, name
        try:
            self._compiled = regex.compile(pattern, regex.V0)
        except regex.error as error:
            raise PatternSyntaxError(pattern, error.pos or 0, error.msg) from None
        except ValueError as error:  # flags that contradict each other, such as (?V1)
            raise PatternSyntaxError(pattern, 0, str(error)) from None

    def find_words(self, text: str) -> Iterable[tuple[int, int]]:
        """(start, end) of each match, in characters."""
        return (match.span() for match in self._compiled.finditer(as_unicode_16(text)))

    def find_words_of_each(self, text: str, ends: list[int]) -> Iterator[tuple[int, int]]:
        """See `WholeTextLexer.find_words_of_each`."""
        shown, find, start = as_unicode_16(text), self._compiled.finditer, 0
        for end in ends:
            for match in find(shown[start:end]):
                word_start, word_end = match.span()
                yield start + word_start, start + word_end
            start = end
