"""Count the words of a corpus and learn merges of their characters."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ...arguments import (
    a_function,
    a_number,
    a_path,
    a_written_text,
    check_name,
    checked,
    optional,
    whole_number,
)
from ...corpus.sources import InputFormat, Source
from ...errors import TrainingError
from ...spanners import SpanLexer, TextSpanner
from ..generations.trainers import TRAINERS
from ..learn_merges import learn_merges
from ..options import TrainingOptions
from ..span_counts import SpanCounts
from ..symbol_counts import SymbolCounts
from ..trainer import Trainer
from ..training_progress import ProgressCallback
from .count_words import symbols_of_words
from .word_symbols import check_marker

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["run_characters"]

_ANY_SIZE = 1 << 20


@checked(
    n_merges=optional(whole_number(0)),
    unknown_token=optional(a_written_text),
    end_of_word=a_written_text,
    column=a_written_text,
    progress=optional(a_function),
    checkpoint=optional(a_path),
    save_every=a_number,
)
def run_characters(
    texts: Source,
    vocab_size: int | None,
    n_merges: int | None,
    *,
    trainer: str,
    tie: str,
    min_frequency: int,
    lexer: SpanLexer,
    marker: str,
    unknown_token: str | None,
    end_of_word: str,
    num_threads: int | None,
    column: str,
    input_format: InputFormat,
    progress: ProgressCallback | None,
    checkpoint: str | os.PathLike[str] | None,
    save_every: float,
    cluster: Client | str | None,
) -> Trainer:
    """The trainer that has learned `n_merges`, or as many as `vocab_size` leaves room for; see
    `CharacterBPE.train`. lexer: finds the words."""
    check_marker(marker, end_of_word)
    check_name("trainer", trainer, TRAINERS)
    if (vocab_size is None) == (n_merges is None):
        raise TrainingError("expected either vocab_size or n_merges")
    specials = () if unknown_token is None else (unknown_token,)

    def options_for(size: int) -> TrainingOptions:
        return TrainingOptions(size, tie, min_frequency, None, specials)

    def prepare(words: SpanCounts) -> tuple[SymbolCounts, TrainingOptions]:
        corpus = symbols_of_words(words, marker, end_of_word)
        size = vocab_size
        if size is None:
            size = len(corpus.alphabet) + (n_merges or 0) + len(specials)
        return corpus, options_for(size)

    options_for(
        _ANY_SIZE if vocab_size is None else vocab_size
    )  # reject wrong ones before the corpus is read
    return learn_merges(
        texts,
        TextSpanner(lexer, {}),
        lexer.pattern,
        prepare,
        trainer,
        {
            "level": "character",
            "marker": marker,
            "end_of_word": end_of_word,
            "tie": tie,
            "min_frequency": min_frequency,
        },
        num_threads=num_threads,
        column=column,
        input_format=input_format,
        progress=progress,
        checkpoint=checkpoint,
        save_every=save_every,
        cluster=cluster,
    )
