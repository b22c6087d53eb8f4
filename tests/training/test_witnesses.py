"""Witnesses from outside: each tie rule matches the peer it is attributed to."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache

import pytest
import tokenizers
from hypothesis import given
from hypothesis import strategies as st

from wordchipper_lab.lab.benchmark.corpora import load_corpus
from wordchipper_lab.spanners import TextSpanner, build_lexer
from wordchipper_lab.training import SpanCounts, SymbolCounts, TrainingOptions, build_trainer
from wordchipper_lab.training.count_spans import count_spans_reference
from wordchipper_lab.vocab.formats.byte_unicode import BYTES_IN_GPT2_ORDER

BytePair = tuple[bytes, bytes]


def learn(name: str, spans: SpanCounts, n: int, tie: str, **options: object) -> list[BytePair]:
    options_ = TrainingOptions(256 + n, tie, **options)  # type: ignore[arg-type]
    trainer = build_trainer(name, SymbolCounts.from_spans(spans, options_.byte_order), options_)
    return [(trainer.tokens[merge.left], trainer.tokens[merge.right]) for merge in trainer]


# -- the articles' loops on tuples of byte strings: they use neither ids nor this package --------------------


def article_loop(
    words: dict[bytes, int], n: int, choose: Callable[[dict[BytePair, int]], BytePair]
) -> list[BytePair]:
    corpus = [([bytes([byte]) for byte in word], count) for word, count in words.items()]
    chosen: list[BytePair] = []
    for _ in range(n):
        totals: dict[BytePair, int] = {}
        for symbols, count in corpus:
            for i in range(1, len(symbols)):
                pair = symbols[i - 1], symbols[i]
                totals[pair] = totals.get(pair, 0) + count
        if not totals:
            break
        winner = choose(totals)
        chosen.append(winner)
        for symbols, _ in corpus:
            i = 1
            while i < len(symbols):
                if (symbols[i - 1], symbols[i]) == winner:
                    symbols[i - 1 : i + 1] = [symbols[i - 1] + symbols[i]]
                i += 1
    return chosen


def five_trainers(totals: dict[BytePair, int]) -> BytePair:
    """The article on five trainers: the largest (count, left, right)."""
    return max(totals, key=lambda pair: (totals[pair], *pair))


def sennrich(totals: dict[BytePair, int]) -> BytePair:
    """Sennrich et al., minbpe: a dictionary's first key with the largest value."""
    return max(totals, key=lambda pair: totals[pair])


def ordered_map(totals: dict[BytePair, int]) -> BytePair:
    """The C++ article: std::max_element over a std::map, the first maximum in key order."""
    return max(sorted(totals), key=lambda pair: totals[pair])


RULES = {"greatest_bytes": five_trainers, "first_seen": sennrich, "least_bytes": ordered_map}
PAIRED = [("naive", tie) for tie in RULES] + [("heap", tie) for tie in RULES]


@pytest.mark.parametrize(("name", "tie"), PAIRED)
@given(
    words=st.dictionaries(
        st.lists(st.sampled_from(b"aabc"), min_size=1, max_size=10).map(bytes), st.integers(1, 3), max_size=9
    )
)
def test_ties_as_in_the_articles(name: str, tie: str, words: dict[bytes, int]) -> None:
    assert learn(name, SpanCounts.from_mapping(words), 20, tie) == article_loop(words, 20, RULES[tie])


@pytest.mark.sampled("[heap-")
@pytest.mark.parametrize(("name", "tie"), PAIRED)
def test_ties_as_in_the_articles_on_real_text(name: str, tie: str) -> None:
    spans = count_spans_reference([load_corpus("english").text[:4_000]], r50k_spanner())
    assert learn(name, spans, 100, tie) == article_loop(spans.to_dict(), 100, RULES[tie])


# -- Hugging Face tokenizers ---------------------------------------------------------------------------------


@cache
def r50k_spanner() -> TextSpanner:
    return TextSpanner(build_lexer("r50k_base"), {})


def hugging_face(text: str, n: int, **options: int) -> list[BytePair]:
    alphabet = tokenizers.pre_tokenizers.ByteLevel.alphabet()
    byte_of = dict(zip(sorted(alphabet), BYTES_IN_GPT2_ORDER, strict=True))
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=256 + n, initial_alphabet=alphabet, show_progress=False, **options
    )
    peer.train_from_iterator([text], trainer)
    merges = json.loads(peer.to_str())["model"]["merges"]
    return [tuple(bytes(byte_of[c] for c in part) for part in pair) for pair in merges]


@pytest.mark.parametrize("name", ["naive", "heap"])
@pytest.mark.parametrize("options", [{}, {"min_frequency": 4}])
def test_lowest_ids_in_gpt2_order_are_hugging_face(name: str, options: dict[str, int]) -> None:
    text = load_corpus("diverse").text[:5_000] + "aaaa aaaaaaa !!!!!!!!!!! " * 3
    expected = hugging_face(text, 200, **options)
    spans = count_spans_reference([text], r50k_spanner())
    assert learn(name, spans, 200, "lowest_ids", byte_order="gpt2", **options) == expected
    assert len(expected) > 50


@pytest.mark.parametrize("name", ["naive", "heap"])
def test_the_longest_token_of_hugging_face_is_one_byte_shorter_than_it_says(name: str) -> None:
    # Their limit is exclusive, and in bytes of GPT-2's letters: "Ġ", a space, has two.
    text = "\n".join(load_corpus("english").text[:5_000].split()).encode("ascii", "ignore").decode()
    spans = count_spans_reference([text], r50k_spanner())
    options = {"min_frequency": 3, "max_token_length": 4}
    expected = hugging_face(text, 150, **options | {"max_token_length": 5})
    assert learn(name, spans, 150, "lowest_ids", byte_order="gpt2", **options) == expected
    assert max(len(left + right) for left, right in expected) == 4


@pytest.mark.deep
@pytest.mark.parametrize("sample", ["english", "diverse", "code"])
def test_the_heap_and_hugging_face_on_a_whole_sample(sample: str) -> None:
    text = load_corpus(sample).text
    spans = count_spans_reference([text], r50k_spanner())
    expected = hugging_face(text, 4_000)
    assert learn("heap", spans, 4_000, "lowest_ids", byte_order="gpt2") == expected
