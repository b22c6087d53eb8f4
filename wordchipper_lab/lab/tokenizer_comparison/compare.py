"""`compare_tokenizers`: why do ids differ?"""

from __future__ import annotations

from typing import Literal

from ...arguments import a_flag, a_function, a_text, checked, one_of, optional, whole_number
from ...corpus.sources import Source, check_source
from ..divergence.search_progress import ProgressCallback, StopCallback, never
from .comparison import TokenizerComparison
from .run import ComparisonRun
from .sides.any_side import AnyTokenizer, as_side
from .sides.side import ComparedAs

__all__ = ["compare_tokenizers"]


@checked(
    special=one_of("policy for special tokens", ("parse", "text")),
    add_special_tokens=optional(a_flag),
    decode=a_flag,
    most=whole_number(0, expected="the number of differences to keep, 0 or more"),
    shrink=whole_number(0, expected="the number of groups whose example is shrunk, 0 or more"),
    column=a_text,
    progress=optional(a_function),
    should_stop=optional(a_function),
)
def compare_tokenizers(
    a: AnyTokenizer,
    b: AnyTokenizer,
    source: Source,
    *,
    special: Literal["parse", "text"] = "parse",
    add_special_tokens: bool | None = None,
    decode: bool = True,
    most: int = 1000,
    shrink: int = 50,
    column: str = "text",
    progress: ProgressCallback | None = None,
    should_stop: StopCallback | None = None,
) -> TokenizerComparison:
    r"""Where `a` and `b` give different ids for the texts of `source`, or decode them differently, and why.

    a, b: a `Tokenizer`; the name of a bundled vocabulary; a tokenizer file (its path, its contents as bytes, an open
    file); tiktoken's ``Encoding``, the ``Tokenizer`` of `tokenizers` or wordchipper, or anything with their methods; a
    word for these packages (see `as_side`); any function from a text to its ids, or a `ForeignTokenizer`.
    source: as in `find_divergences`: a text, files, Parquet, streams, or an iterable of these.

    **What is compared**: the ids that each gives by default. Special tokens in a text become their ids; in tiktoken all
    of them are allowed. What a post-processor puts around a text is added by `tokenizers`, and for a tokenizer file,
    but not by `Tokenizer.encode`. Where the ids are equal, both decode them, with special tokens.

    **The cause** is the stage that makes the difference: normalizer, special tokens, split pattern, merges (a span
    becomes other tokens), vocabulary (the same tokens have other ids), post-processor, or decoding. If a tokenizer says
    what it is made of, as a file does, or tiktoken with its pattern and ranks, one of ours is made of that. If it gives
    the same ids on this text, stages are exchanged: the fewest with which one tokenizer gives the ids of the other are
    the cause, the first of them if it takes several. An id that only one of them has comes with its merges. A function
    says nothing of itself: then usual stages are put into the other tokenizer. If none of them explains the ids, or
    if a program does not do what it says, both are given the same normalized text, and the same pieces. The stage
    without which they agree is the cause, or else the merges; `TokenizerDifference.how` tells these ways apart.

    special: "text" for special tokens as ordinary text (`tokenizers` still finds added tokens that are not special).
    add_special_tokens: whether ids are added around a text, by all tokenizers that know which. decode: whether to
    compare decoding. most: the number of differences to keep; all are counted, in groups of one kind. shrink: the
    number of groups, the largest first, whose example is shrunk to a few characters. column: of Parquet files.
    progress: called with a `SearchProgress` after each batch. should_stop: called as often; once it returns True, the
    result is that of the texts so far.

    About a million characters are compared at once, so memory is bounded by the longest text. Where the ids are equal,
    the slower tokenizer sets the pace. Truncation and padding are left out.

    Raises `TokenizerTypeError` for anything but a tokenizer, `UnknownNameError` for an unknown name, `VocabError` for a
    tokenizer file that cannot be read, `PeerError` if a package is missing or fails on a text, `TextError` for a wrong
    source, `InputError` for input that is not UTF-8, and ``OSError``.

    >>> found = compare_tokenizers("r50k_base", "cl100k_base", ["I'M 1234", "!"])
    >>> found.n_texts, found.n_differing
    (2, 1)
    >>> found.differences[0].text, found.differences[0].cause
    ("'M", 'split pattern')
    """
    options = ComparedAs(special, add_special_tokens)
    sides = as_side(a, options), as_side(b, options)
    check_source(source)
    run = ComparisonRun(*sides, decode=decode, most=most, should_stop=should_stop or never)
    return run.result(source, column, progress, shrink)
