"""Which tokens and neighbours occur, against all short texts, and each with a text that shows it."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.lab.reachability import find_occurrence, is_stable, merge_rules
from wordchipper_lab.spanners import build_lexer

PATTERNS = (
    r"a+|b+|\s|é+",
    "ab|[abé]",
    "(?:ab)+|a|b|é",
    "[abé]{1,2}",
    r"[\s\S]+",
    "b+(?!a)|b|[aé]+",
    "a(?=b)|b+|[aé]+",
    "a{3}b|a|b|é",
    "[ab]+é?|é",
)
ASCII, TWO_BYTES = (b"a", b"b"), (b"a", b"b", b"\xc3", b"\xa9")


def _spans(lexer, text: str) -> list[bytes]:
    data = text.encode()
    return [data[span.start : span.end] for span in lexer.spans(text) if span.kind == "word"]


def _check(drawn, pattern: str, texts: list[str]) -> np.ndarray:
    """Returns counts: tokens that occur, and that do not; stable pairs that meet, and that do not."""
    rules, lexer = merge_rules(drawn.vocab), build_lexer(pattern, "regex")
    found = find_occurrence(rules, pattern)
    rank_of = {rules.token_bytes(rank): rank for rank in np.flatnonzero(rules.is_made).tolist()}
    seen: set[int] = set()
    together: set[tuple[int, int]] = set()
    for span in {span for text in texts for span in _spans(lexer, text)}:
        tokens = [rank_of[token] for token in drawn.merge(span)]
        seen.update(tokens)
        together.update(pairwise(tokens))
    made = [rank_of[token] for token in rank_of if set(token) <= set(b"".join(drawn.letters))]

    def meet(left: int, right: int) -> bool:
        return bool(found.meet[found.left_class[left], found.right_class[right]])

    def first_span(text: str) -> list[int]:
        return [rank_of[token] for token in drawn.merge(_spans(lexer, text)[0])]

    assert all(found.occurs[token] for token in seen)
    assert all(meet(left, right) for left, right in together)
    counts = np.zeros(4, dtype=np.int64)
    for token in made:
        counts[0 if found.occurs[token] else 1] += 1
        if found.occurs[token]:
            assert token in first_span(found.witness(token))
        else:
            with pytest.raises(ValueError, match="no text has"):
                found.witness(token)
    for left in made:
        for right in made:
            if not is_stable(rules, found.regions, left, right):
                continue
            counts[2 if meet(left, right) else 3] += 1
            if meet(left, right):
                assert (left, right) in pairwise(first_span(found.witness_of_pair(left, right)))
            else:
                with pytest.raises(ValueError, match="no text has"):
                    found.witness_of_pair(left, right)
    return counts


@pytest.mark.parametrize("letters", [ASCII, TWO_BYTES])
def test_tokens_and_neighbours_of_small_vocabularies(draw_vocabulary, every_short_text, letters) -> None:
    rng, characters = random.Random(len(letters)), b"".join(letters).decode()
    texts = every_short_text(characters, 7 if letters == ASCII else 5)
    total = np.zeros(4, dtype=np.int64)
    for trial in range(18):
        drawn = draw_vocabulary(rng, letters, longest=6)
        total += _check(drawn, PATTERNS[trial % len(PATTERNS)], texts)
    assert (total > 10).all()


@pytest.mark.deep
@pytest.mark.parametrize("pattern", PATTERNS)
def test_tokens_and_neighbours_of_many_vocabularies(draw_vocabulary, every_short_text, pattern) -> None:
    rng = random.Random(pattern)
    for letters, longest in ((ASCII, 9), (TWO_BYTES, 6)):
        texts = every_short_text(b"".join(letters).decode(), longest)
        for _ in range(60):
            _check(draw_vocabulary(rng, letters, longest=6), pattern, texts)


@pytest.mark.sampled("r50k_base")
@pytest.mark.parametrize("name", ["r50k_base", "o200k_base"])
def test_each_published_token_has_a_text_that_encodes_to_it(name) -> None:
    tok = Tokenizer.from_pretrained(name)
    rules = merge_rules(tok)
    found = find_occurrence(rules, tok.pattern)
    assert found.automaton.is_exact
    never = {rules.token_bytes(rank) for rank in np.flatnonzero(~found.occurs & (rules.sizes > 0)).tolist()}
    not_utf8 = {bytes([byte]) for byte in (0xC0, 0xC1, *range(0xF5, 0x100))}
    assert never == not_utf8 | ({b"\xd0\xbe\xd0"} if name == "o200k_base" else set())
    parts = np.flatnonzero(
        found.occurs & (rules.data[rules.starts[:-1].clip(max=len(rules.data) - 1)] >= 0x80)
    )
    for rank in np.random.default_rng(0).choice(parts, 40, replace=False).tolist():
        assert rank in tok.encode(found.witness(rank))


def test_a_pattern_beyond_the_subset_leaves_every_utf8_token_possible(draw_vocabulary) -> None:
    drawn = draw_vocabulary(random.Random(1), ASCII)
    found = find_occurrence(merge_rules(drawn.vocab), r"(a)\1|b")
    assert not found.automaton.is_exact
    assert found.occurs[[ord("a"), ord("b")]].all()
