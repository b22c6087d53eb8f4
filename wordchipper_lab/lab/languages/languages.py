"""Article 1 of the Universal Declaration of Human Rights in sixty languages; article1.toml names the sources."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ...arguments import check_name

__all__ = ["Language", "all_languages", "find_language"]


@dataclass(frozen=True)
class Language:
    """A language and the sentence in it; ``tag`` is its BCP 47 tag, ``direction`` "ltr" or "rtl"."""

    code: str
    name: str
    tag: str
    script: str
    text: str
    direction: str = "ltr"


@cache
def all_languages() -> dict[str, Language]:
    """All of them by name, English first.

    >>> len(all_languages()), all_languages()["Hindi"].script
    (60, 'Devanagari')
    """
    data = tomllib.loads((files(__package__) / "article1.toml").read_text(encoding="utf-8"))
    return {fields["name"]: Language(**fields) for fields in data["languages"]}


def find_language(name: str) -> Language:
    """The language of that name; raises `UnknownNameError` if there is none.

    >>> find_language("English").text[:23]
    'All human beings are bo'
    """
    return all_languages()[check_name("language", name, all_languages())]
