"""``decode``: ids to text, as a stream."""

from __future__ import annotations

from typing import Annotated

import typer

from .character_files import decode_characters, load_characters
from .id_readers import IdSource, read_ids
from .options import InputArgument, ModelOption, OutputOption, PatternOption, VocabOption, load_tokenizer
from .output import open_output
from .progress_bar import byte_progress
from .text_input import open_binary

__all__ = ["decode"]


def decode(
    file: InputArgument = None,
    model: ModelOption = "o200k_base",
    vocab: VocabOption = None,
    pattern: PatternOption = None,
    form: Annotated[IdSource, typer.Option("--format", "-f", help="Format of the ids.")] = IdSource.ids,
    output: OutputOption = None,
) -> None:
    """Turn token ids into text. Writes the bytes of the tokens unchanged, even if they are not UTF-8."""
    characters = load_characters(vocab, {"--pattern": pattern})
    if characters is None:
        tokenizer = load_tokenizer(model, vocab=vocab, pattern=pattern, inputs=[file])
    with (
        open_output(output) as out,
        open_binary(file) as (stream, _, size),
        byte_progress("Decoding", size) as advance,
    ):
        lists = read_ids(stream, form, advance)
        if characters is not None:
            for text in decode_characters(characters, lists):
                out.write(text.encode())
            return
        for ids in lists:
            out.write(tokenizer.decode_bytes(ids))
