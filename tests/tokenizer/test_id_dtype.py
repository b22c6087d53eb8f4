"""Arrays of 16-bit ids: for a vocabulary whose ids all fit, whatever the text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wordchipper_lab as wl
from wordchipper_lab.errors import ArgumentError, ArgumentTypeError
from wordchipper_lab.vocab import UnifiedVocab

TEXTS = ["hello world", "", "naïve 你好<|endoftext|>", "x" * 5000]


@pytest.fixture(scope="module")
def tok() -> wl.Tokenizer:
    return wl.Tokenizer.from_pretrained("r50k_base")


@pytest.mark.parametrize("dtype", [np.uint16, "uint16", np.dtype("u2"), np.uint32, "uint32", np.dtype("=u4")])
def test_ids_are_the_same_in_every_dtype(tok: wl.Tokenizer, dtype: Any) -> None:
    for text in TEXTS:
        found = tok.encode_array(text, dtype=dtype)
        assert found.dtype == np.dtype(dtype)
        assert found.tolist() == tok.encode(text)
    batch = tok.encode_batch_arrays(TEXTS, "text", 2, dtype=dtype)
    assert batch.tokens.dtype == np.dtype(dtype)
    assert batch.offsets.dtype == np.int64
    assert batch.to_lists() == tok.encode_batch(TEXTS, "text")
    assert [ids.dtype for ids in batch] == [np.dtype(dtype)] * len(TEXTS)
    assert tok.decode_batch(batch) == TEXTS
    assert tok.decode(batch[0]) == TEXTS[0]


def test_long_texts_too(tok: wl.Tokenizer) -> None:
    text = "hello big world, " * 40_000  # encoded by several threads
    found = tok.encode_array(text, dtype="uint16")
    assert found.dtype == np.uint16
    assert (found == tok.encode_array(text)).all()


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "o200k_harmony"])
def test_what_does_not_fit_is_refused_for_every_text(name: str) -> None:
    tok = wl.Tokenizer.from_pretrained(name)
    for encode in (
        lambda: tok.encode_array("", dtype="uint16"),
        lambda: tok.encode_batch_arrays([], dtype="uint16"),
    ):
        with pytest.raises(
            ArgumentError, match=rf"uint16, .* but {name} has ids up to {tok.max_token:,}: expected u"
        ):
            encode()


def test_the_largest_special_token_counts() -> None:
    fits, too_large = (
        wl.Tokenizer(UnifiedVocab(base.ranked, pattern=base.pattern, special_tokens={"<x>": token}))
        for base in [wl.Tokenizer.from_pretrained("r50k_base").vocab]
        for token in (65_535, 65_536)
    )
    assert fits.encode_array("a<x>", dtype="uint16").tolist() == [64, 65_535]
    with pytest.raises(ArgumentError, match=r"up to 65,536: expected uint32"):
        too_large.encode_array("a", dtype="uint16")


@pytest.mark.parametrize(
    "wrong", [None, "int32", np.int16, "u8", ">u2", "auto", 16, "no such type", [np.uint16], {}]
)
def test_other_dtypes_are_refused(tok: wl.Tokenizer, wrong: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="expected uint16 or uint32"):
        tok.encode_array("a", dtype=wrong)
    with pytest.raises(ArgumentTypeError, match="expected uint16 or uint32"):
        tok.encode_batch_arrays(["a"], dtype=wrong)
