"""The contents of a character set, according to the ``regex`` package (as of Unicode 16, like tiktoken)."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from ...errors import PatternSyntaxError, show
from .syntax_tree import CharSet
from .unicode_version import as_unicode_16

__all__ = [
    "N_SCALARS",
    "cased_property",
    "check_sets",
    "compile_set",
    "literal_edges",
    "set_contains",
    "set_edges",
    "to_scalars",
]

N_SCALARS = 0x110000 - 0x800  #: codepoints that can stand in a text: all but the surrogates


def to_scalars(indices: np.ndarray) -> np.ndarray:
    """Index among the scalar values -> codepoint, leaving out the surrogates (U+D800 to U+DFFF).

    >>> to_scalars(np.array([0xD7FF, 0xD800])).tolist() == [0xD7FF, 0xE000]
    True
    """
    return np.where(indices < 0xD800, indices, indices + 0x800)


@lru_cache(maxsize=1)
def _all_scalars() -> str:
    return as_unicode_16(to_scalars(np.arange(N_SCALARS)).astype("<u4").tobytes().decode("utf-32-le"))


@lru_cache(maxsize=512)
def compile_set(chars: CharSet):  # type: ignore[no-untyped-def]
    """The set as a compiled ``regex`` pattern that matches exactly one character."""
    import regex  # 40 ms: only patterns that are not bundled need it

    return regex.compile(chars.source, regex.V0 | (regex.IGNORECASE if chars.ignore_case else 0))


def set_contains(chars: CharSet, character: str) -> bool:
    r"""Is `character` in the set?

    >>> set_contains(CharSet("[a-s]", ignore_case=True), "\u017f")
    True
    """
    return compile_set(chars).fullmatch(as_unicode_16(character)) is not None


def check_sets(pattern: str, sets: list[CharSet]) -> None:
    """Raise `PatternSyntaxError` if ``regex`` rejects the source of a set (an unknown property ...)."""
    import regex

    for chars in sets:
        try:
            compile_set(chars)
        except regex.error as error:
            problem = f"bad character set {chars.source!r} ({error.msg})"
            raise PatternSyntaxError(pattern, pattern.find(chars.source), problem) from None
        except (OverflowError, ValueError) as error:  # \p{1e999}: regex reads a number there
            problem = f"bad character set {show(chars.source)} ({error})"
            raise PatternSyntaxError(pattern, pattern.find(chars.source), problem) from None


_ESCAPE = re.compile(r"\\(?:([pP](?:\{[^}]*\}|.))|.)", re.DOTALL)


def cased_property(chars: CharSet) -> str:
    r"""The first property in the set that means something else when case is ignored; "" if there is none.

    Takes two runs over all scalar values for each property.

    >>> cased_property(CharSet(r"[\p{L}\p{Lu}]", ignore_case=True)), cased_property(CharSet(r"\p{Lu}"))
    ('\\p{Lu}', '')
    """
    properties = (
        [f"\\{found}" for found in _ESCAPE.findall(chars.source) if found] if chars.ignore_case else []
    )
    for source in dict.fromkeys(properties):
        if not np.array_equal(set_edges(CharSet(source)), set_edges(CharSet(source, ignore_case=True))):
            return source
    return ""


def literal_edges(chars: CharSet) -> np.ndarray | None:
    r"""`set_edges` of one plain ASCII character, computed without a text; None for any other set.

    >>> literal_edges(CharSet(r"\.")), literal_edges(CharSet(".")), literal_edges(CharSet("k", ignore_case=True))
    (array([46, 47]), None, None)
    """
    source = chars.source
    is_escaped = len(source) == 2 and source[0] == "\\" and not source[1].isalnum()
    is_literal = is_escaped or (len(source) == 1 and re.escape(source) == source)
    if chars.ignore_case or not is_literal or not source.isascii():
        return None
    return np.array([ord(source[-1]), ord(source[-1]) + 1], dtype=np.int64)


@lru_cache(maxsize=64)  # the same few sets are in most patterns; the longest that fit the budget take 0.3 MB
def set_edges(chars: CharSet) -> np.ndarray:
    """Where membership changes: indices among the scalar values, int64, read-only, [in, out, in, out, ...].

    Runs the set once over a text of all 1,112,064 scalar values: about 20 ms, the first time.

    >>> set_edges(CharSet("[b-d]")).tolist()
    [98, 101]
    """
    import regex

    runs = regex.compile(f"(?:{chars.source})++", compile_set(chars).flags & (regex.V0 | regex.IGNORECASE))
    edges = np.array(
        [edge for match in runs.finditer(_all_scalars()) for edge in match.span()], dtype=np.int64
    )
    edges.setflags(write=False)
    return edges
