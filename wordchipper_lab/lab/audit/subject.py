"""What an audit looks at: a tokenizer, and what is computed about it once for all kinds of findings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...kernels.tables import NOT_FOUND, find_pair
from ..equivalence.stages import pipeline_of, possible_spans
from ..reachability import MergeRules, Occurrence, SpanAutomaton, find_occurrence, merge_rules
from ..reachability.span_automaton import every_text
from ..reachability.token_steps import run_tokens
from .finding import AuditExample

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.pipeline import Pipeline

__all__ = ["MOST_EXAMPLES", "Subject", "text_around"]

MOST_EXAMPLES = 5


@dataclass(eq=False)
class Subject:
    """A tokenizer to audit. n is the number of ranks."""

    tok: Tokenizer

    @cached_property
    def rules(self) -> MergeRules:
        """Its merges."""
        return merge_rules(self.tok)

    @cached_property
    def pipeline(self) -> Pipeline:
        """All stages beside its vocabulary."""
        return pipeline_of(self.tok)

    @cached_property
    def spans(self) -> SpanAutomaton:
        """Which bytes can be a span."""
        return possible_spans(self.tok)

    @cached_property
    def occurrence(self) -> Occurrence:
        """Which tokens merging makes of some span."""
        return find_occurrence(self.rules, self.spans)

    @cached_property
    def never_merged(self) -> np.ndarray:
        """Tokens that merging makes of their own bytes, but of no span: ranks."""
        return np.flatnonzero(self.rules.is_made & ~self.occurrence.occurs)

    @cached_property
    def not_in_utf8(self) -> np.ndarray:
        """Which of `never_merged` no UTF-8 text contains: bool."""
        return ~_can_be_read(self.rules, every_text(""), self.never_merged)

    @cached_property
    def always_cut(self) -> np.ndarray:
        """Which of `never_merged` no span contains: bool."""
        return ~_can_be_read(self.rules, self.spans, self.never_merged)

    @cached_property
    def unknown_bytes(self) -> list[int]:
        """Ranks of the bytes that have no token of their own: they get an id that stands for something else, too."""
        single = self.rules.byte_tokens
        single = single[single >= 0]
        times = Counter(self.rules.ids[single].tolist())
        return [
            rank
            for rank in single.tolist()
            if (token := self.id_of(rank)) is not None
            and (
                times[token] > 1
                or self.tok.vocab.other_tokens.get(token, self.rules.token_bytes(rank))
                != self.rules.token_bytes(rank)
            )
        ]

    def id_of(self, rank: int) -> int | None:
        """The id of a rank; None for a byte that has none."""
        found = int(self.rules.ids[rank])
        return None if found < 0 else found

    def example(
        self, data: bytes, token: int | None, note: str = "", *, merges: bool = False
    ) -> AuditExample:
        """What the bytes of a token are encoded to, in a text of which they are a part if they are none themselves."""
        text = text_around(data)
        if text is None:
            return AuditExample(token, data, note=note)
        return self.example_of_text(text, data, token, note, merges=merges)

    def example_of_text(
        self, text: str, data: bytes = b"", token: int | None = None, note: str = "", *, merges: bool = False
    ) -> AuditExample:
        """What a text is encoded to."""
        ids = self.tok.encode(text, special="text")
        tokens = tuple(map(self.tok.id_to_bytes, ids))
        found = self.merges_of(data) if merges else ()
        return AuditExample(token, data, text, tuple(ids), tokens, found, note)

    def merges_of(self, data: bytes) -> tuple[tuple[bytes, bytes], ...]:
        """The merges that happen when these bytes are merged alone, in their order."""
        pairs, rules = self.tok.vocab.tables.pairs, self.rules
        tokens = rules.byte_tokens[np.frombuffer(data, dtype=np.uint8)].tolist()
        found = []
        while True:
            possible = [
                (int(rank), i)
                for i in range(len(tokens) - 1)
                if (rank := find_pair(pairs, tokens[i], tokens[i + 1])) != NOT_FOUND
            ]
            if not possible:
                return tuple(found)
            rank, i = min(possible)
            found.append((rules.token_bytes(tokens[i]), rules.token_bytes(tokens[i + 1])))
            tokens[i : i + 2] = [rank]


def _can_be_read(rules: MergeRules, automaton: SpanAutomaton, tokens: np.ndarray) -> np.ndarray:
    """Whether each token can be read in some state: bool."""
    found = np.zeros(len(tokens), dtype=bool)
    steps, behind = automaton.steps.reshape(-1), np.empty(len(tokens), dtype=np.int32)
    for state in range(len(automaton.steps) if len(tokens) else 0):
        run_tokens(steps, state, rules.data, rules.starts, tokens, behind)
        found |= behind >= 0
    return found


_BEFORE = (
    b"",
    b"\xc4",
    b"\xe1",
    b"\xe1\x80",
    b"\xf1",
    b"\xf1\x80",
    b"\xf1\x80\x80",
    b"\xe0",
    b"\xf0",
    b"\xf4",
)
_BEHIND = (b"", b"\x80", b"\x80\x80", b"\x80\x80\x80", b"\xa0", b"\xa0\x80", b"\x90\x80\x80", b"\x90")


def text_around(data: bytes) -> str | None:
    r"""A text of which the bytes are a part, with as little around them as possible; None if there is none.

    >>> text_around(b"ab"), text_around(b"\xd0\xbe\xd0").encode(), text_around(b"\xc0")
    ('ab', b'\xd0\xbe\xd0\x80', None)
    """
    for before, behind in sorted(
        ((before, behind) for before in _BEFORE for behind in _BEHIND), key=lambda both: len(b"".join(both))
    ):
        try:
            return (before + data + behind).decode()
        except UnicodeDecodeError:
            continue
    return None
