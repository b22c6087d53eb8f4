"""Boundaries of several vocabularies, split into shared and others."""

from __future__ import annotations

import pytest

import wordchipper_lab as wl
from wordchipper_lab.lab import compare


def boundaries(tok: wl.Tokenizer, text: str) -> set[int]:
    ends, at = set(), 0
    for token in tok.encode(text):
        at += len(tok.id_to_bytes(token))
        ends.add(at)
    return ends


@pytest.mark.parametrize("text", ["", "don't", "Naïve 東京タワー 👩‍💻 1234567.89"])
def test_shared_and_own_boundaries(text: str) -> None:
    toks = [wl.Tokenizer.from_pretrained(name) for name in ("r50k_base", "cl100k_base", "o200k_base")]
    cuts = [boundaries(tok, text) for tok in toks]
    comparison = compare(toks, text)
    assert set(comparison.shared_boundaries.tolist()) == set.intersection(*cuts)
    for row, cut in zip(comparison.rows, cuts, strict=True):
        assert set(row.own_boundaries.tolist()) == cut - set.intersection(*cuts)


def test_nothing_to_compare() -> None:
    assert compare([], "text").rows == []
