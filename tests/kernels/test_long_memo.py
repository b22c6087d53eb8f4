"""The memo of long spans returns what was put in, even after its rings have wrapped around many times."""

from __future__ import annotations

import random

import numpy as np

from wordchipper_lab.kernels.long_memo import LONGEST_LONG_SPAN, find_long, new_long_memo, store_long


def as_array(span: bytes) -> np.ndarray:
    return np.frombuffer(bytearray(span), dtype=np.uint8)


def find(memo, span: bytes) -> list[int] | None:
    out = np.full(LONGEST_LONG_SPAN + 8, 99, dtype=np.uint32)
    n = find_long(memo, as_array(span), 0, len(span), out, 3)
    return None if n < 0 else out[3:n].tolist()


def store(memo, span: bytes, tokens: list[int]) -> None:
    array = np.array([5, *tokens], dtype=np.uint32)
    store_long(memo, as_array(span), 0, len(span), array, 1, len(array))


def test_found_again_and_nothing_else() -> None:
    memo = new_long_memo(16)
    span = bytes(range(40))
    assert find(memo, span) is None
    store(memo, span, [1, 2, 3])
    assert find(memo, span) == [1, 2, 3]
    for other in (span[:39], span + b"x", span[:20] + b"!" + span[21:], b"!" + span[1:], span[:39] + b"!"):
        assert find(memo, other) is None


def test_never_a_wrong_answer_however_often_the_rings_go_round() -> None:
    rng = random.Random(1)
    memo = new_long_memo(256)
    known: dict[bytes, list[int]] = {}
    hits = 0
    for _ in range(4000):
        span = (
            rng.choice(list(known)) if known and rng.random() < 0.5 else rng.randbytes(rng.randint(16, 255))
        )
        found = find(memo, span)
        if found is not None:
            hits += 1
            assert found == known[span]
        else:
            known[span] = [rng.randrange(1 << 21) for _ in range(rng.randint(1, len(span)))]
            store(memo, span, known[span])
            assert find(memo, span) == known[span]
    assert memo.used[0] > 3 * len(memo.data)
    assert memo.used[1] > 3 * len(memo.tokens)
    assert hits > 100


def test_the_same_slot_with_overwritten_bytes_is_empty() -> None:
    memo = new_long_memo(1 << 12)
    first = b"a" * 255
    store(memo, first, [1])
    rng = random.Random(2)
    while memo.used[0] <= len(memo.data) + 255:
        store(memo, rng.randbytes(255), [2])
    assert find(memo, first) is None
