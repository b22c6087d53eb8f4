"""Work grows as theory predicts: counted, not timed."""

from __future__ import annotations

import json

import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders import ENCODERS
from wordchipper_lab.errors import InputError, UnknownNameError
from wordchipper_lab.lab import GROWTH_TEXTS, measure_growth, trace_merges

LIMITS = {
    "buffer_sweep": (1.9, 2.1),
    "tail_sweep": (1.9, 2.1),
    "merge_heap": (1.9, 2.1),
    "priority_merge": (1.03, 1.3),  # n log n
    "bpe_backtrack": (0.9, 1.1),
}


@pytest.mark.parametrize("text", GROWTH_TEXTS)
@pytest.mark.parametrize("model", ["r50k_base", "o200k_base"])
def test_exponents(model: str, text: str) -> None:
    growth = measure_growth(wl.Tokenizer.from_pretrained(model), text)
    assert [found.encoder for found in growth.encoders] == list(ENCODERS)
    for found in growth.encoders:
        low, high = LIMITS[found.encoder]
        assert low < found.exponent < high, (found.encoder, found.exponent)
        assert found.operations == [counters.operations for counters in found.counters]
    by_name = {found.encoder: found for found in growth.encoders}
    assert 0.95 < by_name["merge_heap"].exponents["pair_lookups"] < 1.05
    assert by_name["buffer_sweep"].exponents["pair_lookups"] > 1.9
    assert (
        by_name["priority_merge"].exponents["heap_moves"] > by_name["priority_merge"].exponents["heap_pops"]
    )


def test_counters_are_those_of_the_trace() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    growth = measure_growth(tok, "span", span="tokenization", lengths=(24, 60))
    for found in growth.encoders:
        assert found.counters[0] == trace_merges(tok, "tokenization" * 2, found.encoder).counters
    assert json.loads(json.dumps(growth.to_json()))["lengths"] == [24, 60]


def test_what_cannot_be_measured() -> None:
    tok = wl.Tokenizer.from_pretrained("o200k_base")
    with pytest.raises(UnknownNameError, match="random letters"):
        measure_growth(tok, "nope")
    for lengths in ((100,), (1, 100), (10, 10**7)):
        with pytest.raises(InputError, match="two or more lengths"):
            measure_growth(tok, lengths=lengths)
    with pytest.raises(InputError, match="not empty"):
        measure_growth(tok, "span")
