"""Configurations of open models whose files cannot be had here, with the merges of a bundled vocabulary: ids and offsets
of `tokenizers`.

Sources: the conversion scripts of `transformers` (Llama 4), ``tokenization_chatglm.py`` (GLM-4), the published
``tokenizer.json`` files as others quote them (StarCoder 2, SmolLM). Those of GPT-NeoX, OLMo, Phi-4, Falcon and Command R
are written from memory: they show that such configurations are read, not that these models have them.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import wordchipper_lab as wl
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters
from wordchipper_lab.vocab.formats.tokenizer_json_writer import tokenizer_json
from wordchipper_lab.vocab.open_models import OPEN_MODELS
from wordchipper_lab.vocab.open_patterns import OPEN_PATTERNS
from wordchipper_lab.vocab.pattern_names import resolve_pattern
from wordchipper_lab.vocab.patterns import O200K_PATTERN
from wordchipper_lab.vocab.unified import load_vocab

tokenizers = pytest.importorskip("tokenizers")

BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTES_ONLY = BYTE_LEVEL | {"use_regex": False}
DIGITS = {"type": "Digits", "individual_digits": True}
NFC = {"type": "NFC"}


def split(pattern: str, behavior: str = "Isolated", invert: bool = False) -> dict[str, Any]:
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": behavior, "invert": invert}


def sequence(*steps: dict[str, Any]) -> dict[str, Any]:
    return {"type": "Sequence", "pretokenizers": list(steps)}


PLAIN = ({"content": "<|begin_of_text|>", "special": True}, {"content": "<|end|>", "special": True})
STRIPPING = tuple(token | {"lstrip": True, "rstrip": True} for token in PLAIN)  # as of Phi-4
SPACES = tuple(
    {"content": " " * size, "normalized": True, "special": False} for size in range(24, 1, -1)
)  # of GPT-NeoX

CONFIGURATIONS: dict[str, tuple[Any, dict[str, Any], tuple[dict[str, Any], ...], bool]] = {
    "Llama 4": (None, sequence(split(O200K_PATTERN), BYTES_ONLY), PLAIN, True),
    "GLM-4": (None, sequence(split(OPEN_PATTERNS["llama3"]), BYTES_ONLY), PLAIN, False),
    "StarCoder 2": (None, sequence(DIGITS, BYTE_LEVEL), PLAIN, False),
    "GPT-NeoX": (NFC, BYTE_LEVEL, (*PLAIN, *SPACES), False),
    "OLMo": (NFC, BYTE_LEVEL, (*PLAIN, *({**token, "normalized": False} for token in SPACES)), False),
    "Phi-4": (None, sequence(split(OPEN_PATTERNS["llama3"], "Removed", True), BYTES_ONLY), STRIPPING, False),
    "Falcon": (None, sequence({"type": "Punctuation", "behavior": "Contiguous"}, BYTE_LEVEL, {"type": "Digits", "individual_digits": False}, split("[0-9][0-9][0-9]")), PLAIN, False),
    "Command R": (NFC, sequence(DIGITS, BYTE_LEVEL), PLAIN, False),
    "SmolLM": (None, sequence(DIGITS, BYTE_LEVEL), PLAIN, False),
}  # fmt: skip
PIECES = [
    "Hello", " world", "  ", "     ", "\n", "\r\n", "\t", "12345", " 1", "it's", "IT'S", "\u4e2d\u6587", "\u3042", "e\u0301", "\uac00\u11a8", "\U0001f469\u200d\U0001f680",
    "<|end|>", "<|begin_of_text|>", "def f(x):", "/* a */", "...", "\u0e01\u0e33", "\x00", "\x0b", "\u00a0", "\u2028", "caf\u00e9", "\u0130", "\ufb01", " " * 30,
]  # fmt: skip


@cache
def model() -> dict[str, Any]:
    vocab = load_vocab("r50k_base")
    made: dict[str, Any] = tokenizer_json(vocab.ranked, pattern=vocab.pattern)["model"]
    return made


def file(name: str) -> dict[str, Any]:
    normalizer, pre_tokenizer, added, whole_spans = CONFIGURATIONS[name]
    made = model() | {"ignore_merges": whole_spans}
    if name == "SmolLM":  # lacks what its training did not see
        lacks = [bytes_to_characters(bytes([byte])) for byte in (0, 1, 2, 11, 0xF1)]
        kept = [text for text in made["vocab"] if not any(character in text for character in lacks)]
        made |= {"vocab": {text: i for i, text in enumerate(kept)}}
        made["merges"] = [
            merge for merge in made["merges"] if not any(character in merge for character in lacks)
        ]
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    tokens = [{"id": 0, **options, **token} for token in added]
    outside = (token for token in tokens if token["content"] not in made["vocab"])
    for token in tokens:
        token["id"] = made["vocab"].get(token["content"], 0)
    for number, token in enumerate(outside, start=len(made["vocab"])):
        token["id"] = number
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": tokens, "normalizer": normalizer,
        "pre_tokenizer": pre_tokenizer, "post_processor": None, "decoder": BYTE_LEVEL, "model": made,
    }  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in ("Phi-4", "SmolLM") else pytest.mark.deep) for name in CONFIGURATIONS if name != "Falcon"],
)  # fmt: skip
def test_ids_and_offsets_are_those_of_tokenizers(name: str) -> None:
    contents = json.dumps(file(name))
    ours, theirs = wl.Tokenizer.from_file(contents.encode()), tokenizers.Tokenizer.from_str(contents)
    rng = random.Random(1)
    texts = ["".join(rng.choices(PIECES, k=rng.randrange(1, 15))) for _ in range(400)]
    for text, expected in zip(texts, theirs.encode_batch(texts, add_special_tokens=False), strict=True):
        found = ours.locate(text)
        assert ours.encode(text) == found.ids.tolist() == expected.ids, text
        assert list(zip(found.starts.tolist(), found.ends.tolist(), strict=True)) == expected.offsets, text
        assert ours.decode(expected.ids) == theirs.decode(expected.ids, skip_special_tokens=False)


def test_falcon_splits_after_bytes() -> None:
    """Its later steps see GPT-2's spelling of bytes, not text: refused by name."""
    with pytest.raises(wl.errors.UnsupportedVocabError, match="does not end with ByteLevel"):
        wl.Tokenizer.from_file(json.dumps(file("Falcon")).encode())


def test_the_table_of_open_models_names_patterns() -> None:
    for row in OPEN_MODELS:
        assert resolve_pattern(row.pattern) != row.pattern
        assert set(row.files) <= {
            "tokenizer.json",
            "tekken.json",
            ".gguf",
            "tokenizer.model",
            "directory of tiktoken.model",
            "directory of tokenizer.model",
        }
