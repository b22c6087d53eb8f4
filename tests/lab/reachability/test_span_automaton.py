"""Which bytes can be a span, against the regex lexer on all short texts."""

from __future__ import annotations

import random

import pytest

from wordchipper_lab.lab.reachability import span_automaton
from wordchipper_lab.lab.reachability.span_automaton import every_text
from wordchipper_lab.spanners import build_lexer
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.patterns import PATTERNS

SMALL = (
    "a{3}b|a|b",
    "a*b|a",
    r"ab|\s+",
    "a+|b|é",
    r"\s+(?!\S)|\s|[ab]+",
    "a(?=b)|b",
    "b+(?!a)|b|[aé]+",
    "(?:ab)+|a|b",
)
CHARACTERS = "a'sT 1\n\t!/" + "é\u00a0中\u0301😀ſ"


def _first_spans(pattern: str, texts: list[str]) -> set[bytes]:
    lexer, found = build_lexer(pattern, "regex"), set()
    for text in texts:
        data = text.encode()
        found |= {data[span.start : span.end] for span in lexer.spans(text) if span.kind == "word"}
    return found


def _check(pattern: str, texts: list[str]) -> None:
    automaton, lexer = span_automaton(pattern), build_lexer(pattern, "regex")
    assert automaton.is_exact
    spans = _first_spans(pattern, texts)
    assert all(automaton.can_be_span(span) for span in spans)
    for text in texts:
        shown = automaton.text_of_span(text.encode())
        assert (shown is not None) == automaton.can_be_span(text.encode())
        if shown is not None:
            first = next(iter(lexer.spans(shown)))
            assert (first.end, first.kind) == (len(text.encode()), "word"), shown


@pytest.mark.parametrize("pattern", SMALL)
def test_all_short_texts(every_short_text, pattern) -> None:
    _check(pattern, every_short_text("ab é", 5))


@pytest.mark.parametrize("name", ["r50k_base", "o200k_base", "qwen2"])
def test_published_patterns(every_short_text, name) -> None:
    rng = random.Random(4)
    long = ["".join(rng.choices(CHARACTERS, k=rng.randint(3, 9))) for _ in range(800)]
    _check((PATTERNS | OPEN_PATTERNS)[name], every_short_text(CHARACTERS, 2) + long)


@pytest.mark.deep
@pytest.mark.parametrize("name", [*PATTERNS, *OPEN_PATTERNS])
def test_published_patterns_on_more_texts(every_short_text, name) -> None:
    rng = random.Random(5)
    long = ["".join(rng.choices(CHARACTERS, k=rng.randint(4, 12))) for _ in range(10_000)]
    _check((PATTERNS | OPEN_PATTERNS)[name], every_short_text(CHARACTERS, 3) + long)


@pytest.mark.parametrize("pattern", [r"(a+)b\1|[\s\S]", r"(?<=a)b|[\s\S]"])
def test_beyond_the_subset_every_text_may_be_a_span(pattern) -> None:
    automaton = span_automaton(pattern)
    assert not automaton.is_exact
    assert automaton.can_be_span("née 😀".encode())
    assert not automaton.can_be_span(b"\xc3")


def test_bytes_are_exactly_utf8() -> None:
    automaton, rng = every_text(""), random.Random(0)
    leads = [0x41, 0x7F, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF3, 0xF4, 0xF5, 0xFF]
    for _ in range(20_000):
        data = bytes(
            [
                rng.choice(leads),
                *rng.choices([0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0], k=rng.randint(0, 3)),
            ]
        )
        try:
            data.decode()
            is_text = True
        except UnicodeDecodeError:
            is_text = False
        assert automaton.can_be_span(data) == is_text, data
