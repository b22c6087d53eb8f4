"""GPT-2's two files: ``vocab.bpe`` (merges in order) and ``encoder.json`` (token -> id).

Hugging Face calls the same pair ``merges.txt`` and ``vocab.json``. Bytes are written as the characters of
byte_unicode.py. tiktoken reads the pair with ``data_gym_to_mergeable_bpe_ranks``.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Mapping

from ...arguments import a_path, a_text, check_number, checked, instance_of, mapping_of, optional, several
from ...errors import UnsupportedVocabError, VocabFormatError
from ...files.whole_file import write_atomically
from ..merge_ranks import rank_by_merges
from ..token_bytes import TokenBytes, iterate_tokens
from .byte_unicode import bytes_to_characters, characters_to_bytes
from .json_text import parse_json
from .merges import merge_pairs
from .source import Source, read_source
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["HEADER", "SPECIAL_FORM", "parse_ids", "read_gpt2_files", "write_gpt2_files"]

SPECIAL_FORM = re.compile(r"<\|[^|]+\|>")
HEADER = "#version: 0.2"
"""The first line of ``vocab.bpe``."""


@checked(special_tokens=several(a_text, "several texts"), limits=some_limits)
def read_gpt2_files(
    vocab_bpe: Source,
    encoder_json: Source,
    *,
    special_tokens: Collection[str] = (),
    limits: VocabLimits | None = None,
) -> VocabFile:
    """Vocabulary from ``vocab.bpe`` and ``encoder.json``, each a path, contents as bytes, or an open file.

    special_tokens: texts that are special tokens if ``encoder.json`` contains them; texts of the form
    ``<|name|>`` that no merge makes always are. Ids need not follow the order of the merges.

    limits: for untrusted files. Raises `VocabFormatError` (with the line) for a file that cannot be read,
    `UnsupportedVocabError` if the two files disagree or a token has no merge, and `WorkLimitError`.
    """
    bpe_name, bpe_contents = read_source(vocab_bpe)
    json_name, json_contents = read_source(encoder_json)
    ids = parse_json(json_name, json_contents, limits)
    merges = _parse_merges(bpe_name, bpe_contents)
    merged = {bytes_to_characters(left + right) for left, right in merges}

    def is_special(text: str) -> bool:
        return text in special_tokens or bool(SPECIAL_FORM.fullmatch(text) and text not in merged)

    ranked, special = parse_ids(json_name, ids, is_special)
    if limits is not None:
        limits.check_tokens(json_name, ranked, special)
    # A token without a merge may be a special one of another form.
    if unmade := [token for token in ranked if len(token) > 1 and bytes_to_characters(token) not in merged]:
        raise UnsupportedVocabError(
            f"{json_name}: {unmade[0]!r} (id {ranked[unmade[0]]}) is not made by any merge: if it is a special token, "
            "name it in special_tokens"
        )
    listed = rank_by_merges(json_name, ranked, merges)
    return VocabFile(listed.tokens, special, listed=listed)


def parse_ids(
    name: str, ids: object, is_special: Callable[[str], bool]
) -> tuple[dict[bytes, int], dict[str, int]]:
    """Split a JSON object of characters -> id into ranked tokens (bytes -> id) and special tokens."""
    if not isinstance(ids, dict):
        raise VocabFormatError(name, None, f"expected an object of token -> id, got {type(ids).__name__}")
    ranked: dict[bytes, int] = {}
    special: dict[str, int] = {}
    for characters, token_id in ids.items():
        if type(token_id) is not int or not 0 <= token_id < 1 << 32:
            raise VocabFormatError(name, None, f"expected an id for token {characters!r}, got {token_id!r}")
        if is_special(characters):
            special[characters] = token_id
            continue
        try:
            ranked[characters_to_bytes(characters)] = token_id
        except ValueError:
            problem = (
                f"token {characters!r} has a character that represents no byte, and is not a special token"
            )
            raise VocabFormatError(name, None, problem) from None
    n_ids = len(set(ranked.values()) | set(special.values()))
    if n_ids < len(ids) or (ids and max(ids.values()) > 2 * n_ids + 65536):
        raise VocabFormatError(name, None, "expected each id once and without gaps")
    return ranked, special


def _parse_merges(name: str, contents: bytes) -> list[tuple[bytes, bytes]]:
    """Pairs in order; skips blank lines and the version line at the top."""
    try:
        lines = contents.decode("utf-8-sig").replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError as error:
        raise VocabFormatError(name, contents.count(b"\n", 0, error.start) + 1, "expected UTF-8") from None
    merges = []
    for line, text in enumerate(lines, start=1):
        if not text or (line == 1 and text.startswith("#version")):
            continue
        fields = text.split(" ")
        if len(fields) != 2 or not all(fields):
            raise VocabFormatError(name, line, f"expected two tokens separated by a space, got {text[:60]!r}")
        try:
            merges.append((characters_to_bytes(fields[0]), characters_to_bytes(fields[1])))
        except ValueError:
            problem = f"expected characters that represent bytes, got {text[:60]!r}"
            raise VocabFormatError(name, line, problem) from None
    if not merges:
        raise VocabFormatError(name, None, "the file has no merges: expected lines of two tokens")
    return merges


@checked(
    tokens=instance_of("TokenBytes, as returned by read_tiktoken", TokenBytes),
    vocab_bpe=a_path,
    encoder_json=a_path,
    special_tokens=optional(mapping_of(a_text, check_number, "a mapping of texts to ids")),
)
def write_gpt2_files(
    tokens: TokenBytes,
    vocab_bpe: str | os.PathLike[str],
    encoder_json: str | os.PathLike[str],
    *,
    special_tokens: Mapping[str, int] | None = None,
) -> None:
    """Write a vocabulary as ``vocab.bpe`` and ``encoder.json``, each completely or not at all.

    The merges are derived from the ranks. Raises `UnsupportedVocabError` for a token that no merge makes (the
    format cannot express it), and ``OSError`` if a file cannot be written.
    """
    rank_of = {token: rank for rank, token in iterate_tokens(tokens)}
    lines = [HEADER]
    for token, pair in merge_pairs(tokens).items():
        if pair is None:
            raise UnsupportedVocabError(
                f"{token!r} (id {rank_of[token]}) is not made by any merge, so vocab.bpe cannot hold it"
            )
        lines.append(f"{bytes_to_characters(pair[0])} {bytes_to_characters(pair[1])}")
    ids = {bytes_to_characters(token): rank for token, rank in rank_of.items()} | dict(special_tokens or {})
    write_atomically(encoder_json, json.dumps(ids).encode())
    write_atomically(vocab_bpe, ("\n".join(lines) + "\n").encode())
