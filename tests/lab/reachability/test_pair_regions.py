"""Rectangles of unstable pairs against merging the bytes of each pair."""

from __future__ import annotations

import random

import numpy as np
import pytest

from wordchipper_lab.encoders.bpe_backtrack import is_valid_pair
from wordchipper_lab.lab.reachability import find_regions, is_stable, merge_rules
from wordchipper_lab.lab.reachability.pair_regions import unstable_after, unstable_before
from wordchipper_lab.lab.reachability.rectangle_counts import RectangleCounts
from wordchipper_lab.vocab import load_vocab

THREE = (b"a", b"b", b"c")


def _check(drawn) -> tuple[int, int]:
    """Every pair of tokens of the drawn letters, in each way of asking; returns how many are stable and not."""
    rules = merge_rules(drawn.vocab)
    regions = find_regions(rules)
    alphabet = b"".join(drawn.letters)
    made = [r for r in np.flatnonzero(rules.is_made) if set(rules.token_bytes(r)) <= set(alphabet)]
    counts = RectangleCounts(rules, regions, np.array(made), np.array(made))
    n_stable = n_unstable = 0
    for left in made:
        starts, ends = unstable_after(rules, regions, left)
        counted = counts.after(counts.left == left)
        for right in made:
            parts = [rules.token_bytes(left), rules.token_bytes(right)]
            stable = drawn.merge(parts[0] + parts[1]) == parts
            place = regions.before.place[right]
            assert ((starts <= place) & (place < ends)).sum() == (not stable), (drawn.merges, parts)
            assert is_stable(rules, regions, left, right) == stable
            assert counted[counts.right == right] == (not stable)
            place, (firsts, lasts) = regions.after.place[left], unstable_before(rules, regions, right)
            assert ((firsts <= place) & (place < lasts)).sum() == (not stable)
            n_stable, n_unstable = n_stable + stable, n_unstable + (not stable)
    chosen = np.arange(len(made)) % 2 == 0
    expected = sum(counts.after(counts.left == token) for token in counts.left[chosen])
    assert np.array_equal(counts.after(chosen), expected)
    expected = sum(counts.before(counts.right == token) for token in counts.right[chosen])
    assert np.array_equal(counts.before(chosen), expected)
    return n_stable, n_unstable


@pytest.mark.parametrize("letters", [THREE[:1], THREE[:2], THREE])
def test_rectangles_hold_the_pairs_that_merging_does_not_leave(draw_vocabulary, letters) -> None:
    rng = random.Random(len(letters))
    found = np.array([_check(draw_vocabulary(rng, letters)) for _ in range(60)])
    assert (found.sum(axis=0) > 100).all()


@pytest.mark.deep
def test_rectangles_of_thousands_of_vocabularies(draw_vocabulary) -> None:
    rng = random.Random(7)
    for trial in range(4000):
        _check(draw_vocabulary(rng, THREE[: 1 + trial % 3], most=5 + trial % 12, longest=4 + trial % 9))


def test_some_vocabularies_are_out_of_merge_order(draw_vocabulary) -> None:
    rng = random.Random(2)
    orders = [draw_vocabulary(rng, THREE).vocab.is_merge_ordered for _ in range(40)]
    assert 5 < sum(orders) < 35


@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
def test_published_vocabularies_agree_with_the_encoder_that_checks_pairs(name) -> None:
    vocab = load_vocab(name)
    rules = merge_rules(vocab)
    regions = find_regions(rules)
    rng = np.random.default_rng(1)
    # Half of the pairs at random, half split at random from a token: many of those are unstable.
    lefts = rng.integers(0, len(rules), 400)
    rights = rng.integers(0, len(rules), 400)
    lefts[:200], rights[:200] = rules.left[lefts[:200]], rules.right[lefts[:200]]
    lefts[100:200], rights[100:200] = np.maximum(lefts[100:200], 0), rng.permutation(rights[100:200])
    for left, right in zip(lefts.tolist(), rights.tolist(), strict=True):
        if left >= 0 and right >= 0 and rules.sizes[left] and rules.sizes[right]:
            valid = is_valid_pair(vocab.tables, left, right, None)
            assert is_stable(rules, regions, left, right) == valid
