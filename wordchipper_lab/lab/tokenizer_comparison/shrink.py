"""From a text on which two tokenizers differ to a few characters that show the same kind of difference."""

from __future__ import annotations

from collections.abc import Callable

from ..shrinking import PLAIN, delete_while

__all__ = ["shrink_text"]

_MOST_CHARACTERS = 3_000_000


class _Enough(Exception):  # noqa: N818  (it ends a search, nothing is wrong)
    pass


def shrink_text(text: str, is_same_kind: Callable[[str], bool]) -> str:
    """Delete what is not needed, and make characters plainer, until no single one can be removed.

    Ends earlier if texts of three million characters in all have been tried. The same text always gives the same
    result.
    """
    best, tried = text, 0

    def holds(shorter: str) -> bool:
        nonlocal best, tried
        tried += len(shorter) + 50
        if tried > _MOST_CHARACTERS:
            raise _Enough
        if not is_same_kind(shorter):
            return False
        best = shorter
        return True

    try:
        while True:
            before = best
            delete_while(_plainer(delete_while(before, holds), holds), holds)
            if best == before:
                return best
    except _Enough:
        return best


def _plainer(text: str, holds: Callable[[str], bool]) -> str:
    for place, character in enumerate(text):
        for is_kind, plain in PLAIN:
            if is_kind(character) and character != plain:
                simpler = text[:place] + plain + text[place + 1 :]
                if holds(simpler):
                    text = simpler
                    break
    return text
