"""Truncation: at most so many tokens of a text, or of a pair. Source: ``tokenizers/src/utils/truncation.rs``."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arguments import check_name
from ...errors import ArgumentError, VocabFormatError, show
from .encoding import Encoding
from .python_form import Name, Struct

__all__ = ["STRATEGIES", "Truncation", "truncate"]

STRATEGIES = {"longest_first": "LongestFirst", "only_first": "OnlyFirst", "only_second": "OnlySecond"}
"""Name in Python -> name in files."""
_DIRECTIONS = {"left": "Left", "right": "Right"}


class Truncation(NamedTuple):
    """What ``Tokenizer.enable_truncation`` takes."""

    max_length: int = 512
    stride: int = 0
    strategy: str = "longest_first"
    direction: str = "right"

    def to_json(self) -> dict[str, Any]:
        """As an object in a ``tokenizer.json``."""
        return Struct(
            "TruncationParams",
            {
                "direction": Name(_DIRECTIONS[self.direction]),
                "max_length": self.max_length,
                "strategy": Name(STRATEGIES[self.strategy]),
                "stride": self.stride,
            },
        )

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Truncation:
        """What such an object describes."""
        sizes = given.get("max_length"), given.get("stride", 0)
        if any(type(size) is not int or size < 0 for size in sizes):
            raise VocabFormatError("truncation", None, f"expected max_length and stride, got {show(given)}")
        strategy = {in_file: name for name, in_file in STRATEGIES.items()}
        direction = {in_file: name for name, in_file in _DIRECTIONS.items()}
        return cls(
            *sizes,  # type: ignore[arg-type]
            strategy[check_name("strategy", given.get("strategy", "LongestFirst"), strategy)],
            direction[check_name("direction", given.get("direction", "Right"), direction)],
        )


def truncate(encoding: Encoding, pair: Encoding | None, to: Truncation) -> None:
    """Cut `encoding` and `pair`, so that both together have at most ``to.max_length`` tokens.

    Raises `ArgumentError` if the strategy does not allow it.
    """
    first, second = len(encoding), 0 if pair is None else len(pair)
    excess = first + second - to.max_length
    if to.max_length == 0:
        first = second = 0
    elif excess <= 0:
        return
    elif to.strategy == "longest_first":
        first, second = _lengths(first, second, to.max_length) if pair is not None else (to.max_length, 0)
    elif to.strategy == "only_second" and pair is None:
        raise ArgumentError("Truncation error: Second sequence not provided")
    else:
        target = first if to.strategy == "only_first" else second
        if target <= excess:
            raise ArgumentError(
                "Truncation error: Sequence to truncate too short to respect the provided max_length: it has "
                f"{target} tokens, and {excess} are too many"
            )
        if to.strategy == "only_first":
            first -= excess
        else:
            second -= excess
    encoding.truncate(first, to.stride, to.direction)
    if pair is not None:
        pair.truncate(second, to.stride, to.direction)


def _lengths(first: int, second: int, most: int) -> tuple[int, int]:
    """How many tokens of each are kept: the shorter one first keeps all; if that is not enough, half each."""
    swaps = first > second
    short, long = min(first, second), max(first, second)
    long = short if short > most else max(short, most - short)
    if short + long > most:
        short = most // 2
        long = short + most % 2
    return (long, short) if swaps else (short, long)
