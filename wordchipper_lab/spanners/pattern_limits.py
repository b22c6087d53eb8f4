"""What an untried pattern may cost: time on a text, and its own size.

A few characters can ask for any amount of both: ``(a+)+$`` goes back and forth for years on 100 letters,
``(((a{1000}){1000}){1000})`` unrolls to 8 GB. Published patterns have no limits.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass

from ..arguments import a_text, wrong_type
from ..errors import ArgumentError, InputError, WorkLimitError, show

__all__ = ["PatternLimits"]

_SHOWN = 60


@dataclass(frozen=True)
class PatternLimits:
    """Limits of patterns that are not published ones; beyond them is a `WorkLimitError`, which names the limit.

    ``seconds``: processor time for a text, and as much again for each million of its characters; ``characters`` of the
    pattern; ``literal``: of them in a row, standing for themselves; ``size``: its characters, classes and groups, each
    as often as the counts around it say. ``math.inf`` lifts a limit. ``variable`` is what the names of the environment
    variables that set them begin with.

    >>> PatternLimits(seconds=2).seconds_for(500_000)
    3.0
    """

    seconds: float = 10.0
    characters: float = 20_000
    literal: float = 500
    size: float = 500_000
    variable: str = "WORDCHIPPER_LAB_PATTERN"

    def __post_init__(self) -> None:
        """Raises `ArgumentTypeError` or `ArgumentError` for a limit that is no number above 0."""
        a_text("variable", self.variable)
        for name in ("seconds", "characters", "literal", "size"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise wrong_type(name, value, "a number above 0, or math.inf")
            if not value > 0:
                raise ArgumentError(f"{name} is {show(value)}: expected a number above 0, or math.inf")

    @classmethod
    def default(cls) -> PatternLimits:
        """The limits where none are given: of the environment, WORDCHIPPER_LAB_PATTERN_SECONDS and so on."""
        return cls().with_environment()

    def with_environment(self) -> PatternLimits:
        """These limits, but for those that the environment sets; `InputError` for anything but a number there."""
        names = ("seconds", "characters", "literal", "size")
        given = {name: os.environ.get(self._variable_of(name), "") for name in names}
        if not any(given.values()):
            return self
        read = {
            name: self._read(name, value) if value else getattr(self, name) for name, value in given.items()
        }
        return PatternLimits(**read, variable=self.variable)

    def _variable_of(self, name: str) -> str:
        return f"{self.variable}_{name.upper()}"

    def _read(self, name: str, value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not number > 0:
            raise InputError(
                f"the environment variable {self._variable_of(name)} is {value!r}: expected a number above 0, or inf"
            )
        return number

    def seconds_for(self, n_characters: int) -> float:
        """Processor time that a text of `n_characters` may take."""
        return self.seconds * (1 + n_characters / 1e6)

    def check_length(self, pattern: str) -> None:
        """Raise `WorkLimitError` for a pattern of more than ``characters``."""
        if len(pattern) > self.characters:
            raise WorkLimitError(
                f"the pattern has {len(pattern):,} characters, at most {self.characters:,.0f} are taken: shorten it, or"
                f" raise {self.named('characters')}"
            )

    def gave_up(self, pattern: str, done: int, total: int, unit: str, advice: str) -> WorkLimitError:
        """The error for a text that took too long; `done` of `total` characters or bytes (`unit`) were lexed."""
        limit = self.seconds_for(total)
        return WorkLimitError(
            f"the pattern {shorten(pattern)} was given up after {limit:.1f} s at {done:,} of {total:,} {unit}: "
            f"{advice}, take a shorter text, or raise {self.named('seconds')}"
        )

    def named(self, name: str) -> str:
        """How the limit `name` is raised, in words."""
        return f"the environment variable {self._variable_of(name)} (or PatternLimits({name}=...))"


def shorten(pattern: str) -> str:
    """The pattern as messages show it."""
    return repr(pattern if len(pattern) <= _SHOWN else pattern[:_SHOWN] + "…")
