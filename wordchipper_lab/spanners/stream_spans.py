"""The spans of a text that arrives in chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import SpecialTokenError
from ..special_policy import Special, SpecialPolicy
from ..text.text_bytes import encode_text
from .automaton.stretch_lexer import STRETCH_FROM, StretchLexer, held_too_long, most_held, stretch_lexer
from .faithful import obeys_its_pattern
from .spans import KIND_NAMES, Span
from .subset_spanner import spanner_for
from .text_pieces import iter_parts
from .text_spanner import TextSpanner

__all__ = ["iter_spans"]

_Found = tuple[Span, bytes]


def iter_spans(
    spanner: TextSpanner,
    chunks: Iterable[str],
    special: Special = "parse",
    *,
    max_held: int | None = None,
) -> Iterator[_Found]:
    """Spans of the whole text with their bytes, as soon as they are final. At most `max_held` bytes are held,
    see `iter_encode`; a longer span cannot be shown and is an error, too.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> spanner = TextSpanner(build_lexer("r50k_base"), {})
    >>> [data for _, data in iter_spans(spanner, ["one t", "wo"])]
    [b'one', b' two']
    """
    chosen, policy = spanner_for(spanner, special)
    return _join_gaps(_find_spans(chosen, chunks, policy, most_held(max_held)))


def _find_spans(
    spanner: TextSpanner, chunks: Iterable[str], special: SpecialPolicy, max_held: int
) -> Iterator[_Found]:
    lexer = spanner.lexer
    stretch = stretch_lexer(lexer, max_held)
    pattern = lexer.pattern if obeys_its_pattern(lexer) else ""
    tokens = () if special == "text" else spanner.cut_tokens
    limit = max_held if stretch is None else min(max_held, STRETCH_FROM)
    before, in_stretch = 0, False
    for text, is_end in iter_parts(chunks, pattern, tokens, limit):
        if is_end and not in_stretch:
            found = _piece_spans(spanner, text, special, before)
        elif stretch is None:
            raise held_too_long(max_held, f"{lexer!r} has no known safe places to cut text")
        else:
            found = _stretch_spans(stretch, text, is_end, before)
        for span, data in found:
            yield span, data
            before = span.end
        in_stretch = not is_end


def _piece_spans(spanner: TextSpanner, text: str, special: SpecialPolicy, before: int) -> Iterator[_Found]:
    data = encode_text(text)
    try:
        spans = spanner.spans(text, special)
    except SpecialTokenError as error:
        raise SpecialTokenError(error.token, before + error.byte_offset) from None
    for span in spans:
        yield Span(before + span.start, before + span.end, span.kind), data[span.start : span.end]


def _stretch_spans(lexer: StretchLexer, part: str, is_last: bool, before: int) -> Iterator[_Found]:
    """`before`: start of the first span that has not been returned yet."""
    lexer.append(encode_text(part))
    first = before - lexer.done
    for ends, kinds in lexer.spans(is_last):
        for end, kind in zip(ends.tolist(), kinds.tolist(), strict=True):
            yield (
                Span(first + lexer.done, first + end, KIND_NAMES[kind]),
                lexer.text[lexer.done : end].tobytes(),
            )
            lexer.done = end
    if is_last:
        lexer.begin()
    else:
        lexer.drop()


def _join_gaps(spans: Iterable[_Found]) -> Iterator[_Found]:
    start, gap = 0, bytearray()
    for span, data in spans:
        if span.kind == "gap":
            start = start if gap else span.start
            gap += data
            continue
        if gap:
            yield Span(start, start + len(gap), "gap"), bytes(gap)
            gap.clear()
        yield span, data
    if gap:
        yield Span(start, start + len(gap), "gap"), bytes(gap)
