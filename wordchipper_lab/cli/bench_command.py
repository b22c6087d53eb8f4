"""``bench``: measure lexers, span encoders and other tokenizers on this machine."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .measuring_progress import show_measuring
from .options import MOST_THREADS, parse_number, resolve_vocabulary
from .output import open_answer
from .progress_bar import step_progress

if TYPE_CHECKING:
    from ..lab import BenchmarkRun

__all__ = ["bench"]


class ReportFormat(StrEnum):
    """How `bench` prints its results."""

    markdown = "markdown"
    csv = "csv"
    none = "none"


class Memo(StrEnum):
    """Whether recent spans are remembered."""

    on = "on"
    off = "off"
    both = "both"


class Regime(StrEnum):
    """Whether contenders have seen the text."""

    new = "new"
    warm = "warm"


class Speed(StrEnum):
    """The statistic that represents the rounds of a case."""

    median = "median"
    mean = "mean"


_MEMO = {Memo.on: (True,), Memo.off: (False,), Memo.both: (False, True)}


def _several(what: str) -> typer.models.OptionInfo:
    return typer.Option(help=f"{what}; repeatable, or separated by commas.")  # type: ignore[no-any-return]


def bench(
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            "-m",
            help="Vocabularies, or all (default o200k_base); repeatable, or separated by commas.",
        ),
    ] = None,
    lexer: Annotated[list[str] | None, _several("Lexers, auto, or all (default auto)")] = None,
    encoder: Annotated[list[str] | None, _several("Span encoders, auto, or all (default auto)")] = None,
    memo: Annotated[Memo, typer.Option(help="Remember recent spans; off compares span encoders.")] = Memo.on,
    threads: Annotated[list[str] | None, _several("Threads for batches: numbers or all (default 1)")] = None,
    corpus: Annotated[
        list[str] | None, _several("Names of corpora, files or directories (default python)")
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="Text column of Parquet and JSON Lines files (default text or content)."),
    ] = None,
    mode: Annotated[list[str] | None, _several("What to measure, or all (default encode_array)")] = None,
    peer: Annotated[list[str] | None, _several("Other tokenizers (default: those installed)")] = None,
    peers: Annotated[bool, typer.Option(help="Measure other tokenizers beside this one.")] = True,
    regime: Annotated[
        Regime,
        typer.Option(
            help="New text: each document once, then once more for a second figure (corpora from 1 MB). Warm: the "
            "same text in every round, which flatters whatever remembers spans."
        ),
    ] = Regime.new,
    growth: Annotated[
        bool, typer.Option(help="Measure the memory that encoding a new text adds, in separate processes.")
    ] = True,
    rounds: Annotated[int, typer.Option(min=1, help="Timed rounds of every case.")] = 5,
    latency: Annotated[
        bool, typer.Option("--latency", help="Also measure the latency of short prompts.")
    ] = False,
    memory: Annotated[bool, typer.Option("--memory", help="Also measure start-up time and memory.")] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            dir_okay=False,
            help="Save the run here (JSON), or resume it if the file exists.",
        ),
    ] = None,
    report: Annotated[
        ReportFormat, typer.Option(help="Tables on stdout at the end.")
    ] = ReportFormat.markdown,
    statistic: Annotated[
        Speed,
        typer.Option(
            help="Statistic to compare; one disturbed round can spoil the mean, which the paper uses."
        ),
    ] = Speed.median,
) -> None:
    """Measure speed on this machine, of any lexer with any span encoder and of other tokenizers.

    A tokenizer meets new text, so that comes first: documents that no contender has seen. To compare span
    encoders, use --regime warm --memo off with a small corpus, such as english or diverse.

    The exit code is 1 if ids of this package differ from those of the reference. Ctrl-C keeps the results in
    --output, and the same command resumes from there.
    """
    from ..lab import run_benchmark

    with step_progress() as show:
        try:
            run = run_benchmark(
                models=[
                    name if name == "all" else resolve_vocabulary(name)
                    for name in _names(model, "o200k_base")
                ],
                lexers=_names(lexer, "auto"),
                encoders=_names(encoder, "auto"),
                memo=_MEMO[memo],
                threads=_threads(_names(threads, "1")),
                corpora=_names(corpus, "python"),
                column=column,
                modes=_names(mode, "encode_array"),
                peers=_names(peer, "installed") if peers else [],
                regime=regime.value,
                growth=growth,
                rounds=rounds,
                latency=latency,
                memory=memory,
                resume=output,
                progress=show_measuring(show),
            )
        except KeyboardInterrupt:
            if output is not None:
                print(f"stopped: run the same command to resume with {output}", file=sys.stderr)
            raise
    if report is not ReportFormat.none:
        with open_answer() as out:
            out.write(_report(run, report, statistic).encode())
    if any(found.exact is False and found.case.contender == "wordchipper_lab" for found in run):
        raise typer.Exit(1)


def _names(given: list[str] | None, default: str) -> list[str]:
    """Names from an option given several times, or separated by commas (which a file name may contain)."""
    return [
        name for text in given or [default] for name in ([text] if os.path.exists(text) else text.split(","))
    ]


def _threads(names: list[str]) -> list[int] | str:
    if names in (["all"], ["auto"]):
        return names[0]
    numbers = [parse_number(name) or 0 for name in names]
    for name, number in zip(names, numbers, strict=True):
        if not 1 <= number <= MOST_THREADS:
            raise typer.BadParameter(
                f"{name[:40]!r}: expected numbers from 1 to {MOST_THREADS:,}, or all",
                param_hint="'--threads'",
            )
    return numbers


def _report(run: BenchmarkRun, form: ReportFormat, statistic: Speed) -> str:
    from ..lab.reports import all_reports, summarise

    tables = all_reports(run, statistic.value)
    if form is ReportFormat.csv:
        return "\n".join(f"{table.title}\n{table.to_csv()}" for table in tables)
    sentences = "".join(f"- {sentence}\n" for sentence in summarise(run, statistic.value))
    return "\n".join([sentences, *(table.to_markdown() for table in tables)])
