"""``lexers prove`` and ``lexers explain``: whether two lexers agree on all texts, and why a lexer cuts where
it does."""

from __future__ import annotations

from typing import Annotated

import typer

from .divergence_writers import json_line, row_lines
from .id_writers import show_token
from .lexer_commands import PatternOption, lexers, read_lexers, write_lines
from .list_commands import JsonOption
from .options import ErrorsOption, InputArgument
from .output import open_answer, open_output
from .progress_bar import status
from .text_input import open_text

__all__ = ["explain", "lexers", "prove"]


@lexers.command()
def prove(
    a: Annotated[str | None, typer.Argument(help="Lexer, as for compare.")] = None,
    b: Annotated[str | None, typer.Argument(help="The lexer to compare it with.")] = None,
    model: Annotated[
        str | None,
        typer.Option(
            "--model", "-m", help="As for compare; without A and B, the model whose lexers to prove equal."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Prove that two lexers cut every text of any length the same way, or show a shortest text on which they
    differ.

    Without lexers, for r50k, cl100k and o200k (or --model), the regex is compared with the automaton, and the
    automaton with logos and with the vector lexer. The exit code is 1 if two differ, and 3 if nothing can be
    proved about them.
    """
    from ..lab import Proof, name_lexer
    from ..lab.divergence import prove_equivalence
    from ..vocab.patterns import PATTERN_MODELS

    if (a is None) != (b is None):
        raise typer.BadParameter("expected two lexers, or none")
    models = [model] if model else PATTERN_MODELS
    pairs = [("regex", "automaton"), ("automaton", "logos"), ("automaton", "vector")]
    asked: list[tuple[str, str, str | None]] = (
        [(one, other, name) for name in models for one, other in pairs]
        if a is None or b is None
        else [(a, b, model)]
    )
    differ = False
    with open_answer() as out:
        for one, other, name in asked:
            first, second = read_lexers(one, other, model=name)
            with status("Proving ..."):
                found = prove_equivalence(first, second)
            differ = differ or not isinstance(found, Proof)
            if as_json:
                write_lines(out, [json_line({"proved": isinstance(found, Proof)} | found.to_json())])
            elif isinstance(found, Proof):
                write_lines(out, [f"{found} ({found.seconds:.1f} s)"])
            else:
                names = name_lexer(first), name_lexer(second)
                write_lines(out, [f"{names[0]} and {names[1]} differ; no shorter text shows it than"])
                write_lines(out, [show_token(found.text.encode()), *row_lines(found, *names)])
            out.flush()
    if differ:
        raise typer.Exit(1)


@lexers.command()
def explain(
    lexer: Annotated[str, typer.Argument(metavar="LEXER", help="As for compare.")],
    file: InputArgument = None,
    model: PatternOption = None,
    errors: ErrorsOption = "strict",
    as_json: JsonOption = False,
) -> None:
    """Explain why each span of a text ends there: branch, path of the automaton, or roles and repairs."""
    from ..lab.divergence import explain as explain_text

    (chosen,) = read_lexers(lexer, model=model)
    with open_text(file, errors, "Reading") as chunks:
        told = explain_text(chosen, "".join(chunks))
    with open_output(None) as out:
        write_lines(out, [json_line(told.to_json())] if as_json else str(told).split("\n"))
