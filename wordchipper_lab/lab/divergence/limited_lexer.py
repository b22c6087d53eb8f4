r"""Lexers of patterns that a visitor typed: each stops on a text that keeps it busy, and reports how far it
came."""

from __future__ import annotations

from dataclasses import replace

from ...spanners import SpanLexer, build_lexer, resolve_pattern
from ...spanners.pattern_size import check_size
from ..page_limits import page_limits
from .lexer_names import read_lexer

__all__ = ["limited_lexer"]


def limited_lexer(word: str, seconds: float | None = None) -> SpanLexer:
    r"""The lexer that `word` names (see `read_lexer`); if its pattern was typed, within the limits of pages.

    Such a lexer raises `WorkLimitError` on a text that takes it longer than `seconds` (None: the default of
    `page_limits`), plus the same again per million characters. Creating it raises that for a pattern that is
    too large, or `PatternError` as `build_lexer` does.

    >>> limited_lexer("regex:(a+)+$"), limited_lexer("regex:r50k_base")
    (<RegexLexer '(a+)+$'>, <RegexLexer r50k_base>)
    """
    kind, _, pattern = word.partition(":")
    if kind not in ("regex", "automaton") or not pattern or resolve_pattern(pattern) != pattern:
        return read_lexer(word)
    limits = page_limits() if seconds is None else replace(page_limits(), seconds=seconds)
    check_size(pattern, limits)
    return build_lexer(pattern, kind, limits=limits)
