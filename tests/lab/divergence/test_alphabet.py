"""The alphabet that two lexers share."""

from __future__ import annotations

import numpy as np
import pytest

from wordchipper_lab.lab import common_alphabet, read_lexer
from wordchipper_lab.lab.divergence.alphabet import STANDARD_CHARACTERS, _codepoint_cells, lexer_cells
from wordchipper_lab.spanners import LEXERS, build_lexer


@pytest.mark.parametrize("model", ["r50k_base", "cl100k_base", "o200k_base"])
def test_symbols_are_the_joint_cells(model: str) -> None:
    lexers = [build_lexer(model, kind) for kind in LEXERS]
    alphabet = common_alphabet(*lexers)
    maps = [cells for lexer in lexers for cells in lexer_cells(lexer) or ()]
    joint = np.stack([_codepoint_cells(cell_map).astype(np.int64) for cell_map in maps])
    _, first, inverse = np.unique(joint, axis=1, return_index=True, return_inverse=True)
    expected = np.argsort(np.argsort(first))[inverse.reshape(-1)]  # numbered by their lowest codepoint
    assert (alphabet.symbols == expected).all()
    assert alphabet.read(alphabet.characters).tolist() == list(range(len(alphabet)))
    assert len(set(alphabet.names)) == len(alphabet)
    assert alphabet.sweep_characters() == STANDARD_CHARACTERS


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
