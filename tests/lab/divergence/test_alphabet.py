"""The alphabet that two lexers share: as fine as needed, no finer, and readable."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from wordchipper_lab.lab import read_lexer
from wordchipper_lab.lab.divergence.alphabet import (
    STANDARD_CHARACTERS,
    codepoint_cells,
    common_alphabet,
    lexer_cells,
    pattern_cells,
)
from wordchipper_lab.lab.divergence.cell_names import name_character
from wordchipper_lab.spanners import LEXERS, WholeTextLexer, build_lexer
from wordchipper_lab.vocab.patterns import CL100K_PATTERN, O200K_PATTERN, R50K_PATTERN


class Lines(WholeTextLexer):
    def find_words(self, text):
        return [(0, len(text))]


@pytest.mark.parametrize(("model", "n_symbols"), [("r50k_base", 11), ("cl100k_base", 12), ("o200k_base", 27)])
def test_the_cells_of_the_published_patterns(model, n_symbols) -> None:
    alphabet = common_alphabet(build_lexer(model), build_lexer(model, "regex"))
    assert len(alphabet) == n_symbols
    assert len(set(alphabet.names)) == n_symbols
    assert alphabet.read(alphabet.characters).tolist() == list(range(n_symbols))
    assert alphabet.sweep_characters() == STANDARD_CHARACTERS


def test_no_lexer_can_look_into_a_symbol() -> None:
    lexers = [
        build_lexer(model, kind) for model in ("r50k_base", "o200k_base") for kind in ("automaton", "logos")
    ]
    alphabet = common_alphabet(*lexers)
    maps = [cell_map for lexer in lexers for cell_map in lexer_cells(lexer)]
    rng = np.random.default_rng(1)
    codepoints = [c for c in rng.integers(0, 0x110000, 4000).tolist() if not 0xD800 <= c < 0xE000]
    codepoints += list(range(0x250))
    answers = {}
    for codepoint in codepoints:
        seen = tuple(cell_map.cell_of(chr(codepoint)) for cell_map in maps)
        answers.setdefault(int(alphabet.symbols[codepoint]), set()).add(seen)
    assert all(len(cells) == 1 for cells in answers.values())
    # And no two symbols are in the same cell of every map.
    seen = [tuple(cell_map.cell_of(c) for cell_map in maps) for c in alphabet.characters]
    assert all(one != other for one, other in combinations(seen, 2))


def test_an_unknown_lexer_gets_the_published_cells() -> None:
    assert lexer_cells(Lines()) is None
    assert lexer_cells(build_lexer(r"\b\w+|\W", "regex")) is None
    assert len(common_alphabet(Lines())) == 28  # the cells of all three patterns together


def test_a_cell_that_the_standard_characters_leave_out() -> None:
    alphabet = common_alphabet(build_lexer(r"[α-ω]+|\p{L}+|.", "automaton"))
    assert alphabet.sweep_characters()[:29] == STANDARD_CHARACTERS
    assert any("α" <= character <= "ω" for character in alphabet.sweep_characters()[29:])


def test_names() -> None:
    alphabet = common_alphabet(build_lexer("o200k_base"))
    by_character = dict(zip(alphabet.characters, alphabet.names, strict=True))
    assert by_character["a"] == "Ll"
    assert by_character["A"] == "Lu"
    assert by_character["中"] == "Lm Lo"
    assert by_character[" "] == "space"
    assert by_character["\n"] == r"\n \r"
    assert by_character["\u0301"] == "mark"
    assert by_character["s"] == "sſ"
    assert by_character["\t"] == "whitespace"
    assert [name_character(c) for c in "x\u00a0\u200b"] == ["x", "nbsp", "U+200B"]


def test_signature() -> None:
    alphabet = common_alphabet(build_lexer("r50k_base"))
    assert alphabet.signature("   a", "b") == "space+ letter | letter"
    assert alphabet.signature("a  ") == "letter space+ | end"
    assert alphabet.signature("") == " | end"


def test_plain_characters_come_first() -> None:
    assert common_alphabet(build_lexer("cl100k_base")).characters.startswith("a 1!'")


@pytest.mark.parametrize("pattern", [R50K_PATTERN, CL100K_PATTERN, O200K_PATTERN])
def test_pattern_cells_are_those_of_the_engine(pattern) -> None:
    cells = pattern_cells(pattern)
    alphabet = common_alphabet(build_lexer(pattern))
    assert len(alphabet) == cells.n_cells


@pytest.mark.sampled("r50k_base")
@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_symbols_are_the_joint_cells(model) -> None:
    lexers = [build_lexer(model, kind) for kind in LEXERS]
    alphabet = common_alphabet(*lexers)
    maps = [cells for lexer in lexers for cells in lexer_cells(lexer) or ()]
    joint = np.stack([codepoint_cells(cell_map).astype(np.int64) for cell_map in maps])
    _, first, inverse = np.unique(joint, axis=1, return_index=True, return_inverse=True)
    assert len(first) == len(alphabet)
    pairs = np.unique(np.stack([alphabet.symbols.astype(np.int64), inverse.reshape(-1)]), axis=1)
    assert pairs.shape[1] == len(alphabet)  # one to one


def test_more_cells_than_a_byte_can_count() -> None:
    lexers = [
        build_lexer("|".join(f"{chr(first + i)}+" for i in range(200)), "regex") for first in (0x4E00, 0x5000)
    ]
    alphabet = common_alphabet(*lexers)
    assert (len(alphabet), alphabet.symbols.dtype) == (401, np.uint16)
    assert alphabet.read(alphabet.characters).tolist() == list(range(401))


def test_small_letters_stand_for_their_cells() -> None:
    alphabet = common_alphabet(read_lexer("regex:cl100k_base"), read_lexer("logos:cl100k_base"))
    assert {"a", "s", "e", " ", "1", "'"} <= set(alphabet.characters)


def test_signatures_are_bounded() -> None:
    alphabet = common_alphabet(read_lexer("regex:r50k_base"))
    assert alphabet.signature("") == " | end"
    assert alphabet.signature("aab  1", "\n") == "letter+ space+ number | whitespace"
    long = alphabet.signature("a1" * 500)
    assert long.endswith(" ... | end")
    assert len(long) < 400
    assert alphabet.signature("a" * 100_000, " ") == "letter+ | space"


def test_letters_of_contractions_count_behind_an_apostrophe_only() -> None:
    alphabet = common_alphabet(read_lexer("regex:cl100k_base"))
    assert alphabet.signature("  return", "e") == "space+ letter+ | letter"
    assert alphabet.signature("'llama") == "' Ll+ letter+ | end"
    assert alphabet.signature("x'ſa") == "letter ' DMSTdmstſ letter | end"
    o200k = common_alphabet(read_lexer("regex:o200k_base"))
    assert o200k.signature("Sets ſ VEX") == "Lu Ll+ space Ll space Lu+ | end"
    own = common_alphabet(read_lexer("regex:s|[^s]"))
    assert own.signature("sas") == "s other s | end"  # no ordinary letters to count it among
