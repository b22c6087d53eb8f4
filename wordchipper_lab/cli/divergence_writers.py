"""Divergences on a terminal: the place, the text around it, and both rows of spans with their boundaries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from .id_writers import show_token

if TYPE_CHECKING:
    from ..lab import Divergence, DivergenceGroups
    from ..spanners import Span

__all__ = ["divergence_lines", "group_lines", "json_line", "row_lines"]

_MOST_SPANS = 24
_MOST_CHARACTERS = 200


def divergence_lines(divergence: Divergence, a: str, b: str) -> Iterator[str]:
    """Place and signature, the text in its context between » and «, and the rows of `a` and `b`."""
    place = f"{divergence.source}:{divergence.start}" if divergence.source else f"byte {divergence.start}"
    yield f"{place}  {divergence.signature}"
    inside = _shorten(divergence.text)
    whole = f"{divergence.before}\u00bb{inside}\u00ab{divergence.after}"
    yield f"  in {show_token(whole.encode())}"
    yield from row_lines(divergence, a, b)


def row_lines(divergence: Divergence, a: str, b: str) -> Iterator[str]:
    """Both rows, with "|" at each boundary, and the first difference."""
    width = max(len(a), len(b))
    for name, row in ((a, divergence.a), (b, divergence.b)):
        yield f"  {name:<{width}}  {_show_row(divergence.text.encode(), row)}"
    place = divergence.start + divergence.first_difference
    yield f"  {'':<{width}}  first difference at byte {place}"


def group_lines(groups: DivergenceGroups, most: int | None = None) -> Iterator[str]:
    """A line for each signature: its number, the signature, and the shortest example."""
    shown = list(groups)[:most]
    for group in shown:
        example = show_token(_shorten(group.example.text).encode())
        yield f"{group.count:>9,}  {group.signature}  such as {example}"
    rest = groups.n_divergences - sum(group.count for group in shown)
    if rest:
        yield f"{rest:>9,}  of other signatures"


def _show_row(data: bytes, row: Sequence[Span]) -> str:
    shown = "|".join(_show_spans(data, row[:_MOST_SPANS]))
    return f"{shown}|... ({len(row):,} spans)" if len(row) > _MOST_SPANS else shown


def _show_spans(data: bytes, row: Iterable[Span]) -> Iterator[str]:
    for span in row:
        text = show_token(_shorten(data[span.start : span.end].decode()).encode())
        yield text if span.kind == "word" else f"{span.kind} {text}"


def _shorten(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}..."


def json_line(value: object) -> str:
    """One line of JSON, with readable text where possible."""
    return json.dumps(value, ensure_ascii=False)
