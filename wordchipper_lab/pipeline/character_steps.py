"""Steps of normalizers that look at one character at a time: letter case, white space, what is left out.

Source: the normalizers of the `tokenizers` package (``normalizers/strip.rs``, ``unicode.rs``, ``bert.rs``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from .change import Change
from .character_data import WHITE_SPACE, character_array
from .codepoints import codepoints_of, look_up, table_of_ranges, table_of_values, text_of

__all__ = [
    "control_characters_to_spaces",
    "lowercase",
    "spaces_around_ideographs",
    "strip",
    "white_space_to_spaces",
    "without",
    "without_control_characters",
]

_CAPITAL_I_WITH_DOT, _DOT_ABOVE = 0x130, 0x307
_SPACE = ord(" ")

_NMT_LEFT_OUT = [(0x1, 0x9), (0xB, 0xC), (0xE, 0x20), (0x7F, 0x80), (0x8F, 0x90), (0x9F, 0xA0)]
_NMT_SPACES = "\t\n\x0c\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
_IDEOGRAPHS = [
    (0x3400, 0x4DC0),
    (0x4E00, 0xA000),
    (0xF900, 0xFB00),
    (0x20000, 0x2A6E0),
    (0x2A700, 0x2B820),
    (0x2B920, 0x2CEB0),
    (0x2F800, 0x2FA20),
]


def lowercase(text: str) -> Change:
    """Each character's lower case, whatever stands around it: a final capital sigma becomes the usual small one.

    >>> lowercase("\\u0130\\u03a3").text == "i\\u0307\\u03c3", lowercase("\\u0130\\u03a3").source
    (True, array([0, 0, 1]))
    """
    if text.isascii():
        return Change(text.lower())
    codepoints = codepoints_of(text)
    difference = look_up(_to_lower(), codepoints)
    if not difference.any():
        return Change(text)
    lowered = (codepoints + difference).astype(np.uint32)
    doubled = np.flatnonzero(codepoints == _CAPITAL_I_WITH_DOT)
    if len(doubled) == 0:
        return Change(text_of(lowered))
    source = np.arange(len(text))
    return Change(
        text_of(np.insert(lowered, doubled + 1, _DOT_ABOVE)),
        np.insert(source, doubled + 1, doubled),
        np.insert(np.zeros(len(text), dtype=bool), doubled + 1, True),
    )


def strip(text: str, left: bool, right: bool) -> Change | None:
    """Without white space at its edges, or None if there is none."""
    stripped = text.lstrip(WHITE_SPACE) if left else text
    n_left = len(text) - len(stripped)
    stripped = stripped.rstrip(WHITE_SPACE) if right else stripped
    if len(stripped) == len(text):
        return None
    return Change(stripped, np.arange(n_left, n_left + len(stripped)) if n_left else None)


def without(text: str, left_out: np.ndarray) -> Change:
    """Without the characters of a table (bool, for `look_up`)."""
    if text.isascii() and not left_out[:128].any():
        return Change(text)
    codepoints = codepoints_of(text)
    drops = look_up(left_out, codepoints)
    if not drops.any():
        return Change(text)
    kept = np.flatnonzero(~drops)
    return Change(text_of(codepoints[kept]), kept)


def without_control_characters(text: str) -> Change:
    """The first half of Nmt, which knows a few of them."""
    return without(text, _nmt_left_out())


def control_characters_to_spaces(text: str) -> Change:
    """The second half of Nmt: what it takes for white space becomes a space."""
    return _replaced(text, _nmt_spaces())


def white_space_to_spaces(text: str) -> Change:
    """The second half of Bert's cleaning."""
    return _replaced(text, _white_space())


def spaces_around_ideographs(text: str) -> Change:
    """A space before and after each of what Bert calls Chinese characters.

    >>> spaces_around_ideographs("a\\u4e16")
    Change(text='a 世 ', source=array([0, 1, 1, 1]), inserted=array([False, False,  True,  True]))
    """
    if text.isascii():
        return Change(text)
    codepoints = codepoints_of(text)
    found = look_up(_ideographs(), codepoints)
    if not found.any():
        return Change(text)
    n_made = np.where(found, 3, 1)
    source = np.repeat(np.arange(len(codepoints)), n_made)
    spaced = codepoints[source]
    first = (np.cumsum(n_made) - n_made)[found]
    spaced[first] = spaced[first + 2] = _SPACE
    inserted = np.zeros(len(spaced), dtype=bool)
    inserted[first + 1] = inserted[first + 2] = True
    return Change(text_of(spaced), source, inserted)


def _replaced(text: str, differences: np.ndarray) -> Change:
    codepoints = codepoints_of(text)
    difference = look_up(differences, codepoints)
    if not difference.any():
        return Change(text)
    return Change(text_of((codepoints + difference).astype(np.uint32)))


def _differences(codepoints: np.ndarray, replacements: np.ndarray | int) -> np.ndarray:
    difference = np.asarray(replacements).astype(np.int32) - codepoints.astype(np.int32)
    return table_of_values(codepoints, difference, np.int32)


def _to_spaces(characters: Iterable[str]) -> np.ndarray:
    return _differences(np.array([ord(character) for character in characters]), _SPACE)


@lru_cache(maxsize=1)
def _to_lower() -> np.ndarray:
    codepoints = np.append(character_array("lower"), _CAPITAL_I_WITH_DOT)
    return _differences(codepoints, np.append(character_array("lower_characters"), ord("i")))


@lru_cache(maxsize=1)
def _nmt_left_out() -> np.ndarray:
    return table_of_ranges(np.array(_NMT_LEFT_OUT))


@lru_cache(maxsize=1)
def _nmt_spaces() -> np.ndarray:
    return _to_spaces(_NMT_SPACES)


@lru_cache(maxsize=1)
def _white_space() -> np.ndarray:
    return _to_spaces(WHITE_SPACE)


@lru_cache(maxsize=1)
def _ideographs() -> np.ndarray:
    return table_of_ranges(np.array(_IDEOGRAPHS))
