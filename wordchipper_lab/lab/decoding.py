"""Typed ids, back to text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arguments import a_text, checked
from ..decoders.token_decoder import as_token_array
from ..errors import UnknownTokenError
from ..tokenizer_arguments import a_tokenizer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..tokenizer import Tokenizer

__all__ = ["Decoded", "decode_ids", "parse_ids"]

_SEPARATORS = re.compile(r"[\s,;\[\](){}]+")
_ID = re.compile(r"[0-9]{1,10}")


@dataclass(frozen=True)
class Decoded:
    """The text of some ids; if the bytes are not UTF-8, ``text`` contains U+FFFD and ``valid`` is False."""

    ids: list[int]
    bytes: bytes
    text: str
    valid: bool


@checked(text=a_text)
def parse_ids(text: str) -> list[int]:
    """Read ids in any usual notation: ``[1, 2]``, ``1 2``, ``1,2``, one per line.

    Raises `UnknownTokenError` naming the first item that is not a whole number.

    >>> parse_ids("[24912, 2375]")
    [24912, 2375]
    """
    ids = []
    for place, word in enumerate(filter(None, _SEPARATORS.split(text)), start=1):
        if not _ID.fullmatch(word):
            shown = word if len(word) <= 24 else word[:24] + "…"
            raise UnknownTokenError(f"item {place} is {shown!r}: expected whole numbers such as 24912, 2375")
        ids.append(int(word))
    return ids


@checked(tok=a_tokenizer)
def decode_ids(tok: Tokenizer, ids: Sequence[int]) -> Decoded:
    """Decode `ids`; raises `UnknownTokenError` for an id that the vocabulary does not have.

    >>> import wordchipper_lab as wl
    >>> decode_ids(wl.Tokenizer.from_pretrained("o200k_base"), [24912, 2375]).text
    'hello world'
    """
    tokens = as_token_array(ids)
    data, plain = tok.decode_bytes(tokens), tokens.tolist()
    try:
        return Decoded(plain, data, data.decode(), True)
    except UnicodeDecodeError:
        return Decoded(plain, data, data.decode(errors="replace"), False)
