"""From a text on which two lexers diverge to a minimal one: delete what is not needed, simplify the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ...arguments import a_text, checked
from ...errors import NoDivergenceError
from ...spanners import SpanLexer
from ...text.text_bytes import as_text_bytes, encode_text
from ..shrinking import PLAIN, delete_while
from .alphabet import Alphabet, common_alphabet
from .any_lexer import AnyLexer, as_lexer
from .divergence import Divergence, whole_text
from .lexer_names import name_lexer
from .span_reader import read_spans
from .stretches import Stretch, iter_stretches

__all__ = ["shrink_divergence", "shrink_found"]


@checked(text=a_text)
def shrink_divergence(a: AnyLexer, b: AnyLexer, text: str) -> Divergence:
    """A minimal text on which `a` and `b` (lexers as in `find_divergences`) still diverge, made from `text`.

    Minimal means that they agree once any one of its characters is removed. First everything around the first
    divergence is dropped. Then runs of characters are deleted repeatedly: halves, quarters ... single ones.
    Then each character becomes "a", a space or "1" if it is a letter, whitespace or a number, or else the
    readable one of its cell, if they still diverge, and deleting starts again. The same text always gives the
    same result.

    Raises `NoDivergenceError` (a ``ValueError``) if the lexers agree on `text`, and the errors of
    `find_divergences` for something that is not a lexer.

    >>> shrink_divergence("regex:r50k_base", "regex:cl100k_base", "Chapter 12: the end").text
    ' 1'
    """
    one, other = as_lexer(a), as_lexer(b)
    text = encode_text(text).decode()  # surrogates as the lexers see them

    def diverges(shorter: str) -> bool:
        return read_spans(one, shorter) != read_spans(other, shorter)

    stretch = _first_stretch(one, other, text)
    if stretch is None:
        names = f"{name_lexer(one)} and {name_lexer(other)}"
        raise NoDivergenceError(
            f"{names} agree on this text ({len(text):,} characters): pass one on which they diverge"
        )
    alphabet = common_alphabet(one, other)
    smallest = _neighbourhood(text, stretch, diverges)
    deleted = ""
    while deleted != smallest:
        deleted = delete_while(smallest, diverges)
        smallest = _simplify(deleted, alphabet, diverges)
    found = whole_text(one, other, smallest, alphabet)
    assert found is not None
    return found


def shrink_found(a: SpanLexer, b: SpanLexer, found: Divergence) -> Divergence:
    """The shortest text on which `a` and `b` diverge as in `found`, including its context as far as needed.

    Raises `NoDivergenceError` if they agree on all that `found` contains of its text.
    """
    whole = found.before + found.text + found.after
    for text in (found.text, found.text + found.after):
        if read_spans(a, text) != read_spans(b, text):
            return shrink_divergence(a, b, text)
    return shrink_divergence(a, b, whole)


def _first_stretch(a: SpanLexer, b: SpanLexer, text: str) -> Stretch | None:
    data = as_text_bytes(text)
    if not len(data):
        return None
    for _, stretches in iter_stretches(a, b, data, np.array([len(data)])):
        for stretch in stretches:
            return stretch
    return None


def _neighbourhood(text: str, stretch: Stretch, diverges: Callable[[str], bool]) -> str:
    """The first of several growing surroundings of the divergence that diverges by itself: linear in the
    text."""
    data = encode_text(text)
    start = len(data[: stretch.start].decode())
    end = start + len(data[stretch.start : stretch.end].decode())
    differing = np.setxor1d(stretch.a.ends, stretch.b.ends)
    place = stretch.start + (int(differing[0]) if len(differing) else 0)
    middle = len(data[:place].decode())
    size = 1
    while size < len(text):
        for first, last in ((middle, middle), (start, end)):
            near = text[max(0, first - size) : last + size]
            if diverges(near):
                return near
        size *= 2
    return text


def _simplify(text: str, alphabet: Alphabet, diverges: Callable[[str], bool]) -> str:
    """Replace each character by a simpler one if the text still diverges: all at once, or one by one."""
    plainest = "".join(next(_plainer(character, alphabet), character) for character in text)
    if plainest == text or diverges(plainest):
        return plainest
    for place, character in enumerate(text):
        for plainer in _plainer(character, alphabet):
            simpler = text[:place] + plainer + text[place + 1 :]
            if diverges(simpler):
                text = simpler
                break
    return text


def _plainer(character: str, alphabet: Alphabet) -> Iterator[str]:
    """Characters to use instead, the simplest first; none after the character itself."""
    plain = [letter for is_kind, letter in PLAIN if is_kind(character)]
    own = alphabet.characters[int(alphabet.read(character)[0])]
    for candidate in (*plain, own):
        if candidate == character:
            return
        yield candidate
