"""What a tokenizer does beside merging, as plain data: `Pipeline`.

The stages are those of Hugging Face's ``tokenizer.json``, in the order in which they act: added tokens are found,
the text between them is normalized and split, the spans are merged (the vocabulary's part), and a post-processor adds
ids around the result. `wordchipper_lab.pipeline` carries them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = [
    "AddedToken",
    "Behavior",
    "NormalizerKind",
    "NormalizerStep",
    "Pipeline",
    "PostProcessor",
    "SplitStep",
    "TemplatePiece",
]

NormalizerKind = Literal[
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "Lowercase",
    "Strip",
    "StripAccents",
    "Replace",
    "Prepend",
    "Nmt",
    "BertCleanText",
    "BertChineseChars",
    "BertStripAccents",
]
"""The last three, in this order and followed by "Lowercase", are the parts of a ``BertNormalizer``, each of them if it
is set (strip_accents: if it is null, then as lowercase is)."""
Behavior = Literal["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"]


@dataclass(frozen=True)
class AddedToken:
    """A text with an id of its own, found before anything else is done to the input.

    lstrip, rstrip: white space before (after) it belongs to it. single_word: only between characters that are no word
    characters. normalized: searched for in the normalized text, in normalized form. special: left out by
    ``decode(skip_special_tokens=True)``.
    """

    text: str
    id: int
    special: bool = True
    lstrip: bool = False
    rstrip: bool = False
    single_word: bool = False
    normalized: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is found wherever its text is, and nothing else belongs to it."""
        return not (self.lstrip or self.rstrip or self.single_word)


@dataclass(frozen=True)
class NormalizerStep:
    """One step of a normalizer.

    pattern, content: for "Replace" (a regular expression of the `regex` package, and the text in its place) and
    "Prepend" (content). left, right: for "Strip".
    """

    kind: NormalizerKind
    pattern: str = ""
    content: str = ""
    left: bool = True
    right: bool = True


@dataclass(frozen=True)
class SplitStep:
    """One step of a pre-tokenizer: it divides each piece that the step before left.

    pattern: a regular expression of the `regex` package; "" divides nothing. behavior: what becomes of each match
    ("isolated" is a piece; "contiguous" joins neighbouring ones). invert: what lies between the matches takes their
    part. prefix_space: before that, a piece that does not begin with white space gets a space (ByteLevel's
    ``add_prefix_space``).
    """

    pattern: str
    behavior: Behavior = "isolated"
    invert: bool = False
    prefix_space: bool = False


@dataclass(frozen=True)
class TemplatePiece:
    """A part of a template: the tokens of text "A" or "B", or (`is_text` false) those of a special token."""

    name: str
    is_text: bool
    type_id: int = 0


@dataclass(frozen=True)
class PostProcessor:
    """What is put around the ids of one text and of a pair of texts, and how offsets are trimmed.

    single, pair: templates; empty ones mean "A", and "A" followed by "B" with type 1. special_ids: the ids of each
    special token in a template. trim_offsets: whether white space at the edges is left out of tokens' offsets;
    prefix_space: whether a space that was put before the text is taken to be there (ByteLevel's ``add_prefix_space``).
    """

    single: tuple[TemplatePiece, ...] = ()
    pair: tuple[TemplatePiece, ...] = ()
    special_ids: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    trim_offsets: bool = False
    prefix_space: bool = True

    @property
    def prefix(self) -> tuple[int, ...]:
        """Ids that come before those of a single text."""
        return self._ids_of(self.single[: self._place()])

    @property
    def suffix(self) -> tuple[int, ...]:
        """Ids that come after those of a single text."""
        return self._ids_of(self.single[self._place() + 1 :])

    def _place(self) -> int:
        return next((i for i, piece in enumerate(self.single) if piece.is_text), 0)

    def _ids_of(self, pieces: tuple[TemplatePiece, ...]) -> tuple[int, ...]:
        return tuple(token for piece in pieces for token in self.special_ids.get(piece.name, ()))


@dataclass(frozen=True)
class Pipeline:
    """All stages of a tokenizer but its vocabulary and merges.

    source: the parts of the file from which it was read (without ``model``), so that writing it gives them back.
    """

    normalizer: tuple[NormalizerStep, ...] = ()
    added_tokens: tuple[AddedToken, ...] = ()
    splits: tuple[SplitStep, ...] = ()
    post_processor: PostProcessor = field(default_factory=PostProcessor)
    source: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
