"""``train``: learn a vocabulary from texts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from .options import (
    ColumnOption,
    DistributedOption,
    InputFormatOption,
    InputsArgument,
    SchedulerOption,
    ThreadsOption,
    corpus_sources,
)
from .progress_bar import loading, step_progress

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..training import TrainingOptions, TrainingProgress

__all__ = ["train"]

Tie = Literal["lowest_ids", "greatest_bytes", "least_bytes", "first_seen"]
ByteOrder = Literal["value", "gpt2"]
SpecialIds = Literal["after_merges", "after_bytes"]


def train(
    vocab_size: Annotated[
        int, typer.Option(help="Tokens in all: 256 bytes, merges, special tokens.", show_default=False)
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            dir_okay=False,
            help="NAME.tiktoken, tokenizer.json, or vocab.bpe (with encoder.json beside it).",
        ),
    ],
    files: InputsArgument = None,
    pattern: Annotated[
        str, typer.Option(help="Split pattern: a vocabulary's or open model's name, or a regular expression.")
    ] = "r50k_base",
    special: Annotated[
        list[str] | None, typer.Option(help="Special token, excluded from training; repeatable.")
    ] = None,
    special_ids: Annotated[
        SpecialIds,
        typer.Option(help="Ids of the special tokens: after the merges, or before them (256 ...)."),
    ] = "after_merges",
    tie: Annotated[
        Tie, typer.Option(help="Which of several equally frequent pairs to merge.")
    ] = "lowest_ids",
    min_frequency: Annotated[int, typer.Option(min=1, help="Least frequency of a pair to be merged.")] = 1,
    max_token_length: Annotated[
        int | None, typer.Option(min=1, help="Length of the longest token in bytes.", show_default="any")
    ] = None,
    byte_order: Annotated[
        ByteOrder, typer.Option(help="Ids of the bytes: their values, or GPT-2's order.")
    ] = "value",
    trainer: Annotated[str, typer.Option(help="Trainer generation; all learn the same vocabulary.")] = "fast",
    threads: ThreadsOption = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            file_okay=False, help="Directory for intermediate results, from which the same command resumes."
        ),
    ] = None,
    input_format: InputFormatOption = "auto",
    column: ColumnOption = "text",
    distributed: DistributedOption = False,
    scheduler: SchedulerOption = None,
) -> None:
    """Train a byte-level BPE vocabulary on text: each file is one text, each row of a Parquet file, or all of stdin.

    Files are read in pieces, so they may be larger than memory. With --checkpoint, a run that was interrupted
    or killed resumes when the same command is given again. A cluster counts spans; merges are decided here.
    """
    _check_output(output, pattern, special or [])
    cluster = scheduler or ("local" if distributed else None)
    sources = corpus_sources(files, input_format, on_a_cluster=cluster is not None)
    from ..trained import tokenizer_of
    from ..training import TrainingOptions, run_training

    options = TrainingOptions(
        vocab_size, tie, min_frequency, max_token_length, tuple(special or ()), byte_order, special_ids
    )
    _compile(options, pattern, trainer)
    try:
        with _reporting() as report:
            run = run_training(
                sources,
                options,
                pattern,
                trainer,
                num_threads=threads,
                column=column,
                input_format=input_format,
                progress=report,
                checkpoint=checkpoint,
                cluster=cluster,
            )
    except KeyboardInterrupt:
        goes_on = f"run the same command to resume with {checkpoint}"
        print(
            "stopped:",
            goes_on if checkpoint else "nothing was saved, as --checkpoint was not given",
            file=sys.stderr,
        )
        raise
    if len(run.merges) < run.n_merges:
        print(f"stopped early: {run.stopped}", file=sys.stderr)
    _save(tokenizer_of(run, pattern), output)


def _compile(options: TrainingOptions, pattern: str, trainer: str) -> None:
    """Load or compile the kernels by training on two words, because compiling cannot be interrupted
    cleanly."""
    from ..training import run_training

    few = 256 + len(options.special_tokens) + 1
    with loading("Loading; the first time on a machine kernels are compiled ..."):
        run_training(
            ["low lower"], replace(options, vocab_size=min(options.vocab_size, few)), pattern, trainer
        )


def _check_output(output: Path, pattern: str, special: list[str]) -> None:
    """Check for errors that would otherwise appear at the end, after hours of training."""
    from ..files.whole_file import check_writable
    from ..vocab.formats.write_vocab import check_can_hold, check_vocab_path
    from ..vocab.pattern_names import resolve_pattern

    check_vocab_path(output)
    check_can_hold(output, resolve_pattern(pattern), special)
    try:
        check_writable(output)
    except OSError as error:
        raise typer.BadParameter(f"'{output}': {error.strerror}", param_hint="'--output'") from None


@contextmanager
def _reporting() -> Iterator[Callable[[TrainingProgress], None]]:
    """Show a bar on a terminal, elsewhere a line at every percent."""
    if not sys.stderr.isatty():
        yield lambda progress: print(progress, file=sys.stderr, flush=True)
        return
    with step_progress() as show:
        yield lambda progress: show(f"{progress.phase} {progress.last}", progress.done, progress.total)


def _save(tokenizer: Tokenizer, output: Path) -> None:
    written = " and ".join(str(path) for path in tokenizer.save(output))
    specials = tokenizer.get_special_tokens()
    and_specials = f", {len(specials):,} of them special" if specials else ""
    n_tokens = tokenizer.max_token + 1
    print(f"wrote {written}: {n_tokens:,} tokens{and_specials}", file=sys.stderr)
    if specials and output.suffix == ".tiktoken":
        ids = ", ".join(f"{text!r} = {token}" for text, token in specials)
        print(f"a .tiktoken file cannot hold special tokens; their ids are {ids}", file=sys.stderr)
