"""Where two traces of one span diverge, and where a wrong encoder goes wrong."""

from __future__ import annotations

from dataclasses import dataclass

from ...arguments import checked, instance_of
from .frames import Candidate, MergeFrame
from .merge_trace import MergeTrace

__all__ = ["Misstep", "align_by_merge", "find_misstep", "first_difference"]


_a_trace = instance_of("a MergeTrace", MergeTrace)


def align_by_merge(trace: MergeTrace) -> list[MergeFrame]:
    """The frames in lockstep: entry k is the last frame with k merges (for bpe_backtrack, after k steps)."""
    last: dict[int, MergeFrame] = {frame.merges: frame for frame in trace.frames}
    return [last[merges] for merges in sorted(last)]


@checked(a=_a_trace, b=_a_trace)
def first_difference(a: MergeTrace, b: MergeTrace) -> int | None:
    """The first number of merges after which the token boundaries differ; None if they never do.

    The trace that ends earlier stays in its last state; a truncated one is compared as far as it goes.
    Boundaries are compared, not ids, so traces of two vocabularies can be compared.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab import trace_merges
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> right, wrong = (trace_merges(tok, "defenestration", name) for name in ("priority_merge", "shift_reduce"))
    >>> first_difference(right, right), first_difference(right, wrong)
    (None, 1)
    """
    left, right = align_by_merge(a), align_by_merge(b)
    known = [len(frames) for frames, trace in ((left, a), (right, b)) if trace.is_truncated]
    for k in range(min([max(len(left), len(right)), *known])):
        if left[min(k, len(left) - 1)].starts != right[min(k, len(right) - 1)].starts:
            return k
    return None


@dataclass(frozen=True)
class Misstep:
    """Where a wrong encoder goes wrong: by a merge that the global order forbids, or by one that it never
    makes."""

    frame: int
    """The frame of the wrong trace to which the merge led; for a merge that is never made, the last frame."""
    wrong: Candidate | None
    """The merge that looks right there but is not one of BPE's; None if BPE's are missing instead."""
    instead: Candidate | None
    """The merge that BPE makes there, which consumes a token of the wrong pair, or a part of it; None if
    there is none."""


@checked(wrong=_a_trace, right=_a_trace)
def find_misstep(wrong: MergeTrace, right: MergeTrace) -> Misstep | None:
    """The first misstep of `wrong`, None if its merges are BPE's; `right` is the trace of a correct merging
    encoder.

    Also None if a truncated trace does not extend far enough to tell.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab import trace_merges
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> right, wrong = (trace_merges(tok, "defenestration", name) for name in ("priority_merge", "shift_reduce"))
    >>> found = find_misstep(wrong, right)
    >>> [tok.id_to_token(found.wrong.rank), tok.id_to_token(found.instead.rank)]
    ['tration', 'estr']
    """
    if right.is_truncated:
        return None
    demanded = [frame.merged for frame in right.frames if frame.merged is not None]
    ranges = {(pair.start, pair.end) for pair in demanded}
    made = set()
    for frame in wrong.frames:
        pair = frame.merged
        if pair is None:
            continue
        if (pair.start, pair.end) not in ranges:
            instead = next((true for true in demanded if _crosses(true, pair)), None)
            return Misstep(frame.step, pair, instead)
        made.add((pair.start, pair.end))
    if wrong.is_truncated:
        return None
    missing = next((true for true in demanded if (true.start, true.end) not in made), None)
    return None if missing is None else Misstep(wrong.frames[-1].step, None, missing)


def _crosses(one: Candidate, other: Candidate) -> bool:
    """Whether two ranges overlap and neither is inside the other."""
    return one.start < other.start < one.end < other.end or other.start < one.start < other.end < one.end
