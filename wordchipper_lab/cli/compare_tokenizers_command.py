"""``tokenizers compare``: why do two tokenizers give different ids?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from .divergence_writers import json_line
from .id_writers import show_token
from .lexer_commands import Advance, Stdin, count_sources, write_lines
from .options import ColumnOption, InputsArgument
from .output import open_answer
from .progress_bar import byte_progress, loading
from .tokenizer_commands import tokenizers

if TYPE_CHECKING:
    from ..lab import DifferenceGroup, TokenizerComparison, TokenizerRow
    from ..lab.tokenizer_comparison import Side

__all__ = ["compare", "tokenizers"]

_WORD = (
    "Tokenizer: a file (tokenizer.json, .tiktoken, vocab.bpe), a vocabulary or a model that uses one; or the package "
    "itself: tiktoken:NAME, tokenizers:FILE, wordchipper:NAME."
)
_MOST_TOKENS = 24
_MOST_CHARACTERS = 60


@tokenizers.command()
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help=_WORD)],
    b: Annotated[str, typer.Argument(metavar="B", help="The tokenizer to compare it with.")],
    files: InputsArgument = None,
    form: Annotated[
        Literal["text", "json", "pytest"],
        typer.Option(
            "--format", help="A report, one JSON object, or a pytest file with a case for each kind."
        ),
    ] = "text",
    special: Annotated[
        Literal["parse", "text"],
        typer.Option(help="Special tokens in the texts: parse them, or treat them as text."),
    ] = "parse",
    add_special_tokens: Annotated[
        bool | None,
        typer.Option(
            help="Whether to add what the post-processor says around a text; by default, as each tokenizer does.",
        ),
    ] = None,
    decode: Annotated[bool, typer.Option(help="Compare how equal ids are decoded, too.")] = True,
    column: ColumnOption = "text",
    limit: Annotated[int, typer.Option(min=0, help="Kinds of differences to show; all are counted.")] = 20,
) -> None:
    """Show where two tokenizers give different ids, and which stage makes the difference.

    Stages: normalizer, special tokens, split pattern, merges, vocabulary, post-processor, decoding. One is exchanged at
    a time, to find the fewest with which one tokenizer gives the ids of the other. Exit code 1 if they differ, 0 if
    they are equal on these texts.
    """
    from ..lab import compare_tokenizers
    from ..lab.tokenizer_comparison import ComparedAs, as_side

    for word in (a, b):
        _check_file(word)
    options = ComparedAs(special, add_special_tokens)
    with loading("Loading; the first time on a machine kernels are compiled ..."):
        sides = as_side(a, options), as_side(b, options)
        for side in sides:
            side.encode("hello")  # compiles under the note if necessary
    sources: list[Any] = [Stdin() if str(path) == "-" else path for path in files or [Path("-")]]
    with byte_progress("Comparing", count_sources(sources)) as advance:
        found = compare_tokenizers(
            *sides,
            sources,
            special=special,
            add_special_tokens=add_special_tokens,
            decode=decode,
            most=0 if form == "text" else 1000,
            shrink=50 if form == "json" else limit if form == "text" else 1000,
            column=column,
            progress=Advance(advance),
        )
    with open_answer() as out:
        if form == "text":
            write_lines(out, _report(found, sides, limit))
        elif form == "json":
            write_lines(out, [json_line(found.to_json())])
        else:
            write_lines(out, found.to_pytest().splitlines())
    if not found.are_equal:
        raise typer.Exit(1)


def _check_file(word: str) -> None:
    path = word.removeprefix("tokenizers:")
    is_path = (
        word != path
        or os.sep in path
        or os.path.splitext(path)[1] in (".json", ".tiktoken", ".bpe", ".txt", ".gguf")
    )
    if is_path and not os.path.exists(path):
        raise typer.BadParameter(f"file '{path}' does not exist")


# -- the report -----------------------------------------------------------------------------------------


def _report(found: TokenizerComparison, sides: tuple[Side, Side], limit: int) -> Iterator[str]:
    yield f"a: {found.a}"
    yield f"b: {found.b}"
    yield from (f"note: {note}" for note in found.notes)
    texts = f"{found.n_texts:,} text{'s' * (found.n_texts != 1)}"
    if found.are_equal:
        decoding = ", and decode them alike" if found.decoding_compared else ""
        yield f"the same ids for {texts}{decoding}"
        return
    yield f"{found.n_differing:,} of {texts} differ{'s' * (found.n_differing == 1)}: " + ", ".join(
        f"{n:,} {cause}" for cause, n in found.causes.items()
    )
    shown = _each_cause_first(found.groups)[:limit]
    for group in shown:
        yield ""
        yield from _group(group, sides)
    rest = found.n_differences - sum(group.count for group in shown)
    if rest:
        yield ""
        yield f"{rest:,} differences of other kinds" if rest > 1 else "1 difference of another kind"


def _each_cause_first(groups: Sequence[DifferenceGroup]) -> list[DifferenceGroup]:
    """The most frequent kind of each cause, then the others."""
    first = {group.cause: group for group in reversed(groups)}
    return sorted(groups, key=lambda group: group is not first[group.cause])


def _group(group: DifferenceGroup, sides: tuple[Side, Side]) -> Iterator[str]:
    from ..lab import explain_difference

    example = group.example
    text = example.shrunk or example.text
    yield f"{group.count:,} x {', '.join(group.stages)}: {group.signature}"
    found = show_token(_shorten(example.text).encode())
    place = f" of {example.source}" if example.source else ""
    yield f"  such as {show_token(text.encode())}, from {found} at character {example.start:,}{place}"
    if example.cause == "decoding":
        yield f"  a  {show_token((example.decoded_a or '').encode())}"
        yield f"  b  {show_token((example.decoded_b or '').encode())}"
    else:
        explained = explain_difference(*sides, text)
        yield f"  a  {_row(explained.a)}"
        yield f"  b  {_row(explained.b)}"
    yield f"  {example.how}: {'; '.join(example.evidence)}"


def _shorten(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]}..."


def _row(row: TokenizerRow) -> str:
    shown = "|".join(
        "?" if token.data is None else show_token(token.data) if token.kind == "token" else f"<{token.text}>"
        for token in row.tokens[:_MOST_TOKENS]
    )
    more = f"|... ({len(row.tokens):,} tokens)" if len(row.tokens) > _MOST_TOKENS else ""
    return f"{shown}{more}  {' '.join(map(str, row.ids[:_MOST_TOKENS]))}"
