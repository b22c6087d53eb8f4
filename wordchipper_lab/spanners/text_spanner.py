"""Special tokens + lexer = spanner: text -> spans of the three kinds, which cover it completely."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..arguments import a_text, check_number, checked, instance_of, mapping_of
from ..errors import SpecialTokenError, VocabError
from ..special_policy import SPECIAL_POLICIES, SpecialPolicy, check_policy
from ..text.text_bytes import as_text_bytes, encode_text
from .block_check import next_block
from .span_lexer import SpanLexer, collect_spans
from .spans import SPECIAL, WORD, Spans
from .special_automaton import build_special_automaton
from .special_tokens import mark_regions, new_search

__all__ = ["SPECIAL_POLICIES", "SpecialPolicy", "TextSpanner"]


class TextSpanner:
    """Divides a text at its special tokens and passes the text between them to a lexer.

    Special tokens are found from left to right, the longest first if several begin at the same place. The
    lexer sees each stretch between them as a separate text, as in tiktoken.

    >>> from wordchipper_lab.spanners import build_lexer
    >>> spanner = TextSpanner(build_lexer("r50k_base"), {"<|endoftext|>": 50256})
    >>> [(s.start, s.end, s.kind) for s in spanner.spans("hi<|endoftext|> ho")]
    [(0, 2, 'word'), (2, 15, 'special'), (15, 18, 'word')]
    """

    @checked(
        lexer=instance_of("a SpanLexer", SpanLexer),
        special_tokens=mapping_of(a_text, check_number, "a mapping of texts to ids"),
    )
    def __init__(self, lexer: SpanLexer, special_tokens: Mapping[str, int]) -> None:
        if "" in special_tokens:
            raise VocabError(
                "a special token is the empty string: give it at least one character or leave it out"
            )
        self.lexer = lexer
        self.special_tokens = dict(special_tokens)
        self.specials = build_special_automaton(map(encode_text, special_tokens))

    @property
    def cut_tokens(self) -> tuple[str, ...]:
        """The special tokens behind which a text may be cut, because what follows is lexed as a text of its own."""
        return tuple(self.special_tokens)

    def with_special_tokens(self, special_tokens: Mapping[str, int]) -> TextSpanner:
        """The same spanner with other special tokens."""
        return TextSpanner(self.lexer, special_tokens)

    def find_regions(
        self, text: np.ndarray, document_ends: np.ndarray, special: SpecialPolicy = "parse"
    ) -> tuple[np.ndarray, np.ndarray]:
        """Divide documents, concatenated in `text` (uint8), into regions for `next_spans`.

        Returns ``region_ends`` (int64, bytes) and ``region_kinds`` (uint8). Every document end is a region end and
        empty documents make no region. `special` is "parse" (special tokens are regions), "text" (they are
        ordinary text) or "error" (`SpecialTokenError` for the first one, with its byte offset in its document).
        """
        check_policy(special)
        if special == "text" or not self.special_tokens:
            region_ends = document_ends[np.diff(document_ends, prepend=0) > 0]
            return region_ends, np.full(len(region_ends), WORD, dtype=np.uint8)
        capacity = len(document_ends) + 64
        search = new_search()
        while True:
            region_ends = np.empty(capacity, dtype=np.int64)
            region_kinds = np.empty(capacity, dtype=np.uint8)
            n = mark_regions(
                text, document_ends, self.specials, WORD, SPECIAL, region_ends, region_kinds, search
            )
            if n <= capacity:
                break
            capacity = n
        region_ends, region_kinds = region_ends[:n], region_kinds[:n]
        if special == "error" and (region_kinds == SPECIAL).any():
            self._refuse_special(text, document_ends, region_ends, int(np.argmax(region_kinds == SPECIAL)))
        return region_ends, region_kinds

    def _refuse_special(
        self, text: np.ndarray, document_ends: np.ndarray, region_ends: np.ndarray, region: int
    ) -> None:
        start = int(region_ends[region - 1]) if region else 0
        document = int(np.searchsorted(document_ends, start, side="right"))
        offset = start - (int(document_ends[document - 1]) if document else 0)
        raise SpecialTokenError(text[start : region_ends[region]].tobytes().decode(), offset)

    def next_spans(
        self,
        text: np.ndarray,
        region_ends: np.ndarray,
        region_kinds: np.ndarray,
        cursor: np.ndarray,
        ends: np.ndarray,
        kinds: np.ndarray,
    ) -> int:
        """The next block of spans: see `SpanLexer.next_spans`; raises `LexerError` for a lexer that breaks
        the contract."""
        return next_block(self.lexer, text, region_ends, region_kinds, cursor, ends, kinds)

    def spans(self, text: str, special: SpecialPolicy = "parse") -> Spans:
        """All spans of one text."""
        array = as_text_bytes(text)
        regions = self.find_regions(array, np.array([len(array)]), special)
        return collect_spans(self.lexer, array, *regions)
