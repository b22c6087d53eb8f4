"""A logos lexer's tokens by name, and its repairs in words, from its kernel's trace."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np

from ...spanners.automaton.unicode_version import as_unicode_16
from ...spanners.logos import LogosLexer, Role, TokenDefinition
from ...spanners.logos.traced import RepairEvent, trace_roles

__all__ = ["Repair", "Token", "tell_tokens", "write_role"]

_REPAIRS = {
    "whitespace_split": "the last whitespace character goes to the next token",
    "whitespace alone": "the last whitespace character is a separate span: the next token does not take it",
    "prefix_restart": "lexing restarts at the last space, because the next word has its own prefix",
    "contraction_split": "the contraction at the beginning of the word is a separate span",
    "trailing_whitespace": "at the end of the text, a line break and the blanks after it are one span",
}


@dataclass(frozen=True)
class Token:
    """A longest-match token (bytes), the name of its definition ("" if none matches), and its role."""

    start: int
    end: int
    token: str
    role: str


@dataclass(frozen=True)
class Repair:
    """A repair that moved a boundary to byte ``place`` (trailing_whitespace: away from it), in words."""

    name: str
    text: str
    place: int

    def touches(self, start: int, end: int) -> bool:
        """Whether the span of these bytes begins or ends at its place, or (trailing_whitespace) contains
        it."""
        return start < self.place < end if self.name == "trailing_whitespace" else self.place in (start, end)


def tell_tokens(lexer: LogosLexer, text: np.ndarray) -> tuple[list[Token], list[Repair]]:
    """All tokens and repairs of a text (valid UTF-8, uint8), in order."""
    _, events = trace_roles(lexer, text)
    tokens: list[Token] = []
    repairs: list[Repair] = []
    for event in events:
        if isinstance(event, RepairEvent):
            alone = event.name == "whitespace_split" and event.end == tokens[-1].start
            name = "whitespace alone" if alone else event.name
            repairs.append(Repair(event.name, _REPAIRS[name], event.place))
        else:
            found = _definition_of(lexer, text[event.start : event.end].tobytes().decode())
            tokens.append(
                Token(event.start, event.end, found.name, write_role(found.role))
                if found
                else Token(event.start, event.end, "", "Gap()")
            )
    return tokens, repairs


def write_role(role: Role) -> str:
    """A role in the form in which one would write it, without default values.

    >>> from wordchipper_lab.spanners.logos import Word
    >>> write_role(Word(first_char_is_letter=False)), write_role(Word())
    ('Word(first_char_is_letter=False)', 'Word()')
    """
    unusual = [
        f"{f.name}={getattr(role, f.name)}" for f in fields(role) if getattr(role, f.name) != f.default
    ]
    return f"{type(role).__name__}({', '.join(unusual)})"


def _definition_of(lexer: LogosLexer, text: str) -> TokenDefinition | None:
    """The definition that made a token: of those that match it whole, the highest priority, then the
    first."""
    shown = as_unicode_16(text)
    matching = [d for d in lexer.definitions if _compile(d.fragment).fullmatch(shown)]
    return max(matching, key=lambda definition: definition.priority, default=None)


@lru_cache(maxsize=256)
def _compile(fragment: str):  # type: ignore[no-untyped-def]
    import regex  # 40 ms, so not before it is needed

    return regex.compile(fragment, regex.V0)
