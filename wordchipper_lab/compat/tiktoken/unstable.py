"""Which ids of a text are final whatever follows it, and how may the others go on?

The last span of a text may continue, and blanks before it may be divided otherwise. So the tokens of that span, and
those of nothing but blanks before it, are not final. tiktoken answers with all ways in which they may go on: a token
that begins with the rest of the text; or one that begins within it, after the ids of what is before. Source: tiktoken's
``_encode_unstable_native``, which has rules of its own for blanks, and which these functions follow to the letter.

A token that begins within the rest adds some bytes to it. tiktoken tries each place and each token. But only the bytes
that are added matter, and many tokens add the same: so each is tried once, and all of them in one batch.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile

import numpy as np

from ...spanners.spans import GAP, SPECIAL
from ...special_policy import Special
from .continuations import continue_rest
from .engine_core import EngineCore

__all__ = ["encode_bytes", "encode_with_unstable"]

_BLANKS = b" \n\t"
_WHITE_SPACE = frozenset(
    "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
)


def encode_with_unstable(core: EngineCore, text: str, special: Special) -> tuple[list[int], list[list[int]]]:
    """The final ids of `text`, and the ids of all ways to go on, in any order; see `Encoding.encode_with_unstable`."""
    ids, rest = _divide(core, text, special)
    if not rest:
        return ids, []
    tokens, numbers = core.sorted_tokens
    found: set[tuple[int, ...]] = {(number,) for number in numbers[_beginning_with(tokens, rest)]}
    found |= continue_rest(core, rest, _what_may_follow(tokens, rest, core.longest_token))
    last = rest.decode()[-1]
    before = rest[: len(rest) - len(last.encode())]
    if before and last in _WHITE_SPACE:  # "\n\n" may be divided if something follows
        found.add((*core.merge(before), *core.merge(last.encode())))
    return ids, [list(way) for way in found]


def encode_bytes(core: EngineCore, data: bytes) -> list[int]:
    """Ids of bytes. What is not UTF-8, to the end, is one piece together with the last span before it."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        ids, rest = _divide(core, data[: error.start].decode(), frozenset())
        return ids + core.encode_single_piece(rest + data[error.start :])
    return core.encode_ordinary(text)


def _divide(core: EngineCore, text: str, special: Special) -> tuple[list[int], bytes]:
    """The ids that are final, and the bytes of the others: none if the last token is a special one."""
    found = core.tokenizer.encode_with_spans(text, special)
    ids = core.to_ids(found.tokens).tolist()
    words = np.flatnonzero(found.span_kinds != GAP)
    if not len(words) or found.span_kinds[words[-1]] == SPECIAL:
        return ids, b""
    data = text.encode()
    ends_of_spans = found.span_token_ends
    first = int(ends_of_spans[words[-1] - 1]) if words[-1] else 0
    specials = np.flatnonzero(found.span_kinds == SPECIAL)
    after_special = int(ends_of_spans[specials[-1]]) if len(specials) else 0

    def backwards(place: int) -> Iterator[bytes]:
        for i in range(place, after_special - 1, -1):
            yield data[found.token_starts[i] : found.token_ends[i]]

    if _is_blank(next(backwards(first))):
        first -= sum(1 for _ in takewhile(_is_blank, backwards(first - 1)))
    places = range(first, len(ids))
    return ids[:first], b"".join(data[found.token_starts[i] : found.token_ends[i]] for i in places)


def _is_blank(token: bytes) -> bool:
    return not token.strip(_BLANKS)


def _what_may_follow(tokens: list[bytes], rest: bytes, longest: int) -> set[bytes]:
    """What tokens that begin within `rest`, but not where it begins, add to it; none has more bytes than `longest`."""
    added: set[bytes] = set()
    for size in range(1, min(len(rest), longest + 1)):
        begin = rest[len(rest) - size :]
        added.update(token[size:] for token in tokens[_beginning_with(tokens, begin)])
    return added


def _beginning_with(tokens: list[bytes], begin: bytes) -> slice:
    """The place of those of the sorted tokens that begin with these bytes."""
    start = bisect_left(tokens, begin)
    head = begin.rstrip(b"\xff")
    after = head[:-1] + bytes([head[-1] + 1]) if head else b""
    return slice(start, bisect_left(tokens, after, start) if after else len(tokens))
