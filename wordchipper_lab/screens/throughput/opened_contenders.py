"""Opened tokenizers in a run: with and without the memo of spans, as it was chosen for ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...lab.benchmark.own_tokenizer import OwnTokenizer
from ...lab.opened import open_opened
from ..load_code import load_code

__all__ = ["opened_code", "opened_contenders"]


def opened_contenders(names: Iterable[str], memo: Sequence[bool]) -> dict[str, OwnTokenizer]:
    """Those opened tokenizers, by what charts and tables call them; raises `InputError` for one that is not open."""
    return {
        label: OwnTokenizer(open_opened(name, memo=remember))
        for label, (name, remember) in _by_label(names, memo).items()
    }


def opened_code(names: Iterable[str], memo: Sequence[bool], own: Iterable[str] = ()) -> str:
    """The Python expression that makes the argument ``own`` of a run: the user's own, and the opened ones from their
    files; "" without any.

    >>> opened_code(["tokenizer.json@3f2a91c4"], [False])
    "{'tokenizer.json@3f2a91c4': wl.Tokenizer.from_file('tokenizer.json', memo=False)}"
    >>> opened_code([], [False], own=["mine"])
    'own'
    """
    made = [
        f"{label!r}: {load_code(name, **({} if remember else {'memo': False}))}"
        for label, (name, remember) in _by_label(names, memo).items()
    ]
    opened = f"{{{', '.join(made)}}}" if made else ""
    return " | ".join(filter(None, ["own" if list(own) else "", opened]))


def _by_label(names: Iterable[str], memo: Sequence[bool]) -> dict[str, tuple[str, bool]]:
    """Labels say the memo as those of ours do (see `Case.label`)."""
    return {
        f"{name} + memo" if remember else name: (name, remember)
        for name in names
        for remember in dict.fromkeys(memo)
    }
