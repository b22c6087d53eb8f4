"""Which tokens can be neighbours: all pairs that merging never leaves side by side, as rectangles.

**Neighbours decide everything.** Call a pair of tokens (s, t) *stable* if merging the bytes of s followed by those of t
gives s, t. A list of tokens that merging makes is what merging makes of its bytes if and only if each two neighbours in
it are stable.

Proof. As long as no merge crosses a border between tokens of the list, each token's bytes go through the same states as
alone, and of the merges that are possible in all of them the one with the lowest rank is next, the leftmost of equal
ones. Which of the next merges of *two* tokens comes first does not depend on the other tokens. So if the first merge
that crosses a border crosses the one between s and t, the same merge is possible, and next, when only s and t are
there, and they are not stable. If none does, all tokens are completed, and nothing has crossed the borders of s and t,
so they are stable. This needs no merge order.

**A border is crossed by one merge.** The right edge of s is at first its last byte, then the token that this byte
becomes a part of, and so on up to s: its *right spine*; the left spine of t likewise. Let m be the merge of x and y,
where x is on the right spine of s and becomes a part of X there, and y on the left spine of t becomes a part of Y. Then
m crosses the border if it happens before X and before Y does (or x is s; or y is t). There is never more than one such
merge: if m happens when x and y are there, no merge of anything that contains them at the border ever does, so no token
is made by it, and it is not listed (a token has one merge, its last one).

**Before.** When x is complete, X still waits for its other part w, and m for y. From then on, X needs merges of ranks
up to ``late(X)``: its own, or the highest one of w if w is not complete; m up to ``early(m)``: its own, or the highest
one of y. The lower one comes first. If both are equal, X does: w and X lie further left. On the other side Y is as X,
and if both are equal, m comes first. In merge order, ``late(X)`` and ``early(m)`` are simply the ranks of X and m.

**Rectangles.** So the tokens s on whose right spine m can find x are x itself, and those that contain an X (on their
right spine) with ``late(X) > early(m)``. Let each token X = w x be a child of x, with the children of the highest
``late`` first, and number all tokens from the roots, parents before children (preorder). Then these s are an interval,
which begins at x. With left spines, the t are one, too. All unstable pairs are the union of one rectangle for each
merge, and no two rectangles overlap: o200k_base has 200,000, which hold 813 million pairs, 2 % of all.

Source: van Antwerpen and Neubeck, as in `encoders/bpe_backtrack`, for merge order and for checking a single pair; the
rest is ours. Twin, for tests: merging each pair's bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .merge_rules import MergeRules

__all__ = ["Forest", "PairRegions", "find_regions", "is_stable", "unstable_after", "unstable_before"]

_WIDE = np.int64(1) << 32  # more than any rank


class Forest(NamedTuple):
    """Tokens in preorder by one of their spines, and what happens at that edge. n is the number of ranks.

    place: int64 (n,): number of each token in preorder; token_at: int64 (n,): its inverse.
    late: int64 (n,): for each merged token, see `late(X)` above.
    ends: int64 (n,): for each merge, where its interval of tokens ends; it begins at the place of its part.
    first, merges, early: int64 (n + 1,), (m,), (m,): the merges that have token x on this side are
    ``merges[first[x]:first[x + 1]]``, the lowest `early` first.
    """

    place: np.ndarray
    token_at: np.ndarray
    late: np.ndarray
    ends: np.ndarray
    first: np.ndarray
    merges: np.ndarray
    early: np.ndarray


class PairRegions(NamedTuple):
    """The unstable pairs of a vocabulary: ``after`` describes left tokens (by right spine), ``before`` right ones."""

    after: Forest
    before: Forest


def find_regions(rules: MergeRules) -> PairRegions:
    """The rectangles of all merges; 0.3 s for o200k_base.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> from wordchipper_lab.lab.reachability.merge_rules import merge_rules
    >>> rules = merge_rules(load_vocab("r50k_base"))
    >>> t, he = rules.left[262], rules.right[262]
    >>> is_stable(rules, find_regions(rules), t, he), is_stable(rules, find_regions(rules), he, t)
    (False, True)
    """
    last = rules.last_events
    rank = np.arange(len(rules))
    left, right = rules.left, rules.right
    # x is the left part of m, and the right part of X = w x: w lies further left, so of equal ones it is first.
    after = _forest(
        rules,
        parent=right,
        late=np.where(last[left] > last[right], np.maximum(last[left], rank), rank),
        early=np.where(last[right] >= last[left], np.maximum(last[right], rank), rank),
        part=left,
        equal_counts=False,
    )
    before = _forest(
        rules,
        parent=left,
        late=np.where(last[right] >= last[left], np.maximum(last[right], rank), rank),
        early=np.where(last[left] > last[right], np.maximum(last[left], rank), rank),
        part=right,
        equal_counts=True,
    )
    return PairRegions(after, before)


def _forest(
    rules: MergeRules,
    *,
    parent: np.ndarray,
    late: np.ndarray,
    early: np.ndarray,
    part: np.ndarray,
    equal_counts: bool,
) -> Forest:
    n = len(rules)
    merged = np.flatnonzero(rules.left >= 0)
    widths = np.ones(n, dtype=np.int64)  # tokens in each subtree
    for ranks in reversed(rules.by_size):
        made = ranks[rules.left[ranks] >= 0]
        np.add.at(widths, parent[made], widths[made])
    # Children of each token, the highest `late` first, and the widths of those before each.
    key = parent[merged] * _WIDE + (_WIDE - 1 - late[merged])
    order = np.argsort(key, kind="stable")
    children, key = merged[order], key[order]
    sums = np.append(0, np.cumsum(widths[children]))
    first_child = np.searchsorted(key, np.arange(n + 1) * _WIDE)
    offset = np.zeros(n, dtype=np.int64)
    offset[children] = sums[:-1] - sums[first_child[parent[children]]]
    place = np.zeros(n, dtype=np.int64)
    is_root = rules.left < 0
    place[is_root] = np.cumsum(widths[is_root]) - widths[is_root]
    for ranks in rules.by_size:
        made = ranks[rules.left[ranks] >= 0]
        place[made] = place[parent[made]] + 1 + offset[made]
    token_at = np.empty(n, dtype=np.int64)
    token_at[place] = np.arange(n)
    # The children before this place in `children` happen later than the merge.
    wanted = part[merged] * _WIDE + (_WIDE - 1 - early[merged])
    until = np.searchsorted(key, wanted, side="right" if equal_counts else "left")
    ends = np.zeros(n, dtype=np.int64)
    ends[merged] = place[part[merged]] + 1 + sums[until] - sums[first_child[part[merged]]]
    by_part = merged[np.lexsort((early[merged], part[merged]))]
    first = np.searchsorted(part[by_part], np.arange(n + 1))
    return Forest(place, token_at, late, ends, first, by_part, early[by_part])


def is_stable(rules: MergeRules, regions: PairRegions, left: int, right: int) -> bool:
    """Whether merging the bytes of two tokens gives these two tokens. Steps: the merges of all of the left spine."""
    place = int(regions.before.place[right])
    starts, ends = unstable_after(rules, regions, left)
    return not bool(((starts <= place) & (place < ends)).any())


def unstable_after(rules: MergeRules, regions: PairRegions, token: int) -> tuple[np.ndarray, np.ndarray]:
    """The tokens that cannot follow `token`, as intervals of places in ``regions.before``: int64 (k,), (k,).

    The intervals do not overlap.
    """
    merges = _merges_at(rules.right, regions.after, token, equal_counts=False)
    return regions.before.place[rules.right[merges]], regions.before.ends[merges]


def unstable_before(rules: MergeRules, regions: PairRegions, token: int) -> tuple[np.ndarray, np.ndarray]:
    """The tokens that cannot stand before `token`, as intervals of places in ``regions.after``: int64 (k,), (k,)."""
    merges = _merges_at(rules.left, regions.before, token, equal_counts=True)
    return regions.after.place[rules.left[merges]], regions.after.ends[merges]


def _merges_at(parent: np.ndarray, forest: Forest, token: int, *, equal_counts: bool) -> np.ndarray:
    """The merges that find their part on the spine of `token`."""
    found, limit, inner = [], _WIDE, token
    side = "right" if equal_counts else "left"
    while inner >= 0:
        begin, end = forest.first[inner : inner + 2]
        found.append(
            forest.merges[begin : begin + np.searchsorted(forest.early[begin:end], limit, side=side)]
        )
        limit, inner = forest.late[inner], int(parent[inner])
    return np.concatenate(found)
