"""Generation 3, parallel: the incremental trainer on spans that several processes have counted."""

from __future__ import annotations

from .incremental import IncrementalTrainer

__all__ = ["ParallelTrainer"]


class ParallelTrainer(IncrementalTrainer):
    """Merges as the incremental trainer does; what is new is before them: `count_spans_parallel`.

    Merges depend on each other and stay with one process, but what is counted in one document depends on no other.
    With N bytes of text and p processes, counting costs O(N / p) and a sum over the distinct spans; the merges cost
    what those of `IncrementalTrainer` do, O(m * W * L) with W distinct spans of L tokens and m merges. So this
    generation gains where texts are long and vocabularies small.
    """

    name = "parallel"
