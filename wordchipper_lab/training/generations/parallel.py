"""Generation 3, parallel: the incremental trainer on spans that several processes have counted."""

from __future__ import annotations

from .incremental import IncrementalTrainer

__all__ = ["ParallelTrainer"]


class ParallelTrainer(IncrementalTrainer):
    """Merges as the incremental trainer does; the new part comes before: `count_spans_parallel`.

    Merges depend on each other and stay in one process, but the counts of one document do not depend on
    others. With N bytes of text and p processes, counting costs O(N / p) and a sum over the distinct spans.
    The merges cost the same as those of `IncrementalTrainer`, O(m * W * L) with W distinct spans of L tokens
    and m merges. So this generation is faster if texts are long and vocabularies small.
    """

    name = "parallel"
