"""``tiktoken.load``: vocabulary files as bytes -> rank, and back.

OpenAI's ``.tiktoken`` files come from this package, by the URLs under which they are published. What tiktoken has
downloaded before is found where tiktoken stores it. Any other file from the network needs the hash that it must have.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ...errors import VocabHashError
from ...files.whole_file import write_atomically
from ...vocab.bundled import read_bundled
from ...vocab.download import download_vocab
from ...vocab.formats.byte_unicode import bytes_to_characters, characters_to_bytes
from ...vocab.formats.tiktoken_file import write_lines
from ...vocab.pretrained import pretrained_names, pretrained_spec

__all__ = [
    "check_hash",
    "data_gym_to_mergeable_bpe_ranks",
    "dump_tiktoken_bpe",
    "load_tiktoken_bpe",
    "read_file",
    "read_file_cached",
]

_SPECIAL = (b"<|endoftext|>", b"<|startoftext|>")


def read_file(blobpath: str) -> bytes:
    """Contents of a file of this machine, or of one of OpenAI's by its URL; raises ``ValueError`` for another URL.

    >>> read_file("https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken")[:7]
    b'IQ== 0\\n'
    """
    if "://" not in blobpath:
        return Path(blobpath).read_bytes()
    for name in pretrained_names():
        spec = pretrained_spec(name)
        if blobpath == spec.url:
            return read_bundled(spec.file, spec.sha256)
    raise ValueError(
        f"{blobpath} is not included: give its SHA-256 as expected_hash to download it, or the path of a file"
    )


def check_hash(data: bytes, expected_hash: str) -> bool:
    """Whether the SHA-256 of some bytes, in hex digits, is the one that is expected.

    >>> check_hash(b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    True
    """
    return hashlib.sha256(data).hexdigest() == expected_hash


def read_file_cached(blobpath: str, expected_hash: str | None = None) -> bytes:
    """As `read_file`; a file from the network is downloaded once, if its SHA-256 is given.

    Raises ``ValueError`` for another hash than the expected one, and `DownloadError` (an ``OSError``).
    """
    is_elsewhere = "://" in blobpath and blobpath not in {
        pretrained_spec(name).url for name in pretrained_names()
    }
    if is_elsewhere:
        for path in _where_tiktoken_caches(blobpath):
            if path.is_file():
                data = path.read_bytes()
                if expected_hash is None or check_hash(data, expected_hash):
                    return data
        if expected_hash is not None:
            return download_vocab(blobpath, expected_hash).read_bytes()
    data = read_file(blobpath)
    if expected_hash and not check_hash(data, expected_hash):
        raise VocabHashError(blobpath, expected_hash, hashlib.sha256(data).hexdigest())
    return data


def _where_tiktoken_caches(url: str) -> Iterator[Path]:
    default = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    directory = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR", default))
    if directory:
        yield Path(directory, hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest())


def data_gym_to_mergeable_bpe_ranks(
    vocab_bpe_file: str,
    encoder_json_file: str,
    vocab_bpe_hash: str | None = None,
    encoder_json_hash: str | None = None,
    clobber_one_byte_tokens: bool = False,
) -> dict[bytes, int]:
    """Bytes -> rank from GPT-2's two files: single bytes in the order of their characters, then the merges.

    clobber_one_byte_tokens: single bytes have the ids of ``encoder.json``. Raises ``AssertionError`` if the ids of that
    file are not the ranks, otherwise as `read_file_cached`.
    """
    in_order = sorted((bytes([byte]) for byte in range(256)), key=bytes_to_characters)
    ranks = {token: rank for rank, token in enumerate(in_order)}
    lines = read_file_cached(vocab_bpe_file, vocab_bpe_hash).decode().split("\n")[1:-1]
    for rank, line in enumerate(lines, start=len(ranks)):
        left, right = line.split()
        ranks[characters_to_bytes(left) + characters_to_bytes(right)] = rank
    listed = json.loads(read_file_cached(encoder_json_file, encoder_json_hash))
    ids = {characters_to_bytes(token): number for token, number in listed.items()}
    for token in _SPECIAL:
        ids.pop(token, None)
    if clobber_one_byte_tokens:
        ranks |= {token: number for token, number in ids.items() if len(token) == 1}
    if ranks != ids:
        raise AssertionError(
            f"the ids of {encoder_json_file} are not the ranks of the merges in {vocab_bpe_file}"
        )
    return ranks


def dump_tiktoken_bpe(bpe_ranks: Mapping[bytes, int], tiktoken_bpe_file: str) -> None:
    """Write a ``.tiktoken`` file of this machine, by rank; an existing file stays until the new one is complete."""
    write_atomically(
        tiktoken_bpe_file, write_lines(sorted((rank, token) for token, rank in bpe_ranks.items()))
    )


def load_tiktoken_bpe(tiktoken_bpe_file: str, expected_hash: str | None = None) -> dict[bytes, int]:
    """Bytes -> rank from a ``.tiktoken`` file; raises ``ValueError`` with the line, otherwise as `read_file_cached`."""
    ranks: dict[bytes, int] = {}
    for line in read_file_cached(tiktoken_bpe_file, expected_hash).splitlines():
        if not line:
            continue
        try:
            token, rank = line.split()
            ranks[base64.b64decode(token)] = int(rank)
        except ValueError as error:
            raise ValueError(
                f"{tiktoken_bpe_file}: expected a base64 token and a rank, got the line {line!r}"
            ) from error
    return ranks
