"""The commands as one program, and its exit codes.

0 done; 1 the work found a difference; 2 wrong usage; 3 the work failed; 130 interrupted; 143 ended by SIGTERM.
An error is one line on stderr; ``--debug`` adds the traceback.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..errors import CheckpointError, SweepError, TrainingError, UnknownNameError, WordchipperLabError
from . import (
    bench_command,
    compare_tokenizers_command,
    decode_command,
    encode_commands,
    export_command,
    list_commands,
    paper_command,
    reason_commands,
    serve_commands,
    spans_command,
    tokenize_command,
    train_command,
    why_command,
)
from .standard_streams import flush_streams, standard_streams
from .termination import Termination

__all__ = ["app", "main"]


class _EndOfFileError(Exception):
    """Wraps an `EOFError`, which typer treats as an interrupt: no command asks questions, so it is an
    error."""


class _Commands(TyperGroup):
    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise _EndOfFileError from error


app = typer.Typer(
    name="wordchipper-lab",
    cls=_Commands,
    help="See how tokenizers work, at full speed.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(encode_commands.encode)
app.command()(decode_command.decode)
app.command()(encode_commands.count)
app.command()(spans_command.spans)
app.command()(train_command.train)
app.command()(tokenize_command.tokenize)
app.add_typer(list_commands.models, name="models")
app.add_typer(reason_commands.lexers, name="lexers")
app.add_typer(compare_tokenizers_command.tokenizers, name="tokenizers")
app.command()(bench_command.bench)
app.command()(why_command.why)
app.command()(paper_command.paper)
app.command()(export_command.export_html)
app.command()(export_command.export_notebook)
app.command()(export_command.export_site)
app.command()(serve_commands.warmup)
app.command()(serve_commands.serve)
app.command()(serve_commands.lab)

_FAILED = 3

# The common base of all usage errors; typer's name for it depends on the release.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; `serve` logs everything.")
    ] = False,
) -> None:
    if version:
        typer.echo(f"wordchipper-lab {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; always ends with `SystemExit`.

    >>> main(["--version"])
    Traceback (most recent call last):
    SystemExit: 0
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    options = given[: given.index("--")] if "--" in given else given
    debug = "--debug" in options
    for _ in range(options.count("--debug")):  # accepted anywhere, even after the command
        given.remove("--debug")
    if debug:
        given.insert(0, "--debug")
    with standard_streams(), Termination() as termination:
        code = termination.code(_run(given, debug))
    raise SystemExit(code)


@cache
def _command() -> Callable[..., Any]:
    """All commands, read from their signatures once: 30 ms."""
    return typer.main.get_command(app)


def _run(given: list[str], debug: bool) -> int:
    """Run a command, report what went wrong, and return the exit code."""
    try:
        code = _command()(given, prog_name="wordchipper-lab", standalone_mode=False)
        flush_streams()
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as error:
        if debug:
            traceback.print_exc()
        return _report(error.__cause__ if isinstance(error, _EndOfFileError) else error)
    return code if isinstance(code, int) else 0


def _report(error: BaseException | None) -> int:
    """Print what went wrong on one line; returns the exit code."""
    code = _FAILED
    if isinstance(error, _UsageError):
        code = 2
        message = error.format_message()  # type: ignore[attr-defined]
    elif isinstance(error, UnknownNameError | SweepError | TrainingError) and not isinstance(
        error, CheckpointError
    ):
        code = 2
        message = str(error)
    elif isinstance(error, WordchipperLabError):
        message = str(error)
    elif isinstance(error, OSError) and error.strerror:
        message = f"{os.fsdecode(error.filename)}: {error.strerror}" if error.filename else error.strerror
    else:
        message = f"unexpected {type(error).__name__}: {error} (--debug shows where)"
    if message:  # a command group without a command has already printed its help
        print("wordchipper-lab: error:", " ".join(message.split("\n")), file=sys.stderr)
    return code
