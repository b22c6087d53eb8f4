"""What the screens of a `Lab` share: one text, one tokenizer, one pinned span or token."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["SHARED", "SharedChoice"]

SHARED = ("text", "model", "lexer", "encoder", "special", "span", "token")
"""text, vocabulary, lexer, span encoder, special-token policy; number of the pinned span of the text, id of the pinned
token."""

_PINS = ("span", "token")

_MOST_CARRIED = 20_000  # characters of a text; what is carried travels at every step from screen to screen


class SharedChoice:
    """Collects what is chosen on one screen for the others.

    Only what somebody changed is shared: a screen opens with its own first text until another text was typed.

    >>> choice = SharedChoice()
    >>> choice.note("explorer", {"text": "a first text", "model": "o200k_base"})
    >>> choice.collect("explorer", {"text": "typed", "model": "o200k_base"})
    >>> choice.chosen
    {'text': 'typed'}
    """

    def __init__(self, chosen: Mapping[str, Any] = {}) -> None:
        self.chosen: dict[str, Any] = dict(chosen)
        self._noted: dict[str, dict[str, Any]] = {}

    def note(self, screen: str, given: Mapping[str, Any]) -> None:
        """Remember what `screen` holds now: it was not chosen there."""
        self._noted[screen] = dict(given)

    def collect(self, screen: str, given: Mapping[str, Any]) -> None:
        """Take over what has changed on `screen` since the last note. Another text has no pins of the former one."""
        before = self._noted.get(screen, {})
        changed = {
            name: value for name, value in given.items() if name not in before or before[name] != value
        }
        if changed.keys() & {"text", "model"}:
            for pin in _PINS:
                self.chosen.pop(pin, None)
        self.chosen |= changed
        self.note(screen, given)

    @property
    def carried(self) -> dict[str, str]:
        """What a page keeps, to `bring` it when it is loaded again: the tokenizer, and the text if it is short."""
        return {
            name: value
            for name, value in self.chosen.items()
            if name not in _PINS and len(value) <= _MOST_CARRIED
        }

    def bring(self, carried: Mapping[str, Any]) -> None:
        """Take over what was `carried`; whatever else a page says is left out."""
        self.chosen |= {
            name: value
            for name, value in carried.items()
            if name in SHARED and name not in _PINS and isinstance(value, str)
        }
