"""What span encoders do with one span, counted by their own kernels."""

from __future__ import annotations

import regex

from ....encoders import ENCODERS
from ....encoders.traced import TracedSpan, trace_span
from ....text.text_bytes import encode_text
from ...benchmark.corpora import load_corpus
from ...merge_tree import merge_tree
from ...merging import WorkCounters, trace_merges
from ...merging.counters import counters_of
from .registry import check, tokenizer
from .tokens import written

__all__ = [
    "count_merges",
    "count_words_of_sample",
    "decodes_to_same_text",
    "encoder_count",
    "encoder_pieces",
    "first_merge",
    "gives_bpe_ids",
    "growth_when_doubled",
    "have_all_encoders_same_ids",
    "least_work",
    "operations",
    "rank_of_pair",
    "share_of_wrong_words",
    "work",
]

_REFERENCE = "priority_merge"


def _run(text: str, model: str, encoder: str) -> TracedSpan:
    """The encoder's own kernel, run with counting; without frames, which take much longer."""
    return trace_span(tokenizer(model).vocab, encoder, encode_text(text))


def _tokens(text: str, model: str, encoder: str) -> list[int]:
    return _run(text, model, encoder).tokens


def _count(text: str, model: str, encoder: str) -> WorkCounters:
    return counters_of(_run(text, model, encoder).trace.totals_by_code())


@check
def encoder_pieces(text: str, encoder: str = _REFERENCE, model: str = "o200k_base") -> list[str]:
    """The tokens that a span encoder makes of one span, written out."""
    vocab = tokenizer(model)
    return [written(vocab.id_to_bytes(token)) for token in _tokens(text, model, encoder)]


@check
def encoder_count(text: str, encoder: str = _REFERENCE, model: str = "o200k_base") -> int:
    """The number of tokens that a span encoder makes of one span."""
    return len(_tokens(text, model, encoder))


@check
def count_merges(text: str, model: str = "o200k_base") -> int:
    """The number of merges from the bytes of a span to its tokens."""
    return _count(text, model, _REFERENCE).merges


@check
def first_merge(text: str, model: str = "o200k_base") -> list[str]:
    """The pair of a span that is merged first, written out."""
    frames = trace_merges(tokenizer(model), text, _REFERENCE).frames
    frame = next(frame for frame in frames if frame.winner is not None)
    assert frame.winner is not None
    node = merge_tree(tokenizer(model), frame.winner.rank)
    assert node is not None
    assert node.left is not None
    assert node.right is not None
    return [written(node.left.data), written(node.right.data)]


@check
def rank_of_pair(left: str, right: str, model: str = "o200k_base") -> int:
    """The rank of a pair: the id of the token that it makes."""
    token = tokenizer(model).token_to_id(left + right)
    if token is None:
        raise LookupError(f"{model} has no merge of {left!r} and {right!r}")
    return token


@check
def gives_bpe_ids(text: str, encoder: str, model: str = "o200k_base") -> bool:
    """Whether a span encoder, right or wrong, gives the ids of BPE for a span."""
    return _tokens(text, model, encoder) == _tokens(text, model, "buffer_sweep")


@check
def have_all_encoders_same_ids(text: str, model: str = "o200k_base") -> bool:
    """Whether the five span encoders give the same ids for a span."""
    return all(gives_bpe_ids(text, encoder, model) for encoder in ENCODERS.built_in)


@check
def decodes_to_same_text(text: str, encoder: str, model: str = "o200k_base") -> bool:
    """Whether the ids of a span encoder, right or wrong, decode to the text that it was given."""
    return tokenizer(model).decode(_tokens(text, model, encoder)) == text


def _words(corpus: str, most: int) -> list[str]:
    """Different words of a sample text, each with the space before it."""
    return list(dict.fromkeys(regex.findall(r" \p{L}{2,}", load_corpus(corpus).text)))[:most]


@check
def count_words_of_sample(corpus: str = "english", words: int = 300) -> int:
    """How many words `share_of_wrong_words` looks at."""
    return len(_words(corpus, words))


@check
def share_of_wrong_words(
    encoder: str, corpus: str = "english", model: str = "o200k_base", words: int = 300
) -> int:
    """In percent: different words, the first ones of a sample, for which an encoder does not give the ids of BPE."""
    found = _words(corpus, words)
    wrong = sum(not gives_bpe_ids(word, encoder, model) for word in found)
    return round(100 * wrong / len(found))


@check
def operations(text: str, encoder: str, model: str = "o200k_base", repeat: int = 1) -> int:
    """All operations of a span encoder on one span: the text, repeated."""
    return _count(text * repeat, model, encoder).operations


@check
def work(text: str, encoder: str, kind: str, model: str = "o200k_base") -> int:
    """One work counter of a span encoder on one span: "merges", "pair_lookups", "back_steps" ..."""
    return int(getattr(_count(text, model, encoder), kind))


@check
def least_work(text: str, model: str = "o200k_base") -> str:
    """The span encoder, of the five, that takes the fewest operations."""
    return min(ENCODERS.built_in, key=lambda encoder: operations(text, encoder, model))


@check
def growth_when_doubled(text: str, encoder: str, repeat: int, model: str = "o200k_base") -> float:
    """How many times as many operations twice as long a span takes."""
    return round(operations(text, encoder, model, 2 * repeat) / operations(text, encoder, model, repeat), 1)
