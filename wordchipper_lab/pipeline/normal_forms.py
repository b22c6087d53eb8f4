"""Unicode's four normal forms, with the source of each character, as the `tokenizers` package computes them.

Characters are decomposed, marks are put in order, and in NFC and NFKC what can be composed is composed. Only clusters
(a character that begins one, and what may combine with it) in which something can change are computed, each step for
all of them at once.

Sources: Unicode Standard Annex #15, "Unicode Normalization Forms"; the crate ``unicode-normalization-alignments``
0.1.12, whose Unicode version is 9: later characters neither decompose nor combine.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from ..text.text_bytes import as_text_bytes
from ..text.text_memory import STR_LAYOUT
from .change import Change
from .character_data import character_array
from .codepoints import codepoints_of, look_up, table_of_values, text_of
from .composition import combining_classes, compose, pairs_and_results, seconds_and_results
from .normal_form_kernel import (
    CONTINUES,
    MAY_CHANGE,
    SCRATCH,
    TOO_LONG,
    UNCHANGED,
    FormTables,
    may_change_form,
    write_normal_form,
)

__all__ = ["NormalForm", "normal_text", "to_normal_form"]

NormalForm = Literal["NFC", "NFD", "NFKC", "NFKD"]

_SHORT = 64
"""Up to so many characters Python's own check is faster than that for arrays."""
_SURROGATES = slice(0xD800, 0xE000)
_ROOM = 1 << 10
"""Bytes of a normal form beyond half as many again as the text has, for `normal_text`; more is left to its twin."""
_FIRST_SYLLABLE, _LEADS, _VOWELS, _TRAILS = 0xAC00, 0x1100, 0x1161, 0x11A7
_HANGUL = np.arange(11_172)


class _Form(NamedTuple):
    rows: np.ndarray
    """uint16, for `look_up`: the number of a codepoint's decomposition, or 0."""
    starts: np.ndarray
    """int64 (rows + 1,): where each begins in `characters`; that of row 0 is empty."""
    characters: np.ndarray
    """uint32"""
    flags: np.ndarray
    """uint8, for `look_up`: `CONTINUES` if it may combine with what comes before it, `MAY_CHANGE` if it may change."""
    composes: bool


def to_normal_form(text: str, form: NormalForm) -> Change:
    """`text` in a normal form.

    >>> to_normal_form("xe\\u0301y", "NFC")
    Change(text='xéy', source=array([0, 1, 3]), inserted=array([False, False, False]))
    """
    # Python knows a later version of Unicode than 9. A text in its normal form is so in version 9, too: characters
    # keep their decompositions, and those that version 9 does not have divide the text.
    if text.isascii() or (len(text) <= _SHORT and unicodedata.is_normalized(form, text)):
        return Change(text)
    tables = _form(form)
    codepoints = codepoints_of(text)
    chosen = _clusters_to_change(codepoints, tables)
    if chosen is None:
        return Change(text)
    if chosen.all():
        characters, source, inserted = _normalize(codepoints, tables)
        return Change(text_of(characters), source, inserted)
    some = np.flatnonzero(chosen)
    characters, source, inserted = _normalize(codepoints[some], tables)
    n_made = np.ones(len(codepoints), dtype=np.int64)
    n_made[some] = np.bincount(source, minlength=len(some))
    is_made = np.repeat(chosen, n_made)
    whole = np.empty(len(is_made), dtype=np.uint32)
    whole[is_made] = characters
    whole[~is_made] = codepoints[~chosen]
    whole_inserted = np.zeros(len(is_made), dtype=bool)
    whole_inserted[is_made] = inserted
    return Change(text_of(whole), np.repeat(np.arange(len(codepoints)), n_made), whole_inserted)


def normal_text(text: str, form: NormalForm) -> str:
    """The text of `to_normal_form`, sooner; surrogates are replaced, as `as_text_bytes` does it.

    >>> normal_text("xe\\u0301y", "NFC")
    'xéy'
    """
    if text.isascii():
        return text
    tables = _form_tables(form)
    if STR_LAYOUT is not None and not may_change_form(id(text), STR_LAYOUT, tables.kinds):
        return text
    data = as_text_bytes(text)
    out = np.empty(len(data) + (len(data) >> 1) + _ROOM, dtype=np.uint8)
    n_bytes = write_normal_form(data, tables, np.empty(SCRATCH, dtype=np.uint32), out)
    if n_bytes == TOO_LONG:
        return to_normal_form(data.tobytes().decode(), form).text
    return (data if n_bytes == UNCHANGED else out[:n_bytes]).tobytes().decode()


