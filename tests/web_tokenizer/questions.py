"""Questions to the tokenizer for browsers, wherever it runs, and the answers that they must get.

`Ask` asks `answers.js`: `NodeProcess` in Node, tests/browser/test_tokenizer_in_browser.py in Chromium.
"""

from __future__ import annotations

import hashlib
import itertools
import random
from functools import cache
from typing import Any, Protocol

import numpy as np
import tiktoken

import wordchipper_lab as wl
from wordchipper_lab.encoders.registry import BUILT_IN, WRONG_ENCODERS
from wordchipper_lab.encoders.traced import trace_span
from wordchipper_lab.vocab import load_vocab

from ..spanners.conftest import REPRESENTATIVES
from ..tokenizer.test_exactness import TEXTS, random_text

MODELS = wl.Tokenizer.available_models()
POLICIES = ("parse", "text", ["<|endoftext|>"])
ALL_ENCODERS = [*(encoder.name for encoder in BUILT_IN), *WRONG_ENCODERS]
PATTERN_MODELS = ["r50k_base", "cl100k_base", "o200k_base"]
"""One for each pattern."""


class Ask(Protocol):
    """Asks one question and returns the answer."""

    def __call__(self, ask: str, model: str | None = None, **question: Any) -> Any: ...


def expected_ids(model: str, text: str, special: Any) -> list[int]:
    """What tiktoken makes of a text."""
    encoding = tiktoken.get_encoding(model)
    if special == "text":
        return encoding.encode(text, disallowed_special=())
    allowed = "all" if special == "parse" else set(special)
    return encoding.encode(text, allowed_special=allowed, disallowed_special=())


def random_unicode(seed: int, n: int) -> list[str]:
    """Short strings of any scalar values, most of them from few ranges."""
    rng = random.Random(seed)
    ranges = ((0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x10000, 0x10FFFF))

    def one() -> str:
        return "".join(chr(rng.randint(*rng.choice(ranges))) for _ in range(rng.randint(1, 24)))

    return [one() for _ in range(n)]


def some_spans(rng: random.Random, n: int) -> list[bytes]:
    """Spans that are no token: parts of texts, and any bytes."""
    text = "".join(TEXTS).encode()
    starts = [rng.randrange(len(text) - 40) for _ in range(n)]
    spans = [text[at : at + rng.randint(1, 40)] for at in starts]
    return [*spans, b"", b"a", b"a" * 300, bytes(rng.randrange(256) for _ in range(80)), b" tokenization"]


def check_mixed_text(ask: Ask, model: str) -> None:
    """Chosen texts under each policy: encoded alone, together and piece by piece, counted, and decoded."""
    texts = [*TEXTS, random_text(random.Random(5), 400), "".join(TEXTS) * 40, "\U0001f468\u200d" * 999]
    for special in POLICIES:
        expected = [expected_ids(model, text, special) for text in texts]
        for way in ("encode", "batch", "pieces"):
            assert ask(way, model, texts=texts, special=special) == expected
        assert ask("count", model, texts=texts, special=special) == list(map(len, expected))
    assert ask("decode", model, ids=[expected_ids(model, text, "parse") for text in texts]) == texts


def check_random_unicode(ask: Ask, model: str) -> None:
    """Characters of all planes, in short texts and in a long one."""
    texts = [*random_unicode(7, 2000), "".join(random_unicode(8, 3000))]
    assert ask("encode", model, texts=texts) == [expected_ids(model, text, "parse") for text in texts]


def check_all_strings(ask: Ask, model: str, length: int) -> None:
    """All strings of so many of the 29 characters that represent what the patterns can tell apart."""
    question = {"characters": list(REPRESENTATIVES), "length": length}
    assert ask("strings", model, **question) == _expected_strings(model, length)


@cache
def _expected_strings(model: str, length: int) -> list[Any]:
    texts = list(map("".join, itertools.product(REPRESENTATIVES, repeat=length)))
    found = tiktoken.get_encoding(model).encode_ordinary_batch(texts, num_threads=1)
    ids = np.array(list(itertools.chain.from_iterable(found)), dtype="<u4")
    ends = np.cumsum(list(map(len, found))).astype("<u4")
    return [len(texts), *(hashlib.sha256(array.tobytes()).hexdigest() for array in (ids, ends))]


def check_traces(ask: Ask, encoder: str) -> None:
    """What the kernel does with a span, event by event: the same as the kernel here."""
    for model in ("r50k_base", "o200k_base"):
        vocab, spans = load_vocab(model), some_spans(random.Random(11), 40)
        given = [list(span) for span in spans]
        for head, capacity in (([], 1 << 12), ([5, 6, 7], 9)):
            found = ask("trace", model, spans=given, encoder=encoder, head=head, capacity=capacity)
            for span, one in zip(spans, found, strict=True):
                traced = trace_span(vocab, encoder, span, head=head, capacity=capacity)
                assert one["tokens"] == traced.tokens
                assert one["nEvents"] == int(traced.trace.count[0])
                assert one["events"] == traced.trace.rows().tolist()
                assert one["totals"] == traced.trace.totals_by_code().tolist()
