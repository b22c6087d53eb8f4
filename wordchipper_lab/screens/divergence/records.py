"""What the Divergence screen sends to its page: divergences, why they are, automata as graphs."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ...lab.divergence.explain import SpanStory
from ..work.records import ProgressRecord

__all__ = [
    "BranchesRecord",
    "DivergenceRecord",
    "FoundRecord",
    "GraphRecord",
    "GraphsRecord",
    "LettersRecord",
    "LexerGroupRecord",
    "OptionsRecord",
    "PairColumnRecord",
    "PairDifferenceRecord",
    "PairFoundRecord",
    "PairGroupRecord",
    "PairStageRecord",
    "PairTokenRecord",
    "PairToldRecord",
    "PatternPieces",
    "PatternsRecord",
    "PresetRecord",
    "SearchRecord",
    "SpanColumns",
    "StatusRecord",
    "StoriesRecord",
    "UndoRecord",
]


class SpanColumns(TypedDict):
    """A row of spans that lie end to end, the first at 0: where each ends (bytes), and its kind."""

    end: list[int]
    kind: list[str]


DivergenceRecord = TypedDict(
    "DivergenceRecord",
    {
        "text": str,
        "before": str,
        "after": str,
        "start": int,
        "source": str,
        "signature": str,
        "a": SpanColumns,
        "b": SpanColumns,
        "first": int | None,
        "from": int,
        "size": int,
    },
)
"""A divergence (see `draw_divergence`)."""


class GroupRecord(TypedDict):
    """Divergences of one signature: how many, and the numbers of those that are kept."""

    signature: str
    count: int
    example: int
    members: list[int]


class LengthRecord(TypedDict):
    """What a search through all strings has tried of one length."""

    length: int
    cases: int
    divergent: int


class ProofRecord(TypedDict):
    """The size of a proof."""

    a: str
    b: str
    symbols: int
    futures: int
    states: int
    seconds: float
    statement: str
    models: list[str]


class FoundRecord(TypedDict):
    """What a comparison found; ``n`` in all, of which some are kept. ``same``: a text without a divergence."""

    divergences: NotRequired[list[DivergenceRecord]]
    groups: NotRequired[list[GroupRecord]]
    n: NotRequired[int]
    n_kinds: NotRequired[int]
    same: NotRequired[DivergenceRecord]
    by_length: NotRequired[list[LengthRecord]]
    proof: NotRequired[ProofRecord]
    serial: NotRequired[int]
    sentence: NotRequired[str]
    source: NotRequired[str]


class StoryRecord(TypedDict):
    """Why one lexer cut a text as it did, or the problem that keeps it from being said."""

    spans: list[Annotated[dict[str, Any], SpanStory]]
    lexer: NotRequired[str]
    kind: NotRequired[str]
    pattern: NotRequired[str]
    note: NotRequired[str]
    problem: NotRequired[str]


class ExplorerLink(TypedDict):
    """The state of an Explorer that shows a text."""

    text: str
    model: str
    lexer: NotRequired[str]


class StoriesRecord(TypedDict, total=False):
    """Both stories of one divergence, and what can be done with it."""

    a: StoryRecord
    b: StoryRecord
    pytest: str | None
    explorer: ExplorerLink | None
    serial: int
    selected: int


class StateRecord(TypedDict):
    """A state of an automaton, and where it is drawn."""

    id: int
    x: int
    y: int
    start: bool
    accepting: bool
    accepts_before: list[str]


EdgeRecord = TypedDict("EdgeRecord", {"from": int, "to": int, "cells": list[str], "label": str})
"""A way from state to state."""


class GraphRecord(TypedDict):
    """An automaton; one of too many states has their number ``n`` instead."""

    states: list[StateRecord]
    edges: list[EdgeRecord]
    width: NotRequired[int]
    height: NotRequired[int]
    n: NotRequired[int]


class GraphsRecord(TypedDict):
    """Both automata; None for a lexer that is none."""

    a: GraphRecord | None
    b: GraphRecord | None


class LettersRecord(TypedDict):
    """The characters that strings are made of; ``names`` of their cells and what each is ``called``."""

    usual: str
    used: str
    shown: list[str]
    names: list[str]
    called: list[str]


class PatternPieces(TypedDict):
    """A branch of a pattern in pieces, and whether the other pattern lacks them."""

    text: list[str]
    differs: list[bool]


class BranchesRecord(TypedDict):
    """Two branches side by side; None where a pattern has none like the other's."""

    a: PatternPieces | None
    b: PatternPieces | None


