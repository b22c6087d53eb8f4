"""A divergence: a stretch of text that two lexers cut in different places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ...spanners import Span, SpanLexer
from ...text.text_bytes import encode_text
from .alphabet import Alphabet
from .lexer_names import lexer_code
from .span_reader import read_spans

__all__ = ["Divergence", "whole_text"]

_LONGEST_NAME = 60


@dataclass(frozen=True)
class Divergence:
    r"""Two lexers place different span boundaries (or kinds) in `text`, which lies between two common ones.

    ``a`` and ``b`` are the span rows of both lexers over `text`: bytes, from its begin. ``before`` and
    ``after`` are the text around it, ``start`` its byte offset in ``source`` (a file, a row, "" for a
    separate text). ``signature`` names the cells of `text` and of the character after it; divergences with
    the same cause share it. ``code_a`` and ``code_b`` are Python expressions that create the lexers.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> from wordchipper_lab.spanners.logos import build_logos_lexer
    >>> reference = build_lexer("r50k_base", "regex")
    >>> wrong = build_logos_lexer(reference.pattern, without=["whitespace_split"])
    >>> from wordchipper_lab.lab.divergence import shrink_divergence
    >>> found = shrink_divergence(reference, wrong, "Well,  hello")
    >>> found.text, found.first_difference
    ('  a', 1)
    """

    text: str
    a: tuple[Span, ...]
    b: tuple[Span, ...]
    signature: str
    code_a: str
    code_b: str
    before: str = ""
    after: str = ""
    start: int = 0
    source: str = ""

    @property
    def first_difference(self) -> int:
        """The first boundary that only one lexer has (or the first span that differs in kind): bytes into `text`."""
        for one, other in zip(self.a, self.b, strict=False):
            if one != other:
                return min(one.end, other.end) if one.end != other.end else one.start
        return 0

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it; a span is [start, end, kind]."""
        rows = {
            name: [[span.start, span.end, span.kind] for span in row]
            for name, row in (("a", self.a), ("b", self.b))
        }
        named = ("text", "before", "after", "start", "source", "signature", "code_a", "code_b")
        return (
            {name: getattr(self, name) for name in named} | rows | {"first_difference": self.first_difference}
        )

    def to_pytest(self) -> str:
        """A pytest case that fails while the lexers diverge on this text (with its context)."""
        text = self.before + self.text + self.after
        name = re.sub(r"[^a-z0-9]+", "_", self.signature.lower())[:_LONGEST_NAME].strip("_") or "text"
        return (
            "from wordchipper_lab.spanners import *\n\n\n"
            f"def test_same_spans_{name}():\n"
            f"    text = {text!a}\n"
            f"    a = {self.code_a}\n"
            f"    b = {self.code_b}\n"
            "    assert list(a.spans(text)) == list(b.spans(text))\n"
        )


def whole_text(a: SpanLexer, b: SpanLexer, text: str, alphabet: Alphabet) -> Divergence | None:
    """The divergence on a separate text, as a whole; None if `a` and `b` agree on it."""
    text = encode_text(text).decode()
    row_a, row_b = tuple(read_spans(a, text)), tuple(read_spans(b, text))
    if row_a == row_b:
        return None
    return Divergence(text, row_a, row_b, alphabet.signature(text), lexer_code(a), lexer_code(b))
