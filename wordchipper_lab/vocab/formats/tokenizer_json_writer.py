"""Write a vocabulary as Hugging Face's ``tokenizer.json``, for which the `tokenizers` package gives the same
ids."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from ...errors import UnsupportedVocabError
from ...files.whole_file import write_atomically
from ..open_patterns import OPEN_PATTERNS
from ..patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, PATTERNS, R50K_PATTERN
from ..token_bytes import TokenBytes, iterate_tokens
from .byte_unicode import bytes_to_characters
from .merges import merge_pairs
from .oniguruma import find_dialect_difference, to_oniguruma

__all__ = ["CL100K_FOR_ONIGURUMA", "check_pattern", "tokenizer_json", "write_tokenizer_json"]

CL100K_FOR_ONIGURUMA = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*+"""
    r"""|\s++(?!\S)|\s*[\r\n]|\s+(?!\S)|\s"""
)
"""The spans of `CL100K_PATTERN`, without the two constructs that Oniguruma reads differently (proved in the
tests).

Nothing follows ``\\p{N}{1,3}``, so it need not be possessive. White space followed by neither white space
(possessive) nor any other character is at the end of the text.
"""

_KNOWN = frozenset({*PATTERNS.values(), *OPEN_PATTERNS.values(), GPT2_ORIGINAL_PATTERN})


def write_tokenizer_json(
    tokens: TokenBytes,
    path: str | os.PathLike[str],
    *,
    pattern: str,
    special_tokens: Mapping[str, int] | None = None,
) -> None:
    """Write `tokenizer_json` to a file, completely or not at all; raises the same errors, and ``OSError``."""
    file = tokenizer_json(tokens, pattern=pattern, special_tokens=special_tokens)
    write_atomically(path, json.dumps(file, ensure_ascii=False, indent=1).encode())


def tokenizer_json(
    tokens: TokenBytes, *, pattern: str, special_tokens: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """The contents of a ``tokenizer.json``. Merges are derived from the ranks.

    Raises `UnsupportedVocabError` for a split pattern that Oniguruma reads differently, and for special
    tokens that the format cannot hold: two with the same id, or one whose text is the file's spelling of an
    ordinary token.
    """
    special = dict(special_tokens or {})
    ids = {bytes_to_characters(token): rank for rank, token in iterate_tokens(tokens)}
    pairs = merge_pairs(tokens)
    merges = [
        f"{bytes_to_characters(pair[0])} {bytes_to_characters(pair[1])}"
        for pair in pairs.values()
        if pair is not None
    ]
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_added_token(text, token) for text, token in special.items()],
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(pattern),
        "post_processor": None,
        "decoder": _byte_level(use_regex=True),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            # A token that no merge makes is found as a whole span, as in tiktoken.
            "ignore_merges": len(merges) < len(pairs),
            "vocab": ids | _specials_to_list(ids, special),
            "merges": merges,
        },
    }


def check_pattern(pattern: str) -> None:
    """Raise `UnsupportedVocabError` for a split pattern that the file cannot express."""
    _pre_tokenizer(pattern)


def _pre_tokenizer(pattern: str) -> dict[str, Any]:
    if pattern in (R50K_PATTERN, GPT2_ORIGINAL_PATTERN):
        return _byte_level(use_regex=True)
    written = CL100K_FOR_ONIGURUMA if pattern == CL100K_PATTERN else to_oniguruma(pattern)
    if difference := find_dialect_difference(written):
        position, construct = difference
        raise UnsupportedVocabError(
            f"tokenizer.json cannot hold the split pattern {pattern!r}: {construct} at position {position}"
        )
    # Text that a pattern leaves unmatched has no ids here; "Isolated" would keep it.
    behavior, invert = ("Isolated", False) if pattern in _KNOWN else ("Removed", True)
    split = {"type": "Split", "pattern": {"Regex": written}, "behavior": behavior, "invert": invert}
    return {"type": "Sequence", "pretokenizers": [split, _byte_level(use_regex=False)]}


def _byte_level(*, use_regex: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def _added_token(text: str, token: int) -> dict[str, Any]:
    options = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    return {"id": token, "content": text, **options, "special": True}


def _specials_to_list(ids: Mapping[str, int], special: Mapping[str, int]) -> dict[str, int]:
    """Special tokens that must be in the model's vocabulary to keep their ids: all, unless they directly
    follow it."""
    for text, token in special.items():
        if text in ids:
            raise UnsupportedVocabError(
                f"tokenizer.json cannot hold the special token {text!r} (id {token}): a ranked token is "
                "written the same way"
            )
    if len(set(special.values())) < len(special):
        raise UnsupportedVocabError("tokenizer.json cannot hold two special tokens with the same id")
    follow = list(special.values()) == list(range(len(ids), len(ids) + len(special)))
    return {} if follow else dict(special)
