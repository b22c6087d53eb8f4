"""Padding: all encodings of a batch get the same length. Source: ``tokenizers/src/utils/padding.rs``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...arguments import a_text, check_name
from ...errors import VocabFormatError, show
from .checks import a_count, a_token_id, an_optional_count
from .encoding import Encoding
from .python_form import Name, Struct, Variant

__all__ = ["Padding", "pad_all"]

_DIRECTIONS = {"left": "Left", "right": "Right"}


class Padding(NamedTuple):
    """What ``Tokenizer.enable_padding`` takes. length: None for that of the longest one in a batch."""

    direction: str = "right"
    pad_to_multiple_of: int | None = None
    pad_id: int = 0
    pad_type_id: int = 0
    pad_token: str = "[PAD]"
    length: int | None = None

    def to_json(self) -> dict[str, Any]:
        """As an object in a ``tokenizer.json``."""
        fixed = Name("BatchLongest") if self.length is None else Variant(Fixed=self.length)
        return Struct(
            "PaddingParams",
            {
                "strategy": fixed,
                "direction": Name(_DIRECTIONS[self.direction]),
                "pad_to_multiple_of": self.pad_to_multiple_of,
                "pad_id": self.pad_id,
                "pad_type_id": self.pad_type_id,
                "pad_token": self.pad_token,
            },
        )

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Padding:
        """What such an object describes."""
        strategy = given.get("strategy")
        length = strategy.get("Fixed") if isinstance(strategy, dict) else None
        if strategy != "BatchLongest" and (type(length) is not int or length < 0):
            raise VocabFormatError("padding", None, f"expected BatchLongest or Fixed, got {show(strategy)}")
        direction = {in_file: name for name, in_file in _DIRECTIONS.items()}
        return cls(
            direction[check_name("direction", given.get("direction"), direction)],
            an_optional_count("pad_to_multiple_of", given.get("pad_to_multiple_of")),
            a_token_id("pad_id", given.get("pad_id")),
            a_count("pad_type_id", given.get("pad_type_id")),
            a_text("pad_token", given.get("pad_token")),
            length,
        )

    def target(self, longest: int) -> int:
        """The length that all get, if the longest one has `longest` tokens."""
        length = longest if self.length is None else self.length
        multiple = self.pad_to_multiple_of
        return length if not multiple else -(-length // multiple) * multiple


def pad_all(encodings: Sequence[Encoding], padding: Padding) -> None:
    """Give all encodings the same length, or more if they are longer."""
    if encodings:
        target = padding.target(max(map(len, encodings)))
        for encoding in encodings:
            encoding.pad_with(
                target, padding.direction, padding.pad_id, padding.pad_type_id, padding.pad_token
            )
