"""Where two traces of one span part ways, and which merge of a wrong encoder the global order forbids."""

from __future__ import annotations

from dataclasses import dataclass

from .frames import Candidate, MergeFrame
from .merge_trace import MergeTrace

__all__ = ["ForbiddenMerge", "align_by_merge", "find_forbidden_merge", "first_difference"]


def align_by_merge(trace: MergeTrace) -> list[MergeFrame]:
    """The frames in lockstep: entry k is the last frame with k merges (for bpe_backtrack, after k steps)."""
    last: dict[int, MergeFrame] = {frame.merges: frame for frame in trace.frames}
    return [last[merges] for merges in sorted(last)]


def first_difference(a: MergeTrace, b: MergeTrace) -> int | None:
    """The first number of merges after which the token boundaries differ; None if they never do.

    The one that ends earlier stays as it ended. Boundaries, not ids: traces of two vocabularies can be compared.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab import trace_merges
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> right, wrong = (trace_merges(tok, "defenestration", name) for name in ("priority_merge", "shift_reduce"))
    >>> first_difference(right, right), first_difference(right, wrong)
    (None, 1)
    """
    left, right = align_by_merge(a), align_by_merge(b)
    for k in range(max(len(left), len(right))):
        if left[min(k, len(left) - 1)].starts != right[min(k, len(right) - 1)].starts:
            return k
    return None


@dataclass(frozen=True)
class ForbiddenMerge:
    """A merge that looks right where it happens, and that the global order of ranks does not allow.

    `wrong` is what was merged in `frame` of the wrong trace; `instead` is the merge that BPE makes there: it takes
    one of the wrong pair's tokens away, or a part of it, before. None if BPE merges nothing there at all.
    """

    frame: int
    wrong: Candidate
    instead: Candidate | None


def find_forbidden_merge(wrong: MergeTrace, right: MergeTrace) -> ForbiddenMerge | None:
    """The first merge of `wrong` that is none of BPE's; `right` is the trace of a merging encoder that is right.

    >>> import wordchipper_lab as wl
    >>> from wordchipper_lab.lab import trace_merges
    >>> tok = wl.Tokenizer.from_pretrained("o200k_base")
    >>> right, wrong = (trace_merges(tok, "defenestration", name) for name in ("priority_merge", "shift_reduce"))
    >>> found = find_forbidden_merge(wrong, right)
    >>> [tok.id_to_token(found.wrong.rank), tok.id_to_token(found.instead.rank)]
    ['tration', 'estr']
    """
    true_merges = [frame.merged for frame in right.frames if frame.merged is not None]
    ranges = {(pair.start, pair.end) for pair in true_merges}
    for frame in wrong.frames:
        pair = frame.merged
        if pair is not None and (pair.start, pair.end) not in ranges:
            return ForbiddenMerge(
                frame.step, pair, next((true for true in true_merges if _crosses(true, pair)), None)
            )
    return None


def _crosses(one: Candidate, other: Candidate) -> bool:
    """Whether two ranges overlap and neither lies within the other."""
    return one.start < other.start < one.end < other.end or other.start < one.start < other.end < one.end
