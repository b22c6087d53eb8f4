"""The spans of a text read in chunks are those of the whole text."""

from __future__ import annotations

import random

import pytest

from wordchipper_lab.errors import InputError, SpecialTokenError, WorkLimitError
from wordchipper_lab.spanners import stream_spans
from wordchipper_lab.spanners.lexers import build_lexer
from wordchipper_lab.spanners.stream_spans import iter_spans
from wordchipper_lab.spanners.text_spanner import TextSpanner

SPECIAL = {"<|end|>": 1, "'d": 2}


@pytest.mark.sampled("o200k_base", "[a-z]")
@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base", "o200k_base", r"[a-z]+(?!\S)|\d{1,2}|[^\W\d]"])
def test_chunks_leave_no_trace(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_spans, "STRETCH_FROM", 40)
    draw = random.Random(9)
    spanner = TextSpanner(build_lexer(name), SPECIAL)
    for _ in range(40):
        parts = ["a", "Ab", " ", "\n", "!", "'ll", "'d", "7", "é", "日本", "<|", "<|end|>", "\u0301"]
        text = "".join(draw.choice(parts) * draw.choice([1, 1, 2, 90]) for _ in range(40))
        chunks, start = [], 0
        while start < len(text):
            size = draw.choice([1, 10, 100])
            chunks.append(text[start : start + size])
            start += size
        for special in ("parse", "text"):
            whole = spanner.spans(text, special)
            assert [span for span, _ in iter_spans(spanner, chunks, special)] == list(whole)
            assert b"".join(data for _, data in iter_spans(spanner, chunks, special)) == text.encode()


def test_limits_and_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A span that is too long, an unwanted special token, a meaningless environment variable."""
    spanner = TextSpanner(build_lexer("o200k_base"), SPECIAL)
    with pytest.raises(WorkLimitError, match="more than 5,000 bytes"):
        list(iter_spans(spanner, ["a" * 1000] * 20, max_held=5000))
    with pytest.raises(SpecialTokenError) as raised:
        list(iter_spans(spanner, ["é one ", "two <|e", "nd|>"], "error"))
    assert raised.value.byte_offset == len("é one two ".encode())
    monkeypatch.setenv("WORDCHIPPER_LAB_MAX_HELD", "much")
    with pytest.raises(InputError, match="WORDCHIPPER_LAB_MAX_HELD is 'much': expected a number of bytes"):
        list(iter_spans(spanner, ["a"]))
