"""Why a pair won, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["explain_winner", "quote_token"]

Pair = tuple[int, int]

_SIGNS = str.maketrans({" ": "·", "\n": "↵", "\t": "→", "\r": "␍"})
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def quote_token(token: bytes) -> str:
    """A token's text with signs for white space; its bytes if they are not whole characters.

    >>> quote_token(b" low"), quote_token(b"\\xe4\\xbd")
    ('·low', 'e4 bd')
    """
    try:
        return token.decode().translate(_SIGNS)
    except UnicodeDecodeError:
        return token.hex(" ")


def explain_winner(
    winner: Pair,
    tied: Sequence[Pair],
    counts: Mapping[Pair, int],
    tie: str,
    tokens: Sequence[bytes],
    span: bytes = b"",
) -> str:
    """Why `winner` is merged next: because it is the most frequent, or by the rule `tie` among those `tied`
    with it.

    span: the span in which the winner first occurs, for "first_seen".

    >>> counts = {(0, 1): 3, (1, 2): 3, (2, 0): 1}
    >>> explain_winner((0, 1), [(0, 1), (1, 2)], counts, "lowest_ids", [b"a", b"b", b"c"])
    'Two pairs occur 3 times: (a, b), (b, c). The lowest ids win: 0, 1.'
    >>> explain_winner((0, 1), [(0, 1)], counts, "lowest_ids", [b"a", b"b", b"c"])
    '(a, b) occurs 3 times, more often than any other pair.'
    """

    def name(pair: Pair) -> str:
        return f"({quote_token(tokens[pair[0]])}, {quote_token(tokens[pair[1]])})"

    times = f"{counts[winner]:,} times" if counts[winner] != 1 else "once"
    if len(tied) == 1:
        rest = ", more often than any other pair" if len(counts) > 1 else ", and there is no other pair"
        return f"{name(winner)} occurs {times}{rest}."
    number = _NUMBERS[len(tied)] if len(tied) < len(_NUMBERS) else f"{len(tied):,}"
    named = ", ".join(map(name, tied[:6])) + (", ..." if len(tied) > 6 else "")
    left, right = winner
    how = {
        "lowest_ids": f"The lowest ids win: {left}, {right}",
        "greatest_bytes": f"The greatest byte strings in alphabetical order win: {name(winner)}",
        "least_bytes": f"The first byte strings in alphabetical order win: {name(winner)}",
        "first_seen": f"The pair that occurs first wins: {name(winner)}, in “{quote_token(span)}”",
    }[tie]
    return f"{number.capitalize()} pairs occur {times}: {named}. {how}."
