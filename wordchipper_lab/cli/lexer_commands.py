"""``lexers compare``, ``sweep``, ``shrink`` and ``specimens``: find where two lexers differ."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from .divergence_writers import divergence_lines, group_lines, json_line, row_lines
from .id_writers import show_token
from .list_commands import JsonOption, lexers, print_rows
from .options import ErrorsOption, InputArgument, InputsArgument, ThreadsOption, resolve_vocabulary
from .output import AnswerOutput, open_answer, open_output
from .progress_bar import byte_progress, count_progress, leave_bar
from .text_input import open_text

if TYPE_CHECKING:
    from ..lab import SearchProgress, SweepResult
    from ..spanners import SpanLexer

__all__ = ["Advance", "PatternOption", "Stdin", "count_sources", "lexers", "read_lexers", "write_lines"]

_WORD = "Lexer: KIND, KIND:MODEL, KIND:PATTERN (regex, automaton, logos, vector, auto), or specimen:NAME."
_MOST_GROUPS = 20

FirstArgument = Annotated[str, typer.Argument(metavar="A", help=_WORD)]
SecondArgument = Annotated[str, typer.Argument(metavar="B", help="The lexer to compare it with.")]
PatternOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        "-m",
        help="Vocabulary, model, or open pattern (llama3); required for a lexer given by its kind alone.",
    ),
]


@lexers.command()
def compare(
    a: FirstArgument,
    b: SecondArgument,
    files: InputsArgument = None,
    model: PatternOption = None,
    column: Annotated[str, typer.Option(help="Column of Parquet files.")] = "text",
    pre_context: Annotated[int, typer.Option(min=0, help="Characters to show before a divergence.")] = 40,
    post_context: Annotated[int, typer.Option(min=0, help="Characters to show after it.")] = 40,
    limit: Annotated[int, typer.Option(min=0, help="Divergences to show; all are counted.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line.")] = False,
    summary: Annotated[bool, typer.Option("--summary", help="Show only the counts by signature.")] = False,
) -> None:
    """Show where two lexers cut texts differently; exit code 1 if they do."""
    from ..lab import DivergenceGroups, find_divergences, name_lexer

    one, other = read_lexers(a, b, model=model)
    names = name_lexer(one), name_lexer(other)
    sources: list[Any] = [Stdin() if str(path) == "-" else path for path in files or [Path("-")]]
    groups = DivergenceGroups()
    with open_answer() as out, byte_progress("Comparing", count_sources(sources)) as advance:
        found = find_divergences(
            one,
            other,
            sources,
            before=pre_context,
            after=post_context,
            column=column,
            progress=Advance(advance),
        )
        for divergence in found:
            groups.add(divergence)
            if out.is_unread:
                break
            if summary or groups.n_divergences > limit:
                continue
            if as_json:
                write_lines(out, [json_line(divergence.to_json())])
            else:
                write_lines(out, [*divergence_lines(divergence, *names), ""])
            out.flush()
        if as_json and summary:
            write_lines(out, (json_line(group.to_json()) for group in groups))
        elif not as_json:
            write_lines(out, _conclusion(groups, names, 0 if summary else limit))
            write_lines(out, group_lines(groups, None if summary else _MOST_GROUPS))
    if groups.n_divergences:
        raise typer.Exit(1)


@lexers.command()
def sweep(
    a: Annotated[str | None, typer.Argument(metavar="A", help=_WORD)] = None,
    b: Annotated[str | None, typer.Argument(metavar="B", help="The lexer to compare it with.")] = None,
    k: Annotated[int, typer.Option("-k", "--length", min=1, help="Length of the longest strings.")] = 5,
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            "-m",
            help="As for compare; without A and B, the model whose lexers are compared with the regex.",
        ),
    ] = None,
    alphabet: Annotated[
        str | None, typer.Option(help="Characters to build strings from; default: one of each cell.")
    ] = None,
    threads: ThreadsOption = None,
    most: Annotated[
        int, typer.Option(min=1, help="Divergences to keep; all are counted, but 1 stops at the first.")
    ] = 10,
    as_json: JsonOption = False,
) -> None:
    """Lex every string of up to k characters with two lexers; exit code 1 if they differ.

    Without lexers, the regex of r50k, cl100k and o200k (or of --model) is compared with logos, and up to 4
    characters also with the automaton; there the regex itself is run.
    """
    from ..lab import sweep_equivalence
    from ..vocab.patterns import PATTERN_MODELS

    if (a is None) != (b is None):
        raise typer.BadParameter("expected two lexers, or none")
    if a is not None and b is not None:
        one, other = read_lexers(a, b, model=model)
        pairs = [(one, other, k)]
    else:
        names = [model] if model else PATTERN_MODELS
        pairs = [pair for name in names for pair in _standard_pairs(name, k)]
    differ = False
    with open_answer() as out:
        for one, other, length in pairs:
            with count_progress("Sweeping") as show:
                result = sweep_equivalence(
                    one,
                    other,
                    length,
                    alphabet=alphabet,
                    num_threads=threads,
                    most=most,
                    progress=lambda at, show=show: show(at.where, at.done, at.total),  # type: ignore[misc]
                )
            write_lines(out, [json_line(result.to_json())] if as_json else _sweep_lines(result))
            out.flush()
            differ = differ or result.n_divergent > 0
    if differ:
        raise typer.Exit(1)


@lexers.command()
def shrink(
    a: FirstArgument,
    b: SecondArgument,
    file: InputArgument = None,
    model: PatternOption = None,
    errors: ErrorsOption = "strict",
    as_json: JsonOption = False,
) -> None:
    """Shorten a text on which two lexers diverge as far as possible, and print a pytest case for it."""
    from ..lab import name_lexer, shrink_divergence

    one, other = read_lexers(a, b, model=model)
    with open_text(file, errors, "Reading") as chunks:
        text = "".join(chunks)
    found = shrink_divergence(one, other, text)
    with open_output(None) as out:
        if as_json:
            write_lines(out, [json_line(found.to_json() | {"pytest": found.to_pytest()})])
            return
        write_lines(out, [show_token(found.text.encode()), f"  {found.signature}"])
        write_lines(out, row_lines(found, name_lexer(one), name_lexer(other)))
        write_lines(out, ["", found.to_pytest().rstrip()])


@lexers.command()
def specimens(as_json: JsonOption = False) -> None:
    """List the specimens: lexers with one thing wrong, the lexer each imitates, and a shortest text that
    shows the error."""
    from ..spanners.specimens import SPECIMENS

    rows: list[dict[str, object]] = []
    for specimen in SPECIMENS.values():
        row: dict[str, object] = {"name": specimen.name, "pretends": specimen.pattern_name}
        if as_json:
            row |= {"example": specimen.example, "title": specimen.title, "story": specimen.story}
        else:
            row |= {"example": show_token(specimen.example.encode()), "what is wrong": specimen.title}
        rows.append(row)
    print_rows(rows, as_json)


def read_lexers(*words: str, model: str | None) -> tuple[SpanLexer, ...]:
    """The lexers that `words` name; one given by its kind alone needs `model`."""
    from ..lab import read_lexer
    from ..vocab.open_patterns import OPEN_PATTERNS

    pattern = model if model is None or model in OPEN_PATTERNS else resolve_vocabulary(model)
    return tuple(read_lexer(word, pattern) for word in words)


def _standard_pairs(model: str, k: int) -> Iterator[tuple[SpanLexer, SpanLexer, int]]:
    from ..errors import UnsupportedPatternError
    from ..lab.divergence.stand_in import SHOWN_LENGTH

    regex, automaton = read_lexers("regex", "automaton", model=model)
    yield regex, automaton, min(k, SHOWN_LENGTH)
    try:
        yield regex, read_lexers("logos", model=model)[0], k
    except UnsupportedPatternError:
        return  # this pattern has no token definitions


class Stdin:
    """Standard input as a source, with a name for messages."""

    name = "stdin"

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        return sys.stdin.buffer.read(size)


def count_sources(sources: list[Any]) -> int | None:
    """Bytes of all sources; None if a pipe is among them."""
    from ..corpus.sources import count_bytes

    return count_bytes(sources)


class Advance:
    """Progress of a search since the last call."""

    def __init__(self, advance: Any) -> None:
        self._advance, self._done = advance, 0

    def __call__(self, at: SearchProgress) -> None:
        """Advance the bar to where the search is."""
        self._advance(at.done - self._done)
        self._done = at.done


def _conclusion(groups: Any, names: tuple[str, str], limit: int) -> Iterator[str]:
    n = groups.n_divergences
    if not n:
        yield f"{names[0]} and {names[1]} agree"
        return
    first = f"first {limit} are" if limit > 1 else "first is"
    shown = f"; the {first} shown" if 0 < limit < n else ""
    yield f"{names[0]} and {names[1]}: {n:,} divergence{'s' * (n > 1)}{shown}"


def _sweep_lines(result: SweepResult) -> Iterator[str]:
    yield f"{result} ({result.seconds:.1f} s)"
    for divergence in result.divergences:
        yield f"{show_token(divergence.text.encode())}  {divergence.signature}"
        yield from row_lines(divergence, result.a, result.b)


def write_lines(out: BinaryIO | AnswerOutput, lines: Iterable[str]) -> None:
    """Write text lines as UTF-8, below a progress bar if one is shown."""
    text = "".join(f"{line}\n" for line in lines)
    if text:
        out.write((leave_bar() + text).encode())
