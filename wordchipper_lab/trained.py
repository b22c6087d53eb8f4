"""`train_bpe`: texts in, a tokenizer out."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .arguments import a_function, a_path, a_text, checked, instance_of, optional
from .continued import continued_tokenizer, start_of
from .errors import TrainingError, show
from .tokenizer import Tokenizer
from .training import Trainer, TrainingOptions
from .training.run import run_training
from .vocab.pattern_names import resolve_pattern
from .vocab.token_bytes import pack_tokens
from .vocab.unified import UnifiedVocab

if TYPE_CHECKING:
    from .corpus.sources import Source
    from .training.training_progress import ProgressCallback

__all__ = ["tokenizer_of", "train_bpe"]

_DEFAULT_PATTERN = "r50k_base"
_LONGEST_PATH = 1 << 10


@checked(
    pattern=a_text,
    progress=optional(a_function),
    checkpoint=optional(a_path),
    column=a_text,
    start=optional(instance_of("a Tokenizer", Tokenizer)),
)
def train_bpe(
    texts: Source,
    vocab_size: int,
    pattern: str = _DEFAULT_PATTERN,
    special_tokens: Sequence[str] = (),
    trainer: str = "fast",
    progress: ProgressCallback | None = None,
    *,
    tie: str = "lowest_ids",
    min_frequency: int = 1,
    max_token_length: int | None = None,
    byte_order: str = "value",
    special_ids: str = "after_merges",
    num_threads: int | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    column: str = "text",
    start: Tokenizer | None = None,
) -> Tokenizer:
    """Train a byte-level BPE vocabulary and return a tokenizer for it, with any lexer and encoder.

    texts: a ``str`` is one text; so is a `pathlib.Path` to a UTF-8 file, and a stream of bytes or text; in a
    Parquet file (``.parquet``, ``.pq``) each row of `column` is one. An iterable of these also works. They
    are read once, in pieces: memory grows with the number of distinct spans, not with the corpus. (A text is
    held whole, or from special token to special token, if `pattern` is not well known or the text has no safe
    place to cut, such as a run of one letter.)

    vocab_size: tokens in all: 256 bytes, merges, special tokens. If no pairs are left before that, the
    vocabulary is smaller and a ``UserWarning`` says why. pattern: a vocabulary's name, an
    open model's ("llama3"), or a regular expression.
    special_tokens: their texts; they separate words, are not learned from, and get the ids after the merges, or
    with ``special_ids="after_bytes"`` those after the 256 bytes, 256 and so on, as in the articles on training.
    trainer: one of `TRAINERS`; all make the same merges. progress: called with a `TrainingProgress` at every
    percent; ``print`` works. tie, min_frequency, max_token_length (in bytes), byte_order: see
    `TrainingOptions`. num_threads: for counting; None for every core.

    checkpoint: a directory that stores counts and merges as they are made. After Ctrl-C, a kill or a full
    disk the same call resumes from there, and the result equals that of an uninterrupted run.

    start: a tokenizer from which training goes on, instead of from bytes. Its entries keep their ids, its merges come
    first, and it divides texts (with its normalizer and all its splits; `pattern` stays out); new merges join the
    tokens that it makes of the words, and new tokens have the ids after its largest. vocab_size counts all tokens,
    those of `start` too. Where it lists an entry that no merge of its own made and a new one does, that has the id it
    had.

    Raises `TrainingError` for invalid options, `CheckpointError` for a checkpoint of other texts or options,
    `InputError` for unreadable input, `UnknownNameError`, `PatternError`, ``OSError``.

    >>> tok = train_bpe(["low low low lower lowest"], 259)
    >>> [tok.vocab.token_bytes(token) for token in (256, 257, 258)]
    [b'lo', b'low', b' low']
    >>> train_bpe(["lowest lowest"], 261, start=tok).encode("lowest low")
    [257, 260, 258]
    """
    if isinstance(texts, str) and len(texts) < _LONGEST_PATH and "\n" not in texts and os.path.isfile(texts):
        warnings.warn(
            f"{texts!r} names a file, but a str is used as text: pass pathlib.Path({texts!r}) to train on "
            "its contents",
            stacklevel=3,
        )
    options = TrainingOptions(
        vocab_size,
        tie,
        min_frequency,
        max_token_length,
        special_tokens,
        byte_order,  # type: ignore[arg-type]
        special_ids,
    )
    if start is not None and pattern != _DEFAULT_PATTERN and resolve_pattern(pattern) != start.pattern:
        raise TrainingError(
            f"pattern is {show(pattern)}, but {start.name}, from which training goes on, has its own: leave it out"
        )
    run = run_training(
        texts,
        options,
        pattern,
        trainer,
        start=None if start is None else start_of(start, options.special_tokens),
        num_threads=num_threads,
        column=column,
        progress=progress,
        checkpoint=checkpoint,
    )
    if len(run.merges) < run.n_merges:
        warnings.warn(f"training stopped early: {run.stopped}", stacklevel=3)
    return tokenizer_of(run, pattern) if start is None else continued_tokenizer(run, start)


def tokenizer_of(run: Trainer, pattern: str, name: str = "trained") -> Tokenizer:
    """The tokenizer of what a byte-level trainer has learned so far; special tokens get the next ids, or those
    that were kept free for them."""
    tokens, texts = list(run.tokens), run.options.special_tokens
    first = len(tokens)
    if run.options.special_ids == "after_bytes":
        first = len(run.corpus.alphabet)
        tokens[first : first + len(texts)] = [b""] * len(texts)
    specials = {text: first + i for i, text in enumerate(texts)}
    vocab = UnifiedVocab(
        pack_tokens(tokens), pattern=resolve_pattern(pattern), special_tokens=specials, name=name
    )
    return Tokenizer(vocab)
