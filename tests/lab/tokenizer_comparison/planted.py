"""A small tokenizer, and the same with one bug planted in each stage."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import wordchipper_lab as wl
from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

Config = dict[str, Any]

LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
_TEXT = "the café at 12 or 123, then the other thing: a cafe and the sea; 1234 was in that place "


@cache
def _trained() -> wl.Tokenizer:
    return wl.train_bpe([_TEXT * 3, "caf\u00e9 " * 9, "12 123 " * 9], 290, pattern=LLAMA3)


@cache
def _written() -> str:
    """The contents of a ``tokenizer.json``, with NFC, two added tokens, one split, ByteLevel, and no ids around it."""
    tok = _trained()
    vocab = {bytes_to_characters(tok.id_to_bytes(i)): i for i in range(tok.vocab_size)}
    merges = [[bytes_to_characters(part) for part in pair] for pair in tok.merges]
    for left, right in (("x", "y"), ("y", "z")):  # which of them comes first matters in "xyz"
        vocab[left + right] = len(vocab)
        merges.append([left, right])
    n = len(vocab)
    option = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    split = {"type": "Split", "pattern": {"Regex": LLAMA3}, "behavior": "Isolated", "invert": False}
    file = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {"id": n, "content": "<|end|>", "special": True, **option},
            {"id": n + 1, "content": "<mask>", "special": True, **option, "lstrip": True},
        ],
        "normalizer": {"type": "NFC"},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
        "post_processor": None,
        "decoder": byte_level,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": False,
            "vocab": vocab,
            "merges": merges,
        },
    }
    return json.dumps(file)


def good() -> Config:
    """The tokenizer without a bug."""
    return json.loads(_written())  # type: ignore[no-any-return]


def _no_normalizer(file: Config) -> None:
    file["normalizer"] = None


def _no_special(file: Config) -> None:
    file["added_tokens"] = file["added_tokens"][1:]
    file["model"]["vocab"]["<|end|>"] = len(file["model"]["vocab"])  # keeps the id of the other one


def _no_lstrip(file: Config) -> None:
    file["added_tokens"][1]["lstrip"] = False


def _single_digits(file: Config) -> None:
    pattern = file["pre_tokenizer"]["pretokenizers"][0]["pattern"]
    pattern["Regex"] = pattern["Regex"].replace("{1,3}", "")


def _swapped_merges(file: Config) -> None:
    merges = file["model"]["merges"]
    first, second = merges.index(["x", "y"]), merges.index(["y", "z"])
    merges[first], merges[second] = merges[second], merges[first]


def _swapped_ids(file: Config) -> None:
    vocab = file["model"]["vocab"]
    vocab["\u0120the"], vocab["th"] = vocab["th"], vocab["\u0120the"]


def _begin(file: Config) -> None:
    end = file["added_tokens"][0]
    file["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [
            {"SpecialToken": {"id": "<|end|>", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}},
        ],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {"<|end|>": {"id": "<|end|>", "ids": [end["id"]], "tokens": ["<|end|>"]}},
    }


def _other_decoder(file: Config) -> None:
    file["decoder"] = None


PLANTED: dict[str, tuple[str, Callable[[Config], None], str]] = {
    "no NFC": ("normalizer", _no_normalizer, "in the cafe\u0301 then"),
    "no special": ("special tokens", _no_special, "the<|end|>a"),
    "no lstrip": ("special tokens", _no_lstrip, "the  <mask> a"),
    "single digits": ("split pattern", _single_digits, "at 123 or 12"),
    "swapped merges": ("merges", _swapped_merges, "the xyz"),
    "swapped ids": ("vocabulary", _swapped_ids, "at the other"),
    "begin": ("post-processor", _begin, "the sea"),
    "no decoder": ("decoding", _other_decoder, "the caf\u00e9"),
}
"""Name -> the stage, what is done to the file, and a text that shows it."""


def planted(*names: str) -> Config:
    """The tokenizer with these bugs."""
    file = copy.deepcopy(good())
    for name in names:
        PLANTED[name][1](file)
    return file
