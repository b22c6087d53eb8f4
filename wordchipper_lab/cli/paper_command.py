"""``paper``: the paper's tables, beside the same tables measured on this machine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .bench_command import Speed
from .list_commands import JsonOption, print_rows
from .measuring_progress import show_measuring
from .options import MOST_THREADS
from .output import open_answer, open_output
from .progress_bar import step_progress

if TYPE_CHECKING:
    from ..lab import BenchmarkRun

__all__ = ["paper"]


def paper(
    table: Annotated[
        int | None, typer.Argument(metavar="[TABLE]", help="Its number, 1 to 11; none lists the tables.")
    ] = None,
    printed: Annotated[
        bool, typer.Option("--printed", help="Only the paper's figures, all of them; measure nothing.")
    ] = False,
    run: Annotated[
        Path | None,
        typer.Option(
            "--run", exists=True, dir_okay=False, help="Use this saved run (JSON) instead of measuring."
        ),
    ] = None,
    threads: Annotated[
        list[int] | None,
        typer.Option(min=1, max=MOST_THREADS, help="Threads; repeatable (default 1, 2, 4 ... every core)."),
    ] = None,
    corpus: Annotated[
        str, typer.Option(help="Sample text or file for batches; table 3 has its own two.")
    ] = "english",
    peers: Annotated[bool, typer.Option(help="Measure the other tokenizers of the table.")] = True,
    rounds: Annotated[int, typer.Option(min=1, help="Timed rounds of every case.")] = 5,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", dir_okay=False, help="Save the run here (JSON).")
    ] = None,
    statistic: Annotated[
        Speed, typer.Option(help="Statistic of the figures here; the paper's are means.")
    ] = Speed.median,
    as_json: JsonOption = False,
) -> None:
    """Show a table of the paper beside the same table measured on this machine, with both machines named.

    Rows that cannot be measured here, such as a package that is not installed, stay blank. The exit code is 1 if ids of
    this package differ from those of the reference.
    """
    from ..lab.paper import PAPER_TABLES, paper_table

    if table is None:
        print_rows(
            [{"table": number, "caption": paper_table(number).caption} for number in PAPER_TABLES], as_json
        )
        return
    if table not in PAPER_TABLES:
        raise typer.BadParameter(f"{table}: expected a table from 1 to {PAPER_TABLES[-1]}")
    found = None if printed else _run(table, run, threads, corpus, peers, rounds)
    if found is not None and output is not None:
        with open_output(output) as out:
            out.write(found.to_json().encode())
    with open_answer() as out:
        out.write(_report(table, found, statistic, as_json).encode())
    if found is not None and any(one.exact is False and one.case.lexer for one in found):
        raise typer.Exit(1)


def _run(
    table: int, saved: Path | None, threads: list[int] | None, corpus: str, peers: bool, rounds: int
) -> BenchmarkRun:
    from ..lab import BenchmarkRun
    from ..lab.paper import measure_table

    if saved is not None:
        return BenchmarkRun.load(saved)
    with step_progress() as show:
        return measure_table(
            table,
            threads=threads or "all",
            corpus=corpus,
            peers=peers,
            rounds=rounds,
            progress=show_measuring(show),
        )


def _report(table: int, run: BenchmarkRun | None, statistic: Speed, as_json: bool) -> str:
    from ..lab.paper import compare_in_words, here, paper_table, side_by_side
    from ..lab.reports import problems, summarise

    printed = paper_table(table)
    if as_json:
        ours = None if run is None else here(printed, run, statistic.value).to_json()
        return json.dumps({"paper": printed.to_json(), "here": ours}, indent=2) + "\n"
    if run is None:
        return printed.to_table().to_markdown()
    sentences = [
        *compare_in_words(printed, run, statistic.value),
        *summarise(run, statistic.value, ["run"]),
    ]
    tables = [*side_by_side(printed, run, statistic.value), *problems(run)]
    listed = "".join(f"- {sentence}\n" for sentence in sentences)
    return "\n".join([listed, *(found.to_markdown() for found in tables)])
