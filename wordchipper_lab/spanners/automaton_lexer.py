"""The default lexer: the split pattern compiled to a leftmost-first DFA over cells."""

from __future__ import annotations

import numpy as np

from ..arguments import a_text, checked
from .automaton_kernel import scan_spans
from .automaton_tables import compile_automaton
from .span_lexer import SpanLexer

__all__ = ["AutomatonLexer"]


class AutomatonLexer(SpanLexer):
    r"""Gives exactly the spans of `RegexLexer`, for every pattern of the subset in `pattern_syntax`.

    The whole chain: `parse_pattern` (syntax tree), `build_cells` (what the pattern can see of a character),
    `build_nfa`, `build_dfa`, `fuse` (tables), `scan_spans` (kernel). Time is linear in the text for the built-in
    patterns. A pattern that must read far to learn that an early, short match was the right one (``a*b|a``
    on a text of a's) is quadratic here as it is for a backtracking engine.

    Raises `PatternSyntaxError`, or `UnsupportedPatternError` naming the construct outside the subset.

    >>> [(s.start, s.end, s.kind) for s in AutomatonLexer(r"\w+").spans("né !")]
    [(0, 3, 'word'), (3, 5, 'gap')]
    """

    kind = "automaton"

    @checked(pattern=a_text, name=a_text)
    def __init__(self, pattern: str, name: str = "") -> None:
        self.pattern, self.name = pattern, name
        self.tables = compile_automaton(pattern)

    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """See `SpanLexer.next_spans`."""
        return int(scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, self.tables))
