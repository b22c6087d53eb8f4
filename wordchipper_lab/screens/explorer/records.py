"""What the Explorer, and every view of a text, sends to its page."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

from ...lab.exploration import Statistics
from ...lab.policies import PolicyCounts
from ..offered_tokenizers import TokenizersRecord
from ..records import Uint8s, Uint32s

__all__ = [
    "ChangesRecord",
    "ComparedRecord",
    "ExplorationRecord",
    "MadeRecord",
    "OptionsRecord",
    "SpansRecord",
    "StatusRecord",
]


class OptionsRecord(TokenizersRecord):
    """What can be chosen, and the size of a text up to which it is shown."""

    max_bytes: int


class SpansRecord(TypedDict):
    """A text and its spans, by columns: where each ends (bytes), and its kind (0 word, 1 special, 2 gap)."""

    name: str
    text: str
    span_ends: Uint32s
    span_kinds: Uint8s


class MadeRecord(TypedDict):
    """Tokens whose bytes are not those of the text where they are drawn: their numbers, where the bytes of each end in
    ``data``."""

    numbers: Uint32s
    ends: Uint32s
    data: Uint8s


class ExplorationRecord(SpansRecord):
    """A text, its spans and its tokens: ids, where each ends (bytes), and how many there are up to each span's end.

    ``word``: of its lexer on the Divergence screen, None if it has none; left out if the vocabulary's name says it.
    ``ranks``: of each token, plus one, 0 for none; without them a rank is the id. ``made``, ``merged_spans`` (for each
    span its number in the merge stepper): only where stages before merging changed something.
    """

    lexer: str
    encoder: str
    special: str | list[str]
    statistics: Annotated[dict[str, Any], Statistics]
    tokens: Uint32s
    token_ends: Uint32s
    span_token_ends: Uint32s
    word: NotRequired[str | None]
    ranks: NotRequired[Uint32s]
    made: NotRequired[MadeRecord]
    merged_spans: NotRequired[Uint32s]


class ComparedRecord(ExplorationRecord):
    """One of several; ``own`` are the boundaries (bytes) that not all of them share."""

    own: Uint32s


class ChangesRecord(TypedDict):
    """What the stages before merging changed, in sentences, and the normalized text, perhaps cut off; None if the
    normalizer left the text as it was."""

    sentences: list[str]
    normalized: str | None
    is_cut: bool


class StatusRecord(TypedDict):
    """How a question was answered; ``note``: what a saved page says of itself."""

    error: str | None
    note: NotRequired[str]
    code: NotRequired[str]
    policies: NotRequired[Annotated[dict[str, Any], PolicyCounts]]
    statistics: NotRequired[Annotated[dict[str, Any], Statistics]]
    changes: NotRequired[ChangesRecord | None]
