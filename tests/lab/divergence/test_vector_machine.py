"""The model of the vector lexer: proved equal to the pattern, wrong if a rule is, and never other than the kernel."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate, product

import numpy as np
import pytest

from wordchipper_lab.errors import UnprovableError
from wordchipper_lab.kernels.jit import jit
from wordchipper_lab.lab.divergence.alphabet import Alphabet, common_alphabet
from wordchipper_lab.lab.divergence.proof import Proof, build_machine, prove_equivalence, run_machine
from wordchipper_lab.lab.divergence.proof.product import explore
from wordchipper_lab.lab.divergence.proof.vector_rules import (
    DIGIT,
    LINE_END,
    NOTHING_AHEAD,
    SPACE,
    Seen,
    VectorRules,
    read_kinds,
)
from wordchipper_lab.spanners import LEXERS, VectorLexer, build_lexer
from wordchipper_lab.spanners.vector.byte_masks import BLOCK
from wordchipper_lab.spanners.vector.family_rules import begins_of_spans
from wordchipper_lab.spanners.vector.vector_tables import CASELESS, FAMILIES, LOWER, MARK, OTHER, UPPER
from wordchipper_lab.vocab.patterns import PATTERN_MODELS, PATTERNS

MODELS = ("r50k_base", "cl100k_base", "o200k_base")

# -- the proof ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("other", LEXERS.built_in)
def test_the_vector_lexer_is_equal_to_all_others_on_every_text(model: str, other: str) -> None:
    proof = prove_equivalence(f"{other}:{model}", f"vector:{model}")
    assert isinstance(proof, Proof)
    assert proof.verify()
    assert f"{other}:{model} and vector:{model} give the same spans on every text" in str(proof)


@pytest.mark.parametrize("pattern", FAMILIES)
def test_every_pattern_with_rules_is_proved(pattern: str) -> None:
    assert isinstance(prove_equivalence(f"regex:{pattern}", f"vector:{pattern}"), Proof)


def test_a_subclass_is_not_taken_for_it() -> None:
    class Mine(VectorLexer):
        pass

    with pytest.raises(UnprovableError, match="known only by its answers"):
        prove_equivalence(Mine(PATTERNS["cl100k_base"]), "regex:cl100k_base")


# -- a wrong rule -------------------------------------------------------------------------------------------

Rule = Callable[..., object]


def forgets(**facts: object) -> Callable[[Rule], Rule]:
    """A rule that takes some facts from the left for others."""
    return lambda right: lambda self, seen, *rest: right(self, seen._replace(**facts), *rest)


def takes(of: int, as_if: int) -> Callable[[Rule], Rule]:
    """A rule that takes a character of one class, before this one, for one of another."""
    return lambda right: (
        lambda self, seen, *rest: right(self, seen._replace(of=as_if) if seen.of == of else seen, *rest)
    )


def misses(**facts: object) -> Callable[[Rule], Rule]:
    """A rule that takes some facts from the right for others."""
    return lambda right: lambda self, *rest: right(self, *rest[:-1], rest[-1]._replace(**facts))


def decides(of: int, seen_of: int) -> Callable[[Rule], Rule]:
    """Rules that do not give up at a character of one class behind one of another."""
    return lambda right: (
        lambda self, seen, kind, its, ahead: (
            (its, seen.of) != (of, seen_of) and right(self, seen, kind, its, ahead)
        )
    )


def without_size(size: int) -> Callable[[Rule], Rule]:
    """Contractions of this length are none."""
    return lambda right: lambda self, *rest: 0 if (found := right(self, *rest)) == size else found


BROKEN = [
    ("r50k_base", "letter_begins", takes(LOWER, OTHER), "aa"),
    ("r50k_base", "digit_begins", takes(DIGIT, OTHER), "11"),
    ("r50k_base", "_contraction", without_size(2), "'s"),
    ("r50k_base", "blank_begins", misses(is_blank=True), "  a"),
    ("r50k_base", "blank_begins", misses(is_visible_behind_blanks=True), "  "),
    ("cl100k_base", "_contraction", without_size(3), "'lla"),
    ("cl100k_base", "digit_begins", forgets(digits=1), "1111"),
    ("cl100k_base", "letter_begins", forgets(is_first_other=False), "!a"),
    ("cl100k_base", "blank_begins", misses(is_blank=True), "  a"),
    ("cl100k_base", "blank_begins", takes(OTHER, LOWER), "!\n"),
    ("cl100k_base", "is_hard", decides(SPACE, LINE_END), "\n \na"),
    ("o200k_base", "is_hard", decides(SPACE, LINE_END), "\n \na"),
    ("o200k_base", "is_hard", decides(UPPER, CASELESS), "\u4e2dA"),
    ("o200k_base", "is_hard", decides(MARK, OTHER), "!!\u0301"),
    ("o200k_base", "is_hard", decides(OTHER, LINE_END), "!\n/"),
    ("o200k_base", "is_hard", decides(OTHER, LOWER), "a'sa"),
    ("o200k_base", "letter_begins", takes(LOWER, CASELESS), "aA"),
    ("o200k_base", "_contraction", without_size(2), "a's"),
]


@pytest.mark.parametrize(("model", "rule", "broken", "text"), BROKEN)
def test_a_broken_rule_is_found_with_a_shortest_text(
    model: str, rule: str, broken: Callable[[Rule], Rule], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VectorRules, rule, broken(getattr(VectorRules, rule)))
    lexer, reference = build_lexer(model, "vector"), build_lexer(model, "regex")
    alphabet = common_alphabet(lexer, reference)
    machine = build_machine(lexer, alphabet)
    symbols = explore(build_machine(reference, alphabet), machine, len(alphabet)).counterexample
    assert symbols is not None
    assert "".join(alphabet.characters[symbol] for symbol in symbols) == text
    expected = [len(text.encode()[: span.end].decode()) for span in reference.spans(text)]
    assert [end for end, _ in run_machine(machine, symbols)] != expected


def test_characters_that_only_the_kernel_can_tell_apart_are_refused() -> None:
    tables = build_lexer("o200k_base", "vector").tables
    alphabet = common_alphabet(build_lexer("o200k_base"))
    read_kinds(tables, alphabet)
    classes = tables.classes.copy()
    classes[classes == UPPER] = OTHER
    with pytest.raises(UnprovableError, match="it can tell 'A' from others of its cell"):
        read_kinds(tables._replace(classes=classes), alphabet)
    # cl100k's cells do not tell capitals from small letters, nor slashes from other punctuation.
    other = build_lexer("cl100k_base", "vector").tables._replace(family=tables.family)
    with pytest.raises(UnprovableError, match="from others of its cell"):
        read_kinds(other, common_alphabet(build_lexer("cl100k_base")))


# -- the kernel and the model -------------------------------------------------------------------------------

BEYOND = "\r\x0b\x1c\x00\x7f\u00a0\u3000\u0661\u00bd\u201c\u20ac\u017f\u00e9\u00c9\u01c5\u02b0\u0e01\u0e34\u4e2d\U0001f44d"
"""Characters of two to four bytes, and ASCII characters that are not their cell's own."""

