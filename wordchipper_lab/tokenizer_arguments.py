"""Argument types of functions above the tokenizer: tokenizers, vocabularies, lexers."""

from __future__ import annotations

from .arguments import instance_of
from .spanners import SpanLexer
from .special_policy import check_policy
from .tokenizer import Tokenizer
from .vocab.unified import UnifiedVocab, as_token

__all__ = ["a_lexer", "a_policy", "a_token", "a_tokenizer", "a_vocabulary"]

a_tokenizer = instance_of("a Tokenizer", Tokenizer)
a_vocabulary = instance_of("a Tokenizer or a UnifiedVocab", Tokenizer, UnifiedVocab)
a_lexer = instance_of("a SpanLexer", SpanLexer)


def a_token(name: str, value: object) -> int:
    """An id, as ``int``."""
    return as_token(value)


def a_policy(name: str, value: object) -> str:
    """A policy for special tokens: one of `SPECIAL_POLICIES`."""
    return check_policy(value)