class PatternsRecord(TypedDict, total=False):
    """Both patterns by branches, of which some are the ``same``; empty if a lexer has no pattern."""

    branches: list[BranchesRecord]
    same: int


class PairDifferenceRecord(TypedDict):
    """A text that can be looked at: one on which two tokenizers differ, or, if ``is_whole``, the whole text."""

    text: str
    start: int
    source: str
    cause: str
    signature: str
    is_whole: bool


class PairGroupRecord(TypedDict):
    """Differences of one kind: the stages that make them, how many, the number of an ``example`` among the texts, and
    the shortest text known."""

    cause: str
    stages: list[str]
    signature: str
    count: int
    example: int
    shrunk: str


class PairFoundRecord(TypedDict, total=False):
    """What was found about two tokenizers; ``serial`` counts the results. ``causes``: how many differences of each;
    ``proof``: what was proved, or checked."""

    serial: int
    source: str
    sentence: str
    differences: list[PairDifferenceRecord]
    groups: list[PairGroupRecord]
    n: int
    causes: dict[str, int]
    notes: list[str]
    proof: list[str]


class PairTokenRecord(TypedDict):
    """A token with its bytes (hexadecimal): "token", "special token" or "post-processor"."""

    id: int
    bytes: str
    kind: str


class PairColumnRecord(TypedDict):
    """A stretch of the text, or a ``place`` around it, with the tokens of both."""

    text: str
    place: str
    same: bool
    a: list[PairTokenRecord]
    b: list[PairTokenRecord]


class PairStageRecord(TypedDict):
    """What both have after a stage, in parts; None where that is not known."""

    stage: str
    differs: bool | None
    a: list[str] | None
    b: list[str] | None


class PairToldRecord(TypedDict, total=False):
    """Two tokenizers on one text: rows in columns, stage by stage, and the stages that make the difference; empty while
    it is worked out. ``is_cut``: it is the beginning of a longer one."""

    serial: int
    selected: int
    text: str
    is_cut: bool
    a: str
    b: str
    verdict: str
    cause: str
    stages: list[str]
    evidence: list[str]
    signature: str
    columns: list[PairColumnRecord]
    n_columns: int
    results: list[PairStageRecord]
    problems: list[str]
    pytest: str | None


class SearchRecord(ProgressRecord):
    """How far a search is: ``rate`` a second, ``where`` it is."""

    divergent: NotRequired[int]
    rate: NotRequired[float]
    where: NotRequired[str]
    by_length: NotRequired[list[LengthRecord]]


class LexerRecord(TypedDict):
    """A lexer that can be chosen, by its word; a word that ends in ":" wants a pattern behind it."""

    word: str
    label: str
    story: str
    pattern: str


class LexerGroupRecord(TypedDict):
    """Lexers that belong together."""

    label: str
    lexers: list[LexerRecord]


class PresetRecord(TypedDict):
    """The state that shows a specimen."""

    name: str
    a: str
    b: str
    text: str
    source: str
    selected: int


class OptionsRecord(TypedDict):
    """What can be chosen, and the limits of it (bytes, characters)."""

    lexers: list[LexerGroupRecord]
    tokenizers: list[str]
    own: list[str]
    presets: list[PresetRecord]
    max_text: int
    max_file: int
    max_k: int
    max_alphabet: int


class ProblemRecord(TypedDict):
    """Why a lexer cannot be made; where in its pattern, if that is known."""

    at: int | None
    message: str


class StatusRecord(TypedDict):
    """How a question was answered; ``problems`` by lexer ("a", "b"); ``alone``: of which tokenizers no lexer can be
    exchanged, and why; ``note``: what a saved page says of itself."""

    error: str | None
    note: NotRequired[str]
    problems: dict[str, ProblemRecord]
    alone: NotRequired[list[str]]


class UndoRecord(TypedDict, total=False):
    """What was shown before a text was shrunk, what is shown since, and a sentence about it; empty without one."""

    state: dict[str, Any]
    to: dict[str, Any]
    said: str
