"""What training finds in a toy corpus, and in a sample text."""

from __future__ import annotations

from functools import cache

from ....tokenizer import Tokenizer
from ....trained import train_bpe
from ...benchmark.corpora import load_corpus
from ...training.trace import TrainingTrace, trace_training
from .registry import check
from .tokens import written

__all__ = [
    "count_toy_tokens",
    "learned_token",
    "pair_count",
    "tied_pairs",
    "toy_merge",
    "toy_text",
    "toy_token",
    "trained_count",
]


@cache
def _trace(corpus: str, tie: str | None = None) -> TrainingTrace:
    return trace_training(corpus, tie=tie)


@check
def toy_text(corpus: str) -> str:
    """The text of a toy corpus."""
    return _trace(corpus).text


@check
def toy_merge(corpus: str, number: int, tie: str | None = None) -> list[str]:
    """The pair that a toy corpus merges at step `number`, the first being 1; written out."""
    trace = _trace(corpus, tie)
    merge = trace.frames[number - 1].merge
    return [written(trace.tokens[part]) for part in (merge.left, merge.right)]


@check
def toy_token(corpus: str, number: int, tie: str | None = None) -> str:
    """The token that a toy corpus makes at step `number`."""
    trace = _trace(corpus, tie)
    return written(trace.tokens[trace.frames[number - 1].merge.token])


@check
def pair_count(corpus: str, number: int) -> int:
    """How often the pair occurs that a toy corpus merges at step `number`."""
    return _trace(corpus).frames[number - 1].pairs[0].count


@check
def tied_pairs(corpus: str, number: int) -> int:
    """How many pairs are as frequent as the one that a toy corpus merges at step `number`, itself included."""
    return _trace(corpus).frames[number - 1].n_tied


@check
def count_toy_tokens(corpus: str, number: int) -> int:
    """The tokens of a toy corpus after `number` merges."""
    trace = _trace(corpus)
    return trace.frames[number - 1].n_tokens if number else trace.n_tokens


@cache
def _trained(corpus: str, merges: int, pattern: str) -> Tokenizer:
    return train_bpe([load_corpus(corpus).text], 256 + merges, pattern=pattern)


@check
def learned_token(corpus: str, number: int, pattern: str = "r50k_base") -> str:
    """The token that training on a sample text makes at step `number`, written out."""
    return written(_trained(corpus, number, pattern).id_to_bytes(255 + number))


@check
def trained_count(corpus: str, merges: int, text: str, pattern: str = "r50k_base") -> int:
    """The number of tokens of a text in a vocabulary that was trained on a sample text."""
    return _trained(corpus, merges, pattern).count(text)
