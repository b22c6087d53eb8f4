"""The terms of the field, each with one plain sentence, and a screen that shows it."""

from __future__ import annotations

import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..arguments import check_name
from .stories.screen_states import check_state

__all__ = ["Word", "all_words", "explain_word"]


@dataclass(frozen=True)
class Word:
    """A term. ``labels`` are other forms under which it stands on screens; ``screen`` in ``state`` shows it."""

    name: str
    says: str
    screen: str
    state: dict[str, Any]
    labels: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """All fields, by name."""
        return asdict(self)


@cache
def all_words() -> dict[str, Word]:
    """All terms by name, in an order in which they can be read.

    >>> list(all_words())[:3]
    ['token', 'vocabulary', 'byte-level']
    """
    data = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
    words = {}
    for name, fields in data.items():
        check_state(fields["screen"], fields["state"])
        words[name] = Word(name, **(fields | {"labels": tuple(fields.get("labels", ()))}))
    return words


def explain_word(name: str) -> Word:
    """The term of that name, or with that label, in small letters or capitals; raises `UnknownNameError`.

    >>> explain_word("Spans").name
    'span'
    """
    sought = name.casefold() if isinstance(name, str) else name
    by_label = {
        label.casefold(): word for word in all_words().values() for label in (word.name, *word.labels)
    }
    return by_label[check_name("word", sought, by_label)]
