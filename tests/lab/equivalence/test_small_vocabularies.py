"""Proofs and shortest texts for thousands of small vocabularies, against all short texts."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from wordchipper_lab import Tokenizer
from wordchipper_lab.lab.equivalence import prove_tokenizers
from wordchipper_lab.spanners import build_lexer

PATTERNS = (
    r"[\s\S]+",
    r"a+|b+|\s|é+",
    "ab|[abé]",
    "(?:ab)+|a|b|é",
    "[abé]{1,2}",
    "b+(?!a)|b|[aé]+",
    "a(?=b)|b+|[aé]+",
    "[ab]+é?|é",
    "[abé]{1,4}",
)
ASCII, TWO_BYTES = (b"a", b"b"), (b"a", b"b", b"\xc3", b"\xa9")


def _changed(rng: random.Random, merges: list, letters) -> list:
    """The merges with one thing changed, or all in another order."""
    merges = list(merges)
    tokens = [*letters, *(left + right for left, right in merges)]
    place = rng.randrange(len(merges)) if merges else 0
    match rng.randrange(6):
        case 0:
            rng.shuffle(merges)
        case 1 if len(merges) > 1:
            merges[place - 1], merges[place] = merges[place], merges[place - 1]
        case 2 if merges:
            del merges[place]
        case 3:
            pair = rng.choice(tokens), rng.choice(tokens)
            if pair not in merges and len(pair[0] + pair[1]) <= 6:
                merges.insert(place, pair)
        case 4 if merges:
            token = b"".join(merges[place])
            others = [(token[:i], token[i:]) for i in range(1, len(token))]
            others = [one for one in others if set(one) <= set(tokens) and one not in merges]
            if others:
                merges[place] = rng.choice(others)
    return merges


def _pair(rng: random.Random, draw_vocabulary, vocabulary_of, letters, pattern: str):
    """Two vocabularies that are nearly the same; in one of ten, two ids are exchanged."""
    a = draw_vocabulary(rng, letters, longest=6, pattern=pattern)
    ids = dict(a.tokens)
    for token in a.vocab.other_tokens.values():
        ids[token] = a.vocab.find_token(token)
    several = [token for token in ids if len(token) > 1]
    if len(several) > 1 and rng.random() < 0.1:
        one, other = rng.sample(several, 2)
        ids[one], ids[other] = ids[other], ids[one]
    merged = {token: number for token, number in ids.items() if len(token) > 1}
    number = 256 + len(merged)
    listed = _changed(rng, list(a.merges), letters)
    for left, right in listed:
        for token in (left, right, left + right):
            if len(token) > 1 and token not in merged:
                merged[token], number = number, number + 1
    return a, vocabulary_of(rng, listed, letters, pattern, ids=merged)


def _check(
    rng: random.Random, draw_vocabulary, vocabulary_of, every_short_text, letters, longest: int
) -> str:
    pattern = rng.choice(PATTERNS)
    a, b = _pair(rng, draw_vocabulary, vocabulary_of, letters, pattern)
    lexer = build_lexer(pattern, "regex")
    found = prove_tokenizers(*(Tokenizer(one.vocab, lexer=lexer) for one in (a, b)))
    characters = b"".join(letters).decode()
    differing = []
    for text in sorted(every_short_text(characters, longest), key=lambda text: len(text.encode())):
        data = text.encode()
        spans = [data[span.start : span.end] for span in lexer.spans(text) if span.kind == "word"]
        if [a.encode(span) for span in spans] != [b.encode(span) for span in spans]:
            differing.append(len(data))
            break
    shown = (pattern, list(a.merges), list(b.merges), str(found))
    if found.equal:
        assert not differing, shown
        assert found.verify(), shown
        return found.certificate.method
    if found.equal is None:
        assert "as a whole" in str(found), shown
        return "undecided"
    assert list(found.a_ids) != list(found.b_ids)
    assert b"".join(found.a_tokens) == b"".join(found.b_tokens) == found.text.encode()
    n_bytes = len(found.text.encode())
    if differing and set(found.text) <= set(characters):  # there are others of the same bytes
        assert n_bytes >= min(differing), shown
    if differing and found.is_shortest:
        assert n_bytes <= min(differing), shown
    return f"shortest: {found.is_shortest}"


@pytest.mark.sampled("two bytes")
@pytest.mark.parametrize("letters", [ASCII, TWO_BYTES], ids=["ASCII", "two bytes"])
def test_every_answer_is_right(draw_vocabulary, vocabulary_of, every_short_text, letters) -> None:
    rng = random.Random(len(letters))
    given = draw_vocabulary, vocabulary_of, every_short_text
    found = Counter(_check(rng, *given, letters, 7 if letters == ASCII else 5) for _ in range(40))
    assert found["same merges"] > 2
    assert found["same neighbours"] > 2
    assert found["shortest: True"] > 5
    assert found["undecided"] <= 2


@pytest.mark.parametrize(
    ("seed", "n"),
    [
        *(pytest.param(seed, 150, marks=pytest.mark.deep) for seed in (0, 1)),
        *(pytest.param(seed, 400, marks=pytest.mark.exhaustive) for seed in range(2, 8)),
    ],
)
def test_every_answer_for_thousands_of_vocabularies(
    draw_vocabulary, vocabulary_of, every_short_text, seed, n
) -> None:
    rng = random.Random(seed)
    given = draw_vocabulary, vocabulary_of, every_short_text
    letters, longest = (ASCII, 10) if seed % 2 else (TWO_BYTES, 6)
    found = Counter(_check(rng, *given, letters, longest) for _ in range(n))
    assert found["undecided"] < 10
    assert found["shortest: False"] < 5
