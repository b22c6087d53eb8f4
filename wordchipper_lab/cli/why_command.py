"""``why``: where the time goes for a tokenizer on a corpus, and what to choose for it."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from .options import LexerOption, ModelOption, load_tokenizer
from .output import open_output
from .progress_bar import step_progress

__all__ = ["why"]


class WhyFormat(StrEnum):
    """Output formats of `why`."""

    markdown = "markdown"
    json = "json"


def why(
    corpus: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS...", help="Names of corpora (english, python ...), files or directories."
        ),
    ],
    model: ModelOption = "o200k_base",
    lexer: LexerOption = "auto",
    encoder: Annotated[
        list[str] | None,
        typer.Option(help="Span encoders to compare; repeatable (default all)."),
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Timed rounds.")] = 11,
    memo_slots: Annotated[
        int | None,
        typer.Option(
            help="Count evictions of a memo of so many slots, a power of two (default the largest that loses 1 %)."
        ),
    ] = None,
    form: Annotated[WhyFormat, typer.Option("--format", "-f", help="Sentences and tables, or JSON.")] = (
        WhyFormat.markdown
    ),
) -> None:
    """Show where the time goes for texts: spans by length and tokens, memo, stages, encoders, and what to choose.

    Up to 32 MB are read; 1 MB, taken from all over, is timed.
    """
    from ..errors import ArgumentError
    from ..lab.benchmark.corpora import load_corpus
    from ..lab.where_time_goes import where_time_goes

    corpora = [load_corpus(name) for name in corpus]
    texts = [text for found in corpora for text in found.own_documents or (found.text,)]
    tokenizer = load_tokenizer(model, lexer, threads=1)
    try:
        with step_progress() as show:
            report = where_time_goes(
                tokenizer,
                texts,
                encoders=encoder or "all",
                rounds=rounds,
                memo_slots=memo_slots,
                progress=show,
            )
    except ArgumentError as error:
        raise typer.BadParameter(str(error), param_hint="'--memo-slots'") from None
    with open_output(None) as out:
        text = json.dumps(report.to_json(), indent=2, ensure_ascii=False) + "\n"
        out.write((text if form is WhyFormat.json else report.to_markdown()).encode())
