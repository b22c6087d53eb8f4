"""``encode`` and ``count``: text to ids, as a stream."""

from __future__ import annotations

from typing import Annotated

import typer

from .character_files import encode_characters, load_characters
from .id_writers import IdFormat, write_ids
from .options import (
    EncoderOption,
    ErrorsOption,
    InputArgument,
    LexerOption,
    ModelOption,
    OutputOption,
    PatternOption,
    SpecialOption,
    ThreadsOption,
    VocabOption,
    load_tokenizer,
)
from .output import open_output
from .text_input import open_text

__all__ = ["count", "encode"]


def encode(
    file: InputArgument = None,
    model: ModelOption = "o200k_base",
    vocab: VocabOption = None,
    pattern: PatternOption = None,
    lexer: LexerOption = "auto",
    encoder: EncoderOption = "auto",
    special: SpecialOption = "parse",
    form: Annotated[IdFormat, typer.Option("--format", "-f", help="Format of the ids.")] = IdFormat.ids,
    output: OutputOption = None,
    threads: ThreadsOption = None,
    errors: ErrorsOption = "strict",
) -> None:
    """Turn text into token ids. Reads UTF-8 as a stream; the ids are those of the whole text."""
    given = {"--pattern": pattern, "--lexer": lexer, "--encoder": encoder, "--special": special}
    if (characters := load_characters(vocab, given)) is not None:
        with open_output(output) as out, open_text(file, errors, "Encoding") as chunks:
            write_ids(encode_characters(characters, chunks), form, out, characters)
        return
    tokenizer = load_tokenizer(model, lexer, encoder, threads, vocab=vocab, pattern=pattern, inputs=[file])
    from ..encoders.stream_encoder import iter_encode

    with open_output(output) as out, open_text(file, errors, "Encoding") as chunks:
        write_ids(iter_encode(tokenizer, chunks, special, threads), form, out, tokenizer)


def count(
    file: InputArgument = None,
    model: ModelOption = "o200k_base",
    vocab: VocabOption = None,
    pattern: PatternOption = None,
    lexer: LexerOption = "auto",
    encoder: EncoderOption = "auto",
    special: SpecialOption = "parse",
    threads: ThreadsOption = None,
    errors: ErrorsOption = "strict",
) -> None:
    """Count the tokens of a text."""
    given = {"--pattern": pattern, "--lexer": lexer, "--encoder": encoder, "--special": special}
    if (characters := load_characters(vocab, given)) is not None:
        with open_text(file, errors, "Counting") as chunks:
            n_tokens = sum(map(len, encode_characters(characters, chunks)))
        typer.echo(n_tokens)
        return
    tokenizer = load_tokenizer(model, lexer, encoder, threads, vocab=vocab, pattern=pattern, inputs=[file])
    from ..encoders.stream_encoder import iter_encode

    with open_text(file, errors, "Counting") as chunks:
        n_tokens = sum(map(len, iter_encode(tokenizer, chunks, special, threads)))
    typer.echo(n_tokens)
