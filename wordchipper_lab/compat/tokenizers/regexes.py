"""`Regex`, and patterns of components: a text, or a regular expression in Oniguruma's dialect."""

from __future__ import annotations

import re
from typing import Any

import regex

from ...arguments import a_text, wrong_type
from ...errors import PatternSyntaxError, VocabFormatError, show
from ...vocab.formats.pre_tokenizer import read_pattern
from .python_form import Variant

__all__ = ["Regex", "a_pattern", "compiled_pattern", "pattern_from_file", "pattern_to_file"]


class Regex:
    """A regular expression; a plain ``str`` given as a pattern is searched for as it is."""

    def __init__(self, pattern: str) -> None:
        self.pattern = a_text("pattern", pattern)
        try:
            regex.compile(self.pattern)
        except regex.error as error:
            raise PatternSyntaxError(self.pattern, error.pos or 0, str(error.msg)) from None
        except (OverflowError, RecursionError, ValueError) as error:
            raise PatternSyntaxError(self.pattern, 0, str(error)) from None

    def __repr__(self) -> str:
        return f"Regex({self.pattern!r})"


def a_pattern(name: str, value: object) -> str | Regex:
    """A ``str`` or a `Regex`."""
    if isinstance(value, str | Regex):
        return value
    raise wrong_type(name, value, "a str or a Regex")


def pattern_to_file(pattern: str | Regex) -> dict[str, str]:
    """A pattern as an object in a ``tokenizer.json``."""
    return Variant(Regex=pattern.pattern) if isinstance(pattern, Regex) else Variant(String=pattern)


def pattern_from_file(given: Any) -> str | Regex:
    """The pattern that such an object describes."""
    if isinstance(given, dict) and isinstance(given.get("Regex"), str):
        return Regex(given["Regex"])
    if isinstance(given, dict) and isinstance(given.get("String"), str):
        return str(given["String"])
    raise VocabFormatError("pattern", None, f"expected a Regex or a String, got {show(given)}")


def compiled_pattern(what: str, pattern: str | Regex) -> Any:
    """The pattern for the `regex` package; raises `UnsupportedVocabError` for what it reads in another way."""
    if isinstance(pattern, str):
        return regex.compile(re.escape(pattern))
    return regex.compile(read_pattern("pattern", what, pattern_to_file(pattern), None))
