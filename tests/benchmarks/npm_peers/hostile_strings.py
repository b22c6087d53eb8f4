"""Strings that tell a tokenizer that is exact from one that is nearly so."""

from __future__ import annotations

import random
import string
import sys
import unicodedata
from collections import defaultdict
from itertools import product

CHARACTERS = "'sS\u017f \n\t1a\u00e9\u4e16/"
"""Where split patterns are easily got wrong: contractions, of which U+017F (long s) is a letter when case does not
count; white space before words and at the end; digits; letters of two scripts; and the slash of o200k_base."""

RANDOM_STRINGS = 2_000
MOST_CHARACTERS = 12
WORDS = 200
MOST_LETTERS = 300

_SEED = 20260102


def hostile_strings() -> dict[str, list[str]]:
    """Name of a group -> its strings, always the same on one version of Python.

    >>> [(name, len(texts)) for name, texts in hostile_strings().items()]
    [('short strings', 1884), ('random Unicode', 2000), ('long words', 200)]
    """
    return {
        "short strings": short_strings(CHARACTERS, 3),
        "random Unicode": random_unicode(RANDOM_STRINGS),
        "long words": long_words(WORDS),
    }


def short_strings(characters: str, most: int) -> list[str]:
    """All strings of one to `most` of `characters`.

    >>> short_strings("ab", 2)
    ['a', 'b', 'aa', 'ab', 'ba', 'bb']
    """
    return ["".join(each) for size in range(1, most + 1) for each in product(characters, repeat=size)]


def random_unicode(count: int) -> list[str]:
    """Strings of up to twelve characters, of every category alike, every other one from ASCII.

    Surrogates are left out, and what this Python's Unicode has not assigned: about the latter, engines of
    regular expressions differ by their age.
    """
    chosen = random.Random(_SEED)
    categories = _assigned_by_category()
    texts = []
    for _ in range(count):
        size = chosen.randint(1, MOST_CHARACTERS)
        texts.append("".join(_random_character(chosen, categories) for _ in range(size)))
    return texts


def long_words(count: int) -> list[str]:
    """Words of up to 300 random letters: one span each, with far more merges than any that occurs."""
    chosen = random.Random(_SEED)
    return [
        "".join(chosen.choices(string.ascii_lowercase, k=chosen.randint(20, MOST_LETTERS)))
        for _ in range(count)
    ]


def _random_character(chosen: random.Random, categories: list[list[str]]) -> str:
    return (
        chosen.choice(string.printable) if chosen.random() < 0.5 else chosen.choice(chosen.choice(categories))
    )


def _assigned_by_category() -> list[list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for character in map(chr, range(sys.maxunicode + 1)):
        category = unicodedata.category(character)
        if category not in ("Cs", "Cn"):
            found[category].append(character)
    return [found[category] for category in sorted(found)]
