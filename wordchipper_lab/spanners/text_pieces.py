r"""Cut a text that arrives in chunks at places where both sides can be lexed separately.

Chunks end anywhere, and the ids must not depend on it. So the text is cut again, at places where both sides
can be encoded separately. Such a *safe cut* lies between two characters ``a`` and ``b`` for which the pattern
guarantees:

1. no span contains ``a`` followed by ``b``: any span that covers ``a`` ends between them, and
2. a lexer that meets ``b`` there decides as it would at the end of the text: no look-ahead tells them apart.

By 1 a span starts at the cut. By 2 the spans before it do not depend on what follows. As the patterns have no
look-behind, the spans after it do not depend on what was before. Hence ``lex(left + right)`` is ``lex(left)``
followed by ``lex(right)``. The published patterns, and those of `OPEN_PATTERNS`, guarantee this (L letters, N
numbers, M marks; `WORD_PATTERNS` do so between a word and white space):

==================  ==========================  =======================================================
a                   b                           because
==================  ==========================  =======================================================
``\p{N}``           not ``\p{N}``               numbers are last in their span (kimi: but those that are Han)
``\p{L}``           not L, M or ``'``           after a letter come letters, marks, contractions (kimi: not Han)
``\S``              ``\s`` but ``\r``, ``\n``   other white space is first in its span, or follows its like
``\S``              ``\s``                      r50k, starcoder: newlines too, nothing takes them along
``\r`` or ``\n``    not ``\s``, not ``/``       all others: white space up to a last newline is one span
==================  ==========================  =======================================================

Text is held back only while it has no such place: in a run of letters, of digits, of punctuation. Special
tokens are removed before a lexer sees the text, so they are searched for here too: no cut lies within one,
and there may be a cut after each. Texts of other patterns are cut only there, because a lexer sees the text
between special tokens separately. The same holds for a custom lexer, whatever pattern it claims to implement
(`obeys_its_pattern`). Text that is too long to hold comes in parts (`iter_parts`) for `StretchLexer`, which
carries the automaton's state from one to the next.

Rejected: holding back the last few spans. ``"\n   "`` + ``"\n"`` joins spans of o200k from any distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from ..errors import TextError
from ..vocab.open_patterns import OPEN_PATTERNS, STARCODER_WITH_DIGITS
from ..vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN
from ..vocab.word_patterns import CPP_ARTICLE_PATTERN, WHITESPACE_PATTERN
from .automaton.unicode_version import as_unicode_16
from .special_cover import COVERED, mark_characters
from .special_stream import SpecialStream

__all__ = ["first_safe_cut", "has_safe_cuts", "iter_parts", "iter_pieces"]

_FIRST_LOOK = 1 << 10
# How far back cuts are searched for at the end of a chunk, and where there was none: a million letters take
# 0.8 s.
_LOOK = 1 << 15
_LOOK_AGAIN = 1 << 10
_FIRST_AHEAD = 1 << 6

_SURROGATE_PAIR = regex.compile(r"[\uD800-\uDBFF][\uDC00-\uDFFF]")

# Pairs (a, b), matched backwards. (Zero-width, by look-around, they take twice as long to fail.) Surrogates
# (Cs) are never beside a cut, as a high and a low one may still join to form a letter.
_ALWAYS = r"\p{N}[^\p{N}\p{Cs}]|\p{L}[^\p{L}\p{M}\p{Cs}']"
_R50K_CUT = regex.compile(rf"(?r)(?:{_ALWAYS}|[^\s\p{{Cs}}]\s)")
_NEWER_CUT = regex.compile(rf"(?r)(?:{_ALWAYS}|[^\s\p{{Cs}}][^\S\r\n]|[\r\n][^\s\p{{Cs}}/])")
# A run of Han, which numbers are among, is a span.
_KIMI_CUT = regex.compile(
    r"(?r)(?:\p{N}(?<!\p{Han})[^\p{N}\p{Cs}]|\p{L}(?<!\p{Han})[^\p{L}\p{M}\p{Cs}']"
    r"|[^\s\p{Cs}][^\S\r\n]|[\r\n][^\s\p{Cs}/])"
)
_CUT_OF_PATTERN = {
    R50K_PATTERN: _R50K_CUT,
    GPT2_ORIGINAL_PATTERN: _R50K_CUT,
    CL100K_PATTERN: _NEWER_CUT,
    O200K_PATTERN: _NEWER_CUT,
    OPEN_PATTERNS["starcoder"]: _R50K_CUT,
    STARCODER_WITH_DIGITS: _R50K_CUT,
    **{OPEN_PATTERNS[name]: _NEWER_CUT for name in ("llama3", "qwen2", "qwen3_5", "deepseek_v3", "tekken")},
    OPEN_PATTERNS["kimi"]: _KIMI_CUT,
    # White space is in no span of the one; after a letter or a digit it begins a span of the other.
    WHITESPACE_PATTERN: regex.compile(r"(?r)[^\s\p{Cs}]\s"),
    CPP_ARTICLE_PATTERN: regex.compile(r"(?r)[0-9A-Za-z][ \t\n\v\f\r]"),
}


def iter_pieces(chunks: Iterable[str], pattern: str, special_tokens: Iterable[str] = ()) -> Iterator[str]:
    """Cut a text that arrives in chunks into pieces that can be encoded (or lexed) separately.

    The joined pieces equal the joined chunks (with surrogate pairs replaced by their characters). A piece is
    about as long as a chunk, and longer only if the text has no safe cut. ``special_tokens``: those to search
    for.

    >>> from wordchipper_lab.vocab.patterns import O200K_PATTERN
    >>> list(iter_pieces(["It is", "n't 9", "9 red ball", "oons."], O200K_PATTERN))
    ['It', " isn't", ' 99 red', ' balloons', '.']
    """
    return (text for text, _ in iter_parts(chunks, pattern, special_tokens))


def iter_parts(
    chunks: Iterable[str], pattern: str, special_tokens: Iterable[str] = (), most_held: int | None = None
) -> Iterator[tuple[str, bool]]:
    """As `iter_pieces`, with True for each piece; if more than `most_held` characters have no safe cut,
    parts.

    Parts of a piece come with False, the last one (possibly empty) with True. They contain no special token.

    >>> list(iter_parts(["aaaa", "aaaa", "aa b", "bb"], R50K_PATTERN, most_held=5))
    [('aaaaaaa', False), ('aaa', True), (' bbb', True)]
    """
    cut_pattern = _CUT_OF_PATTERN.get(pattern)
    specials = SpecialStream(special_tokens)
    held: list[str] = []  # text without a cut, before window
    n_held = begin = 0  # characters held, and characters before window in the whole text
    window, in_parts = "", False
    for chunk, is_last in _with_last(_join_surrogates(chunks)):
        found = specials.read(chunk, is_last)
        window += chunk
        if in_parts and found:
            first = found[0][0] - begin
            yield "".join([*held, window[:first]]), True
            held, n_held, window, begin, in_parts = [], 0, window[first:], begin + first, False
        if is_last:
            break
        # A lexer of any pattern restarts after a special token; before `known` there are no others.
        cut = max(found[-1][1] - begin, 0) if found else 0
        known = specials.open_from - begin
        if cut_pattern is not None:
            look = max(cut, known - (_LOOK_AGAIN if in_parts else _LOOK))
            cut = next(_find_cuts(window[: known + 1], look, cut_pattern), cut)
        if cut:
            yield "".join([*held, window[:cut]]), True
            held, n_held, window, begin, in_parts = [], 0, window[cut:], begin + cut, False
        elif known > 1:
            # The character before `known` stays, because there may be a cut after it.
            held.append(window[: known - 1])
            n_held += known - 1
            window, begin = window[known - 1 :], begin + known - 1
        if most_held is not None and n_held > (0 if in_parts else most_held):
            yield "".join(held), False
            held, n_held, in_parts = [], 0, True
    if held or window or in_parts:
        yield "".join([*held, window]), True


def _with_last(chunks: Iterable[str]) -> Iterator[tuple[str, bool]]:
    for chunk in chunks:
        yield chunk, False
    yield "", True


def _join_surrogates(chunks: Iterable[str]) -> Iterator[str]:
    """The chunks, with surrogate pairs replaced by characters, including pairs split between two chunks."""
    high = ""
    for chunk in chunks:
        if not isinstance(chunk, str):
            raise TextError(f"expected chunks of text as str, got {type(chunk).__name__}: decode it first")
        text = high + chunk
        high = text[-1] if "\ud800" <= text[-1:] <= "\udbff" else ""
        text = text[: len(text) - len(high)]
        try:
            text.encode()  # a tenth of the time of searching for pairs
        except UnicodeEncodeError:
            text = _SURROGATE_PAIR.sub(_join_pair, text)
        yield text
    yield high


def _join_pair(pair: regex.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")


def _find_cuts(text: str, start: int, cut_pattern: regex.Pattern[str]) -> Iterator[int]:
    """Positions after ``start`` where the pattern allows a cut, the last one first."""
    # From the end in growing steps, because searching all of a long text takes three times as long as reading
    # it.
    end, size = len(text), _FIRST_LOOK
    while end > start + 1:
        begin = max(start, end - size)
        # Mapped as for lexers: a letter that is newer than tiktoken's Unicode is not a letter here either.
        seen = as_unicode_16(text[begin:end])
        yield from (begin + pair.start() + 1 for pair in cut_pattern.finditer(seen, overlapped=True))
        end, size = begin + 1, 8 * size


def has_safe_cuts(pattern: str) -> bool:
    """Whether safe cuts are known for this pattern."""
    return pattern in _CUT_OF_PATTERN


def first_safe_cut(text: str, start: int, pattern: str, special_tokens: Iterable[str]) -> int | None:
    """Position of the first safe cut at or after ``start``, in characters; None if there is none.

    ``text`` may be a window of a longer text, if it extends back from ``start`` by a character and by the
    longest special token. Only for patterns accepted by `has_safe_cuts`.

    >>> first_safe_cut("one two three", 5, R50K_PATTERN, ())
    7
    """
    tokens, cut_pattern = tuple(special_tokens), _CUT_OF_PATTERN[pattern]
    size = _FIRST_AHEAD
    while True:
        # In growing steps, because the next cut is rarely far away. What may begin a special token at the end of `seen`
        # counts as one, so a step finds no cut that the next would not find.
        seen = text[: start + size]
        cuts = list(_find_cuts(seen, max(0, start - 1), cut_pattern))
        marks = mark_characters(seen, tokens) if cuts else ()
        cut = next((cut for cut in reversed(cuts) if marks[cut] != COVERED), None)
        if cut is not None or len(seen) == len(text):
            return cut
        size *= 8
