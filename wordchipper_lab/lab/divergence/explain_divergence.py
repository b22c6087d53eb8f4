"""Why two lexers cut a text as they do: both explanations of one divergence."""

from __future__ import annotations

from typing import Any

from ...errors import WordchipperLabError
from ...spanners import Span, SpanLexer
from .divergence import Divergence
from .explain import explain

__all__ = ["explain_divergence"]

MOST_BYTES = 1200
"""Longest text that is explained as a whole; of a longer one, only the span at the first difference."""

_MOST_AHEAD = 80  # characters after it, which a lexer may examine


def explain_divergence(a: SpanLexer, b: SpanLexer, divergence: Divergence) -> dict[str, Any]:
    """{"a": ..., "b": ...}: the result of `explain` for the spans of each row, with the offsets of the rows;
    or {"problem"} if a lexer cannot be explained."""
    return {
        name: explain_row(lexer, divergence, row)
        for name, lexer, row in (("a", a, divergence.a), ("b", b, divergence.b))
    }


def explain_row(lexer: SpanLexer, divergence: Divergence, row: tuple[Span, ...]) -> dict[str, Any]:
    """The result of `explain` for the spans of `row`; never an exception, which would not be seen."""
    try:
        return _explain(lexer, divergence, row)
    except WordchipperLabError as error:
        return {"problem": str(error), "spans": []}
    except Exception as error:
        return {"problem": f"This should not have happened: {type(error).__name__}: {error}", "spans": []}


def _explain(lexer: SpanLexer, divergence: Divergence, row: tuple[Span, ...]) -> dict[str, Any]:
    data = divergence.text.encode()
    if len(data) > MOST_BYTES:
        at = max(divergence.first_difference - 1, 0)
        span = next(span for span in row if span.end > at)
        if span.end - span.start > MOST_BYTES:
            return _explain_head(lexer, data[span.start : span.start + MOST_BYTES], span)
        begin, end = span.start, span.end
    else:
        begin, end = 0, len(data)
    ahead = (data[end : end + 4 * _MOST_AHEAD].decode(errors="ignore") + divergence.after)[:_MOST_AHEAD]
    body = data[begin:end].decode(errors="ignore")
    known = {(span.start, span.end) for span in row}
    found: dict[str, Any] = {}
    # Most lexers forget everything before a boundary; a logos lexer may not. But a truncated context may
    # mislead, too.
    for lead in dict.fromkeys((data[:begin].decode(errors="ignore") or divergence.before, "")):
        behind = len(lead.encode())
        found = explain(lexer, lead + body + ahead, behind, behind + len(body.encode())).to_json()
        found["spans"] = [_moved(span, begin - behind) for span in found["spans"]]
        if all((span["start"], span["end"]) in known for span in found["spans"]):
            return found
    return found | {
        "note": "Its surroundings alone are cut differently from "
        "the whole text: this explains the surroundings."
    }


def _explain_head(lexer: SpanLexer, head: bytes, span: Span) -> dict[str, Any]:
    """The explanation of the beginning of a very long span."""
    found = explain(lexer, head.decode(errors="ignore"), 0, 1).to_json()
    told = [_moved(story, span.start) | {"end": span.end} for story in found["spans"]]
    note = f"Of this span of {span.end - span.start:,} bytes, only the first {MOST_BYTES:,} are explained."
    return found | {"spans": told, "note": note}


def _moved(span: dict[str, Any], by: int) -> dict[str, Any]:
    if not by:
        return span
    steps = [step | {"position": step["position"] + by} for step in span["steps"]]
    tokens = [token | {"start": token["start"] + by, "end": token["end"] + by} for token in span["tokens"]]
    return span | {"start": span["start"] + by, "end": span["end"] + by, "steps": steps, "tokens": tokens}
