"""``tokenizers audit``: what is wrong with, or worth knowing about, a tokenizer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .divergence_writers import json_line
from .lexer_commands import write_lines
from .options import resolve_vocabulary
from .output import open_answer
from .progress_bar import status

if TYPE_CHECKING:
    from ..lab import TokenizerAudit

__all__ = ["tokenizers"]

tokenizers = typer.Typer(help="Whole tokenizers.", no_args_is_help=True)


@tokenizers.callback()
def _group() -> None:
    """Keeps `audit` a command of a group, even while it is the only one."""


@tokenizers.command()
def audit(
    tokenizer: Annotated[
        str,
        typer.Argument(
            metavar="FILE_OR_NAME",
            help="A vocabulary file (tokenizer.json, .tiktoken, vocab.bpe), a vocabulary or a model that uses one.",
        ),
    ],
    pattern: Annotated[
        str | None,
        typer.Option("--pattern", help="Split pattern of a file: a name, or a regular expression."),
    ] = None,
    form: Annotated[Literal["text", "json"], typer.Option("--format", help="Format of the report.")] = "text",
) -> None:
    """Audit a tokenizer: entries that no text is encoded to, texts that do not come back, slow patterns, special tokens
    in each other's way.

    Exit code 1 if it finds errors; warnings and notes do not count.
    """
    with status("Auditing ..."):
        found = _audit(tokenizer, pattern)
    with open_answer() as out:
        write_lines(out, [json_line(found.to_json())] if form == "json" else str(found).split("\n"))
    if found.of("error"):
        raise typer.Exit(1)


def _audit(tokenizer: str, pattern: str | None) -> TokenizerAudit:
    from ..lab import audit_tokenizer
    from ..lab.audit import audit_file
    from ..tokenizer import Tokenizer

    if Path(tokenizer).is_file():
        return audit_file(tokenizer, pattern)
    if pattern is not None:
        raise typer.BadParameter(
            "a vocabulary has its own pattern: expected a file", param_hint="'--pattern'"
        )
    return audit_tokenizer(Tokenizer.from_pretrained(resolve_vocabulary(tokenizer)))
