"""``models list`` and ``lexers list``: the choices available."""

from __future__ import annotations

import json
from typing import Annotated

import typer

__all__ = ["JsonOption", "lexers", "models", "print_rows"]

models = typer.Typer(help="The vocabularies.", no_args_is_help=True)
lexers = typer.Typer(help="The lexers.", no_args_is_help=True)

JsonOption = Annotated[bool, typer.Option("--json", help="JSON instead of a table.")]

_LEXER_NOTES = {
    "regex": "the split pattern run by the regex package: the reference, slow",
    "automaton": "the split pattern compiled to a table-driven automaton",
    "logos": "longest-match token definitions with roles, repaired afterwards",
    "vector": "64 bytes at once by vector instructions, for OpenAI's split patterns",
}


@models.command("list")
def list_models(as_json: JsonOption = False) -> None:
    """List the vocabularies: ranked tokens, special tokens, family of the split pattern."""
    from ..vocab.pretrained import pretrained_names, pretrained_spec

    rows = []
    for name in pretrained_names():
        spec = pretrained_spec(name)
        family = next(
            other.removesuffix("_base")
            for other in pretrained_names()
            if pretrained_spec(other).pattern == spec.pattern
        )
        rows.append(
            {
                "name": name,
                "vocab_size": spec.n_ranked,
                "special": len(set(spec.special_tokens.values())),
                "pattern": family,
            }
        )
    print_rows(rows, as_json)


@lexers.command("list")
def list_lexers(as_json: JsonOption = False) -> None:
    """List the lexers."""
    from ..spanners import LEXERS

    notes = _LEXER_NOTES | dict.fromkeys(LEXERS[len(LEXERS.built_in) :], "registered, for its own pattern")
    print_rows([{"name": name, "description": notes[name]} for name in LEXERS], as_json)


def print_rows(rows: list[dict[str, object]], as_json: bool) -> None:
    """Print rows of the same columns, as a table or as JSON."""
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    # Plain columns: readable, and easy to process with cut and awk.
    table = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
