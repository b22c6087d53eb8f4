"""Everything about one token of a vocabulary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import checked, whole_number
from ...errors import UnknownTokenError, show
from ...kernels.tables import NOT_FOUND
from ...tokenizer_arguments import a_token, a_vocabulary
from ...vocab.tables import find_bytes
from ..merge_tree import MergeNode, merge_tree
from ..shown_ranks import shown_rank
from .index import KINDS, index_vocabulary
from .matching import match_bytes

if TYPE_CHECKING:
    from ...tokenizer import Tokenizer
    from ...vocab.unified import UnifiedVocab

__all__ = ["TokenDetails", "describe_token", "describe_utf8"]


@dataclass(frozen=True, eq=False)
class TokenDetails:
    """One token.

    ``rank`` is the id, or, where ids are not ranks, the place of its merge in the list; None for a token without one
    (special tokens always). ``text`` is None if its bytes are not valid UTF-8, and ``problem`` says why.

    ``pair`` is what it is merged from, None for a single byte, a special token, and a token that no merge
    makes (``is_reachable`` is then False: it is found only as a whole span, or never, as ``is_never`` says).
    ``before`` and ``after`` are its neighbours by id. These are uint32 arrays of ids, ascending: ``containing``
    (all tokens that contain its bytes), ``as_left`` and ``as_right`` (those merged from it directly).
    """

    id: int
    rank: int | None
    bytes: bytes
    text: str | None
    problem: str | None
    n_characters: int
    script: str
    kind: str
    is_special: bool
    is_reachable: bool
    is_never: bool
    pair: tuple[int, int] | None
    longest_prefix: int | None
    tree: MergeNode
    before: list[int]
    after: list[int]
    containing: np.ndarray
    as_left: np.ndarray
    as_right: np.ndarray

    @property
    def hex(self) -> str:
        """The bytes in hexadecimal: ``"20 77 6f"``."""
        return self.bytes.hex(" ")

    @checked(most=whole_number(0))
    def to_json(self, most: int = 1000) -> dict[str, Any]:
        """Everything as numbers, strings and lists, with at most `most` ids in a list beside their ``count``."""
        plain = {name: value for name, value in vars(self).items() if not isinstance(value, np.ndarray)}
        lists = ("containing", "as_left", "as_right")
        return plain | {
            "bytes": self.bytes.hex(),
            "hex": self.hex,
            "pair": list(self.pair) if self.pair else None,
            "tree": self.tree.to_json(),
            **{name: _first_of(getattr(self, name), most) for name in lists},
        }


@checked(vocab=a_vocabulary, token=a_token, neighbours=whole_number(0))
def describe_token(vocab: UnifiedVocab | Tokenizer, token: int, *, neighbours: int = 5) -> TokenDetails:
    """Details of `token`, with `neighbours` ids before and after it; raises `UnknownTokenError`.

    >>> from wordchipper_lab.vocab import load_vocab
    >>> token = describe_token(load_vocab("o200k_base"), 2375)
    >>> token.text, token.pair, token.containing.tolist()[:4], token.longest_prefix
    (' world', (286, 1733), [17361, 30226, 38946, 157733], 6785)
    """
    known: UnifiedVocab = getattr(vocab, "vocab", vocab)
    index = index_vocabulary(known)
    place = index.place_of(token)
    if place is None:
        raise UnknownTokenError(
            f"no token has the id {show(token)}: {known.name} has ids from 0 to {known.max_token}"
        )
    data, is_special = index.token_bytes(place), bool(index.is_special[place])
    is_valid = bool(index.is_valid[place])
    pair = None if is_special else known.split(token)
    containing = index.ids[match_bytes(index.data, index.starts, data)]
    splits = known.tables.splits.reshape(-1, 2)
    is_made = splits[:, 0] != np.arange(len(splits))
    return TokenDetails(
        id=int(token),
        rank=None if is_special else shown_rank(known, token),
        bytes=data,
        text=index.texts[place] if is_valid else None,
        problem=None if is_valid else describe_utf8(data),
        n_characters=len(index.texts[place]),
        script=index.script_names[index.scripts[place]],
        kind=KINDS[index.kinds[place]],
        is_special=is_special,
        is_reachable=is_special or len(data) == 1 or pair is not None,
        is_never=bool(index.is_never[place]),
        pair=pair,
        longest_prefix=_longest_prefix(known, data),
        tree=merge_tree(known, token),
        before=index.ids[max(place - neighbours, 0) : place].tolist(),
        after=index.ids[place + 1 : place + 1 + neighbours].tolist(),
        containing=containing[containing != token],
        as_left=_made_of(known, splits[:, 0], is_made, token),
        as_right=_made_of(known, splits[:, 1], is_made, token),
    )


def describe_utf8(data: bytes) -> str | None:
    r"""Why `data` is not valid UTF-8, in words; ``None`` if it is.

    >>> describe_utf8(b"\x9f\x91a")
    'its first 2 bytes belong to a character that begins before it'
    >>> describe_utf8(b" \xf0\x9f")
    'its last 2 bytes begin a character of 4: 2 are missing'
    """
    begins = next((at for at, byte in enumerate(data) if byte & 0xC0 != 0x80), len(data))
    problems = []
    if begins:
        problems.append(f"{_bytes_of('first', begins, data)} to a character that begins before it")
    try:
        data[begins:].decode()
    except UnicodeDecodeError as error:
        at = begins + error.start
        if error.reason == "unexpected end of data":
            there, size = len(data) - at, 2 + (data[at] >= 0xE0) + (data[at] >= 0xF0)
            begin = f"{_bytes_of('last', there, data, 'begin')} a character of {size}"
            problems.append(f"{begin}: {size - there} {'is' if size - there == 1 else 'are'} missing")
        else:
            problems.append(f"its byte {data[at]:02x} (number {at + 1}) cannot stand there: {error.reason}")
    return ", and ".join(problems) or None


def _bytes_of(which: str, n: int, data: bytes, verb: str = "belong") -> str:
    if n == len(data):
        return f"its {n} bytes {verb}" if n > 1 else f"its byte {verb}s"
    return f"its {which} {n} bytes {verb}" if n > 1 else f"its {which} byte {verb}s"


def _longest_prefix(vocab: UnifiedVocab, data: bytes) -> int | None:
    prefixes = (find_bytes(vocab.tables, data[:size]) for size in range(len(data) - 1, 0, -1))
    return next((vocab.id_of_rank(number) for number in prefixes if number != NOT_FOUND), None)


def _made_of(vocab: UnifiedVocab, parts: np.ndarray, is_made: np.ndarray, token: int) -> np.ndarray:
    number = vocab.rank_of(token)
    if number is None:
        return np.empty(0, dtype=np.uint32)
    found = np.flatnonzero((parts == number) & is_made)
    return np.sort(vocab.to_ids(found).astype(np.uint32))


def _first_of(ids: np.ndarray, most: int) -> dict[str, Any]:
    return {"count": len(ids), "ids": ids[:most].tolist()}
