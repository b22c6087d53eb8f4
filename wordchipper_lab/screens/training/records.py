"""What the Training screen sends to its page: a toy's trace, how far a run is, a race, what came out."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ...lab.training.worth import Worth
from ..explorer.records import ExplorationRecord
from ..work.records import ProgressRecord

__all__ = [
    "EncodedRecord",
    "LiveRecord",
    "OptionsRecord",
    "RaceRecord",
    "ResultRecord",
    "StatusRecord",
    "TraceRecord",
    "TrainingRecord",
]


class MergeRecord(TypedDict):
    """One merge (see `Merge`)."""

    left: int
    right: int
    token: int
    frequency: int
    merged: int
    affected: int


class PairColumns(TypedDict):
    """Pairs, the most frequent first, with their counts before and after a merge."""

    left: list[int]
    right: list[int]
    before: list[int]
    after: list[int]


class NewPairColumns(TypedDict):
    """Pairs that a merge made."""

    left: list[int]
    right: list[int]
    count: list[int]


class ChangeColumns(TypedDict):
    """What a merge did to the trainer's books (see `Change`); ``left`` and ``right`` are the pair."""

    kind: list[str]
    span: list[int]
    left: list[int]
    right: list[int]
    weight: list[int]


class HeapRecord(TypedDict):
    """Entries of a trainer's heap."""

    live: int
    stale: int


class FrameRecord(TypedDict):
    """One merge of a toy. ``after``: the tokens of each span that it changed, by the span's number."""

    merge: MergeRecord
    pairs: PairColumns
    new: NewPairColumns
    n_pairs: int
    n_tied: int
    why: str
    after: dict[str, list[int]]
    changes: ChangeColumns
    n_changes: int
    n_tokens: int
    heap: HeapRecord | None


class TraceRecord(TypedDict):
    """A toy, merge by merge; bytes in hexadecimal. ``start``: the tokens of each span before the first merge."""

    name: str
    text: str
    level: str
    trainer: str
    tie: str
    spans: list[str]
    counts: list[int]
    tokens: list[str]
    n_symbols: int
    start: list[list[int]]
    n_tokens: int
    frames: list[FrameRecord]
    stopped: str


class LearnedRecord(TypedDict):
    """A token that was learned: its id, the bytes (hexadecimal) of its two parts, what its merge did."""

    token: int
    left: str
    right: str
    frequency: int
    affected: int


class CurveColumns(TypedDict):
    """Samples of a run; ``live`` and ``stale`` are None for a trainer without a heap."""

    merges: list[int]
    bytes_per_token: list[float]
    frequency: list[int]
    affected: list[int]
    live: list[int | None]
    stale: list[int | None]


class LiveRecord(TypedDict):
    """How far a run is; ``newest`` first, ``rate`` in merges a second."""

    made: int
    total: int
    bytes: int
    tokens: int
    spans: int
    seconds: float
    rate: float
    stopped: str
    newest: list[LearnedRecord]
    heap: HeapRecord | None
    curves: CurveColumns


class RacerRecord(TypedDict):
    """One generation in a race (see `Lane`)."""

    trainer: str
    n_merges: int
    merges: int
    seconds: float
    state: str
    identical: bool | None
    estimated: float | None


class RaceRecord(TypedDict):
    """A race."""

    n_spans: int
    n_bytes: int
    lanes: list[RacerRecord]


class ResultRecord(TypedDict):
    """What came out of a run; ``kept``: other pages know it by this name; ``opened``: the screens of this page do, as
    if it had been opened from a file."""

    name: str
    kept: bool
    opened: bool
    merges: int
    vocab_size: int
    special_tokens: dict[str, int]
    bytes_per_token: float
    pattern: str
    start_from: str
    corpus: str


class EncodedRecord(TypedDict):
    """A text encoded with what came out, and what it is worth beside others."""

    name: NotRequired[str]
    drawing: NotRequired[ExplorationRecord]
    worth: NotRequired[list[Annotated[dict[str, Any], Worth]]]
    problem: NotRequired[str]


class TrainingRecord(ProgressRecord):
    """How far a run or a race is: "counting", "training" or "racing"; ``what`` is "race" for a race."""

    phase: NotRequired[str]
    what: NotRequired[str]


class ToyRecord(TypedDict):
    """A toy corpus, with the symbols and the rule for ties that come with it."""

    text: str
    story: str
    toy_level: str
    toy_tie: str


class OptionsRecord(TypedDict):
    """What can be chosen: name -> what it is called, or what there is to say of it. ``starts``: tokenizers to go on
    from, "" for bytes, with the number of tokens of each."""

    toys: dict[str, ToyRecord]
    own_toy: str
    levels: dict[str, str]
    trainers: dict[str, str]
    ties: dict[str, str]
    corpora: dict[str, str]
    patterns: list[str]
    byte_orders: list[str]
    sizes: dict[str, str]
    rates: dict[str, str]
    max_size: int
    starts: dict[str, int]
    most_tokens: int


class StatusRecord(TypedDict, total=False):
    """What is wrong with what was chosen; ``note``: what a saved page says of itself."""

    problem: str | None
    note: str
