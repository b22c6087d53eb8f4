"""What one call may take of an untrusted pipeline, all its steps together: time, and room for what it makes of a text.

Each pattern has a limit by itself. A file may have a hundred of them, and steps that each make a text ten times as
long.
"""

from __future__ import annotations

import time

from ..errors import WorkLimitError
from ..spanners import PatternLimits

__all__ = ["Allowance"]

_SOME_MORE = 100_000


class Allowance:
    """Limits of all steps for texts of `n_characters` in total, from now on, in this thread.

    >>> Allowance(PatternLimits(growth=2), 10).check_length(100_021, 10)
    Traceback (most recent call last):
    wordchipper_lab.errors.WorkLimitError: the normalizer makes 100,021 characters of 10, but at most 2 of each and \
100,000 more are allowed: open another tokenizer, or raise the environment variable WORDCHIPPER_LAB_PATTERN_GROWTH \
(or PatternLimits(growth=...))
    """

    def __init__(self, limits: PatternLimits, n_characters: int) -> None:
        self.limits, self.n_characters = limits, n_characters
        self._began = time.thread_time()

    def check_time(self) -> None:
        """Raise `WorkLimitError` if it is used up; a step that runs has a limit of its own."""
        most = self.limits.seconds_for(self.n_characters)
        if time.thread_time() - self._began > most:
            raise WorkLimitError(
                f"the normalizer and the split patterns were stopped after {most:.1f} s on {self.n_characters:,} "
                f"characters: use a shorter text, or raise {self.limits.named('seconds')}"
            )

    def check_length(self, n_made: int, n_given: int) -> None:
        """Raise `WorkLimitError` if `n_made` characters are too many to be made of `n_given`."""
        if n_made > self.limits.growth * n_given + _SOME_MORE:
            raise WorkLimitError(
                f"the normalizer makes {n_made:,} characters of {n_given:,}, but at most {self.limits.growth:,.0f} of "
                f"each and {_SOME_MORE:,} more are allowed: open another tokenizer, or raise "
                f"{self.limits.named('growth')}"
            )
