"""What two tokenizers make of one text: both rows of tokens side by side, and what each stage gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...lab.tokenizer_comparison import (
    DifferenceExplanation,
    ShownPart,
    ShownToken,
    Side,
    TokenizerDifference,
    explain_difference,
)
from .records import PairColumnRecord, PairTokenRecord, PairToldRecord

__all__ = ["columns_of", "tell_pair"]

_SIDE = re.compile(r"\b[ab](?= with |'s |$)")  # of the evidence; the page calls them A and B
_MOST_CHARACTERS = 2000
_MOST_COLUMNS = 300
_MOST_PARTS = 60
_MOST_TOKENS = 60  # of one column
_LONGEST_PART = 80  # characters


def tell_pair(
    sides: tuple[Side, Side], text: str, difference: TokenizerDifference | None = None
) -> PairToldRecord:
    """The rows and stages of `text`, and why its ids differ; of a longer text, of its beginning."""
    told = explain_difference(*sides, text[:_MOST_CHARACTERS])
    columns = columns_of(told)
    return {
        "text": told.text,
        "is_cut": len(text) > _MOST_CHARACTERS,
        "a": sides[0].name,
        "b": sides[1].name,
        "verdict": _verdict(told),
        "cause": told.cause or "",
        "stages": list(told.stages),
        "evidence": [_SIDE.sub(lambda side: side[0].upper(), fact) for fact in told.evidence],
        "signature": told.signature,
        "columns": columns[:_MOST_COLUMNS],
        "n_columns": len(columns),
        "results": [
            {
                "stage": result.stage,
                "differs": result.differs,
                "a": _parts(result.a),
                "b": _parts(result.b),
            }
            for result in told.results
        ],
        "problems": [row.problem for row in (told.a, told.b) if row.problem],
        "pytest": None if difference is None else difference.to_pytest(),
    }


def _verdict(told: DifferenceExplanation) -> str:
    if told.cause is None:
        return "Both give the same ids for this text."
    stages = [f"the {stage}" for stage in told.stages]
    if len(stages) == 1:
        return f"The {told.cause} makes the difference."
    rest = ", ".join(stages[1:-1]) + (" and " if len(stages) > 2 else "") + stages[-1]
    return f"The {told.cause} makes the first difference, together with {rest}."


class _Cut(NamedTuple):
    """A row may be cut before its token number `token`, anywhere from character `low` to `high`."""

    token: int
    low: int
    high: int


def columns_of(told: DifferenceExplanation) -> list[PairColumnRecord]:
    """Both rows in columns that are as narrow as they can be: no token of either row crosses their borders."""
    rows = [list(told.a.tokens), list(told.b.tokens)]
    framed = [_without_frame(row) for row in rows]
    inner = [row[first:last] for row, (first, last) in zip(rows, framed, strict=True)]
    columns = _frames("before the text", *(row[:first] for row, (first, _) in zip(rows, framed, strict=True)))
    columns += _inner_columns(told.text, *inner)
    return columns + _frames(
        "after the text", *(row[last:] for row, (_, last) in zip(rows, framed, strict=True))
    )


def _without_frame(row: Sequence[ShownToken]) -> tuple[int, int]:
    """Where the tokens of the text itself begin and end in a row."""
    own = [at for at, token in enumerate(row) if token.kind != "post-processor"]
    return (own[0], own[-1] + 1) if own else (len(row), len(row))


def _frames(place: str, a: Sequence[ShownToken], b: Sequence[ShownToken]) -> list[PairColumnRecord]:
    return [_column("", a, b, place)] if a or b else []


def _inner_columns(text: str, a: Sequence[ShownToken], b: Sequence[ShownToken]) -> list[PairColumnRecord]:
    ours, theirs = _cuts(a, len(text)), _cuts(b, len(text))
    columns: list[PairColumnRecord] = []
    i = j = at = done_a = done_b = 0
    while i < len(ours) and j < len(theirs):
        one, other = ours[i], theirs[j]
        low, high = max(one.low, other.low), min(one.high, other.high)
        if low <= high and (one.token, other.token) != (done_a, done_b):
            columns.append(_column(text[at:low], a[done_a : one.token], b[done_b : other.token]))
            at, done_a, done_b = low, one.token, other.token
        if one.high <= other.high:
            i += 1
        if other.high <= one.high:
            j += 1
    if done_a < len(a) or done_b < len(b) or at < len(text):
        columns.append(_column(text[at:], a[done_a:], b[done_b:]))
    return columns


def _cuts(row: Sequence[ShownToken], size: int) -> list[_Cut]:
    if any(token.start is None or token.end is None for token in row):
        return [_Cut(len(row), size, size)]
    cuts, reached = [], 0
    for index, token in enumerate(row):
        assert token.start is not None
        assert token.end is not None
        if index and token.start >= reached:
            cuts.append(_Cut(index, reached, token.start))
        reached = max(reached, token.end)
    return [*cuts, _Cut(len(row), min(reached, size), size)]


def _column(text: str, a: Sequence[ShownToken], b: Sequence[ShownToken], place: str = "") -> PairColumnRecord:
    return {
        "text": text,
        "place": place,
        "same": [token.id for token in a] == [token.id for token in b],
        "a": [_token(token) for token in a[:_MOST_TOKENS]],
        "b": [_token(token) for token in b[:_MOST_TOKENS]],
    }


def _token(token: ShownToken) -> PairTokenRecord:
    data = token.data if token.data is not None else token.text.encode()
    return {"id": token.id, "bytes": data.hex(), "kind": token.kind}


def _parts(found: tuple[ShownPart, ...] | tuple[int, ...] | str | None) -> list[str] | None:
    if found is None:
        return None
    parts = [found] if isinstance(found, str) else [_shown(part) for part in found[:_MOST_PARTS]]
    rest = 0 if isinstance(found, str) else len(found) - len(parts)
    shortened = [part if len(part) <= _LONGEST_PART else f"{part[:_LONGEST_PART]}…" for part in parts]
    return [*shortened, *([f"… {rest:,} more"] if rest > 0 else [])]


def _shown(part: ShownPart | int) -> str:
    return part.text if isinstance(part, ShownPart) else str(part)
