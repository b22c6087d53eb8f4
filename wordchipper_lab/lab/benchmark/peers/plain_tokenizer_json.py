"""A bundled vocabulary as tokenizer.json without special tokens, for peers that read nothing else."""

from __future__ import annotations

import json

from ....vocab.formats.byte_unicode import bytes_to_characters
from ....vocab.patterns import GPT2_ORIGINAL_PATTERN, O200K_PATTERN
from ....vocab.token_bytes import iterate_tokens
from ....vocab.unified import load_vocab

__all__ = ["plain_tokenizer_json"]

_CL100K_WORDING = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""cl100k_base's pattern without possessive quantifiers: Oniguruma reads ``{1,3}+`` as a repeated repetition."""


def plain_tokenizer_json(model: str) -> str:
    """The contents of tokenizer.json for `model`, with merges derived from its ranks.

    >>> json.loads(plain_tokenizer_json("r50k_base"))["model"]["merges"][:2]
    [['Ġ', 't'], ['Ġ', 'a']]
    """
    vocab = load_vocab(model)
    characters = {i: bytes_to_characters(token) for i, token in iterate_tokens(vocab.ranked)}
    splits = vocab.tables.splits.reshape(-1, 2).tolist()
    # A single byte splits into itself; ids are ranks, so this is also the order of the merges.
    merges = [(characters[left], characters[right]) for i, (left, right) in enumerate(splits) if left != i]
    split = {
        "type": "Split",
        "pattern": {"Regex": _pattern(model)},
        "behavior": "Isolated",
        "invert": False,
    }
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
    return json.dumps(
        {
            "version": "1.0",
            "truncation": None,
            "padding": None,
            "added_tokens": [],
            "normalizer": None,
            "pre_tokenizer": {"type": "Sequence", "pretokenizers": [split, byte_level]},
            "post_processor": None,
            "decoder": byte_level | {"add_prefix_space": True, "use_regex": True},
            "model": {
                "type": "BPE",
                "dropout": None,
                "unk_token": None,
                "continuing_subword_prefix": None,
                "end_of_word_suffix": None,
                "fuse_unk": False,
                "byte_fallback": False,
                "ignore_merges": True,
                "vocab": {text: i for i, text in characters.items()},
                "merges": merges,
            },
        }
    )


def _pattern(model: str) -> str:
    if model.startswith("o200k"):
        return O200K_PATTERN
    return _CL100K_WORDING if model == "cl100k_base" else GPT2_ORIGINAL_PATTERN
