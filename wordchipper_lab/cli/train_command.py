"""``train``: learn a vocabulary from texts."""

from __future__ import annotations

import sys
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
from .output import check_can_write
from .progress_bar import loading
from .train_beginning import Beginning
from .train_characters import CharacterChoice, Level, Marker, train_characters
from .training_reports import reporting

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer
    from ..training import TrainingOptions

__all__ = ["train"]

Tie = Literal["lowest_ids", "greatest_bytes", "least_bytes", "first_seen"]
ByteOrder = Literal["value", "gpt2"]
SpecialIds = Literal["after_merges", "after_bytes"]


def train(
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            dir_okay=False,
            help="NAME.tiktoken, tokenizer.json, or vocab.bpe (with encoder.json beside it); NAME.json for characters.",
        ),
    ],
    files: InputsArgument = None,
    vocab_size: Annotated[
        int | None,
        typer.Option(
            help="Tokens in all: 256 bytes (or the alphabet), merges, special tokens.", show_default=False
        ),
    ] = None,
    merges: Annotated[
        int | None, typer.Option(min=0, help="Number of merges, instead of --vocab-size.", show_default=False)
    ] = None,
    level: Annotated[
        Level, typer.Option(help="Merge bytes, or the characters of words with a marker at their end.")
    ] = "byte",
    pattern: Annotated[
        str | None,
        typer.Option(
            help="Split pattern: a vocabulary's or open model's name, or a regular expression; for characters also "
            "cpp_article or whitespace.",
            show_default="r50k_base; cpp_article for characters",
        ),
    ] = None,
    special: Annotated[
        list[str] | None, typer.Option(help="Special token, excluded from training; repeatable.")
    ] = None,
    special_ids: Annotated[
        SpecialIds,
        typer.Option(help="Ids of the special tokens: after the merges, or before them (256 ...)."),
    ] = "after_merges",
    tie: Annotated[
        Tie | None,
        typer.Option(
            help="Which of several equally frequent pairs to merge.",
            show_default="lowest_ids; least_bytes for characters",
        ),
    ] = None,
    min_frequency: Annotated[int, typer.Option(min=1, help="Least frequency of a pair to be merged.")] = 1,
    max_token_length: Annotated[
        int | None, typer.Option(min=1, help="Length of the longest token in bytes.", show_default="any")
    ] = None,
    byte_order: Annotated[
        ByteOrder, typer.Option(help="Ids of the bytes: their values, or GPT-2's order.")
    ] = "value",
    marker: Annotated[
        Marker, typer.Option(help="For characters: whether the marker is part of the last one, or a symbol.")
    ] = "attached",
    end_of_word: Annotated[str, typer.Option(help="For characters: the marker.")] = "</w>",
    unknown_token: Annotated[
        str | None,
        typer.Option(help="For characters: the token of unknown ones; by default they are left out."),
    ] = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="FILE_OR_NAME",
            help="Tokenizer from which training goes on: its merges, ids and split pattern stay.",
            show_default="bytes",
        ),
    ] = None,
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
    """Train a BPE vocabulary on text: each file is one text, each row of a Parquet file, or all of stdin.

    Files are read in pieces, so they may be larger than memory. With --checkpoint, a run that was interrupted
    or killed resumes when the same command is given again. A cluster counts spans; merges are decided here.
    """
    if vocab_size is None and merges is None:
        raise typer.BadParameter("Missing option '--vocab-size' (or '--merges')")
    if vocab_size is not None and merges is not None:
        raise typer.BadParameter("expected either --vocab-size or --merges, got both")
    cluster = scheduler or ("local" if distributed else None)
    characters = CharacterChoice(marker, end_of_word, unknown_token)
    if level == "character":
        of_bytes = {
            "--special": special or None,
            "--special-ids": special_ids if special_ids != "after_merges" else None,
            "--max-token-length": max_token_length,
            "--byte-order": byte_order if byte_order != "value" else None,
            "--start": start,
        }
        characters.check(output, of_bytes)
        train_characters(
            corpus_sources(files, input_format, on_a_cluster=cluster is not None),
            output,
            characters,
            vocab_size=vocab_size,
            n_merges=merges,
            pattern="cpp_article" if pattern is None else pattern,
            tie=tie or "least_bytes",
            min_frequency=min_frequency,
            trainer=trainer,
            num_threads=threads,
            column=column,
            input_format=input_format,
            checkpoint=checkpoint,
            cluster=cluster,
        )
        return
    characters.refuse()
    begun = None if start is None else Beginning.of(start, pattern, special or [], output)
    pattern = begun.pattern if begun else pattern or "r50k_base"
    _check_output(output, pattern, special or [])
    sources = corpus_sources(files, input_format, on_a_cluster=cluster is not None)
    from ..trained import tokenizer_of
    from ..training import TrainingOptions, run_training

    if vocab_size is None:
        vocab_size = (begun.n_tokens if begun else 256) + (merges or 0) + len(special or ())
    options = TrainingOptions(
        vocab_size,
        tie or "lowest_ids",
        min_frequency,
        max_token_length,
        tuple(special or ()),
        byte_order,
        special_ids,
    )
    _compile(options, pattern, trainer, begun)
    with reporting(checkpoint) as report:
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
            start=begun.start if begun else None,
        )
    if len(run.merges) < run.n_merges:
        print(f"stopped early: {run.stopped}", file=sys.stderr)
    _save(begun.result(run) if begun else tokenizer_of(run, pattern), output)


def _compile(options: TrainingOptions, pattern: str, trainer: str, begun: Beginning | None) -> None:
    """Load or compile the kernels by training on two words, because compiling cannot be interrupted
    cleanly."""
    from ..training import run_training

    few = (begun.n_tokens if begun else 256) + len(options.special_tokens) + 1
    with loading("Loading; the first time on a machine kernels are compiled ..."):
        run_training(
            ["low lower"],
            replace(options, vocab_size=min(options.vocab_size, few)),
            pattern,
            trainer,
            start=begun.start if begun else None,
        )


def _check_output(output: Path, pattern: str, special: list[str]) -> None:
    """Check for errors that would otherwise appear at the end, after hours of training."""
    from ..vocab.formats.write_vocab import check_can_hold, check_vocab_path
    from ..vocab.pattern_names import resolve_pattern

    check_vocab_path(output)
    check_can_hold(output, resolve_pattern(pattern), special)
    check_can_write(output)


def _save(tokenizer: Tokenizer, output: Path) -> None:
    written = " and ".join(str(path) for path in tokenizer.save(output))
    specials = tokenizer.get_special_tokens()
    and_specials = f", {len(specials):,} of them special" if specials else ""
    n_tokens = tokenizer.max_token + 1
    print(f"wrote {written}: {n_tokens:,} tokens{and_specials}", file=sys.stderr)
    if specials and output.suffix == ".tiktoken":
        ids = ", ".join(f"{text!r} = {token}" for text, token in specials)
        print(f"a .tiktoken file cannot hold special tokens; their ids are {ids}", file=sys.stderr)
