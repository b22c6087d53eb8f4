"""``spans``: show where the lexer cuts a text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from .id_writers import show_token
from .options import (
    ErrorsOption,
    InputArgument,
    LexerOption,
    ModelOption,
    OutputOption,
    PatternOption,
    SpecialOption,
    SpecialPolicy,
    VocabOption,
    load_tokenizer,
)
from .output import open_output
from .text_input import open_text

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer

__all__ = ["spans"]


class SpanFormat(StrEnum):
    """Output formats of `spans`."""

    text = "text"
    json = "json"


class TextSpan(NamedTuple):
    """A span with its text; start and end in bytes of the whole input."""

    start: int
    end: int
    kind: str
    text: str


def spans(
    file: InputArgument = None,
    model: ModelOption = "o200k_base",
    vocab: VocabOption = None,
    pattern: PatternOption = None,
    lexer: LexerOption = "auto",
    special: SpecialOption = "parse",
    form: Annotated[
        SpanFormat, typer.Option("--format", "-f", help="Columns, or one JSON object per line.")
    ] = SpanFormat.text,
    output: OutputOption = None,
    errors: ErrorsOption = "strict",
) -> None:
    """Show the spans of a text, one per line: start and end in bytes, kind, text."""
    tokenizer = load_tokenizer(model, lexer, vocab=vocab, pattern=pattern, inputs=[file])
    with open_output(output) as out, open_text(file, errors, "Lexing") as chunks:
        for span in _iter_spans(tokenizer, chunks, special):
            if form is SpanFormat.json:
                line = json.dumps(span._asdict(), ensure_ascii=False)
            else:
                line = f"{span.start}\t{span.end}\t{span.kind}\t{show_token(span.text.encode())}"
            out.write(line.encode() + b"\n")


def _iter_spans(tokenizer: Tokenizer, chunks: Iterator[str], special: SpecialPolicy) -> Iterator[TextSpan]:
    from ..spanners.stream_spans import iter_spans

    for span, data in iter_spans(tokenizer.spanner, chunks, special):
        yield TextSpan(span.start, span.end, span.kind, data.decode())
