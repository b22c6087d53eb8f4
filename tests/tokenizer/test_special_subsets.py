"""``special={...}``: only these special tokens are parsed, whatever the method, the lexer and the length of the text."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wordchipper_lab as wl
from wordchipper_lab.encoders import long_text, stream_encoder, token_encoder
from wordchipper_lab.encoders.token_encoder import SubsetEncoder
from wordchipper_lab.errors import NameTypeError, TextError, UnknownNameError
from wordchipper_lab.ids.tokenize_corpus import tokenize_corpus
from wordchipper_lab.lab import explore
from wordchipper_lab.spanners.stream_spans import iter_spans
from wordchipper_lab.vocab.unified import UnifiedVocab, load_vocab

SPECIALS = {"<|a|>": 50300, "<|b|>": 50301, "<|a|><|b|>": 50302, "é": 50303, "<|": 50304}
_BASE = load_vocab("r50k_base")
VOCAB = UnifiedVocab(_BASE.ranked, pattern=_BASE.pattern, special_tokens=SPECIALS, name="five specials")
TOK = wl.Tokenizer(VOCAB, num_threads=2)
TEXTS = st.lists(
    st.sampled_from([*SPECIALS, "hello", " world", "|>", "\n", "日", "x" * 70]), max_size=12
).map("".join)
SUBSETS = st.sets(st.sampled_from([*SPECIALS]))


def only(tokens: set[str], **options: Any) -> wl.Tokenizer:
    """A tokenizer that knows no other special tokens: what a set stands for."""
    return _only(frozenset(tokens), **options)


@cache
def _only(tokens: frozenset[str], **options: Any) -> wl.Tokenizer:
    kept = {text: SPECIALS[text] for text in tokens}
    return wl.Tokenizer(
        UnifiedVocab(_BASE.ranked, pattern=_BASE.pattern, special_tokens=kept, built=VOCAB._built), **options
    )


METHODS: dict[str, Callable[[wl.Tokenizer, str, Any], Any]] = {
    "encode": lambda tok, text, special: tok.encode(text, special),
    "encode_array": lambda tok, text, special: tok.encode_array(text, special).tolist(),
    "encode_batch": lambda tok, text, special: tok.encode_batch([text, "", text], special),
    "encode_batch_arrays": lambda tok, text, special: tok.encode_batch_arrays(
        [text] * 3, special, 2
    ).to_lists(),
    "count": lambda tok, text, special: tok.count(text, special),
    "count_batch": lambda tok, text, special: tok.count_batch([text, text], special).tolist(),
    "spans": lambda tok, text, special: list(tok.spans(text, special)),
    "encode_with_spans": lambda tok, text, special: [
        np.asarray(part).tolist() for part in vars(tok.encode_with_spans(text, special)).values()
    ],
    "iter_encode": lambda tok, text, special: joined(
        stream_encoder.iter_encode(tok, halves(text), special, 2)
    ),
    "iter_spans": lambda tok, text, special: list(iter_spans(tok.spanner, halves(text), special)),
    "explore": lambda tok, text, special: explore(tok, text, special).tokens.tolist(),
}


def halves(text: str) -> list[str]:
    return [text[: len(text) // 2], text[len(text) // 2 :]]


def joined(parts: Iterator[np.ndarray]) -> list[int]:
    return [token for part in parts for token in part.tolist()]


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=40, deadline=None)
@given(text=TEXTS, tokens=SUBSETS)
def test_every_method_knows_only_these(method: str, text: str, tokens: set[str]) -> None:
    expected = METHODS[method](only(tokens), text, "parse")
    for given_as in (set, frozenset, sorted, tuple):
        assert METHODS[method](TOK, text, given_as(tokens)) == expected


@pytest.mark.parametrize(
    "options", [{"lexer": "regex"}, {"lexer": "automaton"}, {"encoder": "tail_sweep"}, {"memo": False}]
)
def test_every_lexer_and_encoder(options: dict[str, Any]) -> None:
    tok, text = wl.Tokenizer(VOCAB, **options), "hi<|a|><|b|> <|b|>é<|"
    for tokens in ({"<|a|>"}, {"<|b|>", "é"}, set(), set(SPECIALS)):
        for method in METHODS.values():
            assert method(tok, text, tokens) == method(only(tokens, **options), text, "parse")


def test_none_is_text_and_all_is_parse() -> None:
    text = "hi <|a|><|b|>é"
    assert TOK.encode(text, special=set()) == TOK.encode(text, special="text")
    assert TOK.encode(text, special=SPECIALS.keys()) == TOK.encode(text, special="parse")
    plain = only(set())
    assert plain.encode(text, special=set()) == plain.encode(text)


@pytest.mark.parametrize("num_threads", [1, 2])
def test_long_texts(num_threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_text, "_LONGEST_PART", 1 << 16)
    tok = wl.Tokenizer(VOCAB, num_threads=num_threads)
    tok._long_text = 1 << 16  # as if it were long
    text = "one <|a|>two<|b|> three é four\n" * 9000
    for tokens in ({"<|a|>"}, {"<|b|>", "é"}, set(), set(SPECIALS)):
        expected = only(tokens).encode(text)
        assert tok.encode(text, tokens) == tok.encode_array(text, tokens).tolist() == expected
        assert tok.count(text, tokens) == len(expected)
    nothing_to_cut = "<|a|>" + "x" * 200_000 + "<|b|>"  # is counted as a stream
    assert tok.count(nothing_to_cut, {"<|a|>"}) == len(only({"<|a|>"}).encode(nothing_to_cut))


@pytest.mark.parametrize(
    ("special", "error", "words"),
    [
        ({"<|c|>"}, UnknownNameError, r"unknown special token '<\|c\|>': expected one of <\|a\|>, "),
        ({"<|a|>", "z", "y"}, UnknownNameError, "unknown special token 'y'"),
        ({"<|a|>", 5}, TextError, "expected each special token as str, got 5"),
        ([["<|a|>"]], TextError, "expected each special token as str, got"),
        ({"<|a|>": 1}, NameTypeError, "or a set of special tokens"),
        (5, NameTypeError, "or a set of special tokens"),
        (None, NameTypeError, "expected one of parse, text, error"),
        ("<|a|>", UnknownNameError, "or a set of special tokens"),
    ],
)
def test_wrong_sets(special: Any, error: type[Exception], words: str) -> None:
    for method in METHODS.values():
        with pytest.raises(error, match=words):
            method(TOK, "hi <|a|>", special)
    tok = wl.Tokenizer(VOCAB)  # a new thread's workspace does not exist yet
    with pytest.raises(error, match=words):
        tok.encode("hi <|a|>", special)


def test_the_message_lists_some_of_many() -> None:
    with pytest.raises(UnknownNameError, match=r"expected one of <\|endoftext\|>, .*; and 1,071 others$"):
        wl.Tokenizer.from_pretrained("o200k_harmony").encode("hi", special={"<|nobody|>"})


def test_few_are_kept_and_they_share_the_memory_of_a_thread() -> None:
    tok = wl.Tokenizer(VOCAB)
    tok.encode("hi")
    workspace = tok._encoder._local.workspace
    for number in range(40):
        tokens = {text for i, text in enumerate(SPECIALS) if number >> i & 1}
        assert tok.encode("hi <|a|>", tokens) == only(tokens).encode("hi <|a|>")
    assert len(tok._encoder._subsets) <= token_encoder._MOST_SUBSETS
    subset, policy = tok._encoder.with_special({"é"})
    assert isinstance(subset, SubsetEncoder)
    assert policy == "parse"
    assert subset._workspace() is workspace
    assert tok._encoder.with_special(["é"])[0] is subset


def test_a_subset_leaves_the_short_path_of_the_whole_alone() -> None:
    """The workspace is shared: after a subset made it larger, the whole encoder's tables must be bound to it."""
    tok = wl.Tokenizer(VOCAB)
    tokens = {"<|b|>"}
    tok.encode("hi <|a|>", tokens)  # first
    for size in (10, 200_000, 10, 600_000, 10):
        text = "<|a|> hi<|b|> é" * (size // 10)
        assert tok.encode(text, tokens) == only(tokens).encode(text)
        assert tok.encode("hi <|a|>", tokens) == only(tokens).encode("hi <|a|>")
        assert tok.encode("hi <|a|><|b|>") == only(set(SPECIALS)).encode("hi <|a|><|b|>")
        assert tok._encoder._local.workspace.short is not None or not tok._encoder._short


def test_many_threads() -> None:
    tok = wl.Tokenizer(VOCAB)
    texts = {number: "hi <|a|><|b|> é<|" * (number + 1) for number in range(8)}
    subsets = [{text for i, text in enumerate(SPECIALS) if number >> i & 1} for number in range(32)]
    wrong: list[tuple[int, set[str]]] = []
    expected = {
        (n, i): only(tokens).encode(text) for n, text in texts.items() for i, tokens in enumerate(subsets)
    }

    def work(number: int) -> None:
        for i, tokens in enumerate(subsets):
            if tok.encode(texts[number], tokens) != expected[number, i]:
                wrong.append((number, tokens))

    threads = [threading.Thread(target=work, args=(number,)) for number in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_corpus(tmp_path: Any) -> None:
    texts = ["hi <|a|>", "<|b|>é"]
    tokenize_corpus(TOK, texts, tmp_path / "one", special={"<|a|>"})
    (ids,) = (tmp_path / "one").glob("*.bin")
    expected = [token for text in texts for token in only({"<|a|>"}).encode(text)]
    assert np.fromfile(ids, "<u2").tolist() == expected
    with pytest.raises(UnknownNameError):
        tokenize_corpus(TOK, texts, tmp_path / "two", special={"nobody"})
    assert not (tmp_path / "two").exists()


def test_lone_surrogates() -> None:
    text = "a\ud800<|a|>\udc00<|b|>"
    assert TOK.encode(text, {"<|a|>"}) == only({"<|a|>"}).encode(text)
    assert TOK.encode_batch([text], {"<|a|>"}) == [only({"<|a|>"}).encode(text)]


def test_ids_that_are_not_ranks() -> None:
    single = {bytes([value]): 255 - value for value in range(256)}
    specials = {"<a>": 400, "<b>": 300}
    given: dict[str, Any] = {
        "vocab": {**single, b"ab": 500, b"abc": 299},
        "merges": [(b"a", b"b"), (b"ab", b"c")],
    }
    tok = wl.Tokenizer.from_merges(**given, special_tokens=specials)
    for tokens in ({"<a>"}, {"<b>"}, set(), set(specials)):
        kept = {text: specials[text] for text in tokens}
        expected = wl.Tokenizer.from_merges(**given, special_tokens=kept)
        for text in ("abc<a>ab<b>", "<b>" * 3, "abc<a>" * 2000):
            for method in METHODS.values():
                assert method(tok, text, tokens) == method(expected, text, "parse")
