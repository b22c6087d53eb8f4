"""Texts -> counted words as symbols, with the alphabet they use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...errors import TrainingError
from ...spanners import SpanLexer, TextSpanner
from ...text.text_bytes import encode_text
from ..fast import SpanCounter
from ..symbol_counts import SymbolCounts
from .word_symbols import word_symbols

__all__ = ["count_words", "find_words"]


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
    alphabet: dict[str, int] = {}
    sequences: dict[tuple[int, ...], int] = {}
    counter = SpanCounter(TextSpanner(lexer, {}))
    counter.add_texts(texts)
    for data, count in counter.counts().to_dict().items():
        word = data.decode()
        if end_of_word in word:
            raise TrainingError(
                f"the word {word[:60]!r} contains the end-of-word marker {end_of_word!r}: choose another "
                "one (end_of_word=)"
            )
        symbols = word_symbols(word, marker, end_of_word)
        sequences[tuple(alphabet.setdefault(symbol, len(alphabet)) for symbol in symbols)] = count
    return SymbolCounts.from_sequences(sequences, [symbol.encode() for symbol in alphabet])
