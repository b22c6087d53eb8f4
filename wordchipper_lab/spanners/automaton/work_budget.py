"""A bound on the work of compiling a pattern: a few characters can require minutes.

It is counted in steps, not in seconds, so that a pattern is refused on every machine or on none. A step is
one visit to a state of the NFA: about 0.25 us. The built-in patterns take 4,000 to 60,000.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import UnsupportedPatternError

__all__ = ["MAX_STEPS", "WorkBudget"]

MAX_STEPS = 16_000_000  #: about 5 s


@dataclass
class WorkBudget:
    """Steps taken so far by compiling `pattern`.

    >>> work = WorkBudget("a")
    >>> work.spend(10)
    >>> work.steps
    10
    """

    pattern: str
    steps: int = 0

    def spend(self, steps: int) -> None:
        """Count `steps`; raises `UnsupportedPatternError` if there are more than `MAX_STEPS`."""
        self.steps += steps
        if self.steps > MAX_STEPS:
            problem = (
                f"unsupported size: compiling this needs more than {MAX_STEPS:,} steps; use fewer or smaller"
                " repetitions, or the regex lexer,"
            )
            raise UnsupportedPatternError(self.pattern, 0, problem)
