"""Divergences of two lexers in texts, files, streams and Parquet columns, as they are found."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from ...arguments import a_function, a_text, checked, optional, whole_number
from ...corpus.sources import Source, check_source, count_bytes
from ...corpus.whole_texts import Texts, iter_texts
from ...spanners import SpanLexer
from .alphabet import Alphabet, common_alphabet
from .any_lexer import AnyLexer, as_lexer
from .divergence import Divergence
from .lexer_names import lexer_code
from .search_progress import ProgressCallback, SearchProgress, StopCallback, never
from .stretches import Stretch, iter_stretches

__all__ = ["find_divergences"]


@checked(
    before=whole_number(0, expected="a number of characters, 0 or more"),
    after=whole_number(0, expected="a number of characters, 0 or more"),
    column=a_text,
    progress=optional(a_function),
    should_stop=optional(a_function),
)
def find_divergences(
    a: AnyLexer,
    b: AnyLexer,
    source: Source,
    *,
    before: int = 40,
    after: int = 40,
    column: str = "text",
    progress: ProgressCallback | None = None,
    should_stop: StopCallback | None = None,
) -> Iterator[Divergence]:
    r"""Every stretch between two common boundaries of `a` and `b` in which they cut differently, in order.

    a, b: lexers of any form: a `Tokenizer` (its lexer), a `SpanLexer`, a name as in `read_lexer`, a function
    from a text to its spans (see `CallableLexer`), a ``tokenizers.Tokenizer`` or a pre-tokenizer of one.
    source: a ``str`` is the text itself; a ``pathlib.Path`` a file; a stream, text or binary, is read to its end; an
    iterable of these is one after another. A file or stream is one text (its end is what look-ahead sees), a string
    of an iterable is one, a row of a Parquet file (``.parquet``, through pyarrow) is one: of its `column`. Rows and
    strings count from 0 in ``Divergence.source``.
    before, after: characters of context, at most, of the same text.
    progress: called with a `SearchProgress` after each block of spans and each text; should_stop: called
    equally often; once it returns True, no more divergences follow.

    Texts are compared block by block: results come immediately, and memory is bounded by one text and its
    spans since the last common boundary. Where the lexers agree, their own speed is the limit.

    The call raises `LexerTypeError` unless both are lexers, `TextError` for a wrong source,
    `UnknownNameError` or `PatternError` for a name. Reading raises `InputError` for input that is not UTF-8,
    with the byte offset, and for Parquet files that cannot be read, `LexerError` for a lexer that does not
    cover the text.

    >>> [found.text for found in find_divergences("automaton:r50k_base", "automaton:cl100k_base", "I'M 1234, ok")]
    ["'M", ' 1234']
    """
    lexers = as_lexer(a), as_lexer(b)
    check_source(source)
    return _find(*lexers, source, (before, after), column, progress, should_stop or never)


def _find(
    a: SpanLexer,
    b: SpanLexer,
    source: Source,
    context: tuple[int, int],
    column: str,
    progress: ProgressCallback | None,
    should_stop: StopCallback,
) -> Iterator[Divergence]:
    describer = _Describer(a, b, *context)
    total = count_bytes(source) if progress else None
    done = n_found = 0
    for texts in iter_texts(source, column, should_stop):
        for compared, stretches in iter_stretches(a, b, texts.data, texts.ends):
            for stretch in stretches:
                if should_stop():
                    return
                n_found += 1
                yield describer.describe(texts, stretch)
            if progress:
                stored = texts.stored * compared // len(texts.data)
                where = texts.name_of(int(np.searchsorted(texts.ends, compared)))
                progress(SearchProgress(done + stored, total, n_found, where))
            if should_stop():
                return
        done += texts.stored
        if progress and not len(texts.data):
            progress(SearchProgress(done, total, n_found))


class _Describer:
    """Computes what all divergences of two lexers have in common once, and only if there is one."""

    def __init__(self, a: SpanLexer, b: SpanLexer, before: int, after: int) -> None:
        self._lexers, self._before, self._after = (a, b), before, after

    @cached_property
    def _alphabet(self) -> Alphabet:
        return common_alphabet(*self._lexers)

    @cached_property
    def _code(self) -> tuple[str, str]:
        return lexer_code(self._lexers[0]), lexer_code(self._lexers[1])

    def describe(self, texts: Texts, stretch: Stretch) -> Divergence:
        data, number = texts.data, int(np.searchsorted(texts.ends, stretch.start, side="right"))
        text_start, text_end = int(texts.ends[number - 1]) if number else 0, int(texts.ends[number])
        # 4 bytes per character hold as many characters, and perhaps a part of one more.
        before = _decode(data[max(text_start, stretch.start - 4 * self._before) : stretch.start])
        after = _decode(data[stretch.end : min(stretch.end + 4 * max(self._after, 1), text_end)])
        text = _decode(data[stretch.start : stretch.end])
        return Divergence(
            text,
            tuple(stretch.a),
            tuple(stretch.b),
            self._alphabet.signature(text, after[:1]),
            *self._code,
            before=before[max(0, len(before) - self._before) :],
            after=after[: self._after],
            start=stretch.start - text_start,
            source=texts.name_of(number),
        )


def _decode(data: np.ndarray) -> str:
    return data.tobytes().decode(errors="ignore")
