"""Token definitions and roles, the building blocks of the logos tier.

The published patterns end a whitespace run with ``\\s+(?!\\S)``: before a visible character, the last
whitespace character is left to whatever comes next. A longest-match lexer has no look-ahead, so it yields
plain tokens, and the *role* of each token says how it treats the whitespace before it. After the wordchipper
book, "Building Custom Logos Lexers".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arguments import a_flag, a_text, check_number, wrong_type

__all__ = [
    "Gap",
    "Newline",
    "Punctuation",
    "Role",
    "Standalone",
    "TokenDefinition",
    "Whitespace",
    "Word",
    "role_code",
]

# Role codes in the machine's table; 0 means that no token ends here.
WHITESPACE, PUNCTUATION, STANDALONE, NEWLINE, GAP_ROLE, WORD_ROLE = 1, 2, 3, 4, 5, 8
CHECK_CONTRACTION, FIRST_IS_LETTER = 1, 2


@dataclass(frozen=True)
class Whitespace:
    """Whitespace, buffered until it is known what follows, as that may take its last character."""


@dataclass(frozen=True)
class Punctuation:
    """Takes an ASCII space before it, and no other whitespace (a branch that begins with `` ?``)."""


@dataclass(frozen=True)
class Word:
    """A word.

    With ``first_char_is_letter`` it takes any one whitespace character before it. Otherwise it has its own
    prefix (``"hello``): an ASCII space before it then belongs to that prefix, so lexing restarts at the
    space. ``check_contraction``: a contraction at its beginning is a separate span (``'The`` is ``'T``,
    ``he``).
    """

    check_contraction: bool = False
    first_char_is_letter: bool = True

    def __post_init__(self) -> None:
        a_flag("check_contraction", self.check_contraction)
        a_flag("first_char_is_letter", self.first_char_is_letter)


@dataclass(frozen=True)
class Standalone:
    """Takes no whitespace: digits, contractions."""


@dataclass(frozen=True)
class Newline:
    """Whitespace that ends in line breaks: a separate span, but joined with what follows at the end
    (``\\s++$``)."""


@dataclass(frozen=True)
class Gap:
    """Text that belongs to no word; also the role of text that no definition matches."""


Role = Whitespace | Punctuation | Word | Standalone | Newline | Gap


@dataclass(frozen=True)
class TokenDefinition:
    r"""A token: the longest match of all definitions wins; then the higher priority, then the first.

    ``fragment`` is a regular expression of the subset in `pattern_syntax`, without look-ahead and ``$``.

    >>> TokenDefinition("digits", r"\p{N}{1,3}", Standalone()).priority
    0
    """

    name: str
    fragment: str
    role: Role
    priority: int = 0

    def __post_init__(self) -> None:
        a_text("name", self.name)
        a_text("fragment", self.fragment)
        if not isinstance(self.role, Role):
            raise wrong_type(
                "role", self.role, "Whitespace(), Punctuation(), Word(), Standalone(), Newline() or Gap()"
            )
        object.__setattr__(self, "priority", check_number("priority", self.priority))


def role_code(role: Role) -> int:
    """The role as the machine's number for it, at least 1.

    >>> role_code(Whitespace()), role_code(Word(check_contraction=True))
    (1, 11)
    """
    match role:
        case Whitespace():
            return WHITESPACE
        case Punctuation():
            return PUNCTUATION
        case Standalone():
            return STANDALONE
        case Newline():
            return NEWLINE
        case Gap():
            return GAP_ROLE
        case Word(check_contraction=check, first_char_is_letter=letter):
            return WORD_ROLE | CHECK_CONTRACTION * check | FIRST_IS_LETTER * letter


def is_simple(codes: np.ndarray) -> np.ndarray:
    """Which role codes are spans unchanged when no whitespace is buffered: bool, same shape as `codes`."""
    unchecked_word = (codes & WORD_ROLE != 0) & (codes & CHECK_CONTRACTION == 0)
    return unchecked_word | (codes == PUNCTUATION) | (codes == STANDALONE)
