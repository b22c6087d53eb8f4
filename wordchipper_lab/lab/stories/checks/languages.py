"""What the same sentence costs in each language."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...languages import all_languages, find_language, language_costs
from .registry import check

__all__ = [
    "biggest_gain",
    "count_cheaper_languages",
    "count_languages",
    "dearest_language",
    "language_times",
    "language_tokens",
    "sentence",
    "sentence_bytes",
]


@cache
def _rows(model: str) -> dict[str, dict[str, Any]]:
    return {row["name"]: row for row in language_costs([model])["rows"]}


@check
def count_languages() -> int:
    """The number of languages."""
    return len(all_languages())


@check
def language_tokens(language: str, model: str = "o200k_base") -> int:
    """The tokens of the sentence in a language."""
    return int(_rows(model)[find_language(language).name]["tokens"][model])


@check
def language_times(language: str, model: str = "o200k_base") -> float:
    """How many times as many tokens as in English, to one decimal place."""
    return round(_rows(model)[find_language(language).name]["times"][model], 1)


@check
def sentence(language: str) -> str:
    """The sentence in a language."""
    return find_language(language).text


@check
def sentence_bytes(language: str) -> int:
    """The bytes of the sentence in a language."""
    return len(find_language(language).text.encode())


@check
def dearest_language(model: str = "o200k_base") -> str:
    """The language with the most tokens."""
    return next(iter(_rows(model)))


@check
def count_cheaper_languages(old: str, new: str, times: float = 2) -> int:
    """How many languages need at most 1/`times` of the tokens in the new vocabulary."""
    return sum(
        _rows(old)[name]["tokens"][old] >= times * row["tokens"][new] for name, row in _rows(new).items()
    )


@check
def biggest_gain(old: str, new: str) -> str:
    """The language that the new vocabulary makes cheaper by the largest factor."""
    return max(_rows(new), key=lambda name: _rows(old)[name]["tokens"][old] / _rows(new)[name]["tokens"][new])
