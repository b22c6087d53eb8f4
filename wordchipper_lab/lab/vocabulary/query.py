"""A `Query` for tokens of a vocabulary, and the notations that it accepts."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import Any

from ...arguments import a_flag, a_text, check_name, check_number
from ...errors import InputError
from ...text.text_bytes import encode_text
from .index import KINDS, VocabularyIndex

__all__ = ["CHOICES", "MAX_QUERY", "Query", "parse_hex", "parse_ranges"]

MAX_QUERY = 2000
"""Most characters of a query; no vocabulary has tokens that would need more."""

CHOICES: dict[str, tuple[str, ...]] = {
    "by": ("text", "regex", "hex", "id"),
    "match": ("contains", "starts", "ends", "exact"),
    "utf8": ("any", "whole", "partial"),
    "special": ("any", "ranked", "special", "never"),
    "space": ("any", "with", "without"),
    "kind": ("", *KINDS),
    "script": ("", *VocabularyIndex.script_names),
    "sort": ("id", "rank", "bytes", "characters"),
}
"""The allowed values of the fields of a `Query`; the first is the default."""

_SEPARATORS = re.compile(r"[\s,;:\[\](){}]+")
_HEX_WORD = re.compile(
    r"(?:0x|\\x)?(?:[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:0x[0-9A-Fa-f]{2})+", re.IGNORECASE
)
_RANGE = re.compile(r"(\d{1,10})(?:(?:-|–|\.\.)(\d{1,10}))?", re.ASCII)


@dataclass(frozen=True)
class Query:
    """What to search for. Without any text: all tokens that pass the filters.

    text: the search text. by: "text", "regex" (of the ``regex`` package, anywhere in a token's text), "hex"
    (bytes) or "id" (``1917``, ``100-120``). match: "contains", "starts", "ends" or "exact", for text and
    bytes. ignore_case: for text and regex. Filters: utf8 ("whole", "partial"), special ("ranked", "special", or
    "never": entries that no text is encoded to), space ("with" or "without" one at the beginning), kind (one of
    `KINDS`), script, and lengths (inclusive, 0 for no limit).
    sort: "id", "rank" (which is the id in most vocabularies; tokens without one come last), "bytes" or "characters";
    equally long tokens by id.
    """

    text: str = ""
    by: str = "text"
    match: str = "contains"
    ignore_case: bool = False
    utf8: str = "any"
    special: str = "any"
    space: str = "any"
    kind: str = ""
    script: str = ""
    min_bytes: int = 0
    max_bytes: int = 0
    min_characters: int = 0
    max_characters: int = 0
    sort: str = "id"
    descending: bool = False

    def check(self) -> None:
        """Raise `UnknownNameError` for an unknown choice, `InputError` for a text longer than `MAX_QUERY`."""
        a_text("text", self.text)
        for name, known in CHOICES.items():
            check_name(name, getattr(self, name), known)
        for name in ("ignore_case", "descending"):
            a_flag(name, getattr(self, name))
        for name in ("min_bytes", "max_bytes", "min_characters", "max_characters"):
            check_number(name, getattr(self, name))
        if len(self.text) > MAX_QUERY:
            raise InputError(
                f"the query has {len(self.text):,} characters, but at most {MAX_QUERY:,} are allowed: "
                "shorten it"
            )

    @property
    def bytes(self) -> bytes:
        """The bytes to search for in a query by text or hex; raises `InputError` for invalid hex."""
        return parse_hex(self.text) if self.by == "hex" else encode_text(self.text)

    def to_json(self) -> dict[str, Any]:
        """All fields, by name."""
        return asdict(self)

    def arguments(self) -> str:
        """As arguments of `search_vocabulary`, without default values.

        >>> Query("ing", match="ends", sort="bytes").arguments()
        "'ing', match='ends', sort='bytes'"
        """
        _, *others = fields(self)
        given = [f"{o.name}={getattr(self, o.name)!r}" for o in others if getattr(self, o.name) != o.default]
        return ", ".join([repr(self.text), *given] if self.text or not given else given)


def parse_hex(text: str) -> bytes:
    r"""Bytes from hexadecimal digits, two per byte; spaces, commas, ``0x`` and ``\x`` are accepted.

    Raises `InputError` naming the first invalid word.

    >>> parse_hex("e2 80 99") == parse_hex("0xE28099") == parse_hex(r"\xe2\x80\x99")
    True
    """
    words = [word for word in _SEPARATORS.split(text.replace("_", " ").replace("-", " ")) if word]
    for place, word in enumerate(words, start=1):
        if not _HEX_WORD.fullmatch(word):
            shown = word if len(word) <= 24 else word[:24] + "…"
            raise InputError(
                f"item {place} is {shown!r}: expected bytes as two hexadecimal digits each, e.g. e2 80 99"
            )
    return bytes.fromhex(re.sub(r"0x|\\x", "", "".join(words), flags=re.IGNORECASE))


def parse_ranges(text: str) -> list[tuple[int, int]]:
    """Ids and ranges of ids, both ends included; raises `InputError` naming the first invalid item.

    >>> parse_ranges("1917, 100-120")
    [(1917, 1917), (100, 120)]
    """
    ranges = []
    spaced = re.sub(r"\s*(-|–|\.\.)\s*", r"\1", text)
    for place, word in enumerate(filter(None, _SEPARATORS.split(spaced)), start=1):
        if not (parts := _RANGE.fullmatch(word)):
            shown = word if len(word) <= 24 else word[:24] + "…"
            raise InputError(
                f"item {place} is {shown!r}: expected ids such as 1917, or ranges such as 100-120"
            )
        first = int(parts[1])
        ranges.append((first, int(parts[2]) if parts[2] else first))
    return ranges
