"""`train_bpe`: texts in, a tokenizer out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .spanners import TextSpanner, build_lexer
from .spanners.lexers import resolve_pattern
from .tokenizer import Tokenizer
from .training import Merge, SymbolCounts, Trainer, TrainingOptions, build_trainer
from .training.count_spans import count_spans_reference
from .vocab.token_bytes import pack_tokens
from .vocab.unified import UnifiedVocab

__all__ = ["tokenizer_of", "train_bpe"]


def train_bpe(
    texts: Iterable[str],
    vocab_size: int,
    pattern: str = "r50k_base",
    special_tokens: Sequence[str] = (),
    trainer: str = "naive",
    progress: Callable[[Merge, int, int], None] | None = None,
    *,
    tie: str = "lowest_ids",
    min_frequency: int = 1,
    max_token_length: int | None = None,
    byte_order: str = "value",
) -> Tokenizer:
    """Train a byte-level BPE vocabulary and make a tokenizer of it.

    >>> tok = train_bpe(["low low low lower lowest"], 259)
    >>> [tok.vocab.token_bytes(token) for token in (256, 257, 258)]
    [b'lo', b'low', b' low']
    """
    options = TrainingOptions(
        vocab_size, tie, min_frequency, max_token_length, tuple(special_tokens), byte_order
    )
    spanner = TextSpanner(build_lexer(pattern, "auto"), dict.fromkeys(options.special_tokens, 0))
    counts = count_spans_reference([texts] if isinstance(texts, str) else texts, spanner)
    run = build_trainer(trainer, SymbolCounts.from_spans(counts, byte_order), options)
    for merge in run:
        if progress is not None:
            progress(merge, len(run.merges), run.n_merges)
    return tokenizer_of(run, pattern)


def tokenizer_of(run: Trainer, pattern: str, name: str = "trained") -> Tokenizer:
    """The tokenizer of what a byte-level trainer has learned so far; special tokens get the ids that follow."""
    specials = {text: len(run.tokens) + i for i, text in enumerate(run.options.special_tokens)}
    vocab = UnifiedVocab(
        pack_tokens(run.tokens), pattern=resolve_pattern(pattern), special_tokens=specials, name=name
    )
    return Tokenizer(vocab)
