r"""Split patterns that leave gaps, for tokenizers that encode the gaps too: each unmatched stretch becomes a
word.

Here a gap has no tokens. Where it must have some (``tokenizer.json``, behavior "Isolated"), the pattern gets
an extra last branch for characters at which no other branch matches. ``(?:(?!PATTERN)[\s\S])+`` works for any
pattern, in the regex lexer. If one character decides whether a match begins, the branch stays in the
automaton's subset.
"""

from __future__ import annotations

import re

import numpy as np

from ..errors import UnsupportedPatternError
from ..vocab.formats.json_text import unsupported
from ..vocab.open_patterns import OPEN_PATTERNS, STARCODER_WITH_DIGITS
from ..vocab.patterns import GPT2_ORIGINAL_PATTERN, PATTERNS
from .automaton.build_nfa import build_nfa, is_nullable
from .automaton.bundled_cells import load_cells
from .automaton.cells import END, CellMap, build_cells, pattern_sets
from .automaton.dfa import DEAD, Dfa, build_dfa
from .automaton.pattern_syntax import parse_pattern
from .automaton.syntax_tree import CharSet
from .automaton.work_budget import WorkBudget
from .regex_lexer import RegexLexer

__all__ = ["can_match_nothing", "match_gaps", "words_pattern"]

_WITHOUT_GAPS = frozenset(
    {*PATTERNS.values(), *OPEN_PATTERNS.values(), GPT2_ORIGINAL_PATTERN, STARCODER_WITH_DIGITS}
)
_ONCE_ONLY = re.compile(r"\\(?:[1-9]|[gk])|\(\?(?:P[=>]|R|&|\(|[+-]?\d)")
"""Calls of groups by number or name mean something else in a second copy of the pattern."""
_PROBE = "a 1\n'b-A\u00e9_\u4e2d\t."


def words_pattern(name: str, pattern: str, keeps_gaps: bool) -> str:
    r"""The pattern whose words are everything that the split in the file `name` yields (see `VocabFile`).

    Raises `UnsupportedVocabError` for a pattern that can match the empty string, and the errors of
    `match_gaps`.

    >>> words_pattern("tokenizer.json", "a+", False), words_pattern("tokenizer.json", "a+", True)
    ('a+', 'a+|(?:(?!a)[\\s\\S])+')
    """
    if can_match_nothing(pattern):
        given = f"the split pattern {pattern!r}, which can match the empty string,"
        raise unsupported(name, given, "one that matches at least one character")
    return match_gaps(pattern) if keeps_gaps else pattern


def match_gaps(pattern: str) -> str:
    r"""A pattern with the words of `pattern` in which each stretch between them is also a word.

    It is `pattern` itself if that leaves no gap in any text. Raises `UnsupportedPatternError` for a pattern
    that calls its groups and leaves gaps, or may do so.

    >>> match_gaps(r"\p{L}+|\s"), match_gaps(r"\s+|\S+"), match_gaps("ab")
    ('\\p{L}+|\\s|(?:(?!\\p{L})(?!\\s)[\\s\\S])+', '\\s+|\\S+', 'ab|(?:(?!ab)[\\s\\S])+')
    """
    if pattern in _WITHOUT_GAPS:
        return pattern
    try:
        work = WorkBudget(pattern)
        node = parse_pattern(pattern)
        sets = pattern_sets(node)
        cells = load_cells(sets) or build_cells(pattern, sets, work)
        begins, may_begin = _first_cells(build_dfa(build_nfa(node, cells, pattern, work)))
    except UnsupportedPatternError:
        begins = may_begin = None
    if begins is not None:
        if begins.all():
            return pattern
        first = _spell_set(cells, begins) if np.array_equal(begins, may_begin) else None
        if first is not None:
            return f"{pattern}|(?:{''.join(f'(?!{chars})' for chars in first)}[\\s\\S])+"
    if found := _ONCE_ONLY.search(pattern):
        problem = f"unsupported call of a group {found[0]!r} in a pattern whose gaps must be matched too,"
        raise UnsupportedPatternError(pattern, found.start(), problem)
    return f"{pattern}|(?:(?!{pattern})[\\s\\S])+"


def can_match_nothing(pattern: str) -> bool:
    r"""Whether `pattern` matches the empty string somewhere: engines differ in how they continue after such a
    match.

    Decided by its syntax; outside the automaton's subset, by trying all pairs of a few characters.

    >>> can_match_nothing("a*|b"), can_match_nothing(r"\s+(?!\S)"), can_match_nothing(r"(?<=a)")
    (True, False, True)
    """
    if pattern in _WITHOUT_GAPS:
        return False
    try:
        return is_nullable(parse_pattern(pattern))
    except UnsupportedPatternError:
        return _matches_nothing_in_probe(pattern)


def _matches_nothing_in_probe(pattern: str) -> bool:
    match = RegexLexer(pattern)._compiled.match
    text = "".join(one + other for one in _PROBE for other in _PROBE)
    try:
        found = [match("", timeout=1), *(match(text, place, timeout=1) for place in range(len(text) + 1))]
    except TimeoutError:
        problem = f"unsupported pattern that backtracks for a second in {len(text)} characters"
        raise UnsupportedPatternError(pattern, 0, problem) from None
    return any(one is not None and one.start() == one.end() for one in found)


def _first_cells(dfa: Dfa) -> tuple[np.ndarray, np.ndarray]:
    """Cells of characters that always begin a match, and of those that may begin one: bool (cells,) each."""
    is_dead = dfa.following == DEAD
    following = np.where(is_dead, 0, dfa.following)
    fails = np.zeros(len(dfa.following), dtype=bool)  # some continuation of the text is not a match
    while True:
        more = (~dfa.accepts & (is_dead | fails[following])).any(axis=1)
        if np.array_equal(more, fails):
            break
        fails = more
    after, may_begin = following[0, END + 1 :], ~is_dead[0, END + 1 :]
    return may_begin & ~fails[after], may_begin


def _spell_set(cells: CellMap, wanted: np.ndarray) -> list[str] | None:
    """Sets of the pattern that together hold exactly the `wanted` cells; None if there are none."""
    spelt: list[str] = []
    left = wanted.copy()
    inside = cells.truth[:, END + 1 :]
    for number in np.argsort(-inside.sum(axis=1), kind="stable").tolist():
        if inside[number][~wanted].any() or not inside[number][left].any():
            continue
        left &= ~inside[number]
        spelt.append(_spell(cells.sets[number]))
    return None if left.any() else spelt


def _spell(chars: CharSet) -> str:
    return f"(?i:{chars.source})" if chars.ignore_case else chars.source
