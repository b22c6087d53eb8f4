"""The third tier: a `SpanLexer` made of token definitions with roles."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...arguments import a_text, checked, instance_of, one_of, sequence_of
from ..span_lexer import SpanLexer, gives_sound_blocks
from .longest_match import compile_tokens
from .repair_machine import REPAIRS, scan_roles
from .roles import TokenDefinition

__all__ = ["LogosLexer"]


class LogosLexer(SpanLexer):
    r"""A lexer made of token definitions; `pattern` is the split pattern that it replaces, if any.

    `without` leaves out some of the `REPAIRS`, which makes a specimen for studying divergences. (Without
    "prefix_restart" a span can depend on the whitespace before it, so such a lexer may cut differently at the
    end of a block.) Raises `PatternSyntaxError` or `UnsupportedPatternError` for a fragment,
    `UnknownNameError` for a repair.

    >>> from wordchipper_lab.spanners.logos import *
    >>> letters, space = TokenDefinition("letters", r"\p{L}+", Word()), TokenDefinition("space", r"\s+", Whitespace())
    >>> lexer = LogosLexer([letters, space])
    >>> [(s.start, s.end) for s in lexer.spans("hello   world")]
    [(0, 5), (5, 7), (7, 13)]
    """

    kind = "logos"

    @checked(
        definitions=sequence_of(
            instance_of("a TokenDefinition", TokenDefinition), "several TokenDefinitions"
        ),
        pattern=a_text,
        name=a_text,
        without=sequence_of(one_of("repair", REPAIRS), "several names of repairs"),
    )
    def __init__(
        self,
        definitions: Iterable[TokenDefinition],
        pattern: str = "",
        name: str = "",
        without: Iterable[str] = (),
    ) -> None:
        self.definitions, self.pattern, self.name = tuple(definitions), pattern, name
        self.without = tuple(without)
        self.repairs = sum(1 << bit for bit, repair in enumerate(REPAIRS) if repair not in self.without)
        self.tables = compile_tokens(self.definitions)

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
        """See `SpanLexer.next_spans`."""
        return int(
            scan_roles(text, region_ends, region_kinds, cursor, ends, kinds, *self.tables, self.repairs, None)
        )
