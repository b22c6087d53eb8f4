"""The default lexer: the split pattern compiled to a leftmost-first DFA over cells."""

from __future__ import annotations

import time
from weakref import ref

import numpy as np

from ...arguments import a_text, checked, instance_of, optional
from ..pattern_limits import PatternLimits
from ..span_lexer import SpanLexer, gives_sound_blocks
from ..vector.vector_kernel import scan_spans
from ..vector.vector_tables import VectorTables, automaton_only
from .automaton_tables import compile_automaton
from .look_ahead import rereads_without_end
from .memo_scan import new_marks, scan_marking

__all__ = ["AutomatonLexer"]

_READS_BETWEEN_LOOKS = 1 << 24  # between looks at the clock: about 0.1 s


class AutomatonLexer(SpanLexer):
    r"""Gives exactly the spans of `RegexLexer`, for every pattern in the subset of `pattern_syntax`.

    The stages: `parse_pattern` (syntax tree), `build_cells` (what the pattern can distinguish in a
    character), `build_nfa`, `build_dfa`, `fuse` (tables), `scan_spans` (kernel). The time is linear in the
    text for every pattern. Patterns that would read text again and again (``a*b|a`` on a text of a's, see
    `look_ahead`) use a slower kernel that remembers what it has read (`memo_scan`), and are limited by the
    time in `limits` if the pattern has thousands of states.

    Raises `PatternSyntaxError`, or `UnsupportedPatternError` naming the construct outside the subset.

    >>> [(s.start, s.end, s.kind) for s in AutomatonLexer(r"\w+").spans("né !")]
    [(0, 3, 'word'), (3, 5, 'gap')]
    """

    kind = "automaton"

    @checked(pattern=a_text, name=a_text, limits=optional(instance_of("PatternLimits", PatternLimits)))
    def __init__(self, pattern: str, name: str = "", limits: PatternLimits | None = None) -> None:
        self.pattern, self.name = pattern, name
        self.limits = limits or PatternLimits.default()
        self.limits.check_length(pattern)
        self.tables = compile_automaton(pattern)
        self._kernel_tables = automaton_only(self.tables)
        self.rereads = rereads_without_end(pattern)

    def kernel_tables(self) -> VectorTables | None:
        """See `SpanLexer.kernel_tables`."""
        is_own = getattr(self.next_spans, "__func__", None) is AutomatonLexer.next_spans
        return self._kernel_tables if is_own and not self.rereads else None

    @gives_sound_blocks
    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """See `SpanLexer.next_spans`; raises `WorkLimitError` according to `limits`."""
        if self.rereads:
            return self._next_spans_marking(text, region_ends, region_kinds, cursor, ends, kinds)
        return int(scan_spans(text, region_ends, region_kinds, cursor, ends, kinds, self._kernel_tables))

    def _next_spans_marking(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        of_text, of_cursor, place, marks, shift, spent = getattr(self.remainder, "value", [None] * 6)
        is_same = (
            marks is not None and of_text() is text and of_cursor() is cursor and place == cursor.tolist()
        )
        if not is_same or not cursor.any():
            (marks, shift), spent = new_marks(self.tables, len(text)), 0.0
        regions = text, region_ends, region_kinds, cursor, ends, kinds
        found = self.tables, marks, shift, _READS_BETWEEN_LOOKS
        n = 0
        scan_marking(
            *regions, len(ends), *found
        )  # no room: compiles the kernel if necessary, outside the text's time
        while n < len(ends) and cursor[0] < len(region_ends):
            began = time.thread_time()
            n = int(scan_marking(*regions, n, *found))
            spent += time.thread_time() - began
            if spent > self.limits.seconds_for(len(text)) and cursor[0] < len(region_ends):
                advice = "every span reads far ahead; no branch should need more text than the one after it"
                raise self.limits.gave_up(self.pattern, int(cursor[1]), len(text), "bytes", advice)
        self.remainder.value = [ref(text), ref(cursor), cursor.tolist(), marks, shift, spent]
        return n
