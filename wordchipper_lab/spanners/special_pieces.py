"""Cut a text that arrives in chunks behind its special tokens: there any lexer, of any pattern, begins anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import regex

__all__ = ["iter_special_pieces"]


def iter_special_pieces(chunks: Iterable[str], special_tokens: Iterable[str]) -> Iterator[str]:
    """Cut behind special tokens, found as `TextSpanner` finds them: from left to right, the longest first.

    The pieces joined are the chunks joined. Text is held until a special token is complete.

    >>> list(iter_special_pieces(["one <", "s>two<s>", "three"], ["<s>"]))
    ['one <s>two<s>', 'three']
    """
    tokens = sorted(special_tokens, key=len, reverse=True)
    # A surrogate may be half a character, or is read as U+FFFD: then a str does not show what its bytes hold.
    if not tokens or regex.search(r"[\p{Cs}\ufffd]", "".join(tokens)):
        yield "".join(chunks)
        return
    find = regex.compile("|".join(map(regex.escape, tokens)))
    reach = len(tokens[0])
    held: list[str] = []  # text in which no special token begins, in front of window
    window = ""
    for chunk in chunks:
        window += chunk
        cut = 0
        for found in find.finditer(window):
            if found.start() + reach > len(window):
                break  # a longer one may begin there
            cut = found.end()
        if cut:
            yield "".join(held) + window[:cut]
            held, window = [], window[cut:]
        known = len(window) - reach + 1
        if known > 0:
            held.append(window[:known])
            window = window[known:]
    if held or window:
        yield "".join(held) + window
