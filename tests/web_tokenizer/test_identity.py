"""Ids, spans and traces of the WebAssembly kernels in Node: those of tiktoken, and of the kernels here."""

from __future__ import annotations

import hashlib
import random
import shutil
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders.registry import BUILT_IN
from wordchipper_lab.vocab import load_vocab
from wordchipper_lab.vocab.tables import VocabTables

from ..tokenizer.test_exactness import TEXTS, random_text
from .node_process import NodeProcess
from .questions import (
    ALL_ENCODERS,
    MODELS,
    PATTERN_MODELS,
    check_all_strings,
    check_mixed_text,
    check_random_unicode,
    check_traces,
    expected_ids,
    random_unicode,
)

MEGABYTE = 1_000_000

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


@pytest.fixture(scope="module")
def node() -> Iterator[NodeProcess]:
    process = NodeProcess()
    yield process
    process.close()


@pytest.mark.parametrize("model", MODELS)
def test_mixed_text(node: NodeProcess, model: str) -> None:
    check_mixed_text(node, model)


@pytest.mark.parametrize("model", MODELS)
def test_random_unicode(node: NodeProcess, model: str) -> None:
    check_random_unicode(node, model)


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\udc00\ud800x", "ok \ud83d"])
def test_lone_surrogates_are_treated_as_by_tiktoken(node: NodeProcess, text: str) -> None:
    assert node("encode", "o200k_base", texts=[text]) == [expected_ids("o200k_base", text, "parse")]


LENGTHS = [1, 2, 3, pytest.param(4, marks=pytest.mark.deep)]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_all_strings_of_telling_characters(node: NodeProcess, model: str, length: int) -> None:
    """707,281 strings of four."""
    check_all_strings(node, model, length)


@pytest.mark.parametrize("model", PATTERN_MODELS)
@pytest.mark.parametrize("options", [{}, {"lexer": "automaton"}], ids=str)
def test_spans(node: NodeProcess, model: str, options: dict[str, str]) -> None:
    tok = wl.Tokenizer.from_pretrained(model)
    texts = [*TEXTS, random_text(random.Random(6), 3000), *random_unicode(9, 300)]
    for special in ("parse", "text"):
        expected = [[[s.start, s.end, s.kind] for s in tok.spans(text, special)] for text in texts]
        assert node("spans", model, options=options, texts=texts, special=special) == expected


@pytest.mark.sampled("bpe_backtrack", "tail_sweep")
@pytest.mark.parametrize("memo_bytes", [0, 1, 1 << 18])
@pytest.mark.parametrize("encoder", [encoder.name for encoder in BUILT_IN])
def test_every_span_encoder_with_memos_of_any_size(node: NodeProcess, encoder: str, memo_bytes: int) -> None:
    texts = [random_text(random.Random(7), 4000), *TEXTS]
    options = {"encoder": encoder, "memoBytes": memo_bytes}
    expected = [expected_ids("o200k_base", text, "parse") for text in texts]
    assert node("encode", "o200k_base", options=options, texts=texts) == expected


@pytest.mark.parametrize("encoder", ALL_ENCODERS)
def test_traces_event_by_event(node: NodeProcess, encoder: str) -> None:
    check_traces(node, encoder)


@pytest.mark.parametrize("model", ["r50k_base", "p50k_base", "cl100k_base", "o200k_base"])
def test_tables_are_those_that_python_builds(node: NodeProcess, model: str) -> None:
    """Of bytes, ranks and pairs, word by word."""
    tables: VocabTables = load_vocab(model).tables
    expected = {
        name: hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
        for name, array in tables._asdict().items()
    }
    assert node("tables", model) == expected


def test_descriptions(node: NodeProcess) -> None:
    assert node("models") == MODELS
    for model in MODELS:
        tok = wl.Tokenizer.from_pretrained(model)
        assert node("described", model) == {
            "name": tok.name,
            "pattern": tok.vocab.pattern,
            "size": tok.vocab_size,
            "largest": tok.max_token,
            "specials": [list(pair) for pair in tok.get_special_tokens()],
        }
        tokens = ["hello", " the", "<|endoftext|>", "", "no such token", "\u00e9", "\u200d"]
        ids = [0, 255, 256, 50256, 50257, tok.max_token, tok.max_token + 1, 1 << 31]
        assert node("lookUp", model, tokens=tokens, ids=ids) == [
            [tok.token_to_id(token) for token in tokens],
            [tok.id_to_token(number) for number in ids],
        ]


@pytest.mark.parametrize(
    "letter", ["a", " ", "\n", "\u0e01", "\u4e16", "1", "!", "\U0001f600", "<|endoftext|>"]
)
def test_a_megabyte_of_one_letter_takes_no_second(node: NodeProcess, letter: str) -> None:
    """Seconds for what is done in tens of milliseconds: quadratic work would take hours."""
    size = MEGABYTE // len(letter.encode())
    n, milliseconds = node("timed", "o200k_base", letter=letter, size=size)
    assert n == wl.Tokenizer.from_pretrained("o200k_base").count(letter * size)
    assert milliseconds < 10_000


def test_limits(node: NodeProcess) -> None:
    text = random_text(random.Random(13), 9000)
    n = wl.Tokenizer.from_pretrained("o200k_base").count(text)
    limits = [n + 1, n, n - 1, 10, 0]
    found = node("within", "o200k_base", texts=[text] * len(limits), limits=limits)
    assert found == [n, n, False, False, False]


def test_errors_say_what_was_given(node: NodeProcess) -> None:
    def problem(ask: str, **question: Any) -> tuple[str, str]:
        found = node(ask, "o200k_base", **question)
        return found["error"], found["message"]

    assert problem("encode", texts=[7]) == ("InputError", "expected a text as string, got number")
    name, message = problem("encode", texts=["a<|endoftext|>"], special="error")
    assert (name, "at byte 1" in message) == ("SpecialTokenError", True)
    assert problem("encode", texts=["a"], special="maybe")[0] == "UnknownNameError"
    assert problem("encode", texts=["a"], special=["<|x|>"])[0] == "UnknownNameError"
    assert problem("decode", ids=[[1, 1 << 20]]) == (
        "UnknownTokenError",
        "no token has the id 1048576 (at index 1): o200k_base has ids from 0 to 200018",
    )
    for bad in (1.5, -1, "1", None):
        assert problem("decode", ids=[[bad]])[0] in ("InputError", "UnknownTokenError")
    assert node("encode", "o300k", texts=[])["error"] == "UnknownNameError"
    assert node("encode", "o200k_base", options={"encoder": "fast"}, texts=[])["error"] == "UnknownNameError"
    assert node("encode", "o200k_base", options={"lexer": "regex"}, texts=[])["error"] == "UnknownNameError"
    assert node("encode", "o200k_base", texts=["here"]) == [expected_ids("o200k_base", "here", "parse")]
