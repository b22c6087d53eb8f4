"""The lexer's share of the time."""

from __future__ import annotations

from ...benchmark.results import BenchmarkRun
from ..selection import Statistic
from ..spanning import lexer_share
from .wording import join, percent

__all__ = ["lexer_time"]


def lexer_time(run: BenchmarkRun, _: Statistic) -> list[str]:
    """For each vocabulary and corpus: the lexer's share of the time to encode, by lexer; always from
    medians."""
    sentences = []
    for table in lexer_share(run):
        parts: dict[str, list[float]] = {}
        for record in table.to_records():
            parts.setdefault(str(record["Lexer"]), []).append(float(record["Lexer's part"] or 0.0))
        listed = join(f"{_range(values)} under {lexer}" for lexer, values in parts.items())
        where = table.title.partition(": ")[2]
        sentences.append(f"{where} (encode_array, 1 thread): of the time to encode, spanning takes {listed}.")
    return sentences


def _range(values: list[float]) -> str:
    low, high = percent(min(values)), percent(max(values))
    return low if low == high else f"{low} to {high}"
