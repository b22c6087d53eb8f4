r"""Cut a text that arrives in chunks where both sides may be lexed alone.

Chunks end anywhere, and the ids must not show it. So the text is cut anew, at places where both sides may be
encoded alone. Such a *safe cut* lies between two characters ``a`` and ``b`` of which the pattern promises:

1. no span holds ``a`` followed by ``b``: whatever span covers ``a`` ends between them, and
2. a lexer that meets ``b`` there decides as it would at the end of the text: no look-ahead tells them apart.

By 1 a span starts at the cut; by 2 the spans before it do not depend on what follows; and as the patterns
have no look-behind, the spans after it do not depend on what was before. Hence ``lex(left + right)`` is
``lex(left)`` followed by ``lex(right)``. The published patterns, and those of `OPEN_PATTERNS`, promise this
(L letters, N numbers, M marks):

==================  ==========================  =======================================================
a                   b                           because
==================  ==========================  =======================================================
``\p{N}``           not ``\p{N}``               numbers are last in their span
``\p{L}``           not L, M or ``'``           after a letter come letters, marks and contractions only
``\S``              ``\s`` but ``\r``, ``\n``   other white space is first in its span, or follows its like
``\S``              ``\s``                      r50k, starcoder: newlines too, nothing takes them along
``\r`` or ``\n``    not ``\s``, not ``/``       all others: white space up to a last newline is one span
==================  ==========================  =======================================================

Text is held back only while it has no such place: a run of letters, of digits, of punctuation. Special tokens
are taken out before a lexer sees the text, so a cut is refused where one of them may lie across it. Other
patterns are cut behind special tokens only, as a lexer sees what lies between those alone; without any, all of
the text is held. So it is with a lexer of one's own, whatever pattern it claims to stand for (`obeys_its_pattern`).

Rejected: keeping back the last few spans. ``"\n   "`` + ``"\n"`` joins spans of o200k from any distance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

from ..vocab.open_patterns import OPEN_PATTERNS
from ..vocab.patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN, O200K_PATTERN, R50K_PATTERN
from .special_pieces import iter_special_pieces
from .unicode_version import as_unicode_16

__all__ = ["first_safe_cut", "has_safe_cuts", "iter_pieces"]

_FIRST_LOOK = 1 << 10

# Pairs (a, b), matched backwards. (Zero-width, by look-around, they take twice as long to find that there is none.)
# Surrogates (Cs) are never beside a cut: a high and a low one may yet join to a letter.
_ALWAYS = r"\p{N}[^\p{N}\p{Cs}]|\p{L}[^\p{L}\p{M}\p{Cs}']"
_R50K_CUT = regex.compile(rf"(?r)(?:{_ALWAYS}|[^\s\p{{Cs}}]\s)")
_NEWER_CUT = regex.compile(rf"(?r)(?:{_ALWAYS}|[^\s\p{{Cs}}][^\S\r\n]|[\r\n][^\s\p{{Cs}}/])")
_CUT_OF_PATTERN = {
    R50K_PATTERN: _R50K_CUT,
    GPT2_ORIGINAL_PATTERN: _R50K_CUT,
    CL100K_PATTERN: _NEWER_CUT,
    O200K_PATTERN: _NEWER_CUT,
    OPEN_PATTERNS["starcoder"]: _R50K_CUT,
    **{OPEN_PATTERNS[name]: _NEWER_CUT for name in ("llama3", "qwen2", "deepseek_v3", "tekken")},
}


def iter_pieces(chunks: Iterable[str], pattern: str, special_tokens: Iterable[str] = ()) -> Iterator[str]:
    """Cut a text that arrives in chunks into pieces that may be encoded (or lexed) alone.

    The pieces joined are the chunks joined. A piece is about as long as a chunk, and longer only where the
    text has no safe cut. ``special_tokens``: those that are looked for in the text.

    >>> from wordchipper_lab.vocab.patterns import O200K_PATTERN
    >>> list(iter_pieces(["It is", "n't 9", "9 red ball", "oons."], O200K_PATTERN))
    ['It', " isn't", ' 99 red', ' balloons', '.']
    """
    cut_pattern = _CUT_OF_PATTERN.get(pattern)
    if cut_pattern is None:
        yield from iter_special_pieces(chunks, special_tokens)
        return
    special_cuts = [
        (token[:cut], token[cut:]) for token in special_tokens for cut in _find_cuts(token, 0, cut_pattern)
    ]
    reach = max((len(left) + len(right) for left, right in special_cuts), default=1)
    held: list[str] = []  # text without a safe cut, in front of window
    window = ""
    for chunk in chunks:
        window += chunk
        cut = _last_safe_cut(window, reach if held else 0, cut_pattern, special_cuts)
        if cut:
            yield "".join(held) + window[:cut]
            held, window = [], window[cut:]
        elif len(window) > 2 * reach:
            # Cuts in the kept part may have been refused for want of the characters that follow.
            held.append(window[: -2 * reach])
            window = window[-2 * reach :]
    if held or window:
        yield "".join(held) + window


def _find_cuts(text: str, start: int, cut_pattern: regex.Pattern[str]) -> Iterator[int]:
    """Positions after ``start`` where the pattern allows a cut, the last one first."""
    # From the end in growing steps: to look at all of a long text costs three times as much as to read it.
    end, size = len(text), _FIRST_LOOK
    while end > start + 1:
        begin = max(start, end - size)
        # Through the lexers' glasses: a letter that is newer than tiktoken's Unicode is no letter here either.
        seen = as_unicode_16(text[begin:end])
        yield from (begin + pair.start() + 1 for pair in cut_pattern.finditer(seen, overlapped=True))
        end, size = begin + 1, 8 * size


def _last_safe_cut(
    text: str, start: int, cut_pattern: regex.Pattern[str], special_cuts: list[tuple[str, str]]
) -> int:
    """Position of the last safe cut after ``start``, in characters; 0 if there is none."""
    for cut in _find_cuts(text, start, cut_pattern):
        if _is_safe(text, cut, special_cuts):
            return cut
    return 0


def _is_safe(text: str, cut: int, special_cuts: list[tuple[str, str]]) -> bool:
    """Whether no special token can lie across the cut, whatever follows the text."""
    return not any(
        text.endswith(left, 0, cut)
        and (text.startswith(right, cut) or right.startswith(text[cut : cut + len(right)]))
        for left, right in special_cuts
    )


def has_safe_cuts(pattern: str) -> bool:
    """Whether safe cuts of texts are known for this pattern."""
    return pattern in _CUT_OF_PATTERN


def first_safe_cut(text: str, start: int, pattern: str, special_tokens: Iterable[str]) -> int | None:
    """Position of the first safe cut at or after ``start``, in characters; None if there is none.

    ``text`` may be a window of a longer text, if it reaches back from ``start`` for a character and for the longest
    special token. Only for patterns that `has_safe_cuts` knows.

    >>> first_safe_cut("one two three", 5, R50K_PATTERN, ())
    7
    """
    cut_pattern = _CUT_OF_PATTERN[pattern]
    special_cuts = [
        (token[:cut], token[cut:]) for token in special_tokens for cut in _find_cuts(token, 0, cut_pattern)
    ]
    for cut in reversed(list(_find_cuts(text, max(0, start - 1), cut_pattern))):
        if _is_safe(text, cut, special_cuts):
            return cut
    return None