_LEADS = ("word and ", "a", " ", "1", "-", "\n", "A", "a \n", "it's ", "\u00e9")
_TAILS = ("x", " ", "1", ".", "\n", "A", "'", "b c ", "\u4e2d")


@jit()
def _find_begins(texts, tables, found):  # type: ignore[no-untyped-def]
    for i in range(len(texts)):
        found[i] = begins_of_spans(texts[i], 0, tables)


class Model:
    """What the rules say of a text, in the form of the kernel's masks."""

    def __init__(self, lexer: VectorLexer) -> None:
        self.alphabet: Alphabet = common_alphabet(lexer)
        rules = VectorRules(int(lexer.tables.family[0]), read_kinds(lexer.tables, self.alphabet))
        self._ahead, self._read = lru_cache(rules.ahead), lru_cache(1 << 14)(rules.read)

    def decide(self, text: str) -> tuple[int, int, int]:
        """Of the first 64 bytes: where characters begin, which of these the rules decide, and which begin a span."""
        symbols = self.alphabet.read(text).tolist()
        ahead = [NOTHING_AHEAD]
        for symbol in reversed(symbols):
            ahead.append(self._ahead(symbol, ahead[-1]))
        starts = decided = begins = 0
        seen = Seen()
        widths = (1 + (c > "\x7f") + (c > "\u07ff") + (c > "\uffff") for c in text)
        for symbol, place, facts in zip(symbols, accumulate(widths, initial=0), ahead[-2::-1], strict=False):
            if place >= BLOCK:
                break
            seen, answer = self._read(seen, symbol, facts)
            starts |= 1 << place
            decided |= (answer is not None) << place
            begins |= (answer is True) << place
        return starts, decided, begins