@lru_cache(maxsize=4)
def _form_tables(form: NormalForm) -> FormTables:
    tables, classes = _form(form), combining_classes()
    kinds = np.zeros(max(len(tables.flags), len(classes)), dtype=np.uint16)
    kinds[: len(tables.flags)] = tables.flags
    kinds[: len(classes)] |= classes.astype(np.uint16) << 8
    kinds[_SURROGATES] |= MAY_CHANGE  # in a `str`, two may be one character
    pairs, composed = (
        pairs_and_results() if tables.composes else (np.empty(0, np.uint64), np.empty(0, np.uint32))
    )
    return FormTables(kinds, tables.rows, tables.starts, tables.characters, pairs, composed)


def _clusters_to_change(codepoints: np.ndarray, tables: _Form) -> np.ndarray | None:
    """The characters of clusters that may change: bool (characters,), or None if there are none."""
    flags = look_up(tables.flags, codepoints)
    if not flags.any():
        return None
    suspect = (flags & MAY_CHANGE) != 0
    classes = look_up(combining_classes(), codepoints)
    suspect[1:] |= (classes[1:] > 0) & (classes[1:] < classes[:-1])
    if not suspect.any():
        return None
    begins = (flags & CONTINUES) == 0
    begins[0] = True
    cluster = np.cumsum(begins) - 1
    changes = np.zeros(int(cluster[-1]) + 1, dtype=bool)
    changes[cluster[suspect]] = True
    return changes[cluster]


def _normalize(codepoints: np.ndarray, tables: _Form) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The characters in normal form, with source and inserted as in `Change`."""
    characters, inserted = _decompose(codepoints, tables)
    classes = look_up(combining_classes(), characters)
    if ((classes[1:] > 0) & (classes[1:] < classes[:-1])).any():
        order = np.argsort(np.cumsum(classes == 0) << 8 | classes, kind="stable")
        characters, classes, inserted = characters[order], classes[order], inserted[order]
    taken = (~inserted).astype(np.int64)
    if tables.composes:
        characters, taken = compose(characters, classes, taken)
    inserted = taken == 0
    source = np.cumsum(taken) - taken - inserted
    return characters, source, inserted


def _decompose(codepoints: np.ndarray, tables: _Form) -> tuple[np.ndarray, np.ndarray]:
    """All decomposed characters, and whether each is one after the first of its character."""
    rows = look_up(tables.rows, codepoints)
    lengths = np.maximum(np.diff(tables.starts)[rows], 1)
    rows = np.repeat(rows, lengths)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    characters = np.repeat(codepoints, lengths)
    decomposed = rows > 0
    characters[decomposed] = tables.characters[(tables.starts[rows] + within)[decomposed]]
    return characters, within > 0


@lru_cache(maxsize=4)
def _form(form: NormalForm) -> _Form:
    is_compatible, composes = form in ("NFKC", "NFKD"), form in ("NFC", "NFKC")
    codepoints = [_FIRST_SYLLABLE + _HANGUL, character_array("canonical")]
    lengths = [np.where(_HANGUL % 28 > 0, 3, 2), character_array("canonical_lengths")]
    characters = [_decomposed_hangul(), character_array("canonical_characters")]
    if is_compatible:  # later rows take precedence
        codepoints.append(character_array("compatible"))
        lengths.append(character_array("compatible_lengths"))
        characters.append(character_array("compatible_characters"))
    decomposed = np.concatenate(codepoints)
    starts = np.concatenate([[0, 0], np.cumsum(np.concatenate(lengths), dtype=np.int64)])
    all_characters = np.concatenate(characters).astype(np.uint32)
    rows = table_of_values(decomposed, np.arange(1, len(decomposed) + 1), np.uint16)

    seconds, results = seconds_and_results()
    combining = character_array("combining")
    continuing = np.concatenate([combining, seconds]) if composes else combining
    flags = np.zeros(len(rows) + 1, dtype=np.uint8)
    flags[continuing] = CONTINUES
    flags[decomposed] |= flags[all_characters[starts[1:-1]]] & CONTINUES
    changing = decomposed
    if composes:
        unchanged = results[~np.isin(results, character_array("compatible"))] if is_compatible else results
        changing = np.concatenate([decomposed[~np.isin(decomposed, unchanged)], seconds])
    flags[changing] |= MAY_CHANGE
    return _Form(rows, starts, all_characters, flags, composes)


def _decomposed_hangul() -> np.ndarray:
    lead, vowel, trail = _HANGUL // 588, _HANGUL % 588 // 28, _HANGUL % 28
    jamo = np.stack([_LEADS + lead, _VOWELS + vowel, _TRAILS + trail], axis=1)
    exists = np.ones(jamo.shape, dtype=bool)
    exists[:, 2] = trail > 0
    return jamo[exists]
