"""The ``.tiktoken`` format: one line for each token, its bytes in base64, a space, its rank.

    IQ== 0
    Ig== 1

Two readers give the same result: `parse_bulk` takes whole columns at once and gives up on anything unusual;
`parse_lines`, the obvious twin, then reads it or explains the error.
"""

from __future__ import annotations

import os
from base64 import b64encode
from binascii import Error as Base64Error
from binascii import a2b_base64
from collections.abc import Collection, Iterator
from functools import partial

from ...arguments import a_path, a_text, check_number, checked, instance_of, optional, several
from ...errors import VocabFormatError
from ...files.whole_file import write_atomically
from ..token_bytes import TokenBytes, iterate_tokens, pack_tokens
from .source import Source, check_sha256, read_source
from .tiktoken_bulk import parse_bulk

__all__ = ["parse_lines", "read_tiktoken", "write_tiktoken"]

_decode_base64 = partial(a2b_base64, strict_mode=True)
_SINGLE_BYTES = frozenset(bytes([value]) for value in range(256))


@checked(expected_sha256=optional(a_text), holes=several(check_number, "several ids"))
def read_tiktoken(
    source: Source, *, expected_sha256: str | None = None, holes: Collection[int] = ()
) -> TokenBytes:
    """Ranked tokens of a ``.tiktoken`` file.

    source: path, contents as bytes, or open file. Lines may be in any order and end in LF or CRLF.
    holes: ranks that may be missing, because special tokens have those ids.

    Raises `VocabHashError` if the SHA-256 differs from the given one, and `VocabFormatError` (with the line)
    for a malformed line, an empty or repeated token, a repeated or missing rank, or a single byte without a
    token.

    >>> one_byte_tokens = write_lines([(value, bytes([value])) for value in range(256)])
    >>> len(read_tiktoken(one_byte_tokens + b"YWI= 256").data)
    258
    """
    name, contents = read_source(source)
    check_sha256(name, contents, expected_sha256)
    tokens = parse_bulk(contents, holes)
    return tokens if tokens is not None else parse_lines(contents, holes, name)


def parse_lines(contents: bytes, holes: Collection[int] = (), name: str = "<bytes>") -> TokenBytes:
    """The simple reader: line by line, with every fault reported as `VocabFormatError` with its line."""
    line_of_token: dict[bytes, int] = {}
    line_of_rank: dict[int, int] = {}
    token_of_rank: dict[int, bytes] = {}
    for line, token, rank in _split_lines(contents, name):
        if token in line_of_token:
            raise VocabFormatError(name, line, f"token {token!r} is also in line {line_of_token[token]}")
        if rank in line_of_rank:
            raise VocabFormatError(name, line, f"rank {rank} is also in line {line_of_rank[rank]}")
        line_of_token[token] = line_of_rank[rank] = line
        token_of_rank[rank] = token
    if not token_of_rank:
        raise VocabFormatError(name, None, "the file is empty: expected lines of a base64 token and a rank")
    next_rank = 0
    for rank in sorted(token_of_rank):
        while next_rank < rank and next_rank in holes:
            next_rank += 1
        if next_rank < rank:
            problem = f"rank {rank} follows a gap: no line and no special token has rank {next_rank}"
            raise VocabFormatError(name, line_of_rank[rank], problem)
        next_rank = rank + 1
    if missing := sorted(_SINGLE_BYTES - line_of_token.keys()):
        problem = f"{len(missing)} of the 256 single bytes have no token (the first is {missing[0]!r})"
        raise VocabFormatError(name, None, f"{problem}: the file is truncated or not a byte-level vocabulary")
    return pack_tokens([token_of_rank.get(rank, b"") for rank in range(next_rank)])


def _split_lines(contents: bytes, name: str) -> Iterator[tuple[int, bytes, int]]:
    """(line number from 1, token, rank) of every line that is not blank."""
    for line, text in enumerate(contents.splitlines(), start=1):
        if not text.isascii():
            raise VocabFormatError(name, line, f"expected ASCII, got {_shorten(text)}")
        fields = text.split()
        if not fields:
            continue
        if len(fields) != 2:
            raise VocabFormatError(name, line, f"expected a base64 token and a rank, got {_shorten(text)}")
        try:
            token = _decode_base64(fields[0])
        except Base64Error as error:
            problem = f"expected a token in base64, got {_shorten(fields[0])} ({error})"
            raise VocabFormatError(name, line, problem) from None
        if not token:
            raise VocabFormatError(name, line, "the token is empty")
        if not fields[1].isdigit() or len(fields[1]) > 10:
            raise VocabFormatError(name, line, f"expected a rank (0, 1, 2 ...), got {_shorten(fields[1])}")
        yield line, token, int(fields[1])


def _shorten(text: bytes) -> str:
    return repr(text) if len(text) <= 60 else f"{text[:60]!r}..."


def write_lines(ranked_tokens: Collection[tuple[int, bytes]]) -> bytes:
    """Contents of a ``.tiktoken`` file from pairs (rank, bytes), in the order given.

    >>> write_lines([(0, b"!")])
    b'IQ== 0\\n'
    """
    return b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in ranked_tokens)


@checked(tokens=instance_of("TokenBytes, as returned by read_tiktoken", TokenBytes), path=a_path)
def write_tiktoken(tokens: TokenBytes, path: str | os.PathLike[str]) -> None:
    """Write a ``.tiktoken`` file, completely or not at all; `read_tiktoken` returns the same tokens.

    Raises ``OSError`` if it cannot be written; an existing file then stays unchanged.
    """
    write_atomically(path, write_lines(list(iterate_tokens(tokens))))
