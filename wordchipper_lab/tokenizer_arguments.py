"""Argument types of functions above the tokenizer: tokenizers, vocabularies, lexers."""

from __future__ import annotations

from .arguments import instance_of
from .spanners import SpanLexer
from .special_policy import Special, SpecialPolicy, as_special_set
from .tokenizer import Tokenizer
from .vocab.unified import UnifiedVocab, as_token

__all__ = ["a_lexer", "a_special", "a_token", "a_tokenizer", "a_vocabulary"]

a_tokenizer = instance_of("a Tokenizer", Tokenizer)
a_vocabulary = instance_of("a Tokenizer or a UnifiedVocab", Tokenizer, UnifiedVocab)
a_lexer = instance_of("a SpanLexer", SpanLexer)


def a_token(name: str, value: object) -> int:
    """An id, as ``int``."""
    return as_token(value)


def a_special(name: str, value: object) -> Special:
    """A policy for special tokens, as it is, or a set of them, as a sorted list."""
    chosen: SpecialPolicy | frozenset[str] = as_special_set(value)
    return chosen if isinstance(chosen, str) else sorted(chosen)
