"""Random configurations with some stages of others: what differs is found, and only exchanged stages are blamed."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from random_tokenizers import random_text, random_tokenizer

from wordchipper_lab.lab import compare_tokenizers
from wordchipper_lab.lab.tokenizer_comparison import as_side
from wordchipper_lab.lab.tokenizer_comparison.find_cause import CauseFinder
from wordchipper_lab.lab.tokenizer_comparison.rows import differing_rows
from wordchipper_lab.lab.tokenizer_comparison.stages import ID_STAGES

tokenizers = pytest.importorskip("tokenizers")

PARTS = {
    "normalizer": ["normalizer"],
    "special tokens": ["added_tokens"],
    "split pattern": ["pre_tokenizer"],
    "post-processor": ["post_processor"],
}


def two(rng: random.Random) -> tuple[dict[str, Any], dict[str, Any], set[str]]:
    """A configuration, the same with some stages of another one, and which."""
    one, other = random_tokenizer(rng), random_tokenizer(rng)
    made = copy.deepcopy(one)
    stages = set(rng.sample([*PARTS, "merges", "vocabulary"], rng.randint(1, 3)))
    for stage in stages & PARTS.keys():
        for part in PARTS[stage]:
            made[part] = other[part]
    vocab = made["model"]["vocab"]
    if "special tokens" in stages:  # ids follow the vocabulary
        n = len(vocab)
        for place, token in enumerate(
            [each for each in made["added_tokens"] if each["content"] not in vocab]
        ):
            token["id"] = n + place
        for token in made["added_tokens"]:
            token["id"] = vocab.get(token["content"], token["id"])
    merges = made["model"]["merges"]
    if "merges" in stages and len(merges) > 1:
        i, j = rng.sample(range(len(merges)), 2)
        merges[i], merges[j] = merges[j], merges[i]
    if "vocabulary" in stages:
        a, b = rng.sample(sorted(vocab), 2)
        vocab[a], vocab[b] = vocab[b], vocab[a]
        for token in made["added_tokens"]:
            token["id"] = vocab.get(token["content"], token["id"])
    return one, made, stages


def check(seed: int, n_texts: int) -> int:
    rng = random.Random(seed)
    one, other, stages = two(rng)
    try:
        toks = [tokenizers.Tokenizer.from_str(json.dumps(file)) for file in (one, other)]
    except Exception:  # not every mixture is a tokenizer
        return 0
    a, b = map(as_side, toks)
    if a.recipe is None or b.recipe is None:
        return 0
    if "vocabulary" in stages:  # which may hold added tokens, too
        stages.add("special tokens")
    texts = [random_text(rng) for _ in range(n_texts)]
    texts = [text for text in texts if text]
    rows = a.encode_batch(texts), b.encode_batch(texts)
    differing = differing_rows(*rows)
    assert differing == [
        i for i, text in enumerate(texts) if toks[0].encode(text).ids != toks[1].encode(text).ids
    ]
    found = compare_tokenizers(a, b, texts, decode=False, shrink=3)
    assert (found.n_texts, found.n_differing) == (len(texts), len(differing))
    for difference in found.differences:
        assert difference.how == "exchange", (seed, difference)
        assert set(difference.stages) <= stages, (seed, difference)
        assert difference.stages == tuple(sorted(difference.stages, key=ID_STAGES.index))
        assert toks[0].encode(difference.text).ids == difference.a != difference.b
        assert toks[1].encode(difference.text).ids == difference.b
        shrunk = difference.shrunk or difference.text
        assert toks[0].encode(shrunk).ids != toks[1].encode(shrunk).ids
        assert len(shrunk) <= len(difference.text) or any(
            len(each.text) > len(difference.text) for each in found.differences
        )
    finder = CauseFinder(a, b)
    for i in differing:
        assert finder.follows(a, texts[i], rows[0].row(i))
        assert finder.follows(b, texts[i], rows[1].row(i))
    return len(found.differences)


def test_a_few() -> None:
    assert sum(check(seed, 15) for seed in range(12)) > 10


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(1000, 1150), marks=pytest.mark.deep, id="many"),
        pytest.param(range(1150, 1600), marks=pytest.mark.exhaustive, id="more"),
    ],
)
def test_many(seeds: range) -> None:
    assert sum(check(seed, 30) for seed in seeds) > 5 * len(seeds) // 3
