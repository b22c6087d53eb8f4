"""``tokenize``: turn corpora into files of ids."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any, Literal

import typer

from .options import (
    ColumnOption,
    DistributedOption,
    ErrorsOption,
    InputFormatOption,
    InputsArgument,
    ModelOption,
    PatternOption,
    SchedulerOption,
    SpecialOption,
    ThreadsOption,
    VocabOption,
    corpus_sources,
    load_tokenizer,
    parse_number,
)
from .progress_bar import QUIET_BYTES, byte_progress

if TYPE_CHECKING:
    from ..ids import TokenizeProgress

__all__ = ["tokenize"]

IdsFormat = Literal["bin", "parquet", "both"]
SHARD_BYTES = 1 << 26


def tokenize(
    output: Annotated[
        Path,
        typer.Option(
            "--output", "-o", file_okay=False, help="Directory for the ids; new, or of a run to resume."
        ),
    ],
    files: InputsArgument = None,
    model: ModelOption = "o200k_base",
    vocab: VocabOption = None,
    pattern: PatternOption = None,
    form: Annotated[
        IdsFormat, typer.Option("--format", "-f", help="Integers for memory mapping, Parquet, or both.")
    ] = "bin",
    special: SpecialOption = "parse",
    end_of_text: Annotated[
        str | None, typer.Option(help="Special token, or id, to put after each document.")
    ] = None,
    shard_bytes: Annotated[
        int, typer.Option(min=1, help="Bytes of source data (as stored) per shard.")
    ] = SHARD_BYTES,
    threads: ThreadsOption = None,
    errors: ErrorsOption = "strict",
    input_format: InputFormatOption = "auto",
    column: ColumnOption = "text",
    distributed: DistributedOption = False,
    scheduler: SchedulerOption = None,
) -> None:
    """Turn a corpus into files of token ids: shards of integers with an index, or Parquet.

    A text file (and all of stdin) is one document; so is each row of a Parquet file. After an interrupt or a
    kill, the same command resumes where it stopped; the resulting files are identical.
    """
    sources = corpus_sources(files, input_format, on_a_cluster=distributed or scheduler is not None)
    tokenizer = load_tokenizer(model, vocab=vocab, pattern=pattern, inputs=files or [None])
    from ..ids import tokenize_corpus, tokenize_corpus_distributed

    settings: dict[str, Any] = {
        "format": form,
        "special": special,
        "end_of_text": _id_or_name(end_of_text),
        "shard_bytes": shard_bytes,
        "errors": errors,
        "input_format": input_format,
        "column": column,
    }
    try:
        with _reporting(output, sources) as report:
            if distributed or scheduler is not None:
                tokenize_corpus_distributed(
                    tokenizer, sources, output, client=scheduler, progress=report, **settings
                )
            else:
                tokenize_corpus(tokenizer, sources, output, num_threads=threads, progress=report, **settings)
    except KeyboardInterrupt:
        print(f"stopped: run the same command to resume with {output}", file=sys.stderr)
        raise


def _id_or_name(end_of_text: str | None) -> int | str | None:
    number = None if end_of_text is None else parse_number(end_of_text)
    return end_of_text if number is None else number


@contextmanager
def _reporting(output: Path, sources: list[Path | IO[bytes]]) -> Iterator[Callable[[TokenizeProgress], None]]:
    """Show a bar on a terminal, elsewhere a line at every tenth of a long run; at the end, list what was
    written."""
    done = tenths = 0
    last: TokenizeProgress | None = None
    from ..corpus.sources import count_bytes

    with byte_progress("Tokenizing", count_bytes(sources)) as advance:

        def report(progress: TokenizeProgress) -> None:
            nonlocal done, tenths, last
            advance(progress.stored - done)
            done, last = progress.stored, progress
            if progress.total and progress.total > QUIET_BYTES and not sys.stderr.isatty():
                reached = 10 * progress.stored // progress.total
                if reached > tenths:
                    tenths = reached
                    print(progress, file=sys.stderr, flush=True)

        yield report
    if last is not None:
        print(f"wrote {output}: {last}", file=sys.stderr)
