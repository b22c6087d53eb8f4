"""The form in which a byte-level vocabulary travels to a browser: small, and inflated by the browser itself.

    head    "WLV", version 1 or 2; uint32 CRC-32 of all that follows; uint32 bytes that follow the head; uint32 bytes
            that those inflate to
    zlib    what ``DecompressionStream("deflate")`` inflates to:
              uint32 (259,)   how many numbers each section has
              uint32 (2,)     bytes of literals, bytes of all tokens
              uint8           the numbers, section after section, each as its level: of a number below 16 itself, of
                              one of 4 + w bits 8 * w + its 4 highest bits
              uint8           literals
              bits            what the levels leave out, lowest bits first, in the order of reading

In version 2 the two tokens that another one joins are those that merging joins; then a reader need not derive them,
which takes it 0.13 of the 0.5 s until o200k_base is ready.

All integers are little-endian. Tokens are read by id. Each begins with a number of the section LEFT. 0 means a literal:
its length (section LENGTH; 0 for an id without a token) and as many bytes. Otherwise the token joins two lower ones:
the number - 1 is the left one's position among all tokens, those used most as left parts first (`UsedFirst`). Each
class of left parts (`class_of`) has its own section for right parts, and its own list of those that followed: 0 means
one that is new there (section FRESH: its position among all tokens, those used most as fresh parts first), otherwise
the number - 1 is a position in that list. Most numbers are small then, which is what deflate needs.

Sizes of o200k_base (1.4 MB of tokens; the bundled .tiktoken.xz has 1,151,196 bytes), and what was tried, in kB:

    616    version 1
    634    version 2: the pairs that merging joins
    614    a third list, for each script, between a class's list and that of all: not worth its code
    616 to 620: one list for left and fresh parts together, or letters in two classes each (after a space, after a
           capital, after a short left part)
    622    without `choose_splits`: the longest left part
    637    that, and positions as two or three planes of bytes instead of levels
    723    that, and ids instead of positions: left and right ids in planes of bytes, deflated
    769    sorted tokens, front-coded (365), and their permutation at log2(n!) bits (404): beyond a token being above
           its parts, ranks say little of each other
    621    an ideal arithmetic coder without `choose_splits` (beside 622), the right part after the left one's class,
           with Pitman-Yor back-off; 615 with two more contexts: a coder of our own would gain 1 % over the browser's
"""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise

import numpy as np

from ..errors import UnsupportedVocabError, VocabFormatError
from ..vocab.token_bytes import TokenBytes, pack_tokens
from .split_model import CLASSES, UsedFirst, class_of
from .token_splits import choose_splits

__all__ = ["pack_vocabulary", "unpack_vocabulary"]

_MAGIC, _VERSIONS = b"WLV", (1, 2)
_HEAD = struct.Struct("<4sIII")
_CHECKED_FROM = 8  # bytes of the head that the CRC-32 leaves out
_LEFT, _LENGTH, _FRESH, _RIGHT = 0, 1, 2, 3  # sections; those from _RIGHT on are of classes
_SECTIONS = _RIGHT + CLASSES
_COUNTS = struct.Struct(f"<{_SECTIONS + 2}I")
_MOST = 1 << 28  # ids, and bytes of all tokens
_MOST_WIDTH = 24  # bits that a level leaves out
_LARGE_SECTION = 1000  # bytes that gain more from Huffman codes of their own than those take
_MOST_INFLATED = 1032  # bytes that deflate can make of one


