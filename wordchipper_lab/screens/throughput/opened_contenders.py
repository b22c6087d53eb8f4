"""Opened tokenizers in a run: with those of the chosen lexers and span encoders that suit them, and with the memo of
spans as it was chosen for ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from ...lab.benchmark.own_tokenizer import OwnTokenizer
from ...lab.opened import Opened, find_opened, get_opened
from ...lab.pipeline_words import join_words
from ..load_code import load_code
from .question import Choice

__all__ = ["OpenedCase", "opened_cases", "opened_code", "opened_contenders", "opened_notes"]


class OpenedCase(NamedTuple):
    """An opened tokenizer with a lexer and a span encoder, "auto" for its best; `memo`: whether it remembers spans."""

    name: str
    lexer: str
    encoder: str
    memo: bool


def opened_cases(names: Iterable[str], choice: Choice) -> dict[str, OpenedCase]:
    """By what charts and tables call them; raises `InputError` for one that is not open.

    A tokenizer that no chosen lexer (or encoder) suits has its best one. Labels say what is not the same for all of a
    tokenizer, and the memo as those of ours do (see `Case.label`).
    """
    return {label: case for name in names for label, case in _cases(name, get_opened(name), choice).items()}


def opened_contenders(names: Iterable[str], choice: Choice) -> dict[str, OwnTokenizer]:
    """Them, ready to run: the first time, tables are made for each encoder."""
    cases = opened_cases(names, choice)
    return {
        label: OwnTokenizer(get_opened(case.name).tokenizer(case.lexer, case.encoder, case.memo))
        for label, case in cases.items()
    }


def opened_notes(names: Iterable[str], choice: Choice) -> list[str]:
    """Which of the chosen lexers and encoders do not suit an opened tokenizer, and why: sentences."""
    return [note for name in names for note in _notes(get_opened(name), choice)]


def opened_code(names: Iterable[str], choice: Choice, own: Iterable[str] = ()) -> str:
    """The Python expression that makes the argument ``own`` of a run: the user's own, and the opened ones from their
    files; "" without any.

    >>> opened_code(["tokenizer.json@3f2a91c4"], Choice(memo=(False,)))
    "{'tokenizer.json@3f2a91c4': wl.Tokenizer.from_file('tokenizer.json', memo=False)}"
    >>> opened_code([], Choice(), own=["mine"])
    'own'
    """
    cases = {label: case for name in names for label, case in _cases(name, find_opened(name), choice).items()}
    made = [f"{label!r}: {_load(case)}" for label, case in cases.items()]
    opened = f"{{{', '.join(made)}}}" if made else ""
    return " | ".join(filter(None, ["own" if list(own) else "", opened]))


def _cases(name: str, opened: Opened | None, choice: Choice) -> dict[str, OpenedCase]:
    """Those of one tokenizer; with its best only, if it is not open."""
    lexers = [kind for kind in choice.lexers if opened and kind in opened.lexers()] or ["auto"]
    encoders = [encoder for encoder in choice.encoders if opened and encoder in opened.encoders()] or ["auto"]
    found = {}
    for lexer, encoder, memo in product(lexers, encoders, dict.fromkeys(choice.memo)):
        parts = [name, lexer if len(lexers) > 1 else "", encoder if len(encoders) > 1 else ""]
        label = " + ".join(filter(None, [*parts, "memo" if memo else ""]))
        found[label] = OpenedCase(name, lexer, encoder, memo)
    return found


def _notes(opened: Opened, choice: Choice) -> Iterator[str]:
    suiting = opened.lexers()
    lexers = [kind for kind in choice.lexers if kind not in suiting]
    if lexers:
        yield _note(opened, lexers, choice.lexers, "made for other split patterns")
    whys: dict[str, list[str]] = {}
    refused = opened.refused()
    for encoder in filter(refused.__contains__, choice.encoders):
        why = refused[encoder].removeprefix(opened.name).partition(f", so {encoder}")[0]
        whys.setdefault(f"it{why}", []).append(encoder)
    for why, encoders in whys.items():
        yield _note(opened, encoders, choice.encoders, why)


def _note(opened: Opened, without: Sequence[str], chosen: Sequence[str], why: str) -> str:
    instead = ", but with its best" if len(without) == len(chosen) else ""
    return f"{opened.name} is measured without {join_words(without)}{instead}: {why}."


def _load(case: OpenedCase) -> str:
    options: dict[str, object] = {} if case.memo else {"memo": False}
    parts: Sequence[tuple[str, str]] = (("lexer", case.lexer), ("encoder", case.encoder))
    return load_code(case.name, **{name: value for name, value in parts if value != "auto"}, **options)
