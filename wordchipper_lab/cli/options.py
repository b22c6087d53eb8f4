"""Options that several commands share, and the tokenizer they describe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Literal

import typer

from ..files.whole_file import is_special
from ..special_policy import SpecialPolicy

if TYPE_CHECKING:
    from ..tokenizer import Tokenizer

__all__ = [
    "MOST_THREADS",
    "ColumnOption",
    "DistributedOption",
    "EncoderOption",
    "ErrorsOption",
    "InputArgument",
    "InputFormat",
    "InputFormatOption",
    "InputsArgument",
    "LexerOption",
    "ModelOption",
    "OutputOption",
    "PatternOption",
    "SchedulerOption",
    "SpecialOption",
    "SpecialPolicy",
    "TextErrors",
    "ThreadsOption",
    "VocabOption",
    "corpus_sources",
    "load_tokenizer",
    "parse_number",
    "resolve_vocabulary",
]


_MOST_DIGITS = 18
"""Python refuses to convert more than 4,300 digits, and no array holds numbers of more than 18."""

TextErrors = Literal["strict", "replace"]


def _check_inputs(given: Path | list[Path] | None) -> Path | list[Path] | None:
    """Replaces typer's ``exists=True, allow_dash=True``: some releases look for a file named "-"."""
    for path in given if isinstance(given, list) else [given]:
        found = _check_exists(path)
        if found is not None and str(found) != "-" and found.is_dir():
            raise typer.BadParameter(f"file '{found}' is a directory")
    return given


def _check_exists(path: Path | None) -> Path | None:
    if path is not None and not _is_stdin(path) and not path.exists():
        raise typer.BadParameter(f"file '{path}' does not exist")
    return path


def _is_stdin(path: Path | None) -> bool:
    return path is None or str(path) == "-"


InputArgument = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", callback=_check_inputs, help="Input; stdin if none or '-'."),
]
InputsArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="FILES", callback=_check_inputs, help="Text or Parquet (.parquet); stdin if none or '-'."
    ),
]
ModelOption = Annotated[
    str, typer.Option("--model", "-m", help="Vocabulary (o200k_base) or model that uses it (gpt-4o).")
]
VocabOption = Annotated[
    Path | None,
    typer.Option(
        "--vocab",
        callback=_check_exists,
        help="Vocabulary file instead of a model: tokenizer.json, .tiktoken, .gguf ... or a directory; '-' for stdin.",
    ),
]
PatternOption = Annotated[
    str | None, typer.Option("--pattern", help="Split pattern of --vocab: a name, or a regular expression.")
]
DistributedOption = Annotated[
    bool, typer.Option("--distributed", help="Use processes of a Dask cluster on this machine.")
]
SchedulerOption = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster of this scheduler."),
]
InputFormat = Literal["auto", "text", "parquet"]
InputFormatOption = Annotated[
    InputFormat, typer.Option("--input-format", help="Format of FILES; auto decides by their names.")
]
ColumnOption = Annotated[str, typer.Option("--column", help="Column of Parquet files.")]
LexerOption = Annotated[str, typer.Option(help="regex, automaton, logos, vector or auto.")]
EncoderOption = Annotated[
    str,
    typer.Option(
        help="buffer_sweep, tail_sweep, merge_heap, priority_merge, bpe_backtrack, one that an installed package "
        "offers, or auto."
    ),
]
SpecialOption = Annotated[
    SpecialPolicy,
    typer.Option(help="Special tokens in the text: parse them, treat them as text, or stop with an error."),
]
ErrorsOption = Annotated[
    TextErrors, typer.Option(help="For input that is not UTF-8: stop, or replace it by U+FFFD.")
]
OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        dir_okay=False,
        help="Output file, written completely or not at all; default stdout.",
    ),
]
MOST_THREADS = 1024
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=MOST_THREADS,
        help="Threads; default $WORDCHIPPER_LAB_NUM_THREADS, or one for each core.",
    ),
]


def corpus_sources(
    files: list[Path] | None, input_format: InputFormat, *, on_a_cluster: bool
) -> list[Path | IO[bytes]]:
    """The files of a corpus, stdin for "-" or if none is given; input that cannot be read that way is wrong
    usage."""
    sources: list[Path | IO[bytes]] = [
        sys.stdin.buffer if str(path) == "-" else path for path in files or [Path("-")]
    ]
    for source in sources:
        if isinstance(source, Path) and not is_special(source):
            continue
        name = f"'{source}', which is not a file" if isinstance(source, Path) else "stdin"
        if on_a_cluster:
            raise typer.BadParameter(f"a cluster cannot read {name}: give files", param_hint="'FILES'")
        if input_format == "parquet":
            raise typer.BadParameter(
                f"Parquet cannot be read from {name}: give a file", param_hint="'--input-format'"
            )
    return sources


def parse_number(text: str) -> int | None:
    """A decimal number such as an id or a count; None for anything else, and for a number of 5,000 digits.

    >>> parse_number("12"), parse_number("-1"), parse_number("9" * 5000)
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def resolve_vocabulary(model: str) -> str:
    """Vocabulary for a ``--model`` option: a vocabulary's own name, or that of a model that uses it.

    >>> resolve_vocabulary("gpt-4o"), resolve_vocabulary("r50k_base")
    ('o200k_base', 'r50k_base')
    """
    from ..errors import UnknownNameError
    from ..vocab.models import vocabulary_for_model
    from ..vocab.pretrained import pretrained_names, pretrained_spec

    try:
        return pretrained_spec(model).name
    except UnknownNameError:
        pass
    try:
        return vocabulary_for_model(model)
    except UnknownNameError:
        hint = "or the name of a model that uses one, such as gpt-4o"
        raise UnknownNameError("model", model, pretrained_names(), hint) from None


def load_tokenizer(
    model: str,
    lexer: str = "auto",
    encoder: str = "auto",
    threads: int | None = None,
    *,
    vocab: Path | None = None,
    pattern: str | None = None,
    inputs: Sequence[Path | None] = (),
) -> Tokenizer:
    """The tokenizer that the options describe; on a terminal, with a note while it is loading.

    inputs: what the command will read; None and "-" are stdin, which cannot be both vocabulary and text.
    """
    from .progress_bar import loading

    from_stdin = vocab is not None and _is_stdin(vocab)
    if from_stdin and any(map(_is_stdin, inputs)):
        raise typer.BadParameter(
            "stdin cannot be both the vocabulary and the input: give one of them as a file",
            param_hint="'--vocab'",
        )

    if vocab is None and pattern is not None:
        raise typer.BadParameter(
            "a model has its own pattern: expected --vocab too", param_hint="'--pattern'"
        )
    name = "stdin" if from_stdin else vocab or resolve_vocabulary(model)
    with loading(f"Loading {name}; the first time on a machine its kernels are compiled ..."):
        from ..tokenizer import Tokenizer

        if vocab is None:
            tokenizer = Tokenizer.from_pretrained(
                str(name), lexer=lexer, encoder=encoder, num_threads=threads
            )
        else:
            source = sys.stdin.buffer if from_stdin else vocab
            tokenizer = Tokenizer.from_file(
                source, pattern, lexer=lexer, encoder=encoder, num_threads=threads
            )
        tokenizer.encode_array("hello")  # compiles under the note if necessary
        return tokenizer
