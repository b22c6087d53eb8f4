"""The span encoder: one kernel with a common contract, and its description.

    kernel(tables, text, start, end, tokens, n_tokens, work, trace) -> int

    tables    `VocabTables`: bytes -> token, pair -> token and more, as flat arrays
    text      uint8: the span is ``text[start:end]``, at least one byte, not necessarily whole characters
    tokens    uint32: append the span's tokens after ``tokens[:n_tokens]``; room for one per byte, and 4 more
    work      `SpanWork`: the scratch arrays that ``scratch`` requested, with room for the span
    trace     None, or a `Trace`: record what happens, inside ``if trace is not None:`` (see `events`)

It returns the new number of tokens. numba compiles it; it runs without the GIL, allocates nothing and raises
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..arguments import a_flag, a_function, a_text, checked, instance_of, optional
from ..errors import UnsupportedVocabError
from ..vocab.unified import UnifiedVocab
from .span_work import Scratch, no_scratch

__all__ = ["SpanEncoder"]


_a_vocabulary = instance_of("a UnifiedVocab", UnifiedVocab)
_FIELDS = {
    **dict.fromkeys(("name", "cost"), a_text),
    **dict.fromkeys(("kernel", "scratch"), a_function),
    **dict.fromkeys(("is_quadratic", "needs_merge_order", "is_bpe"), a_flag),
    "replay": optional(a_function),
}


@dataclass(frozen=True, eq=False)
class SpanEncoder:
    """A span encoder; see the module for the arguments and result of its kernel.

    name: by which it is selected. kernel: a function that numba can compile, or has compiled. cost: in a few
    words, by the length n of a span. scratch: the arrays of `SpanWork` that the kernel writes to.
    is_quadratic: pages warn of long spans. needs_merge_order: exact only if every token is merged from two
    lower-ranked ones. is_bpe: whether it gives BPE's tokens; the others are for study and cannot be used in
    tokenizers. replay: turns the events of a trace into frames for the merge stepper (see
    `lab.merging.replay`); None uses its MERGE and LOOKUP events.
    Raises `ArgumentTypeError`, or `TextError`, for a field of another type.
    """

    name: str
    kernel: Callable[..., Any]
    cost: str
    scratch: Scratch = no_scratch
    is_quadratic: bool = False
    needs_merge_order: bool = False
    is_bpe: bool = True
    replay: Callable[..., Any] | None = None

    def __post_init__(self) -> None:
        for name, check in _FIELDS.items():
            check(name, getattr(self, name))

    @checked(vocab=_a_vocabulary)
    def why_not(self, vocab: UnifiedVocab) -> str | None:
        """Why its tokens are not exact with this vocabulary, in words; None if they are."""
        if vocab.is_merge_ordered or not self.needs_merge_order:
            return None
        return (
            f"{vocab.name} has merges out of order (a token is merged with a lower rank than a part of it), "
            f"so {self.name} is not exact"
        )

    def can_encode(self, vocab: UnifiedVocab) -> bool:
        """Whether its tokens are exact with this vocabulary."""
        return self.why_not(vocab) is None

    def check(self, vocab: UnifiedVocab) -> None:
        """Raise `UnsupportedVocabError` if it is not exact with this vocabulary."""
        if (why_not := self.why_not(vocab)) is not None:
            raise UnsupportedVocabError(f"{why_not}: choose priority_merge")

    def __repr__(self) -> str:
        return f"<SpanEncoder {self.name}>"
