"""One text through one tokenizer: tokens, spans and their counts."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import a_text, checked
from ..spanners.spans import GAP, KIND_NAMES, SPECIAL
from ..text.text_bytes import character_starts, encode_text
from ..tokenizer_arguments import a_special, a_tokenizer
from .shown_ranks import are_ids, ranks_of_ids
from .text_changes import TextChanges, find_changes
from .work_limit import check_work

if TYPE_CHECKING:
    from ..encoders import Encoding
    from ..tokenizer import Special, Tokenizer

__all__ = ["Exploration", "Statistics", "explore"]


@dataclass(frozen=True)
class Statistics:
    """Counts of an `Exploration`; every field is a plain number.

    ``single_token_spans`` are word spans that are one token, ``split_characters`` are characters whose UTF-8
    bytes belong to more than one token, ``gap_bytes`` are bytes not covered by any token.
    """

    tokens: int
    bytes: int
    characters: int
    spans: int
    word_spans: int
    special_spans: int
    gap_bytes: int
    single_token_spans: int
    split_characters: int
    bytes_per_token: float


@dataclass(frozen=True, eq=False)
class Exploration:
    """A text, its tokens and its spans. All offsets are bytes of the text's UTF-8, as it was given.

    Token ``i`` is ``tokens[i]`` (uint32) at ``token_starts[i]:token_ends[i]`` (int64). Span ``j`` ends at
    ``span_ends[j]`` where the next one starts; its kind is ``span_kinds[j]`` (0 word, 1 special, 2 gap) and
    its tokens are those up to ``span_token_ends[j]``.
    """

    text: str
    special: str | list[str]
    name: str
    lexer: str
    encoder: str
    tokens: np.ndarray
    token_starts: np.ndarray
    token_ends: np.ndarray
    span_ends: np.ndarray
    span_kinds: np.ndarray
    span_token_ends: np.ndarray
    statistics: Statistics
    ranks: np.ndarray | None = None
    """int64 (tokens,), -1 for none: the rank of each token (see `shown_ranks`); None if ranks are ids."""
    changes: TextChanges | None = None
    """What the stages before merging changed; None if tokens have the bytes of the text, one after the other."""

    @property
    def data(self) -> bytes:
        """The text's UTF-8, to which all offsets refer."""
        return encode_text(self.text)

    def token_bytes(self) -> list[bytes]:
        """The bytes of every token, in order.

        >>> import wordchipper_lab as wl
        >>> explore(wl.Tokenizer.from_pretrained("o200k_base"), "hello world").token_bytes()
        [b'hello', b' world']
        """
        data = self.data
        starts, ends = self.token_starts.tolist(), self.token_ends.tolist()
        made: dict[int, bytes] = {}
        if self.changes is not None:
            made, ends = self.changes.made.to_dict(), self.changes.token_ends.tolist()
            starts = [max(start, end) for start, end in zip(starts, [0, *ends], strict=False)]
        return [made.get(number, data[a:b]) for number, (a, b) in enumerate(zip(starts, ends, strict=True))]

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers, strings and lists, ready for `json.dumps`."""
        arrays = ("tokens", "token_starts", "token_ends", "span_ends", "span_token_ends")
        return {
            "text": self.text,
            "vocabulary": self.name,
            "lexer": self.lexer,
            "encoder": self.encoder,
            "special": self.special,
            **{name: getattr(self, name).tolist() for name in arrays},
            "span_kinds": [KIND_NAMES[kind] for kind in self.span_kinds.tolist()],
            "normalized": None if self.changes is None else self.changes.normalized,
            "statistics": asdict(self.statistics),
        }


@checked(tok=a_tokenizer, text=a_text, special=a_special)
def explore(tok: Tokenizer, text: str, special: Special = "parse") -> Exploration:
    """Encode `text` and keep every boundary.

    Raises the errors of `Tokenizer.encode`, and `WorkLimitError` if a quadratic encoder would take minutes.

    >>> import wordchipper_lab as wl
    >>> explore(wl.Tokenizer.from_pretrained("o200k_base"), "hello world").statistics.bytes_per_token
    5.5
    """
    data = encode_text(text)
    check_work(tok, text, special)
    encoding = tok.encode_with_spans(text, special=special)
    changes = find_changes(tok, text, special, encoding)
    return Exploration(
        text=data.decode(),
        special=special,  # type: ignore[arg-type]  # by `a_special`
        name=tok.name,
        lexer=tok.lexer,
        encoder=tok.encoder,
        tokens=encoding.tokens,
        token_starts=encoding.token_starts,
        token_ends=encoding.token_ends,
        span_ends=encoding.span_ends,
        span_kinds=encoding.span_kinds,
        span_token_ends=encoding.span_token_ends,
        statistics=_count(data, encoding, encoding.token_ends if changes is None else changes.token_ends),
        ranks=None if are_ids(tok.vocab) else ranks_of_ids(tok.vocab, encoding.tokens),
        changes=changes,
    )


def _count(data: bytes, encoding: Encoding, token_ends: np.ndarray) -> Statistics:
    octets = np.frombuffer(data, dtype=np.uint8)
    starts = character_starts(octets)[:-1]
    word = (encoding.span_kinds != SPECIAL) & (encoding.span_kinds != GAP)
    span_tokens = np.diff(encoding.span_token_ends, prepend=0)
    span_bytes = np.diff(encoding.span_ends, prepend=0)
    n_tokens, n_bytes = len(encoding.tokens), len(data)
    return Statistics(
        tokens=n_tokens,
        bytes=n_bytes,
        characters=len(starts),
        spans=len(encoding.span_ends),
        word_spans=int(word.sum()),
        special_spans=int((encoding.span_kinds == SPECIAL).sum()),
        gap_bytes=int(span_bytes[encoding.span_kinds == GAP].sum()),
        single_token_spans=int((word & (span_tokens == 1)).sum()),
        split_characters=_count_split_characters(octets, starts, token_ends),
        bytes_per_token=round(n_bytes / n_tokens, 4) if n_tokens else 0.0,
    )


def _count_split_characters(octets: np.ndarray, starts: np.ndarray, token_ends: np.ndarray) -> int:
    ends = token_ends[token_ends < len(octets)]
    inside = ends[(octets[ends] & 0xC0) == 0x80]
    return len(np.unique(np.searchsorted(starts, inside, side="right")))
