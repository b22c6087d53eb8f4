"""The events of a traced merge as the `Change`s passed to an observer, summed for each span."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

import numpy as np

from ..trainer import Change, Pair
from .merge_pair import REWRITE, WITHDRAW

__all__ = ["MOST_EVENTS", "changes_of"]

MOST_EVENTS = 6
"""Per occurrence."""


def changes_of(events: np.ndarray, token: int) -> Iterator[Change]:
    """The changes of one merge into `token`, span by span: withdrawals, the rewriting, registrations.

    events: int64 (n, 5), see `merge_pair`. In ``abab`` the kernel registers ``(ab, a)`` and withdraws it when
    the second occurrence follows; only the net change is reported.
    """
    for span, of_span in groupby(events.tolist(), key=itemgetter(1)):
        weights: dict[Pair, int] = {}
        merged, rewritten = (0, 0), 0
        for code, _, left, right, weight in of_span:
            if code == REWRITE:
                merged, rewritten = (left, right), rewritten + weight
            else:
                signed = -weight if code == WITHDRAW else weight
                weights[left, right] = weights.get((left, right), 0) + signed
        yield from (Change("withdraw", span, pair, weight) for pair, weight in weights.items() if weight < 0)
        yield Change("rewrite", span, merged, rewritten)
        yield from (Change("register", span, pair, weight) for pair, weight in weights.items() if weight > 0)
