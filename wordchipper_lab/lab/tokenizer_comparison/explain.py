"""`explain_difference`: what two tokenizers make of one text, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ...arguments import a_flag, a_text, checked, one_of, optional
from ...text.text_bytes import encode_text
from .decoded import DecodingCheck
from .find_cause import CauseFinder
from .rows import common_ends, pack_rows
from .shown import ShownPart, TokenizerRow, row_of, shown_bytes
from .sides.any_side import AnyTokenizer, as_side
from .sides.side import ComparedAs
from .signature import Signatures
from .stages import Stage
from .verdict import How, Verdict
from .view import Part, View

__all__ = ["DifferenceExplanation", "StageResults", "explain_difference"]


@dataclass(frozen=True)
class StageResults:
    """What both tokenizers have after a stage; None where that is not known.

    special tokens: the added tokens. normalizer: the stretches between them, normalized. split pattern: the pieces.
    merges: the bytes of tokens, as text (`ShownPart`, all of them, in order). vocabulary: ids of the text.
    post-processor: all ids. decoding: the text of these. ``differs``: whether the two are not the same; None if one of
    them is not known.
    """

    stage: Stage
    a: tuple[ShownPart, ...] | tuple[int, ...] | str | None
    b: tuple[ShownPart, ...] | tuple[int, ...] | str | None

    @property
    def differs(self) -> bool | None:
        """Whether both are known, and not the same."""
        return None if self.a is None or self.b is None else self.a != self.b

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"stage": self.stage, "a": _json(self.a), "b": _json(self.b), "differs": self.differs}


@dataclass(frozen=True)
class DifferenceExplanation:
    """Two tokenizers on one text: both rows of tokens, the result of each stage, and the stages that make a difference.

    ``cause`` is the first of ``stages``, None if the two agree; ``how``, ``evidence`` and ``signature`` are those of a
    `TokenizerDifference`. ``results`` are in the order in which the stages act: special tokens are found first.
    """

    text: str
    a: TokenizerRow
    b: TokenizerRow
    cause: Stage | None
    stages: tuple[Stage, ...]
    how: How | None
    evidence: tuple[str, ...]
    signature: str
    results: tuple[StageResults, ...]

    @property
    def first_stage(self) -> Stage | None:
        """The first stage, as they act, after which the two differ; `cause` unless both are known."""
        if not (self.a.is_known and self.b.is_known):
            return self.cause
        return next((found.stage for found in self.results if found.differs), None)

    @property
    def first_difference(self) -> int | None:
        """The character of the text at which the first token begins that is not the same in both rows, apart from those
        that a post-processor puts around it; None if there is none, or its place is not known."""
        rows = [
            [(token.id, token.start, token.end) for token in row.tokens if token.kind != "post-processor"]
            for row in (self.a, self.b)
        ]
        first, _ = common_ends(*rows)
        places = [row[first][1] for row in rows if first < len(row)]
        known = [place for place in places if place is not None]
        return min(known) if known else None

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        named = ("text", "cause", "how", "signature", "first_stage", "first_difference")
        return {name: getattr(self, name) for name in named} | {
            "stages": list(self.stages),
            "evidence": list(self.evidence),
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "results": [found.to_json() for found in self.results],
        }


@checked(
    text=a_text,
    special=one_of("policy for special tokens", ("parse", "text")),
    add_special_tokens=optional(a_flag),
)
def explain_difference(
    a: AnyTokenizer,
    b: AnyTokenizer,
    text: str,
    *,
    special: Literal["parse", "text"] = "parse",
    add_special_tokens: bool | None = None,
) -> DifferenceExplanation:
    """What `a` and `b` make of `text`, stage by stage, and which stages make their ids differ.

    a, b, special, add_special_tokens: as in `compare_tokenizers`, which also says how the cause is found; the `Side`
    that `as_side` makes of a tokenizer is read only once. The results of a stage are known of a tokenizer that says
    what it is made of, and does that on this text. Raises as `compare_tokenizers`.

    >>> found = explain_difference("r50k_base", "cl100k_base", "a 12")
    >>> found.cause, found.first_stage, found.first_difference
    ('split pattern', 'split pattern', 1)
    >>> [[token.text for token in row.tokens] for row in (found.a, found.b)]
    [['a', ' 12'], ['a', ' ', '12']]
    """
    options = ComparedAs(special, add_special_tokens)
    sides = as_side(a, options), as_side(b, options)
    text = encode_text(text).decode()
    ids = sides[0].encode(text), sides[1].encode(text)
    finder = CauseFinder(*sides)
    views: list[View | None] = []
    for side, row in zip(sides, ids, strict=True):
        is_known = side.recipe is not None and finder.follows(side, text, row)
        views.append(View(finder.workshop.assemble(side.recipe), text) if is_known and side.recipe else None)
    rows = [row_of(side, view, text, row) for side, view, row in zip(sides, views, ids, strict=True)]
    verdict, signature = None, ""
    if ids[0] != ids[1]:
        verdict = finder.verdicts([text], *(pack_rows([row]) for row in ids))[0]
        signature = Signatures(finder).describe(verdict, text, *ids)
    elif sides[0].can_decode and sides[1].can_decode and (decoded := DecodingCheck(*sides).of(text)):
        verdict = Verdict(("decoding",), "observation", ("the ids are the same, and become different texts",))
        signature = Signatures(finder).of_decoding(ids[0], decoded.a, decoded.b)
    return DifferenceExplanation(
        text,
        rows[0],
        rows[1],
        verdict.cause if verdict else None,
        verdict.stages if verdict else (),
        verdict.how if verdict else None,
        verdict.evidence if verdict else (),
        signature,
        tuple(_results(views, rows)),
    )


def _results(views: Sequence[View | None], rows: Sequence[TokenizerRow]) -> list[StageResults]:
    a, b = views
    cores = [
        None if view is None else tuple(token.id for token in row.tokens if token.kind != "post-processor")
        for view, row in zip(views, rows, strict=True)
    ]
    return [
        *(
            StageResults(stage, None if a is None else show(a), None if b is None else show(b))
            for stage, show in _SHOWN.items()
        ),
        StageResults("vocabulary", *cores),
        StageResults("post-processor", tuple(rows[0].ids), tuple(rows[1].ids)),
        StageResults("decoding", rows[0].decoded, rows[1].decoded),
    ]


def _parts(parts: Sequence[Part]) -> tuple[ShownPart, ...]:
    return tuple(ShownPart(*part) for part in parts)


def _added(view: View) -> tuple[ShownPart, ...]:
    return tuple(
        ShownPart(token.start, token.end, f"{token.data.decode()} (id {token.id})")
        for token in view.tokens
        if token.is_added
    )


def _merged(view: View) -> tuple[ShownPart, ...]:
    return tuple(ShownPart(token.start, token.end, shown_bytes(token.data)) for token in view.tokens)


_SHOWN: dict[Stage, Callable[[View], tuple[ShownPart, ...]]] = {
    "special tokens": _added,
    "normalizer": lambda view: _parts(view.normalized),
    "split pattern": lambda view: _parts(view.pieces),
    "merges": _merged,
}


def _json(found: tuple[ShownPart, ...] | tuple[int, ...] | str | None) -> Any:
    if not isinstance(found, tuple):
        return found
    return [part.to_json() if isinstance(part, ShownPart) else part for part in found]
