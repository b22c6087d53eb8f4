"""The logos lexer's own kernel with tracing: the tokens it found, and the repairs that moved a boundary."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...kernels.trace import new_trace
from ..spans import WORD, Spans
from .logos_lexer import LogosLexer
from .repair_machine import REPAIRS, TOKEN_EVENT, scan_roles

__all__ = ["RepairEvent", "TokenEvent", "trace_roles"]

_EVENTS_A_BYTE = 3  # a token of one byte, read twice where lexing restarts, and a repair


@dataclass(frozen=True)
class TokenEvent:
    """A longest-match token: bytes ``start`` to ``end``, and its role code. Lexing may restart inside it."""

    start: int
    end: int
    role: int


@dataclass(frozen=True)
class RepairEvent:
    """One of the `REPAIRS` that moved a boundary to (trailing_whitespace: away from) byte ``place``."""

    name: str
    place: int
    end: int


def trace_roles(lexer: LogosLexer, text: np.ndarray) -> tuple[Spans, list[TokenEvent | RepairEvent]]:
    """The spans of `text` (valid UTF-8, uint8, one region), and the events on the way, in order.

    >>> from wordchipper_lab.spanners.logos import build_logos_lexer
    >>> from wordchipper_lab.vocab.patterns import CL100K_PATTERN
    >>> from wordchipper_lab.text.text_bytes import as_text_bytes
    >>> spans, events = trace_roles(build_logos_lexer(CL100K_PATTERN), as_text_bytes("a  b"))
    >>> spans.ends.tolist(), events[2:]
    ([1, 2, 4], [TokenEvent(start=3, end=4, role=10), RepairEvent(name='whitespace_split', place=2, end=4)])
    """
    trace = new_trace(len(text) * _EVENTS_A_BYTE + 8)
    ends = np.empty(len(text) + 8, dtype=np.int64)
    kinds = np.empty(len(text) + 8, dtype=np.uint8)
    regions = np.array([len(text)]), np.array([WORD], dtype=np.uint8)
    cursor = np.zeros(2, dtype=np.int64)
    n = scan_roles(text, *regions, cursor, ends, kinds, *lexer.tables, lexer.repairs, trace)
    events: list[TokenEvent | RepairEvent] = []
    for code, place, end, role, _ in trace.rows().tolist():
        if code == TOKEN_EVENT:
            events.append(TokenEvent(place, end, role))
        else:
            events.append(RepairEvent(REPAIRS[code.bit_length() - 1], place, end))
    return Spans(ends[:n], kinds[:n]), events
