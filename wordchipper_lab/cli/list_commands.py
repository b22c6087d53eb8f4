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
def list_models(
    patterns: Annotated[
        bool, typer.Option("--patterns", help="List the split patterns instead, open models' among them.")
    ] = False,
    open_models: Annotated[
        bool, typer.Option("--open", help="List open models instead, whose own files are read.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """List the vocabularies: ranked tokens, special tokens, family of the split pattern, models that use them.

    A model such as gpt-4o-* stands for all whose names begin like that. --model takes the names of both,
    --pattern those of the patterns. --vocab reads the files of open models: with --open, which ones, and how their ids
    were checked.
    """
    if patterns and open_models:
        raise typer.BadParameter("--patterns and --open are two lists: choose one")
    rows = _open_rows() if open_models else _pattern_rows() if patterns else _vocabulary_rows()
    print_rows(rows, as_json)


def _open_rows() -> list[dict[str, object]]:
    from ..vocab.open_models import OPEN_MODELS

    return [
        {"models": row.name, "files": list(row.files), "pattern": row.pattern, "checked": row.checked}
        for row in OPEN_MODELS
    ]


def _vocabulary_rows() -> list[dict[str, object]]:
    from ..vocab.models import models_of
    from ..vocab.pretrained import pretrained_names, pretrained_spec

    rows: list[dict[str, object]] = []
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
                "used_by": models_of(name),
            }
        )
    return rows


def _pattern_rows() -> list[dict[str, object]]:
    from ..vocab.open_patterns import OPEN_PATTERN_MODELS, OPEN_PATTERNS
    from ..vocab.patterns import PATTERN_MODELS, PATTERNS

    rows: list[dict[str, object]] = []
    for name in PATTERN_MODELS:
        same = [other for other, pattern in PATTERNS.items() if pattern == PATTERNS[name]]
        rows.append({"name": name, "used_by": same, "pattern": PATTERNS[name]})
    for name, pattern in OPEN_PATTERNS.items():
        rows.append({"name": name, "used_by": list(OPEN_PATTERN_MODELS[name]), "pattern": pattern})
    return rows


@lexers.command("list")
def list_lexers(as_json: JsonOption = False) -> None:
    """List the lexers."""
    from ..spanners import LEXERS

    notes = _LEXER_NOTES | dict.fromkeys(LEXERS[len(LEXERS.built_in) :], "registered, for its own pattern")
    print_rows([{"name": name, "description": notes[name]} for name in LEXERS], as_json)


def print_rows(rows: list[dict[str, object]], as_json: bool) -> None:
    """Print rows of the same columns, as a table or as JSON; several values are separated by commas in a table."""
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    # Plain columns: readable, and easy to process with cut and awk.
    table = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for line in table:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
