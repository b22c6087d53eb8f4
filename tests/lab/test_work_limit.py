"""Text that would keep a screen busy for minutes is refused with a quadratic encoder, but not with others."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders.registry import quadratic_encoders
from wordchipper_lab.errors import WorkLimitError
from wordchipper_lab.lab import count_policies, explore, sweep_steps

LONG_SPAN = "a" * 1_000_000


@pytest.mark.parametrize("encoder", sorted(quadratic_encoders()))
def test_a_sweep_over_a_very_long_span_is_refused(encoder: str) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base", encoder=encoder)
    for ask in (explore, count_policies):
        with pytest.raises(WorkLimitError, match=rf"{encoder} is quadratic.*500,000,000,000 steps"):
            ask(tok, LONG_SPAN)
    assert explore(tok, "a" * 5000).statistics.tokens == 625
    assert explore(tok, "short spans, however many " * 20_000).statistics.spans == 100_001


@pytest.mark.parametrize("encoder", sorted(set(wl.ENCODERS) - quadratic_encoders()))
def test_the_other_encoders_take_it(encoder: str) -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base", encoder=encoder)
    assert explore(tok, LONG_SPAN).statistics.tokens == count_policies(tok, LONG_SPAN).text == 125_000


def test_only_words_count() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    assert sweep_steps(tok, "ab<|endoftext|>") == 2
    assert sweep_steps(tok, "") == 0
