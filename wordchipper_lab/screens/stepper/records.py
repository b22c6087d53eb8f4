"""What the merge stepper sends to its page: traces, sent once, each list of numbers in them only once."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ...lab.merging.differences import Misstep

__all__ = ["EntryColumns", "FrameRecord", "LaneRecord", "OptionsRecord", "StatusRecord", "TracesRecord"]

ListNumber = int
"""Which of the record's ``lists``."""

EntryNumber = int
"""Which row of a lane's ``entries``."""


class MergedRecord(TypedDict):
    """The pair that a step merged: its tokens, its rank, the token they became and its place among the tokens."""

    index: int
    left: int
    right: int
    rank: int
    token: int


class BufferOwn(TypedDict):
    """buffer_sweep's own data."""

    buffer: ListNumber
    live: int


class HeapOwn(TypedDict):
    """priority_merge's own data; ``stale`` says why the entry that was popped was dropped."""

    heap: ListNumber
    popped: EntryNumber | None
    stale: str | None
    pushed: list[EntryNumber]


class CheckRecord(TypedDict):
    """One round of the check whether a pair is valid (see `PairCheck`)."""

    left: int
    right: int
    limit: int | None
    rank: int | None
    refuses: bool
    undone: int | None


class BacktrackOwn(TypedDict):
    """bpe_backtrack's own data; ``cleared`` are the positions that lead nowhere."""

    position: int
    tried: int | None
    how: str
    chain: list[int]
    end: int
    open: bool
    checks: list[CheckRecord]
    outcome: str
    shorter: int | None
    cleared: ListNumber


class StackOwn(TypedDict):
    """shift_reduce's own data."""

    depth: int
    action: str


class FrameRecord(TypedDict):
    """One step. ``ranks``: of each pair of neighbours, -1 where they do not merge, None where it is not known."""

    tokens: ListNumber
    merges: int
    ranks: ListNumber
    fresh: list[int]
    winner: int
    merged: MergedRecord | None
    work: ListNumber
    own: BufferOwn | HeapOwn | BacktrackOwn | StackOwn | None


class EntryColumns(TypedDict):
    """All entries that priority_merge's heap ever held."""

    rank: list[int]
    position: list[int]
    left: list[int]
    right: list[int]


class LaneRecord(TypedDict):
    """One encoder with one vocabulary; ``right`` are BPE's tokens beside a wrong encoder, where they are known."""

    encoder: str
    vocabulary: str
    cost: str
    wrong: bool
    tokens: list[int]
    note: str
    misstep: Annotated[dict[str, Any], Misstep] | None
    total: ListNumber
    frames: list[FrameRecord]
    entries: EntryColumns
    head: list[int]
    right: list[int] | None


class TracesRecord(TypedDict):
    """All lanes of one span (hexadecimal). A list of work has a number for each of ``counters``.

    ``tokens``: the bytes (hexadecimal) of all tokens that are spoken of, by vocabulary and id. ``merged``: what each
    rank gives, by vocabulary: rank -> id; a vocabulary whose ranks are ids is not there.
    """

    span: str
    counters: list[str]
    tokens: dict[str, dict[int, str]]
    merged: dict[str, dict[int, int]]
    lanes: list[LaneRecord]
    lists: list[list[int | None]]


class SpanRecord(TypedDict):
    """A span that can be picked: ``bytes`` long, and the token that is exactly this text. ``given``: what of the text
    it stands for, if that is something else."""

    text: str
    given: str | None
    bytes: int
    kind: str
    token: int | None


class StatusRecord(TypedDict):
    """How a question was answered; ``note``: what a saved page says of itself; ``refused``: why a lane is left out."""

    error: str | None
    note: NotRequired[str]
    spans: list[SpanRecord]
    n_spans: int
    notes: list[str]
    refused: dict[str, str]


class PresetRecord(TypedDict):
    """A text worth stepping through, and what to look for in it."""

    name: str
    story: str
    text: str
    model: str


class OptionsRecord(TypedDict):
    """What can be chosen: encoders for ``lanes``, those of them that are ``right``, texts to measure growth on.

    ``own``: models that were given as tokenizers, whatever their names.
    """

    models: list[str]
    own: list[str]
    lanes: list[str]
    right: list[str]
    presets: list[PresetRecord]
    growth: list[str]
    max_span: int
