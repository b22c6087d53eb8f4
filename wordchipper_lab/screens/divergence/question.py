"""The question to a DivergenceLab: two lexers, and what to compare them on."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ...errors import InputError, UnknownNameError
from ...lab.divergence import Alphabet
from ...spanners.specimens import SPECIMENS
from ..load_code import load_code, load_imports
from .offered_lexers import OWN

__all__ = [
    "COMPARED",
    "FIRST",
    "MAX_ALPHABET",
    "MAX_FILE",
    "MAX_K",
    "MAX_TEXT",
    "SOURCES",
    "Choice",
    "list_presets",
    "numbered_preset",
    "preset_choice",
    "script_of",
    "used_alphabet",
]

SOURCES = ("text", "file", "strings", "proof")

COMPARED = ("lexers", "tokenizers")

MAX_TEXT = 1_000_000
"""Bytes of a text that is compared while typing."""

MAX_FILE = 8 << 20
"""Bytes of a file opened on the page; the command line has no such limit."""

_FIRST_TOLD = ("no_whitespace_give_back", "no_contraction_split", "marks_are_letters")

MAX_K = 6
MAX_ALPHABET = 100


@dataclass(frozen=True)
class Choice:
    """The state of a lab that decides what it shows, except for the selected divergence.

    compared: one of `COMPARED`: the lexers `a` and `b`, or the tokenizers `tok_a` and `tok_b`; `around`: whether with
    the ids that post-processors put around a text.
    """

    a: str = "automaton:cl100k_base"
    b: str = "specimen:no_whitespace_give_back"
    text: str = "Two  spaces,\n    and four."
    source: str = "text"
    k: int = 3
    alphabet: str = ""
    compared: str = "lexers"
    tok_a: str = "cl100k_base"
    tok_b: str = "o200k_base"
    around: bool = False

    def to_state(self) -> dict[str, Any]:
        """As keyword arguments of `DivergenceLab`."""
        return asdict(self)

    def has_lexers_of(self, other: Choice) -> bool:
        """Whether both have the same lexers, or tokenizers, and the same source."""
        return self._sides == other._sides

    @property
    def of_tokenizers(self) -> bool:
        """Whether tokenizers are compared."""
        return self.compared == "tokenizers"

    @property
    def _sides(self) -> tuple[object, ...]:
        sides = (self.tok_a, self.tok_b, self.around) if self.of_tokenizers else (self.a, self.b)
        return self.compared, *sides, self.source

    def is_alike(self, other: Choice) -> bool:
        """Whether a search would find the same; texts are not searched."""
        return self.has_lexers_of(other) and (self.k, self.alphabet) == (other.k, other.alphabet)

    def to_code(self, selected: int = 0) -> str:
        """The Python line that creates this view, without default values."""
        state = self.to_state() | ({"selected": selected} if selected else {})
        plain = asdict(FIRST)
        always = ("tok_a", "tok_b") if self.of_tokenizers else ("a", "b")
        without = () if not self.of_tokenizers else ("a", "b")
        named = {
            name: value
            for name, value in state.items()
            if name not in without and (name in always or value != plain.get(name))
        }
        arguments = (f"{name}={lexer_argument(name, value)}" for name, value in named.items())
        return f"DivergenceLab({', '.join(arguments)})"


FIRST = Choice()
"""The first view for a visitor: the most common mistake, on an easy text."""


def lexer_argument(name: str, value: object) -> str:
    """`value` as a Python expression; a custom lexer has no word that another program could read."""
    return f"my_{name}" if name in ("a", "b") and str(value).startswith(OWN) else repr(value)


def list_presets() -> list[dict[str, Any]]:
    """Each specimen against the lexer it imitates: its name, and the state that shows it."""
    words = [*(word for word in _FIRST_TOLD if word in SPECIMENS), *SPECIMENS]
    return [
        {"name": f"{SPECIMENS[word].title} ({SPECIMENS[word].pattern_name})"} | preset_choice(word)
        for word in dict.fromkeys(words)
    ]


def numbered_preset(number: int) -> dict[str, Any]:
    """The state of the preset with this number, on a text; raises `InputError` if there is none."""
    presets = list_presets()
    if not 0 <= number < len(presets):
        raise InputError(f"there is no preset {number}: expected 0 to {len(presets) - 1}")
    return presets[number] | {"source": "text", "selected": 0}


def preset_choice(specimen: str) -> dict[str, Any]:
    """The state that shows a specimen; raises `UnknownNameError` for an unknown name."""
    if specimen not in SPECIMENS:
        raise UnknownNameError("specimen", specimen, SPECIMENS)
    found = SPECIMENS[specimen]
    lexers = {"a": f"automaton:{found.pattern_name}", "b": f"specimen:{specimen}"}
    return lexers | {"text": found.example, "source": "text", "selected": 0}


def used_alphabet(choice: Choice, alphabet: Alphabet) -> str:
    """The characters from which all strings are built."""
    return choice.alphabet or alphabet.sweep_characters()


def script_of(choice: Choice, selected: int = 0, file: str = "") -> str:
    """A Python program that creates this view, and one that finds the same without it."""
    if choice.of_tokenizers:
        return _script_of_tokenizers(choice, selected, file)
    a, b = (lexer_argument(name, getattr(choice, name)) for name in ("a", "b"))
    alphabet = f", alphabet={choice.alphabet!r}" if choice.alphabet else ""
    name, use = {
        "text": ("find_divergences", f"list(find_divergences({a}, {b}, {choice.text!r}))"),
        "file": ("find_divergences", f"list(find_divergences({a}, {b}, Path({file!r})))"),
        "strings": ("sweep_equivalence", f"print(sweep_equivalence({a}, {b}, {choice.k}{alphabet}))"),
        "proof": ("prove_equivalence", f"print(prove_equivalence({a}, {b}))"),
    }[choice.source]
    lines = [
        *(["from pathlib import Path", ""] if choice.source == "file" else []),
        f"from wordchipper_lab.lab import {name}",
        "from wordchipper_lab.widgets import DivergenceLab",
        "",
        f"{choice.to_code(selected)}  # this view",
        f"{use}  # the same without a screen",
    ]
    return "\n".join(lines) + "\n"


def _script_of_tokenizers(choice: Choice, selected: int, file: str) -> str:
    options = ", add_special_tokens=True" if choice.around else ""
    name, use = {
        "text": ("compare_tokenizers", f"compare_tokenizers(a, b, {choice.text!r}{options})"),
        "file": ("compare_tokenizers", f"compare_tokenizers(a, b, Path({file!r}){options})"),
        "strings": ("compare_tokenizers", f"compare_tokenizers(a, b, {choice.text!r}{options})"),
        "proof": ("prove_equivalence", "prove_equivalence(a, b)"),
    }[choice.source]
    lines = [
        *(["from pathlib import Path", ""] if choice.source == "file" else []),
        "import wordchipper_lab as wl",
        *load_imports(choice.tok_a, choice.tok_b),
        f"from wordchipper_lab.lab import {name}",
        "from wordchipper_lab.widgets import DivergenceLab",
        "",
        f"a = {load_code(choice.tok_a)}",
        f"b = {load_code(choice.tok_b)}",
        f"{choice.to_code(selected)}  # this view",
        f"print({use})  # the same without a screen",
    ]
    return "\n".join(lines) + "\n"
