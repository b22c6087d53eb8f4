"""Merge traces as the browser steps through them: sent once, with each list of numbers only once."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any, cast

from ...encoders.registry import WRONG_ENCODERS, find_encoder
from ...lab.merging.counters import WorkCounters
from ...lab.merging.differences import find_misstep
from ...lab.merging.frames import (
    BacktrackState,
    BufferState,
    Candidate,
    ListState,
    MergeFrame,
    StackState,
    State,
)
from ...lab.merging.merge_trace import MergeTrace
from ...lab.shown_ranks import are_ids
from ...tokenizer import Tokenizer
from .records import (
    BacktrackOwn,
    BufferOwn,
    CheckRecord,
    EntryColumns,
    FrameRecord,
    HeapOwn,
    LaneRecord,
    MergedRecord,
    StackOwn,
    TracesRecord,
)

__all__ = ["draw_traces"]

_COUNTERS = tuple(item.name for item in fields(WorkCounters))
_NO_MERGE = -1  # in a row of ranks; None if the encoder does not know the rank of a pair


class _Lists:
    """Lists of numbers, each stored once: frames of one trace, and traces of one span, share most of them."""

    def __init__(self) -> None:
        self.kept: list[list[Any]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}

    def add(self, numbers: list[Any]) -> int:
        """The number under which `numbers` is stored."""
        found = self._numbers.setdefault(tuple(numbers), len(self.kept))
        if found == len(self.kept):
            self.kept.append(list(numbers))
        return found


def draw_traces(traces: list[tuple[Tokenizer, MergeTrace]], head: list[int]) -> TracesRecord:
    """The data of a `MergeStepper` for traces of one span.

    `head` are the tokens of the spans before it, in the vocabulary of the first trace.
    """
    lists = _Lists()
    right = {
        trace.vocabulary: trace
        for _, trace in traces
        if trace.encoder not in (*WRONG_ENCODERS, "bpe_backtrack") and not trace.is_truncated
    }
    known = {trace.vocabulary: trace.tokens for _, trace in traces if trace.encoder not in WRONG_ENCODERS}
    lanes = [_draw_lane(tok, trace, right.get(trace.vocabulary), lists) for tok, trace in traces]
    tokens: dict[str, dict[int, str]] = {}
    merged: dict[str, dict[int, int]] = {}
    for lane, (tok, trace) in zip(lanes, traces, strict=True):
        lane["head"] = head if tok is traces[0][0] else []
        lane["right"] = known.get(trace.vocabulary) if lane["wrong"] else None
        spoken_of = _token_bytes(tok, trace, [*lane["head"], *(lane["right"] or [])])
        tokens.setdefault(trace.vocabulary, {}).update(spoken_of)
        if not are_ids(tok.vocab):
            merged.setdefault(trace.vocabulary, {}).update(_ids_by_rank(trace))
    return {
        "span": traces[0][1].span.hex() if traces else "",
        "counters": list(_COUNTERS),
        "tokens": tokens,
        "merged": merged,
        "lanes": lanes,
        "lists": lists.kept,
    }


def _draw_lane(tok: Tokenizer, trace: MergeTrace, right: MergeTrace | None, lists: _Lists) -> LaneRecord:
    is_wrong = trace.encoder in WRONG_ENCODERS
    entries = _Lists()
    frames = [_draw_frame(frame, lists, entries) for frame in trace.frames]
    lane: LaneRecord = {
        "encoder": trace.encoder,
        "vocabulary": trace.vocabulary,
        "cost": find_encoder(trace.encoder, also_wrong=True).cost,
        "wrong": is_wrong,
        "tokens": trace.tokens,
        "note": trace.note,
        "misstep": None,
        "total": lists.add([getattr(trace.counters, name) for name in _COUNTERS]),
        "frames": frames,
        "entries": _draw_entries(entries),
        "head": [],
        "right": None,
    }
    if is_wrong and right is not None:
        found = find_misstep(trace, right)
        if found is not None:
            lane["misstep"] = {
                "frame": found.frame,
                "wrong": asdict(found.wrong) if found.wrong else None,
                "instead": asdict(found.instead) if found.instead else None,
            }
    return lane


def _draw_entries(entries: _Lists) -> EntryColumns:
    rank, position, left, right = ([entry[at] for entry in entries.kept] for at in range(4))
    return {"rank": rank, "position": position, "left": left, "right": right}


def _draw_frame(frame: MergeFrame, lists: _Lists, entries: _Lists) -> FrameRecord:
    ranks: list[int | None] = [None] * max(len(frame.tokens) - 1, 0)
    is_try = isinstance(frame.state, BacktrackState)
    for pair in () if is_try else frame.candidates:
        ranks[pair.index] = _NO_MERGE if pair.rank is None else pair.rank
    return {
        "tokens": lists.add(frame.tokens),
        "merges": frame.merges,
        "ranks": lists.add(ranks),
        "fresh": [] if is_try else [pair.index for pair in frame.candidates if pair.is_fresh],
        "winner": -1 if frame.winner is None else frame.winner.index,
        "merged": None if frame.merged is None else _draw_merged(frame.merged),
        "work": lists.add([getattr(frame.counters, name) for name in _COUNTERS]),
        "own": _draw_state(frame.state, lists, entries),
    }


def _draw_merged(pair: Candidate) -> MergedRecord:
    assert pair.rank is not None  # only pairs that have a rank merge
    assert pair.token is not None
    pair_of = {"index": pair.index, "left": pair.left, "right": pair.right}
    return cast(MergedRecord, pair_of | {"rank": pair.rank, "token": pair.token})


def _draw_state(
    state: State, lists: _Lists, entries: _Lists
) -> BufferOwn | HeapOwn | BacktrackOwn | StackOwn | None:
    """Whatever is not in the frame's tokens and ranks already."""
    if isinstance(state, BufferState):
        return {"buffer": lists.add(state.buffer), "live": state.live}
    if isinstance(state, ListState):

        def number(entry: Any) -> int:
            return entries.add([entry.rank, entry.position, entry.left, entry.right])

        return {
            "heap": lists.add([number(entry) for entry in state.heap]),
            "popped": None if state.popped is None else number(state.popped.entry),
            "stale": None if state.popped is None else state.popped.stale,
            "pushed": [number(entry) for entry in state.pushed],
        }
    if isinstance(state, BacktrackState):
        return {
            "position": state.position,
            "tried": state.tried,
            "how": state.how,
            "chain": state.chain,
            "end": state.end,
            "open": state.is_open,
            "checks": [cast(CheckRecord, asdict(check)) for check in state.checks],
            "outcome": state.outcome,
            "shorter": state.shorter,
            "cleared": lists.add([at for at, bit in enumerate(state.bits) if not bit]),
        }
    if isinstance(state, StackState):
        return {"depth": len(state.stack), "action": state.action}
    return None


def _ids_by_rank(trace: MergeTrace) -> dict[int, int]:
    """The token that each rank gives, of all ranks that a trace mentions."""
    pairs = [pair for frame in trace.frames for pair in frame.candidates]
    return {pair.rank: pair.token for pair in pairs if pair.rank is not None and pair.token is not None}


def _token_bytes(tok: Tokenizer, trace: MergeTrace, more: list[int]) -> dict[int, str]:
    """Every token that a trace mentions, and `more`, with its bytes in hexadecimal."""
    found: set[int] = set(trace.tokens) | set(more)
    for frame in trace.frames:
        found.update(frame.tokens)
        for pair in frame.candidates:
            found.update((pair.left, pair.right))
            if pair.token is not None:
                found.add(pair.token)
        if isinstance(frame.state, BacktrackState):
            found.update(frame.state.chain)
    if trace.whole is not None:
        found.add(trace.whole)
    return {token: tok.id_to_bytes(token).hex() for token in sorted(found)}
