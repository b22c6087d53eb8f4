"""Hugging Face's `tokenizers` (version 0.23) for byte-level BPE, on this package's engine.

``from wordchipper_lab.compat.tokenizers import Tokenizer`` takes the place of ``from tokenizers import Tokenizer``; the
modules `models`, `normalizers`, `pre_tokenizers`, `processors`, `decoders`, `trainers` and `implementations` are here.
What belongs to other kinds of tokenizers (Unigram, WordPiece, WordLevel, byte fallback, components that are written in
Python) raises `UnsupportedVocabError`, which says what is supported.
"""

from __future__ import annotations

from enum import Enum

from . import decoders, models, normalizers, pre_tokenizers, processors, trainers
from .added_token import AddedToken
from .encoding import Encoding
from .implementations import (
    BertWordPieceTokenizer,
    ByteLevelBPETokenizer,
    CharBPETokenizer,
    NormalizedString,
    PreTokenizedString,
    SentencePieceBPETokenizer,
    SentencePieceUnigramTokenizer,
)
from .regexes import Regex
from .token import Token
from .tokenizer import Tokenizer

__all__ = [
    "AddedToken",
    "BertWordPieceTokenizer",
    "ByteLevelBPETokenizer",
    "CharBPETokenizer",
    "Encoding",
    "NormalizedString",
    "OffsetReferential",
    "OffsetType",
    "PreTokenizedString",
    "Regex",
    "SentencePieceBPETokenizer",
    "SentencePieceUnigramTokenizer",
    "SplitDelimiterBehavior",
    "Token",
    "Tokenizer",
    "decoders",
    "models",
    "normalizers",
    "pre_tokenizers",
    "processors",
    "trainers",
]

__version__ = "0.23.3"
"""The version of the `tokenizers` package whose results these are."""


class OffsetReferential(Enum):
    """What offsets refer to."""

    ORIGINAL = "original"
    NORMALIZED = "normalized"


class OffsetType(Enum):
    """What offsets count."""

    BYTE = "byte"
    CHAR = "char"


class SplitDelimiterBehavior(Enum):
    """What becomes of the matches of a split."""

    REMOVED = "removed"
    ISOLATED = "isolated"
    MERGED_WITH_PREVIOUS = "merged_with_previous"
    MERGED_WITH_NEXT = "merged_with_next"
    CONTIGUOUS = "contiguous"
