"""Corpora of a few words, each of which shows one thing about training."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import UnknownNameError, WorkLimitError
from ...spanners import RegexLexer, TextSpanner
from ...training import SpanCounts, SymbolCounts
from ...training.character.count_words import count_words
from ...training.character.word_symbols import END_OF_WORD
from ...training.count_spans import count_spans_reference
from ..divergence.limited_lexer import limited_lexer

__all__ = ["LEVELS", "MAX_TOY_TEXT", "TOY_CORPORA", "ToyCorpus", "toy_symbols"]

LEVELS = {
    "bytes": "bytes of the spans that a split pattern makes",
    "characters": "characters of words; </w> is a separate symbol after each (Sennrich et al.)",
    "characters_joined": "characters of words; </w> is joined to the last one (the C++ article)",
}
"""What the first symbols are."""

_MARKERS = {"characters": "separate", "characters_joined": "attached"}

MAX_TOY_TEXT = 2000
"""Characters: longer texts cannot be followed merge by merge."""

_WHOLE = r"[\s\S]+"


@dataclass(frozen=True)
class ToyCorpus:
    """A text, how it is made into symbols, the tie-breaking of its source, and what to look for."""

    text: str
    story: str
    level: str = "bytes"
    tie: str = "lowest_ids"
    pattern: str = "r50k_base"
    merges: int = 10


_LOW = " ".join(["low"] * 5 + ["lower"] * 2 + ["newest"] * 6 + ["widest"] * 3)

TOY_CORPORA: dict[str, ToyCorpus] = {
    "low lower newest widest": ToyCorpus(
        _LOW,
        "The example of Sennrich, Haddow and Birch (2016): low 5 times, lower 2, newest 6, widest 3, and </w> at the "
        "end of each word. Three merges find “est</w>”. Three pairs occur 9 times at first: the one seen first wins.",
        level="characters",
        tie="first_seen",
    ),
    "low low low ...": ToyCorpus(
        _LOW,
        "The same words as bytes, as GPT-2 cuts them: the space belongs to the word after it, so the first "
        "“low” is a different span from “ low”, and no marker for the end of a word is needed.",
        tie="greatest_bytes",
        merges=14,
    ),
    "aabaa aab": ToyCorpus(
        "aabaa aab",
        "The wordchipper book's example, one span with its space. (a, a) occurs three times, then (aa, b) twice; from "
        "then on every pair occurs once, and only the rule for ties decides.",
        tie="first_seen",
        pattern=_WHOLE,
        merges=8,
    ),
    "hello": ToyCorpus(
        "hello hello hello hello hello",
        "There is one word, so all its pairs occur equally often, and only the rule for ties decides. The "
        "C++ article keeps its pairs in an ordered map and takes the first: (e, l). Choose another rule and "
        "see another vocabulary.",
        level="characters_joined",
        tie="least_bytes",
        merges=4,
    ),
    "runs: aaaa": ToyCorpus(
        "aaaaaaa aaaa baaab",
        "In “aaaa” the pair (a, a) occurs at three places, but only two of them can be merged: a pair's "
        "frequency is not the number of tokens saved.",
        merges=8,
    ),
    "characters of three bytes": ToyCorpus(
        "你好 你们好 您好 好你",
        "Bytes know nothing of characters: the first merges put parts of characters together, and some tokens end "
        "inside one (hatched).",
        merges=12,
    ),
}
"""The corpora by name; the first is the default for visitors."""


def toy_symbols(
    text: str, level: str = "bytes", pattern: str = "r50k_base"
) -> tuple[SymbolCounts, list[bytes]]:
    """A short text as the input of a trainer, and the bytes of each distinct span.

    level: one of `LEVELS`. pattern: of the spans, for bytes; words are separated by white space. Raises
    `WorkLimitError` for more than `MAX_TOY_TEXT` characters, and the errors of `limited_lexer` for a pattern
    and `count_words` for a word.

    >>> corpus, spans = toy_symbols("low low", "characters")
    >>> corpus.sequences(), corpus.counts.tolist(), corpus.alphabet[3], spans
    ([[0, 1, 2, 3]], [2], b'</w>', [b'low</w>'])
    """
    if level not in LEVELS:
        raise UnknownNameError("level", level, LEVELS)
    if len(text) > MAX_TOY_TEXT:
        raise WorkLimitError(
            f"this text has {len(text):,} characters; up to {MAX_TOY_TEXT:,} can be trained on merge by "
            "merge: shorten it, or use it as a real corpus"
        )
    if level == "bytes":
        spans = _count_spans(text, pattern)
        return SymbolCounts.from_spans(spans), spans.spans()
    corpus = count_words([text], RegexLexer(r"\S+"), _MARKERS[level], END_OF_WORD)
    return corpus, [b"".join(corpus.alphabet[symbol] for symbol in word) for word in corpus.sequences()]


def _count_spans(text: str, pattern: str) -> SpanCounts:
    return count_spans_reference([text], TextSpanner(limited_lexer(f"regex:{pattern}"), {}))
