"""Tokenizers, names, functions and Hugging Face objects count as lexers; the rest is refused at the call."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
import regex

import wordchipper_lab as wl
from wordchipper_lab.errors import LexerError, LexerTypeError, UnknownNameError, UnprovableError
from wordchipper_lab.lab import (
    Divergence,
    Proof,
    explain,
    find_divergences,
    name_lexer,
    read_lexer,
    shrink_divergence,
    sweep_equivalence,
)
from wordchipper_lab.lab.divergence import prove_equivalence
from wordchipper_lab.lab.divergence.any_lexer import as_lexer
from wordchipper_lab.lab.divergence.callable_lexer import CallableLexer
from wordchipper_lab.spanners import Spans

NAME = "automaton:r50k_base"
TEXT = "I'M 1234, na\u00efve \U0001f600  ok"


def words_and_spaces(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in regex.finditer(r"\w+|\s+", text)]


def test_two_loaded_tokenizers_are_their_own_lexers() -> None:
    cl100k, o200k = (wl.Tokenizer.from_pretrained(name) for name in ("cl100k_base", "o200k_base"))
    assert isinstance(prove_equivalence(cl100k, o200k), Divergence)
    proof = prove_equivalence(cl100k, "logos:cl100k_base")
    assert isinstance(proof, Proof)
    assert (proof.a, proof.b) == ("vector:cl100k_base", "logos:cl100k_base")
    assert [found.text for found in find_divergences("regex:r50k_base", cl100k, "IT'S 1234, is it?")] == [
        "'S",
        " 1234",
    ]
    assert shrink_divergence(cl100k, o200k, "the iPhone").text == "aA"
    assert sweep_equivalence(cl100k, cl100k, 1).n_divergent == 0
    assert str(explain(cl100k, "a b")).startswith("vector:cl100k_base\n")


@pytest.mark.parametrize(
    "word",
    [
        "regex",
        "automaton",
        "logos",
        "vector",
        "auto",
        "automaton:",
        wl.Tokenizer.from_pretrained("gpt2").lexer,
    ],
)
@pytest.mark.parametrize("use", [
    lambda word: prove_equivalence(word, NAME), lambda word: prove_equivalence(NAME, word),
    lambda word: find_divergences(word, NAME, ""), lambda word: find_divergences(NAME, word, ""),
    lambda word: sweep_equivalence(word, NAME, 1), lambda word: shrink_divergence(NAME, word, "a"),
    lambda word: explain(word, "a"), read_lexer,
])  # fmt: skip
def test_a_kind_alone_is_refused(use, word: str) -> None:
    kind = word.rstrip(":")
    with pytest.raises(
        UnknownNameError,
        match=rf"unknown lexer '{word}': expected one of {kind}:r50k_base.*give the Tokenizer",
    ):
        use(word)


def test_a_kind_with_an_explicit_pattern_is_no_guess() -> None:
    assert name_lexer(read_lexer("logos", "cl100k_base")) == "logos:cl100k_base"


@pytest.mark.parametrize(
    "wrong", [None, 3, b"automaton:o200k_base", ["automaton:o200k_base"], 1.5, str, CallableLexer, {}]
)
@pytest.mark.parametrize("use", [
    lambda wrong: prove_equivalence(wrong, NAME), lambda wrong: prove_equivalence(NAME, wrong),
    lambda wrong: find_divergences(wrong, NAME, ""), lambda wrong: find_divergences(NAME, wrong, ""),
    lambda wrong: sweep_equivalence(wrong, NAME, 1), lambda wrong: sweep_equivalence(NAME, wrong, 1),
    lambda wrong: shrink_divergence(wrong, NAME, "a"), lambda wrong: shrink_divergence(NAME, wrong, "a"),
    lambda wrong: explain(wrong, "a"),
])  # fmt: skip
def test_what_is_no_lexer_raises_at_the_call(use, wrong: object) -> None:
    with pytest.raises(
        LexerTypeError, match=r"expected a lexer \(a Tokenizer, a SpanLexer, or a name such as"
    ) as caught:
        use(wrong)
    assert isinstance(caught.value, TypeError)


def test_any_function_can_be_searched_and_shrunk() -> None:
    found = [one.text for one in find_divergences(words_and_spaces, r"regex:\w+|\s", TEXT)]
    assert found == ["  "]
    shrunk = shrink_divergence(words_and_spaces, r"regex:\w+|\s", TEXT)
    assert (shrunk.text, len(shrunk.a), len(shrunk.b)) == ("  ", 1, 2)
    assert shrunk.code_a == "my_lexer"
    assert sweep_equivalence(words_and_spaces, r"regex:\w+|\s+", 2).n_divergent == 0
    assert sweep_equivalence(NAME, words_and_spaces, 2).a == NAME


def test_a_function_may_give_spans_in_bytes() -> None:
    tok = wl.Tokenizer.from_pretrained("r50k_base")
    for function in (tok.spans, tok.spanner.lexer.spans, partial(tok.spans, special="text")):
        assert list(find_divergences(function, "regex:r50k_base", TEXT * 3)) == []


def test_nothing_is_proved_or_explained_of_a_function() -> None:
    with pytest.raises(
        UnprovableError, match=r"CallableLexer words_and_spaces.*known only by its answers; sweep_equivalence"
    ):
        prove_equivalence(words_and_spaces, NAME)
    with pytest.raises(LexerTypeError, match=r"expected a lexer .* got function"):
        explain(words_and_spaces, "a")


@pytest.mark.parametrize("answer", [
    None, 7, "ab", b"ab", ["a", "b"], [(0, 1), 2], [(0, 1, 2)], [(0.0, 1.0)], [("0", "1")], [(0, 9)], [(-1, 1)], [(1, 0)],
    [(0, 2), (1, 3)], [(1, 2), (0, 1)], {"a": 1}, Spans(np.array([1, 99]), np.zeros(2, dtype=np.uint8)),
    Spans(np.array([2, 4]), np.zeros(2, dtype=np.uint8)),
])  # fmt: skip
def test_answers_that_are_no_spans_are_refused(answer: object) -> None:
    with pytest.raises(
        LexerError, match=r"CallableLexer .*expected \(start, end\) of each word, in characters"
    ):
        list(find_divergences(lambda text: answer, NAME, "b\u00e9b"))


def test_what_a_function_raises_is_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        list(find_divergences(lambda text: 1 // 0, NAME, "a"))


def test_what_hugging_face_splits_by() -> None:
    tokenizers = pytest.importorskip("tokenizers")
    steps = tokenizers.pre_tokenizers
    byte_level = steps.ByteLevel(add_prefix_space=False)
    whole = tokenizers.Tokenizer(tokenizers.models.BPE())
    for given in (byte_level, byte_level.pre_tokenize_str, whole):
        whole.pre_tokenizer = byte_level
        assert list(find_divergences(given, "automaton:gpt_neox", TEXT)) == []
    assert name_lexer(as_lexer(byte_level)) == "callable:tokenizers.ByteLevel"
    found = [
        one.text for one in find_divergences(steps.Whitespace(), "automaton:gpt_neox", "it's  na\u00efve")
    ]
    assert found == ["'s", "  na\u00efve"]
    assert shrink_divergence(byte_level, "automaton:cl100k_base", "in 1234").text == " 1"
    bare = tokenizers.Tokenizer(tokenizers.models.BPE())  # without a pre-tokenizer the whole text is one span
    assert [span.end for span in as_lexer(bare).spans("a b")] == [3]
