"""Whether added tokens that are found in two searches could be found in one."""

from __future__ import annotations

import random
import time

import pytest

from wordchipper_lab.errors import WorkLimitError
from wordchipper_lab.pipeline.mixed_tokens import can_collide
from wordchipper_lab.spanners import PatternLimits
from wordchipper_lab.vocab.pipeline import AddedToken, NormalizerStep


def _share_slowly(these: list[str], those: list[str]) -> bool:
    beginnings = {text[:size] for text in those for size in range(1, len(text) + 1)}
    ends = {text[start:] for text in these for start in range(len(text))}
    return bool(beginnings & ends) or any(one in other for one in these for other in those)


@pytest.mark.parametrize("letters", ["ab", "abcdeé👍xyzuvw"])
def test_overlaps_are_those_of_the_slow_search(letters: str) -> None:
    chosen = random.Random(1)
    found = {True: 0, False: 0}
    for _ in range(1500):
        first, second = (
            sorted({"".join(chosen.choices(letters, k=chosen.randint(1, 5))) for _ in range(3)})
            for _ in range(2)
        )
        tokens = [AddedToken(text, 0) for text in first]
        tokens += [AddedToken(text, 0, normalized=True) for text in second]
        expected = _share_slowly(first, second) or _share_slowly(second, first)
        assert can_collide(tokens, ()) == expected, (first, second)
        found[expected] += 1
    assert found[True] > 100


def test_long_tokens_take_no_time() -> None:
    began = time.process_time()
    long = [AddedToken("x" * 500_000 + "<", 1), AddedToken("y" * 500_000, 2, normalized=True)]
    assert not can_collide(long, ())
    many = [AddedToken(f"<{i}>", i, normalized=i % 2 == 0) for i in range(20_000)]
    assert not can_collide(many, ())
    assert time.process_time() - began < 20


def test_the_normalizer_of_tokens_has_limits() -> None:
    tokens = [AddedToken("x" * 1000, 1, normalized=True)]
    steps = [NormalizerStep("Replace", "x", "x" * 100)] * 3
    with pytest.raises(WorkLimitError, match="the normalizer makes"):
        can_collide(tokens, steps, PatternLimits(growth=20))
