"""A small tokenizer.json with everything that a bundled vocabulary does not have, for tests of the screens."""

from __future__ import annotations

import json
from typing import Any

from wordchipper_lab.vocab.formats.byte_unicode import bytes_to_characters

__all__ = ["ODD_TEXT", "odd_tokenizer_json"]

ODD_TEXT = "Low lower|LOWEST 12<mask>  cafe\u0301 <pad>  MASKs MASK<|end|>xyz"
"""Each trait shows: capitals, a bar that is removed, digits, tokens that take spaces, an accent to be composed."""

_TOKENS = ["low", "lo", "we", "er", "wer", "lower", "est", "es", "Ġlow", "Ġl", "ow", "caf", "ca", "xyz", "Ã©"]
_MERGES = [
    ["lo", "w"],  # before its left part is made: out of merge order
    ["l", "o"],
    ["w", "e"],
    ["e", "r"],
    ["we", "r"],  # never: "er" comes first where both could
    ["Ġ", "l"],
    ["Ġl", "ow"],  # never, too
    ["low", "er"],
    ["e", "s"],
    ["es", "t"],
    ["c", "a"],
    ["ca", "f"],
    ["Ã", "©"],
    ["o", "w"],
]


def odd_tokenizer_json(**changes: Any) -> bytes:
    """The file; `changes` are parts of it ("normalizer", "model" ...) with other values.

    Ids that are not ranks, merges out of merge order, entries that merges never reach; a normalizer (NFC and
    lowercase), three splits (bars are removed, digits one by one, words), a space before each piece, added tokens that
    take white space or must stand alone.
    """
    vocab = {token: number for number, token in enumerate(reversed(_TOKENS))}
    for value in range(255, -1, -1):
        vocab.setdefault(bytes_to_characters(bytes([value])), len(vocab))
    added = ["<|end|>", "<mask>", "<pad>", "MASK"]
    options = {"<mask>": {"lstrip": True}, "<pad>": {"rstrip": True}, "MASK": {"single_word": True}}
    file = {
        "version": "1.0",
        "added_tokens": [
            {"id": len(vocab) + number, "content": text, "special": text != "MASK", "normalized": False}
            | dict.fromkeys(["lstrip", "rstrip", "single_word"], False)
            | options.get(text, {})
            for number, text in enumerate(added)
        ],
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]},
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "Split", "pattern": {"String": "|"}, "behavior": "Removed", "invert": False},
                {"type": "Digits", "individual_digits": True},
                {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
            ],
        },
        "post_processor": None,
        "decoder": {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True},
        "model": {"type": "BPE", "vocab": vocab, "merges": _MERGES},
    }
    return json.dumps(file | changes, ensure_ascii=False).encode()
