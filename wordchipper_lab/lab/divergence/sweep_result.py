"""The result of a sweep over all short strings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .divergence import Divergence
from .groups import DivergenceGroup, group_divergences

__all__ = ["SweepLength", "SweepResult"]


@dataclass(frozen=True)
class SweepLength:
    """For strings of one ``length``: how many were tried (``cases``), and how many of them are
    ``divergent``."""

    length: int
    cases: int
    divergent: int


@dataclass(frozen=True, eq=False)
class SweepResult:
    """All strings of length 1 to k over ``alphabet``, lexed by two lexers.

    ``divergences`` are the first ones, shorter before longer, each as a separate text; `n_divergent` counts
    all. ``stopped``: not all strings were tried. ``stand_in`` says which lexer was replaced by an automaton,
    and why that is allowed.

    >>> from wordchipper_lab.lab import sweep_equivalence
    >>> print(sweep_equivalence("automaton:r50k_base", "logos:r50k_base", 2))
    automaton:r50k_base and logos:r50k_base agree on all 870 strings of 1 to 2 of 29 characters
    """

    a: str
    b: str
    alphabet: str
    by_length: tuple[SweepLength, ...]
    divergences: list[Divergence]
    seconds: float
    stopped: bool = False
    stand_in: str = ""

    @property
    def cases(self) -> int:
        """Number of strings tried."""
        return sum(length.cases for length in self.by_length)

    @property
    def n_divergent(self) -> int:
        """Number of strings that diverge."""
        return sum(length.divergent for length in self.by_length)

    @cached_property
    def groups(self) -> list[DivergenceGroup]:
        """``divergences`` by signature: most frequent first."""
        return group_divergences(self.divergences, max(1, len(self.divergences)))

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        named = ("a", "b", "alphabet", "cases", "n_divergent", "seconds", "stopped", "stand_in")
        return {name: getattr(self, name) for name in named} | {
            "by_length": [vars(length) for length in self.by_length],
            "divergences": [divergence.to_json() for divergence in self.divergences],
            "groups": [group.to_json() for group in self.groups],
        }

    def __str__(self) -> str:
        sizes = f"1 to {self.by_length[-1].length}" if len(self.by_length) > 1 else "1"
        strings = f"{self.cases:,} strings of {sizes} of {len(self.alphabet)} characters"
        if not self.n_divergent:
            text = f"{self.a} and {self.b} agree on {'the first' if self.stopped else 'all'} {strings}"
        else:
            first = "the first " if self.stopped else ""
            text = f"{self.a} and {self.b} diverge on {self.n_divergent:,} of {first}{strings}"
            text += f"; the first: {self.divergences[0].text!a}"
        return f"{text}; {self.stand_in}" if self.stand_in else text
