"""Whole vocabularies: how many tokens they have of some kind."""

from __future__ import annotations

from typing import Any

from ...vocabulary import search_vocabulary, word_variants
from .registry import check, tokenizer

__all__ = ["count_found", "count_single_token_variants", "count_variants", "vocabulary_size"]


@check
def vocabulary_size(model: str = "o200k_base") -> int:
    """The number of tokens of a vocabulary, special ones included."""
    return count_found(model)


@check
def count_found(model: str = "o200k_base", query: str = "", **options: Any) -> int:
    """How many tokens a search finds; the options are those of the Vocabulary screen."""
    return len(search_vocabulary(tokenizer(model), query, **options))


@check
def count_variants(word: str, model: str = "o200k_base") -> int:
    """How many variants of a word are looked at: after a space or none, in small letters or capitals ..."""
    return len(word_variants(tokenizer(model), word))


@check
def count_single_token_variants(word: str, model: str = "o200k_base") -> int:
    """How many of these variants are one token."""
    return sum(len(variant.ids) == 1 for variant in word_variants(tokenizer(model), word))
