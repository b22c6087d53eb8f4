"""`PipelineEncoder` as users meet it: batches, streams, special tokens, long texts, surrogates."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.encoders.stream_encoder import iter_encode
from wordchipper_lab.errors import SpecialTokenError, TextError, UnknownNameError
from wordchipper_lab.pipeline.pipeline_encoder import PipelineEncoder
from wordchipper_lab.spanners.stream_spans import iter_spans
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.patterns import GPT2_ORIGINAL_PATTERN

SINGLE = {bytes_to_characters(bytes([byte])): byte for byte in range(256)}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def make(normalizer: object = None, pre_tokenizer: object = BYTE_LEVEL, **options: Any) -> wl.Tokenizer:
    """A tokenizer with the merges "ab" and "\\u00e9", and the added token "<s>"."""
    token = {"id": 258, "content": "<s>", "special": True} | {
        option: options.get(option, False) for option in ("lstrip", "rstrip", "single_word", "normalized")
    }
    file = {
        "added_tokens": [token],
        "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer,
        "model": {
            "type": "BPE",
            "vocab": SINGLE | {"ab": 256, "\u00c3\u00a9": 257},
            "merges": ["a b", "\u00c3 \u00a9"],
        },
    }
    return wl.Tokenizer.from_file(json.dumps(file).encode(), name="tokenizer.json", num_threads=2)


def test_what_one_pattern_says_is_the_engines() -> None:
    assert not isinstance(make()._encoder, PipelineEncoder)
    assert isinstance(make({"type": "NFC"})._encoder, PipelineEncoder)
    assert isinstance(make(lstrip=True)._encoder, PipelineEncoder)


def test_texts_that_the_normalizer_changes_and_others_in_one_batch() -> None:
    tok = make({"type": "NFC"})
    texts = ["ab", "e\u0301", "", "\u00e9<s>", "e\u0301<s>ab"]
    expected = [[256], [257], [], [257, 258], [257, 258, 256]]
    assert tok.encode_batch(texts) == expected
    assert [tok.encode(text) for text in texts] == expected
    assert tok.count_batch(texts).tolist() == [1, 1, 0, 2, 3]
    assert tok.encode_batch(["e\u0301"] * 3, num_threads=2) == [[257]] * 3


@pytest.mark.parametrize(
    "text", ["<s\u0338>", "<s>\u0338", "<s\u0338>e\u0301", "e\u0301<s>\u0338<s>", "e\u0301 s>"]
)
def test_a_mark_after_a_special_token_is_not_composed_with_it(text: str) -> None:
    tok = make({"type": "NFC"})
    located = tok.locate(text).ids.tolist()
    assert tok.encode(text) == tok.encode_array(text).tolist() == tok.encode_batch([text, "ab"])[0] == located
    assert tok.count(text) == len(located)


@pytest.mark.parametrize(
    "normalizer", [None, {"type": "NFC"}, {"type": "Strip", "strip_left": True, "strip_right": True}]
)
def test_special_tokens_by_policy(normalizer: object) -> None:
    tok = make(normalizer, lstrip=True)
    as_text = [60, 115, 62]
    assert tok.encode("ab <s>ab") == [256, 258, 256]
    assert tok.encode("ab<s>ab", special="text") == [256, *as_text, 256]
    assert tok.encode("ab<s>ab", special=set()) == [256, *as_text, 256]
    assert tok.encode("ab<s>ab", special={"<s>"}) == [256, 258, 256]
    with pytest.raises(SpecialTokenError, match="<s>") as raised:
        tok.encode("\u00e9 <s>", special="error")
    assert raised.value.byte_offset == 2
    assert tok.encode("ab", special="error") == [256]
    with pytest.raises(UnknownNameError, match="unknown special token '<x>'"):
        tok.encode("ab", special={"<x>"})


def test_nothing_is_cut_where_the_pieces_would_be_others() -> None:
    tok = make({"type": "NFC"}, rstrip=True)
    text = "ab e\u0301 <s>  ab" * 3
    for size in (1, 2, 5):
        chunks = [text[i : i + size] for i in range(0, len(text), size)]
        assert [t for part in iter_encode(tok, chunks) for t in part.tolist()] == tok.encode(text)
        found = [(span.start, span.end, span.kind) for span, _ in iter_spans(tok.spanner, chunks)]
        assert found == [(span.start, span.end, span.kind) for span in tok.spans(text)]


def test_spans_are_of_the_text_as_it_was_given() -> None:
    tok = make({"type": "Strip", "strip_left": True, "strip_right": True}, lstrip=True)
    found = [(span.start, span.end, span.kind) for span in tok.spans("  ab <s> ab ")]
    assert found == [
        (0, 2, "gap"),
        (2, 4, "word"),
        (4, 8, "special"),
        (8, 9, "gap"),
        (9, 11, "word"),
        (11, 12, "gap"),
    ]


def test_surrogates_and_other_types() -> None:
    tok = make({"type": "NFC"})
    assert tok.encode("ab\ud800") == tok.encode("ab\ufffd")
    assert tok.locate("ab\ud800").ends.tolist() == [2, 3, 3, 3]
    with pytest.raises(TextError, match="bytes"):
        tok.encode(b"ab")  # type: ignore[arg-type]
    with pytest.raises(TextError, match="bytes"):
        make(lstrip=True).encode(b"ab")  # type: ignore[arg-type]


@pytest.mark.sampled("[a]", "[ ]")
@pytest.mark.parametrize("text", ["a", " ", "e\u0301", "\u0e01\u0e33", "ab <s> "])
def test_long_texts(text: str) -> None:
    tok = make({"type": "NFC"}, rstrip=True)
    long = text * (600_000 // len(text))
    assert tok.count(long) == len(tok.encode_array(long)) == len(tok.encode(long))
    assert tok.decode(tok.encode_array(make({"type": "NFC"})._encoder.normalize(long).text, special="text"))


def test_pickled_with_its_pipeline() -> None:
    tok = make({"type": "NFC"}, lstrip=True)
    again = pickle.loads(pickle.dumps(tok))
    assert again.encode("e\u0301 <s>") == tok.encode("e\u0301 <s>") == [257, 258]
    assert again.pipeline == tok.pipeline


def test_a_pattern_takes_the_place_of_all_splits() -> None:
    file = {
        "added_tokens": [],
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, BYTE_LEVEL]},
        "model": {"type": "BPE", "vocab": SINGLE | {"1a": 256}, "merges": ["1 a"]},
    }
    contents = json.dumps(file).encode()
    assert wl.Tokenizer.from_file(contents, name="tokenizer.json").encode("1a") == [49, 97]
    assert wl.Tokenizer.from_file(contents, pattern=r"\w+", name="tokenizer.json").encode("1a") == [256]


def test_an_openai_tokenizer_has_a_pipeline_too() -> None:
    pipeline = wl.Tokenizer.from_pretrained("r50k_base").pipeline
    assert [(token.text, token.id) for token in pipeline.added_tokens] == [("<|endoftext|>", 50256)]
    assert pipeline.splits[0].pattern != GPT2_ORIGINAL_PATTERN
    assert not pipeline.normalizer