def pack_vocabulary(tokens: TokenBytes, splits: np.ndarray | None = None) -> bytes:
    """A vocabulary as a file for the browser (o200k_base: 0.6 MB, 2 s); `unpack_vocabulary` returns the same.

    Any tokens in any order, with unused ids; small if tokens join lower ones, as those of BPE do. splits: uint32
    (2 * n,), the pair that merging joins to each token, as in `VocabTables`; the file says so if each is of lower ones.
    Raises `UnsupportedVocabError` for more than 2^28 ids or bytes.

    >>> unpack_vocabulary(pack_vocabulary(pack_tokens([b"a", b"b", b"", b"ab"]))).starts.tolist()
    [0, 1, 2, 2, 4]
    """
    starts = tokens.starts.tolist()
    if max(len(starts) - 1, starts[-1]) >= _MOST:
        given = f"{len(starts) - 1:,} ids and {starts[-1]:,} bytes"
        raise UnsupportedVocabError(
            f"a vocabulary of {given}: files for browsers have less than {_MOST:,} of each"
        )
    data = tokens.data[: starts[-1]].tobytes()
    listed = [data[start:end] for start, end in pairwise(starts)]
    merged = None if splits is None else _merged_pairs(splits)
    sections, numbers, literals = _describe(listed, choose_splits(listed) if merged is None else merged)
    levels, bits = _levels_and_bits(numbers)
    sizes = np.bincount(sections, minlength=_SECTIONS)
    by_section = np.split(levels[np.argsort(sections, kind="stable")], np.cumsum(sizes)[:-1])
    counts = _COUNTS.pack(*sizes.tolist(), len(literals), len(data))
    parts = [counts, *(part.tobytes() for part in by_section), literals, bits]
    deflated = min((_deflate(parts, how) for how in (zlib.Z_HUFFMAN_ONLY, zlib.Z_DEFAULT_STRATEGY)), key=len)
    magic = _MAGIC + bytes([_VERSIONS[merged is not None]])
    file = _HEAD.pack(magic, 0, len(deflated), sum(map(len, parts))) + deflated
    return magic + struct.pack("<I", zlib.crc32(file[_CHECKED_FROM:])) + file[_CHECKED_FROM:]


def _merged_pairs(splits: np.ndarray) -> dict[int, tuple[int, int]] | None:
    """Token -> what merging joins to it; None if that is not lower for every token."""
    pairs = splits.reshape(-1, 2).astype(np.int64)
    tokens = np.flatnonzero(pairs[:, 0] != np.arange(len(pairs)))
    if (pairs[tokens] >= tokens[:, None]).any():
        return None
    return dict(zip(tokens.tolist(), map(tuple, pairs[tokens].tolist()), strict=True))


def _describe(
    tokens: list[bytes], splits: dict[int, tuple[int, int]]
) -> tuple[np.ndarray, np.ndarray, bytes]:
    """Sections and numbers in the order of reading, int64 (n,) each, and the literals."""
    lefts, fresh = UsedFirst(), UsedFirst()
    followers: dict[int, UsedFirst] = {}
    found: list[int] = []
    literals = bytearray()
    for token_id, token in enumerate(tokens):
        if token_id not in splits:
            found += (_LEFT, 0, _LENGTH, len(token))
            literals += token
        else:
            left, right = splits[token_id]
            position = lefts.position[left]
            lefts.use(position)
            left_class = class_of(tokens[left])
            after = followers.setdefault(left_class, UsedFirst())
            place = after.position.get(right, -1)
            found += (_LEFT, position + 1, _RIGHT + left_class, place + 1)
            if place < 0:
                position = fresh.position[right]
                fresh.use(position)
                found += (_FRESH, position)
                place = len(after.order)
                after.add(right)
            after.use(place)
        if token:
            lefts.add(token_id)
            fresh.add(token_id)
    sections, numbers = np.array(found, dtype=np.int64).reshape(-1, 2).T
    return sections, numbers, bytes(literals)


def _levels_and_bits(numbers: np.ndarray) -> tuple[np.ndarray, bytes]:
    """The levels of numbers below 2^28, uint8 (n,), and the bits that they leave out."""
    widths = np.maximum(np.frexp(numbers)[1] - 4, 0)  # frexp: the number of bits, exactly
    levels = (widths << 3) + (numbers >> widths)
    within = np.arange(widths.sum()) - np.repeat(np.cumsum(widths) - widths, widths)
    bits = np.repeat(numbers, widths) >> within & 1
    return levels.astype(np.uint8), np.packbits(bits.astype(np.uint8), bitorder="little").tobytes()


def _deflate(parts: list[bytes], how: int) -> bytes:
    """One zlib stream with new Huffman codes after each large section. (Memory level 8: shorter blocks than 9.)"""
    deflater = zlib.compressobj(9, zlib.DEFLATED, 15, 8, how)
    out, waiting = [], 0
    for part in parts:
        out.append(deflater.compress(part))
        waiting += len(part)
        if waiting > _LARGE_SECTION:
            out.append(deflater.flush(zlib.Z_PARTIAL_FLUSH))
            waiting = 0
    return b"".join([*out, deflater.flush()])


