"""Random tokenizers: ids, offsets and word numbers equal those of the `tokenizers` package, on every text."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from random_tokenizers import random_text, random_tokenizer

import wordchipper_lab as wl
from wordchipper_lab.errors import UnsupportedVocabError
from wordchipper_lab.pipeline.normalize import normalize

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
    if _depends_on_chance(ours):
        return
    texts = [random_text(rng) for _ in range(n_texts)]
    for text, in_batch in zip(texts, ours.encode_batch(texts), strict=True):
        if (expected := _their_encoding(theirs, text)) is None:
            continue
        found = ours.locate(text)
        about = f"seed {seed}, {text!r}"
        assert found.ids.tolist() == expected.ids, about
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, about
        assert found.words.tolist() == expected.word_ids, about
        assert ours.encode(text) == in_batch == expected.ids, about
        assert ours.count(text) == len(expected.ids), about
        _check_spans(ours, text, expected.ids)


def _depends_on_chance(tok: wl.Tokenizer) -> bool:
    """Whether two added tokens are the same once they are normalized: theirs chooses anew in each process."""
    steps = tok.pipeline.normalizer
    found = [normalize(token.text, steps).text for token in tok.pipeline.added_tokens if token.normalized]
    return len(set(found)) < len(found)


def _their_encoding(theirs: tokenizers.Tokenizer, text: str) -> tokenizers.Encoding | None:
    """None where they panic, which some texts bring about whose added tokens overlap."""
    try:
        return theirs.encode(text, add_special_tokens=False)
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return None


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