def assert_kernel_and_model_agree(model: str, texts: Iterable[str]) -> float:
    """Up to the last boundary that the kernel finds, all are decided by the model, and in the same way; returns the
    share of the texts with a boundary."""
    lexer = build_lexer(model, "vector")
    rules, texts = Model(lexer), list(texts)
    blocks = np.stack([np.frombuffer(text.encode()[: BLOCK + 8], dtype=np.uint8) for text in texts])
    masks = np.zeros(len(texts), dtype=np.uint64)
    _find_begins(blocks, lexer.tables, masks)
    found = masks.tolist()
    for text, mask in zip(texts, found, strict=True):
        starts, decided, begins = rules.decide(text)
        used = ((1 << mask.bit_length()) - 1) & ~1
        assert starts & used & ~decided == 0, (text, "the kernel decides what the rules do not")
        assert mask == begins & used, (text, bin(mask), bin(begins & used))
    return np.count_nonzero(masks) / len(texts)


def characters_of(model: str) -> str:
    return "".join(dict.fromkeys(common_alphabet(build_lexer(model, "vector")).characters + BEYOND))


def in_a_block(piece: str, offset: int, chosen: random.Random) -> str:
    """A text with `piece` at that byte, or up to three before; the block may end anywhere in it."""
    lead = (chosen.choice(_LEADS) * BLOCK).encode()[:offset].decode(errors="ignore")
    return lead + piece + chosen.choice(_TAILS) * (BLOCK + 8)


@pytest.mark.sampled("o200k_base")
@pytest.mark.parametrize("model", MODELS)
def test_pairs_of_characters_somewhere_in_a_block(model: str) -> None:
    chosen = random.Random(model)
    pieces = product(characters_of(model), repeat=2)
    places = [*range(0, BLOCK - 8, 9), *range(BLOCK - 8, BLOCK)]
    texts = [in_a_block("".join(piece), chosen.choice(places), chosen) for piece in pieces for _ in range(3)]
    assert assert_kernel_and_model_agree(model, texts) > 0.5


@pytest.mark.parametrize("model", MODELS)
def test_blocks_of_random_characters(model: str) -> None:
    chosen = random.Random(model)
    alphabets = [
        characters_of(model),
        "a  b\n",
        "aA\u4e2d' s",
        "1a \u0301\u0e34'/\n",
        "sSlLvVeErR'' a",
        "!/ \n\t'a1",
    ]
    texts = ["".join(chosen.choices(alphabet, k=2 * BLOCK)) for alphabet in alphabets for _ in range(500)]
    assert assert_kernel_and_model_agree(model, texts) > 0.5


@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_blocks_of_blanks(model: str) -> None:
    pieces = ["".join(piece) for piece in product("\n \t\ra", repeat=3)]
    texts = [piece + blank * (BLOCK + 8) for piece in pieces for blank in " \t\n"]
    texts += [piece + " " * (BLOCK - 4) + end * 16 for piece in pieces for end in "\nx"]
    assert_kernel_and_model_agree(model, texts)


@pytest.mark.deep
@pytest.mark.parametrize("model", PATTERN_MODELS)
def test_pairs_of_characters_at_every_place_of_a_block(model: str) -> None:
    chosen = random.Random(model)
    for offset in range(BLOCK):
        pieces = product(characters_of(model), repeat=2)
        texts = [in_a_block("".join(piece), offset, chosen) for piece in pieces for _ in range(2)]
        assert_kernel_and_model_agree(model, texts)


@pytest.mark.deep
@pytest.mark.parametrize("model", MODELS)
def test_triples_of_characters_somewhere_in_a_block(model: str) -> None:
    chosen = random.Random(model)
    for first in characters_of(model):
        pieces = product(characters_of(model), repeat=2)
        texts = (in_a_block(first + "".join(piece), chosen.randrange(BLOCK), chosen) for piece in pieces)
        assert_kernel_and_model_agree(model, texts)


@pytest.mark.deep
@pytest.mark.parametrize("model", MODELS)
def test_short_strings_of_what_matters_at_every_place_of_a_block(model: str) -> None:
    """Blanks, line ends and contractions, where the rules look furthest."""
    chosen = random.Random(model)
    for characters, length in (
        ("a \n'", 5),
        ("a'sle!", 4),
        ("aA\u4e2d\u0301'", 4),
        ("!/\n a", 4),
        ("1 a!", 5),
    ):
        for offset in range(BLOCK):
            texts = (
                in_a_block("".join(piece), offset, chosen) for piece in product(characters, repeat=length)
            )
            assert_kernel_and_model_agree(model, texts)


@pytest.mark.parametrize("model", MODELS)
def test_the_rules_decide_nearly_all_of_plain_text(model: str) -> None:
    """Otherwise little would be proved."""
    text = (
        "It's a test of 12345 spans (or more), isn't it?\n    Indented code: x = [i for i in y]\n\nThe end."
    )
    starts, decided, begins = Model(build_lexer(model, "vector")).decide(text)
    assert starts & ~decided == 0
    assert begins.bit_count() > 12
