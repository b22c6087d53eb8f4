"""How an encoder's work grows with the length of a span: counted by its own kernel, not timed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import check_name, checked, one_of, sequence_of, whole_number
from ...encoders import ENCODERS
from ...encoders.registry import find_encoder, usable_encoders
from ...encoders.traced import trace_span
from ...errors import InputError
from ...tokenizer_arguments import a_tokenizer
from .counters import WorkCounters, counters_of
from .merge_trace import as_span

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer

__all__ = ["GROWTH_TEXTS", "LENGTHS", "EncoderGrowth", "Growth", "measure_growth"]

LENGTHS = (62, 125, 250, 500, 1000, 2000)
"""Default lengths of spans, in bytes."""

MOST_BYTES = 20_000
"""A sweep on a longer span takes more than half a second."""


def _random_letters(n: int) -> bytes:
    return bytes(random.Random(n).choices(b"abcdefghijklmnopqrstuvwxyz", k=n))


def _one_letter(n: int) -> bytes:
    return b"a" * n


def _thai(n: int) -> bytes:
    letters = random.Random(n).choices("กขคงจฉชซญดตถทธนบปผพฟมยรลวศสหอฮะาิีึืุูเแโใไ", k=n // 3 + 1)
    return "".join(letters).encode()[:n]


GROWTH_TEXTS: dict[str, Callable[[int], bytes]] = {
    "random letters": _random_letters,
    "one letter": _one_letter,
    "random Thai": _thai,
}
"""Kinds of text by name: a number of bytes -> a span of that length, the same every time."""


@dataclass(frozen=True)
class EncoderGrowth:
    """One encoder's work by length; `exponents` are the slopes of log(work) over log(length), fitted."""

    encoder: str
    cost: str
    counters: list[WorkCounters]
    operations: list[int]
    exponent: float
    """For all operations together: about 2 for O(n²), slightly above 1 for O(n log n), 1 for O(n)."""
    exponents: dict[str, float]
    """For each kind of work of this encoder."""


@dataclass(frozen=True)
class Growth:
    """The work of several encoders on spans of growing length (bytes)."""

    vocabulary: str
    text: str
    lengths: list[int]
    encoders: list[EncoderGrowth]

    def to_json(self) -> dict[str, Any]:
        """As numbers, strings and lists."""
        return asdict(self)


@checked(
    tok=a_tokenizer,
    encoders=sequence_of(one_of("encoder", ENCODERS), "several names of encoders"),
    lengths=sequence_of(whole_number(), "several lengths in bytes"),
)
def measure_growth(
    tok: Tokenizer,
    text: str = "random letters",
    *,
    encoders: Sequence[str] = ENCODERS,
    lengths: Sequence[int] = LENGTHS,
    span: bytes | str | None = None,
) -> Growth:
    """Count what each encoder does on spans of the given lengths, and fit the exponents.

    text: one of `GROWTH_TEXTS`; or "span", which repeats `span` to each length. An encoder that is not exact
    with the vocabulary is left out. Raises `UnknownNameError`, or `InputError` for lengths that give no slope
    or would take a sweep several seconds.

    >>> import wordchipper_lab as wl
    >>> growth = measure_growth(wl.Tokenizer.from_pretrained("r50k_base"), encoders=["buffer_sweep", "bpe_backtrack"])
    >>> [round(found.exponent) for found in growth.encoders]
    [2, 1]
    """
    make = _maker(text, span)
    sizes = sorted(set(lengths))
    if len(sizes) < 2 or sizes[0] < 2 or sizes[-1] > MOST_BYTES:
        raise InputError(
            f"expected two or more lengths of 2 to {MOST_BYTES:,} bytes, got {list(lengths)}: a slope needs "
            "two"
        )
    spans = [make(size) for size in sizes]
    usable = usable_encoders(encoders, tok.vocab)
    found = [_grow(tok, name, spans) for name in usable]
    return Growth(tok.name, text, [len(data) for data in spans], found)


def _maker(text: str, span: bytes | str | None) -> Callable[[int], bytes]:
    if isinstance(text, str) and text == "span":
        data = as_span(span if span is not None else "")
        if not data:
            raise InputError('text "span" repeats a span: pass one that is not empty')
        return lambda size: (data * (size // len(data) + 1))[:size]
    return GROWTH_TEXTS[check_name("kind of text", text, [*GROWTH_TEXTS, "span"])]


def _grow(tok: Tokenizer, encoder: str, spans: list[bytes]) -> EncoderGrowth:
    counters = [counters_of(trace_span(tok.vocab, encoder, span).trace.totals_by_code()) for span in spans]
    sizes = [len(span) for span in spans]
    kinds = {
        name: [getattr(found, name) for found in counters]
        for name, most in asdict(counters[-1]).items()
        if most
    }
    operations = [found.operations for found in counters]
    return EncoderGrowth(
        encoder,
        find_encoder(encoder).cost,
        counters,
        operations,
        _slope(sizes, operations),
        {name: _slope(sizes, values) for name, values in kinds.items() if min(values) > 0},
    )


def _slope(sizes: list[int], values: list[int]) -> float:
    return round(float(np.polyfit(np.log(sizes), np.log(np.maximum(values, 1)), 1)[0]), 2)
