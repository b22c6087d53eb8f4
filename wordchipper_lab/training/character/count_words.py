"""Texts -> counted words as symbols, with the alphabet they use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ...errors import TrainingError
from ...spanners import SpanLexer, TextSpanner
from ...text.text_bytes import encode_text
from ..fast import SpanCounter
from ..span_counts import SpanCounts
from ..symbol_counts import SymbolCounts
from .symbol_keys import symbol_keys, text_of_key

__all__ = ["count_words", "find_words", "symbols_of_words"]


def find_words(text: str, lexer: SpanLexer) -> Iterator[str]:
    """The words of a text; text that the lexer does not match is left out."""
    data = encode_text(text)
    return (data[span.start : span.end].decode() for span in lexer.spans(text) if span.kind == "word")


def count_words(texts: Iterable[str], lexer: SpanLexer, marker: str, end_of_word: str) -> SymbolCounts:
    """Words as sequences of symbol ids, which are numbered in order of first appearance.

    Raises `TrainingError` for a word that contains the end-of-word marker, which would make its tokens
    ambiguous.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> corpus = count_words(["low wow low"], build_lexer("[a-z]+"), "attached", "</w>")
    >>> corpus.alphabet, corpus.sequences(), corpus.counts.tolist()
    ((b'l', b'o', b'w</w>', b'w'), [[0, 1, 2], [3, 1, 2]], [2, 1])
    """
    counter = SpanCounter(TextSpanner(lexer, {}))
    counter.add_texts(texts)
    return symbols_of_words(counter.counts(), marker, end_of_word)


def symbols_of_words(words: SpanCounts, marker: str, end_of_word: str) -> SymbolCounts:
    """As `count_words`, of words that are counted already: O(n log n) for n characters of distinct words."""
    _refuse_marker(words, end_of_word)
    keys, ends = symbol_keys(words.data, words.ends, marker)
    found, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    id_of = np.empty(len(found), dtype=np.int32)
    id_of[order] = np.arange(len(found))
    alphabet = tuple(text_of_key(key, end_of_word).encode() for key in found[order].tolist())
    return SymbolCounts(id_of[inverse], ends, words.counts, alphabet)


def _refuse_marker(words: SpanCounts, end_of_word: str) -> None:
    marker = end_of_word.encode()
    if marker not in words.data.tobytes():
        return
    for word in words.spans():  # it may also lie across the border of two words
        if marker in word:
            raise TrainingError(
                f"the word {word.decode()[:60]!r} contains the end-of-word marker {end_of_word!r}: choose another "
                "one (end_of_word=)"
            )
