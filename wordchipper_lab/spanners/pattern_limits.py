"""Limits of an untrusted pattern: its time on a text, and its own size.

A few characters can demand any amount of both: ``(a+)+$`` backtracks for years on 100 letters,
``(((a{1000}){1000}){1000})`` unrolls to 8 GB. Published patterns have no limits.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..arguments import a_text, wrong_type
from ..environment import limits_from_environment, variable_of
from ..errors import ArgumentError, WorkLimitError, show

__all__ = ["PatternLimits"]

_SHOWN = 60


@dataclass(frozen=True)
class PatternLimits:
    """Limits of patterns that are not published; exceeding one raises a `WorkLimitError` that names it.

    ``seconds``: processor time for a text, plus the same again per million characters; ``characters``: length
    of the pattern; ``literal``: literal characters in a row; ``size``: its characters, classes and groups,
    each multiplied by the counts around it; ``growth``: characters that a tokenizer's normalizer may make of each one.
    ``math.inf`` removes a limit. ``variable``: prefix of the
    environment variables that set them.

    >>> PatternLimits(seconds=2).seconds_for(500_000)
    3.0
    """

    seconds: float = 10.0
    characters: float = 20_000
    literal: float = 500
    size: float = 500_000
    growth: float = 1000
    variable: str = "WORDCHIPPER_LAB_PATTERN"

    def __post_init__(self) -> None:
        """Raises `ArgumentTypeError` or `ArgumentError` for a limit that is not a number above 0."""
        a_text("variable", self.variable)
        for name in ("seconds", "characters", "literal", "size", "growth"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise wrong_type(name, value, "a number above 0, or math.inf")
            if not value > 0:
                raise ArgumentError(f"{name} is {show(value)}: expected a number above 0, or math.inf")

    @classmethod
    def default(cls) -> PatternLimits:
        """The default limits, from the environment: WORDCHIPPER_LAB_PATTERN_SECONDS and so on."""
        return cls().with_environment()

    def with_environment(self) -> PatternLimits:
        """These limits, overridden by the environment; `InputError` for a value there that is not a
        number."""
        return limits_from_environment(self)

    def seconds_for(self, n_characters: int) -> float:
        """Processor time allowed for a text of `n_characters`."""
        return self.seconds * (1 + n_characters / 1e6)

    def check_length(self, pattern: str) -> None:
        """Raise `WorkLimitError` for a pattern of more than ``characters``."""
        if len(pattern) > self.characters:
            raise WorkLimitError(
                f"the pattern has {len(pattern):,} characters, but at most {self.characters:,.0f} are "
                f"allowed: shorten it, or raise {self.named('characters')}"
            )

    def gave_up(self, pattern: str, done: int, total: int, unit: str, advice: str) -> WorkLimitError:
        """The error for a text that took too long, after lexing `done` of `total` characters or bytes
        (`unit`)."""
        limit = self.seconds_for(total)
        return WorkLimitError(
            f"the pattern {shorten(pattern)} was stopped after {limit:.1f} s at {done:,} of {total:,} "
            f"{unit}: {advice}, use a shorter text, or raise {self.named('seconds')}"
        )

    def named(self, name: str) -> str:
        """How to raise the limit `name`, in words."""
        return f"the environment variable {variable_of(self.variable, name)} (or PatternLimits({name}=...))"


def shorten(pattern: str) -> str:
    """The pattern, shortened for messages."""
    return repr(pattern if len(pattern) <= _SHOWN else pattern[:_SHOWN] + "…")
