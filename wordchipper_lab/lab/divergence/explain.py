"""Why does a lexer end its spans where it does? The branch, the automaton's path, the roles and repairs."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import asdict, dataclass, field
from typing import Any

from ...arguments import a_text, checked, optional, whole_number
from ...errors import WorkLimitError
from ...spanners import AutomatonLexer, Span, SpanLexer
from ...spanners.logos import LogosLexer
from ...spanners.spans import SpanKind
from ...text.text_bytes import as_text_bytes, character_starts, encode_text
from .any_lexer import KnownLexer, as_known_lexer
from .automaton_path import Step, walk_path
from .branches import Branch, find_branches
from .lexer_names import name_lexer
from .token_story import Repair, Token, tell_tokens

__all__ = ["MOST_BYTES", "Explanation", "SpanStory", "explain"]

MOST_BYTES = 100_000
"""Bytes of a text whose spans are explained."""

MOST_READ_AHEAD = 500_000
"""Characters that an automaton may have read beyond the explained spans: about 2 s of walking."""


@dataclass
class SpanStory:
    """One span (bytes into the text), and everything known about how it was made.

    ``branch``: the branch of the pattern that matched it. ``steps``: the path of an automaton, with what it read beyond
    the span's end; ``given_back`` counts those characters. ``tokens`` and ``repairs``: of a logos lexer.
    """

    start: int
    end: int
    kind: SpanKind
    text: str
    branch: Branch | None = None
    steps: list[Step] = field(default_factory=list)
    given_back: int = 0
    tokens: list[Token] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{self.start}-{self.end} {self.kind} {self.text!r}"]
        if self.branch is not None:
            parts.append(f"branch {self.branch.index + 1}: {self.branch.source}")
        if self.steps:
            states = " ".join(f"{step.state} -{step.cell}->" for step in self.steps)
            parts.append(f"path {states} {self.steps[-1].next if self.steps[-1].next is not None else 'end'}")
        if self.given_back:
            parts.append(f"{self.given_back} given back")
        parts += [f"token {token.token!r}, {token.role}" for token in self.tokens]
        parts += [f"{repair.name}: {repair.text}" for repair in self.repairs]
        return "; ".join(parts)


@dataclass
class Explanation:
    """The stories of the spans of one text; ``str()`` has one line per span."""

    lexer: str
    kind: str
    pattern: str
    spans: list[SpanStory]

    def to_json(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n".join([self.lexer, *map(str, self.spans)])


@checked(text=a_text, start=whole_number(), end=optional(whole_number()))
def explain(lexer: KnownLexer, text: str, start: int = 0, end: int | None = None) -> Explanation:
    r"""How `lexer` made the spans of `text` that touch bytes `start` to `end` (None: the end of the text).

    The spans are those of the lexer itself. An automaton's path is read from its compiled tables, and must
    end where the kernel's span does; a logos lexer's kernel runs with tracing; branches come from the
    ``regex`` package on the same pattern. Raises `WorkLimitError` for more than `MOST_BYTES`, or
    `MOST_READ_AHEAD`, and `LexerTypeError` for a lexer that cannot be inspected: a `Tokenizer` gives its
    lexer, names are read by `read_lexer`, and functions cannot be explained.

    >>> print(explain("automaton:cl100k_base", "a  b"))
    automaton:cl100k_base
    0-1 word 'a'; branch 2: [^\r\n\p{L}\p{N}]?+\p{L}++; path 0 -letter-> 7 -space-> end
    1-2 word ' '; branch 7: \s+(?!\S); path 0 -space-> 4 -space-> 10 -letter-> end; 1 given back
    2-4 word ' b'; branch 2: [^\r\n\p{L}\p{N}]?+\p{L}++; path 0 -space-> 4 -letter-> 7 -end-> end
    """
    lexer = as_known_lexer(lexer)
    data = encode_text(text)
    if len(data) > MOST_BYTES:
        problem = (
            f"a text of {len(data):,} bytes cannot be explained, only up to {MOST_BYTES:,}: shorten or "
            "shrink it"
        )
        raise WorkLimitError(problem)
    text = data.decode()
    spans = list(lexer.spans(text))
    end = len(data) if end is None else end
    chosen = [
        SpanStory(span.start, span.end, span.kind, data[span.start : span.end].decode())
        for span in spans
        if span.start < max(end, start + 1) and span.end > start
    ]
    starts = character_starts(as_text_bytes(text))
    offsets = dict(zip(starts.tolist(), range(len(starts)), strict=True))  # byte -> character
    _tell_branches(lexer, text, chosen, offsets)
    if isinstance(lexer, AutomatonLexer):
        read_ahead = 0
        for story in chosen:
            span = Span(story.start, story.end, story.kind)
            story.steps, story.given_back = walk_path(lexer, text, offsets[story.start], span)
            read_ahead += story.given_back
            if read_ahead > MOST_READ_AHEAD:  # a+b|. on many "a" reads to the end for each of them
                problem = (
                    f"the automaton reads more than {MOST_READ_AHEAD:,} characters ahead and gives them back"
                )
                raise WorkLimitError(f"{problem}: this text cannot be explained; shorten or shrink it")
    if isinstance(lexer, LogosLexer):
        tokens, repairs = tell_tokens(lexer, as_text_bytes(text))
        _share_out(tokens, repairs, chosen)
    return Explanation(name_lexer(lexer), lexer.kind, lexer.pattern, chosen)


def _share_out(tokens: list[Token], repairs: list[Repair], stories: list[SpanStory]) -> None:
    """Assign to each span, in order, the tokens that overlap it and the repairs that touch it. The spans are
    contiguous."""
    starts = [story.start for story in stories]
    for token in tokens:
        for place in range(max(0, bisect_right(starts, token.start) - 1), len(stories)):
            story = stories[place]
            if story.start >= token.end:
                break
            if story.end > token.start:
                story.tokens.append(token)
    for repair in repairs:
        place = bisect_right(starts, repair.place)
        for story in stories[max(0, place - 2) : place]:
            if repair.touches(story.start, story.end):
                story.repairs.append(repair)


def _tell_branches(lexer: SpanLexer, text: str, stories: list[SpanStory], offsets: dict[int, int]) -> None:
    if not lexer.pattern or not stories:
        return
    branches = find_branches(lexer.pattern, text)
    for story in stories:
        if story.kind == "word":
            place = (offsets[story.start], offsets[story.end])
            story.branch = branches.get(place)  # none if a wrong lexer's span is not a match of its pattern
