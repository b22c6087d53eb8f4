"""The vector lexer gives the spans of the automaton: on all short strings, wherever they are in a block, and on
random texts of characters that the patterns tell apart."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from wordchipper_lab.errors import UnsupportedPatternError
from wordchipper_lab.spanners import AutomatonLexer, VectorLexer, build_lexer
from wordchipper_lab.spanners.automaton.bundled_cells import load_cells
from wordchipper_lab.spanners.automaton.cells import build_cells, pattern_sets
from wordchipper_lab.spanners.automaton.pattern_syntax import parse_pattern
from wordchipper_lab.spanners.vector.byte_masks import BLOCK, byte_masks
from wordchipper_lab.spanners.vector.vector_tables import FAMILIES
from wordchipper_lab.vocab.patterns import PATTERN_MODELS, PATTERNS

ASCII = "aBzZ09 \n\r\t\x0b'/.-_sStTlLvVeErRmMdD"
BEYOND = "\u00e9\u00c9\u017f\u01c5\u02b0\u0301\u4e2d\u0e01\u0e34\u00a0\u3000\u0661\u00bd\u201c\u20ac\U0001f44d\U00010400"


def differences(text: str, pattern: str) -> list[int]:
    found, expected = VectorLexer(pattern).spans(text).ends, AutomatonLexer(pattern).spans(text).ends
    return sorted(set(found.tolist()) ^ set(expected.tolist()))


def representatives(pattern: str) -> list[str]:
    sets = pattern_sets(parse_pattern(pattern))
    cells = load_cells(sets) or build_cells(pattern, sets)
    return [chr(codepoint) for codepoint in cells.representatives[1:]]


def assert_alike(text: str, pattern: str) -> None:
    at = differences(text, pattern)
    if at:
        data = text.encode()
        pytest.fail(f"differ at byte {at[:4]}: {data[max(at[0] - BLOCK, 0) : at[0] + 8]!r}")


@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_all_short_strings_wherever_they_are_in_a_block(model: str) -> None:
    pattern = PATTERNS[model]
    alphabet = sorted({*representatives(pattern), *"aB1 \n\t'/.s"})
    pieces = ["".join(piece) for piece in product(alphabet, repeat=3)]
    # Texts of different lengths in between move the pieces along the blocks.
    for filler in ("x", "word and ", "\n", "-" * 31, "a b c d e f g h i j k l m n o p q r s t u v w x y z "):
        assert_alike(filler.join(pieces), pattern)


@pytest.mark.deep
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_all_strings_of_four(model: str) -> None:
    pattern = PATTERNS[model]
    alphabet = sorted({*representatives(pattern), *"aB1 \n\t'/.s"})
    pieces = ["".join(piece) for piece in product(alphabet, repeat=4)]
    for filler in ("word ", " a-"):
        assert_alike(filler.join(pieces), pattern)


@pytest.mark.parametrize("alphabet", [ASCII, ASCII + BEYOND, "a  b\n", "aA\u4e2d' s", "1a \u0301\u0e34'"])
@pytest.mark.parametrize("pattern", FAMILIES)
def test_random_texts(pattern: str, alphabet: str) -> None:
    chosen = random.Random(alphabet)
    for length in (300, 3_000, 60_000):
        assert_alike("".join(chosen.choices(alphabet, k=length)), pattern)


@pytest.mark.parametrize("pattern", FAMILIES)
def test_texts_of_words(pattern: str) -> None:
    words = ["don't", "I'LL ", "we've", "o'er", "\n\n", "  \n  x", "\t\treturn", "2024", "12345678", "://", "\r\n//",
             "camelCase", "HTTPServer", "\u00fcber", "na\u00efve", "\u4e2d\u6587", "\u0e01\u0e34\u0e19", "e\u0301",
             "'s", "''", "x" * 70, "=" * 70, " " * 70, "...\n", "(a)", " ", "   ", "a", "I", "'\u017f", "don'\u017f"]  # fmt: skip
    chosen = random.Random(5)
    for _ in range(20):
        assert_alike("".join(chosen.choices(words, k=2_000)), pattern)


@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_more_blanks_than_a_block_has(model: str) -> None:
    for begin, end in product(
        ("", "a", "!", "\n", "a\n", "\n\n", " \n", "\n \n", "!\n"), ("", "x", "\n", "\nx", "\tx")
    ):
        for blank in " \t\n":
            for length in (BLOCK - 2, BLOCK, BLOCK + 6, 3 * BLOCK):
                assert_alike(begin + blank * length + end, PATTERNS[model])


def test_every_scalar_between_letters() -> None:
    everything = "".join(
        f"ab{chr(n)}c {chr(n)}{chr(n)} " for n in range(1, 0x110000) if not 0xD800 <= n < 0xE000
    )
    for model in PATTERN_MODELS:
        assert_alike(everything[:400_000], PATTERNS[model])


@pytest.mark.deep
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_every_scalar_in_three_places(model: str) -> None:
    for shape in ("ab{0}c {0}{0} ", "A{0}' {0}b\n{0}", "{0}1{0}\t{0}'s"):
        everything = "".join(shape.format(chr(n)) for n in range(1, 0x110000) if not 0xD800 <= n < 0xE000)
        assert_alike(everything, PATTERNS[model])


def test_masks_are_those_of_their_twin() -> None:
    text = np.random.default_rng(1).integers(0, 256, 2000).astype(np.uint8)
    from wordchipper_lab.kernels.jit import jit

    @jit()
    def compiled(text, position):  # type: ignore[no-untyped-def]
        return byte_masks(text, position)

    for position in range(0, 1900, 7):
        assert compiled(text, position) == byte_masks(text, position)


def test_other_patterns_are_refused_and_auto_takes_the_automaton() -> None:
    with pytest.raises(UnsupportedPatternError, match="without a vector lexer"):
        VectorLexer(r"\w+")
    assert build_lexer(r"\w+", "auto").kind == "automaton"
    assert build_lexer("gpt2", "auto").kind == "vector"
