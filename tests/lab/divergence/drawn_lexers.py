"""Lexers for Hypothesis. They are built in the test: `regex` uses the module `random` when it compiles a pattern, which a
strategy must not."""

from __future__ import annotations

from hypothesis import strategies as st

from wordchipper_lab.spanners import AutomatonLexer, RegexLexer, SpanLexer

DrawnLexer = tuple[type[RegexLexer | AutomatonLexer], str]


def draw_lexers(patterns: tuple[str, ...]) -> st.SearchStrategy[DrawnLexer]:
    """Lexers of two kinds for these patterns, not built yet."""
    return st.tuples(st.sampled_from([RegexLexer, AutomatonLexer]), st.sampled_from(patterns))


def built(*lexers: DrawnLexer) -> list[SpanLexer]:
    return [kind(pattern) for kind, pattern in lexers]