def unpack_vocabulary(data: bytes) -> TokenBytes:
    """The tokens in a file of `pack_vocabulary`; the plain twin of ``web/tokenizer/vocabulary_file.js``.

    Raises `VocabFormatError` for anything else, also if it is damaged or truncated.

    >>> unpack_vocabulary(b"WLV")
    Traceback (most recent call last):
    wordchipper_lab.errors.VocabFormatError: vocabulary file: has 3 bytes, which is less than its head
    """
    body = _Body(_inflate(data))
    lefts, fresh = UsedFirst(), UsedFirst()
    followers: dict[int, UsedFirst] = {}
    tokens: list[bytes] = []
    n_bytes = 0
    for token_id in range(body.sizes[_LEFT]):
        number = body.number(_LEFT)
        if number == 0:
            token = body.literal()
        else:
            left = _use(lefts, number - 1)
            left_class = class_of(tokens[left])
            after = followers.setdefault(left_class, UsedFirst())
            place = body.number(_RIGHT + left_class) - 1
            if place < 0:
                place = len(after.order)
                after.add(_use(fresh, body.number(_FRESH)))
            token = tokens[left] + tokens[_use(after, place)]
        n_bytes += len(token)
        if n_bytes > body.n_bytes:
            raise _problem("its tokens have more bytes than it says")
        tokens.append(token)
        if token:
            lefts.add(token_id)
            fresh.add(token_id)
    if n_bytes < body.n_bytes:
        raise _problem("its tokens have fewer bytes than it says")
    return pack_tokens(tokens)


def _problem(problem: str) -> VocabFormatError:
    return VocabFormatError("vocabulary file", None, problem)


def _use(tokens: UsedFirst, position: int) -> int:
    if position >= len(tokens.order):
        raise _problem("it refers to a token that it does not have")
    return tokens.use(position)


def _inflate(data: bytes) -> bytes:
    if len(data) < _HEAD.size:
        raise _problem(f"has {len(data)} bytes, which is less than its head")
    magic, check_sum, deflated, inflated = _HEAD.unpack_from(data)
    if magic[:-1] != _MAGIC or magic[-1] not in _VERSIONS:
        raise _problem(f"begins with {magic!r}: expected {_MAGIC!r} and a version, 1 or 2")
    if len(data) != _HEAD.size + deflated:
        raise _problem(f"has {len(data):,} bytes: expected {_HEAD.size + deflated:,}")
    if zlib.crc32(data[_CHECKED_FROM:]) != check_sum:
        raise _problem("is damaged: its checksum is another than it says")
    if not _COUNTS.size <= inflated <= deflated * _MOST_INFLATED:
        raise _problem(f"{deflated:,} bytes cannot be inflated to {inflated:,}")
    inflater = zlib.decompressobj()
    try:
        body = inflater.decompress(data[_HEAD.size :], inflated + 1)
    except zlib.error as error:
        raise _problem(f"cannot be inflated ({error})") from None
    if len(body) != inflated or not inflater.eof or inflater.unused_data:
        raise _problem(f"does not inflate to {inflated:,} bytes")
    return body


class _Body:
    """What was inflated, with a place of reading in each section."""

    def __init__(self, body: bytes) -> None:
        *self.sizes, n_literals, self.n_bytes = _COUNTS.unpack_from(body)
        self._bytes, self._next = body, [_COUNTS.size]
        for size in self.sizes:
            self._next.append(self._next[-1] + size)
        self._ends = self._next[1:]
        self._literal = self._next.pop()
        self._literals_end = self._literal + n_literals
        if self._literals_end > len(body) or self.n_bytes >= _MOST:
            raise _problem("its sections are longer than it")
        self._bit = 8 * self._literals_end

    def number(self, section: int) -> int:
        at = self._next[section]
        if at == self._ends[section]:
            raise _problem("a section ends too early")
        self._next[section] = at + 1
        level = self._bytes[at]
        width = max((level >> 3) - 1, 0)
        if width > _MOST_WIDTH:
            raise _problem(f"level {level} is too high")
        begin, shift = divmod(self._bit, 8)
        self._bit += width
        low = int.from_bytes(self._bytes[begin : begin + 4], "little") >> shift & ((1 << width) - 1)
        return ((level - (width << 3)) << width) + low

    def literal(self) -> bytes:
        length = self.number(_LENGTH)
        start, self._literal = self._literal, self._literal + length
        if self._literal > self._literals_end:
            raise _problem("its literals end too early")
        return self._bytes[start : self._literal]
