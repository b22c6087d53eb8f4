"""Random tokenizers: ids, offsets and word numbers equal those of the `tokenizers` package, on every text."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from random_tokenizers import random_text, random_tokenizer

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError

tokenizers = pytest.importorskip("tokenizers")


def _check(seed: int, n_texts: int) -> None:
    rng = random.Random(seed)
    file = json.dumps(random_tokenizer(rng))
    theirs = tokenizers.Tokenizer.from_str(file)
    try:
        ours = wl.Tokenizer.from_file(file.encode(), name="tokenizer.json", num_threads=1)
    except UnsupportedVocabError as error:
        if "leaves nothing of the added token" not in str(error):
            raise
        return
    texts = [random_text(rng) for _ in range(n_texts)]
    for text, in_batch in zip(texts, ours.encode_batch(texts), strict=True):
        expected = theirs.encode(text, add_special_tokens=False)
        found = ours.locate(text)
        about = f"seed {seed}, {text!r}"
        assert found.ids.tolist() == expected.ids, about
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, about
        assert found.words.tolist() == expected.word_ids, about
        assert ours.encode(text) == in_batch == expected.ids, about
        assert ours.count(text) == len(expected.ids), about
        _check_spans(ours, text, expected.ids)


def _check_spans(tok: wl.Tokenizer, text: str, ids: list[int]) -> None:
    """The spans cover the text as it was given, and hold all ids."""
    found = tok.encode_with_spans(text)
    assert found.tokens.tolist() == ids
    ends = found.span_ends
    assert (ends[-1] if len(ends) else 0) == len(text.encode())
    assert (np.diff(ends, prepend=0) > 0).all()
    assert (found.span_token_ends[-1] if len(ends) else 0) == len(ids)
    assert np.array_equal(tok.spans(text).ends, ends)


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_some(first: int) -> None:
    for seed in range(first, first + 10):
        _check(seed, 10)


@pytest.mark.deep
@pytest.mark.parametrize("first", range(1000, 1400, 50))
def test_more(first: int) -> None:
    for seed in range(first, first + 50):
        _check(seed, 50)


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(10_000, 15_000, 250))
def test_five_thousand(first: int) -> None:
    for seed in range(first, first + 250):
        _check(seed, 50)
