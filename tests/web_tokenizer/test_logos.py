"""The lexer "logos" of the tokenizer for browsers: tokens and spans are those of every other lexer."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator

import pytest

import wordchipper_lab as wl

from ..tokenizer.test_exactness import TEXTS, random_text
from .node_process import NodeProcess

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")

LOGOS = {"lexer": "logos"}


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProcess]:
    process = NodeProcess()
    yield process
    process.close()


@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_tokens_and_spans(node: NodeProcess, model: str) -> None:
    rng = random.Random(1)
    texts = [
        *TEXTS,
        "a <|endoftext|>  b",
        "'The  \"end\n \n ",
        *(random_text(rng, 60) for _ in range(100)),
        "x  y\n " * 9000,
    ]
    tok = wl.Tokenizer.from_pretrained(model, lexer="logos")
    assert node("encode", model, options=LOGOS, texts=texts) == [tok.encode(text) for text in texts]
    assert node("pieces", model, options=LOGOS, texts=texts) == [tok.encode(text) for text in texts]
    assert node("count", model, options=LOGOS, texts=texts) == [len(tok.encode(text)) for text in texts]
    expected = [[[span.start, span.end, span.kind] for span in tok.spans(text)] for text in TEXTS]
    assert node("spans", model, options=LOGOS, texts=TEXTS) == expected
