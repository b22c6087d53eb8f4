"""The syntax tree of a split pattern: the six constructs of the supported subset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["CharSet", "Choice", "LookAhead", "Node", "Repeat", "Sequence", "TextEnd", "walk"]


@dataclass(frozen=True)
class CharSet:
    """One character out of a set: a literal, an escape or a class, stored as its source text.

    What the set contains is not decided here, but by the ``regex`` package (see `cells`).
    """

    source: str
    ignore_case: bool = False


@dataclass(frozen=True)
class Sequence:
    """One item after the other; no items match the empty string."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Choice:
    """The first branch that leads to a match wins, however short that match is."""

    branches: tuple[Node, ...]


@dataclass(frozen=True)
class Repeat:
    """As many items as possible, at least ``minimum`` and at most ``maximum`` (None: no limit)."""

    item: Node
    minimum: int
    maximum: int | None
    possessive: bool
    position: int


@dataclass(frozen=True)
class LookAhead:
    """The next character is (not) in a set; nothing is consumed. ``negative`` holds at the end of the text."""

    chars: CharSet
    negative: bool


@dataclass(frozen=True)
class TextEnd:
    """The text ends here. ``behind`` is the repeated set before a ``$`` (see `pattern_syntax`)."""

    behind: CharSet | None
    position: int


Node = CharSet | Sequence | Choice | Repeat | LookAhead | TextEnd


def walk(node: Node) -> Iterator[Node]:
    """Yield `node` and everything below it, in the order of the pattern.

    >>> [type(n).__name__ for n in walk(Sequence((CharSet("a"), TextEnd(None, 1))))]
    ['Sequence', 'CharSet', 'TextEnd']
    """
    yield node
    match node:
        case Sequence(items=children) | Choice(branches=children):
            for child in children:
                yield from walk(child)
        case Repeat(item=child) | LookAhead(chars=child):
            yield from walk(child)
