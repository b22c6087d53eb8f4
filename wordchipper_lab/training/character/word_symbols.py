"""A word as symbols: its characters, with a marker at the end of the word."""

from __future__ import annotations

from ...arguments import check_name
from ...errors import TrainingError

__all__ = ["END_OF_WORD", "MARKERS", "check_marker", "word_symbols"]

END_OF_WORD = "</w>"

MARKERS = {
    "attached": "the marker is part of the last character: subword-nmt since version 0.2, the C++ article",
    "separate": "the marker is a symbol of its own: Sennrich et al. 2016, subword-nmt's version 0.1",
}
"""Name -> where the marker is, and which programs place it there."""


def word_symbols(word: str, marker: str = "attached", end_of_word: str = END_OF_WORD) -> list[str]:
    """The symbols of a word of at least one character.

    >>> word_symbols("low"), word_symbols("low", "separate")
    (['l', 'o', 'w</w>'], ['l', 'o', 'w', '</w>'])
    """
    if marker == "separate":
        return [*word, end_of_word]
    return [*word[:-1], word[-1] + end_of_word]


def check_marker(marker: str, end_of_word: str) -> None:
    """Raise `UnknownNameError` for an unknown marker, `TrainingError` for an empty end of word."""
    check_name("marker", marker, MARKERS)
    if not end_of_word:
        raise TrainingError('end_of_word is empty: expected a text such as "</w>"')
