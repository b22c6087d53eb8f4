"""`TokenizerDifference`: a text on which two tokenizers differ, and why; and differences of one kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .stages import Stage
from .verdict import How

__all__ = ["DifferenceGroup", "DifferenceGroups", "TokenizerDifference"]

_LONGEST_NAME = 60


@dataclass(frozen=True)
class TokenizerDifference:
    r"""Two tokenizers give different ids for `text`, or decode the same ids to different texts.

    ``text`` differs by itself. It is the stretch of a text of the source in which they differ, from character ``start``
    on, with as much around it as it takes; the whole text if that is not known. ``source`` names the text of the source
    (a file, a row; "" for a single text). ``a`` and ``b`` are their ids of `text`.

    ``cause`` is the first of ``stages``: those that make the difference. ``how`` that is known is a `How`; ``evidence``
    says it in sentences. ``signature`` describes the kind of difference in a few words, and ``shrunk`` is the shortest
    text known that shows this kind.

    ``decoded_a`` and ``decoded_b`` are set if only decoding differs. ``code_a`` and ``code_b`` are Python expressions
    for the two tokenizers, ``imports`` what they need, and ``options`` the arguments of `compare_tokenizers` that are
    not the usual ones.

    >>> from wordchipper_lab.lab import compare_tokenizers
    >>> found = compare_tokenizers("r50k_base", "cl100k_base", "Chapter 1234").differences[-1]
    >>> found.text, found.a, found.b, found.cause
    (' 1234', [1105, 2682], [220, 4513, 19], 'split pattern')
    """

    text: str
    a: list[int]
    b: list[int]
    cause: Stage
    stages: tuple[Stage, ...]
    how: How
    evidence: tuple[str, ...]
    signature: str
    code_a: str
    code_b: str
    imports: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()
    source: str = ""
    start: int = 0
    shrunk: str = ""
    decoded_a: str | None = None
    decoded_b: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return {
            name: list(value) if isinstance(value, tuple) and name != "options" else value
            for name, value in (vars(self) | {"options": dict(self.options)}).items()
        }

    def to_pytest(self) -> str:
        """A pytest case that fails while the tokenizers differ on the shrunk text."""
        imports = sorted({*self.imports, "from wordchipper_lab.lab import compare_tokenizers"})
        imports.sort(key=lambda line: (not line.startswith("import "), "wordchipper_lab" in line, line))
        name = re.sub(r"[^a-z0-9]+", "_", f"{self.cause} {self.signature}".lower())[:_LONGEST_NAME].strip("_")
        options = "".join(f", {key}={value!r}" for key, value in self.options)
        return (
            "\n".join(imports) + "\n\n\n"
            f"def test_same_ids_{name}():\n"
            f"    text = {self.shrunk or self.text!a}\n"
            f"    a = {self.code_a}\n"
            f"    b = {self.code_b}\n"
            f"    assert compare_tokenizers(a, b, text{options}).differences == []\n"
        )


@dataclass(frozen=True)
class DifferenceGroup:
    """``count`` differences of one kind: the same ``stages`` and ``signature``; ``example`` is a short one of them."""

    cause: Stage
    stages: tuple[Stage, ...]
    signature: str
    count: int
    example: TokenizerDifference

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "cause": self.cause,
            "stages": list(self.stages),
            "signature": self.signature,
            "count": self.count,
            "example": self.example.to_json(),
        }


class DifferenceGroups:
    """Counts differences by their kind. Beyond ``most`` kinds, later ones are only counted (``n_left_out``).

    Iterating yields the groups: most frequent first, then in the order of stages and signatures.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: Counter[object] = Counter()
        self._examples: dict[object, TokenizerDifference] = {}
        self.n_left_out = 0

    def is_new(self, found: TokenizerDifference) -> bool:
        """Whether it would be the example of its group."""
        example = self._examples.get((found.stages, found.signature))
        return len(self._examples) < self._most if example is None else len(example.text) > len(found.text)

    def add(self, found: TokenizerDifference) -> None:
        """Count one more."""
        key = found.stages, found.signature
        if self.is_new(found):
            self._examples[key] = found
        elif key not in self._examples:
            self.n_left_out += 1
            return
        self._counts[key] += 1

    def shrink(self, group: DifferenceGroup, shrunk: str) -> None:
        """Set the shrunk text of a group's example."""
        self._examples[group.stages, group.signature] = replace(group.example, shrunk=shrunk)

    def shrunk(self, found: TokenizerDifference) -> TokenizerDifference:
        """`found` with the shrunk text of its group."""
        known = self._examples.get((found.stages, found.signature))
        return found if known is None else replace(found, shrunk=known.shrunk)

    def __iter__(self) -> Iterator[DifferenceGroup]:
        groups = [
            DifferenceGroup(found.cause, found.stages, found.signature, self._counts[key], found)
            for key, found in self._examples.items()
        ]
        return iter(sorted(groups, key=lambda group: (-group.count, group.stages, group.signature)))
