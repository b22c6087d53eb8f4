"""Limits of an untrusted vocabulary file: its size, and what it would take to read it.

A few megabytes can demand gigabytes: JSON of empty lists takes 30 times its size in memory, and a token of a million
bytes takes as long to merge as a whole vocabulary.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ...arguments import instance_of, optional
from ...environment import limits_from_environment, variable_of
from ...errors import WorkLimitError

__all__ = ["VocabLimits", "some_limits"]


@dataclass(frozen=True)
class VocabLimits:
    """Exceeding one raises a `WorkLimitError` that names it and how to raise it; ``math.inf`` removes a limit.

    ``bytes``: of all files together; ``parts``: values, lists and objects of a JSON file; ``tokens``: ranked and
    special ones; ``token_bytes``: of all tokens together; ``pattern``: characters of the split pattern in the file.
    ``variable``: prefix of the environment variables that set them.

    >>> VocabLimits(bytes=10).check_size("x.tiktoken", 11)
    Traceback (most recent call last):
    wordchipper_lab.errors.WorkLimitError: x.tiktoken has 11 bytes, but at most 10 are read: open a smaller one, or \
raise the environment variable WORDCHIPPER_LAB_VOCAB_BYTES
    """

    bytes: float = 40 << 20
    parts: float = 4_000_000
    tokens: float = 1_000_000
    token_bytes: float = 8_000_000
    pattern: float = 20_000
    variable: str = "WORDCHIPPER_LAB_VOCAB"

    def with_environment(self) -> VocabLimits:
        """These limits, overridden by the environment; `InputError` for a value there that is not a number."""
        return limits_from_environment(self)

    def check_size(self, name: str, n_bytes: int) -> None:
        """Raise `WorkLimitError` for files of more than ``bytes``."""
        self._check("bytes", n_bytes, f"{name} has {n_bytes:,} bytes", "are read")

    def check_json(self, name: str, contents: bytes) -> None:
        """Raise `WorkLimitError` for JSON of more than ``parts``, before it is parsed."""
        n_parts = sum(map(contents.count, (b",", b"[", b"{")))
        self._check("parts", n_parts, f"{name} has {n_parts:,} values, lists and objects", "are read")

    def check_tokens(self, name: str, tokens: Collection[bytes], special: Iterable[str]) -> None:
        """Raise `WorkLimitError` for too many tokens, or too many bytes in them."""
        others = [text.encode(errors="replace") for text in special]
        self.check_counts(name, len(tokens) + len(others), sum(map(len, tokens)) + sum(map(len, others)))

    def check_counts(self, name: str, n_tokens: int, n_bytes: int) -> None:
        """As `check_tokens`, of tokens that were counted already."""
        self._check("tokens", n_tokens, f"{name} has {n_tokens:,} tokens", "are read")
        self._check("token_bytes", n_bytes, f"the tokens of {name} have {n_bytes:,} bytes", "are read")

    def check_pattern(self, name: str, pattern: str) -> None:
        """Raise `WorkLimitError` for a split pattern of more than ``pattern`` characters."""
        given = f"the split pattern of {name} has {len(pattern):,} characters"
        self._check("pattern", len(pattern), given, "are read")

    def _check(self, limit: str, found: int, given: str, allowed: str) -> None:
        most = getattr(self, limit)
        if found > most:
            raise WorkLimitError(
                f"{given}, but at most {most:,.0f} {allowed}: open a smaller one, or raise the environment variable "
                f"{variable_of(self.variable, limit)}"
            )


some_limits = optional(instance_of("VocabLimits, or None", VocabLimits))
