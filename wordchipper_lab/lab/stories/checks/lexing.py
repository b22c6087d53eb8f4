"""Where lexers cut, and whether two of them cut alike."""

from __future__ import annotations

from ....text.text_bytes import encode_text
from ...divergence import find_divergences, prove_equivalence, read_lexer, sweep_equivalence
from ...divergence.divergence import Divergence
from ...divergence.proof import Proof
from .registry import check
from .tokens import written

__all__ = [
    "are_lexers_proved_same",
    "count_divergent_strings",
    "count_spans",
    "count_sweep_characters",
    "count_swept_strings",
    "do_lexers_differ",
    "spans_as_text",
]


@check
def spans_as_text(text: str, lexer: str = "automaton:o200k_base") -> list[str]:
    """The spans that a lexer cuts a text into, written out."""
    data = encode_text(text)
    return [written(data[span.start : span.end]) for span in read_lexer(lexer).spans(text)]


@check
def count_spans(text: str, lexer: str = "automaton:o200k_base") -> int:
    """The number of spans that a lexer cuts a text into."""
    return len(spans_as_text(text, lexer))


@check
def do_lexers_differ(a: str, b: str, text: str) -> bool:
    """Whether two lexers cut a text differently."""
    return next(iter(find_divergences(read_lexer(a), read_lexer(b), text)), None) is not None


@check
def count_swept_strings(a: str, b: str, k: int) -> int:
    """How many strings of up to `k` characters cover all that two patterns can tell apart."""
    return sweep_equivalence(read_lexer(a), read_lexer(b), k).cases


@check
def count_sweep_characters(a: str, b: str) -> int:
    """How many characters these strings are made of: one, at least, for each kind that a pattern can tell apart."""
    return len(sweep_equivalence(read_lexer(a), read_lexer(b), 1).alphabet)


@check
def count_divergent_strings(a: str, b: str, k: int) -> int:
    """On how many of those strings two lexers differ."""
    return sweep_equivalence(read_lexer(a), read_lexer(b), k).n_divergent


@check
def are_lexers_proved_same(a: str, b: str) -> bool:
    """Whether two lexers are proved to cut every text alike."""
    found: Proof | Divergence = prove_equivalence(read_lexer(a), read_lexer(b))
    return isinstance(found, Proof)
