"""Pairs by windows: found where `find_pair` finds them, and never by chance."""

from __future__ import annotations

import random

import numpy as np

from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.kernels.keys import TOKEN_BITS
from wordchipper_lab.kernels.pair_window import WINDOW, look_into_window
from wordchipper_lab.kernels.tables import find_pair, find_pair_flat, insert_pair, pair_slots, pair_table


@jit()
def _compiled(entries, slot, key):  # type: ignore[no-untyped-def]
    return look_into_window(entries, slot, key)


def test_compiled_and_plain_agree() -> None:
    chosen = random.Random(1)
    entries = np.array(
        [chosen.choice((0, chosen.randrange(9) << TOKEN_BITS | 5)) for _ in range(400)], np.uint64
    )
    for _ in range(400):
        given = entries, np.uint64(chosen.randrange(400 - WINDOW)), np.uint64(chosen.randrange(1, 9))
        plain = look_into_window(*given)
        assert _compiled(*given) == (plain if plain[1] else (0, False))


@jit()
def _find(entries, slots, left, right):  # type: ignore[no-untyped-def]
    return find_pair_flat(entries, slots, left, right)


def test_flat_lookups_find_what_find_pair_finds_or_are_not_sure() -> None:
    chosen = random.Random(2)
    for n in (1, 8, 9, 100, 5000):
        entries = pair_table(n)
        known = {}
        while len(known) < n:
            pair = chosen.randrange(1000), chosen.randrange(1000)
            if pair not in known:
                known[pair] = chosen.randrange(1 << 20)
                insert_pair(entries, *pair, known[pair])
        asked = [*known, *((chosen.randrange(1000), chosen.randrange(1000)) for _ in range(n + 100))]
        n_unsure = 0
        for left, right in asked:
            found, is_sure = _find(entries, pair_slots(entries), np.uint64(left), np.uint64(right))
            n_unsure += not is_sure
            assert not is_sure or int(found) - 1 == find_pair(entries, left, right) == known.get(
                (left, right), -1
            )
        assert n_unsure * 5 < len(asked)
