r"""``vocab.txt`` and ``merges.txt`` of a character-level BPE.

vocab.txt has one token per line in the order of their ids; merges.txt has a version line and then two tokens
per line, in the order in which they were learned. This is the format that subword-nmt writes and reads as its
codes: "#version: 0.2" for the marker attached to the last character, "0.1" (or no such line) for the marker
as a separate symbol.

A token that contains white space or a backslash cannot be written this way, because white space separates
tokens. If there is one, the version line ends with "escaped" and those characters are written as ``\u0020``;
subword-nmt refuses such a file instead of misreading it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from ...errors import VocabFormatError
from ...files.whole_file import write_atomically
from ...vocab.formats.source import Source, read_source

__all__ = ["read_text_files", "write_text_files"]

_VERSIONS = {"attached": "0.2", "separate": "0.1"}
_ESCAPED = " escaped"
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4})?")

Pairs = Sequence[tuple[str, str]]


def write_text_files(
    vocab: str | os.PathLike[str],
    merges: str | os.PathLike[str],
    tokens: Sequence[str],
    pairs: Pairs,
    marker: str,
) -> None:
    """Write both files, each completely or not at all; raises ``OSError`` if one cannot be written."""
    escaped = any(re.search(r"\s", token) for token in tokens)
    shown = {token: re.sub(r"[\s\\]", _escape, token) if escaped else token for token in tokens}
    version = f"#version: {_VERSIONS[marker]}{_ESCAPED if escaped else ''}"
    lines = [version, *(f"{shown[left]} {shown[right]}" for left, right in pairs)]
    write_atomically(vocab, "".join(f"{shown[token]}\n" for token in tokens).encode())
    write_atomically(merges, "".join(f"{line}\n" for line in lines).encode())


def read_text_files(vocab: Source, merges: Source) -> tuple[list[str], list[tuple[str, str]], str]:
    """Tokens by id, pairs by rank, and the marker (one of `MARKERS`).

    Raises `VocabFormatError` with the line if a file cannot be read, if a token or pair occurs twice, and if
    a part of a pair, or its result, is not a token.
    """
    name, lines = _read_lines(merges)
    marker, escaped, n_version = _version(name, lines)
    pairs: dict[tuple[str, str], int] = {}
    for number, line in enumerate(lines[n_version:], start=n_version + 1):
        fields = line.split(" ")
        if len(fields) != 2 or not all(fields):
            raise VocabFormatError(
                name, number, f"expected two tokens separated by a space, got {line[:60]!r}"
            )
        left, right = (_unescape(name, number, field) if escaped else field for field in fields)
        if (left, right) in pairs:
            raise VocabFormatError(
                name, number, f"{left!r} {right!r} also occurs in line {pairs[left, right]}"
            )
        pairs[left, right] = number
    tokens = _read_tokens(vocab, escaped)
    for (left, right), number in pairs.items():
        for token in (left, right, left + right):
            if token not in tokens:
                raise VocabFormatError(name, number, f"{token!r} is not in the vocabulary file")
    return list(tokens), list(pairs), marker


def _read_tokens(vocab: Source, escaped: bool) -> dict[str, int]:
    name, lines = _read_lines(vocab)
    tokens: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        token = _unescape(name, number, line) if escaped else line
        if not token or token in tokens:
            problem = f"{token!r} also occurs in line {tokens[token]}" if token else "the line is empty"
            raise VocabFormatError(name, number, problem)
        tokens[token] = number
    return tokens


def _read_lines(source: Source) -> tuple[str, list[str]]:
    name, contents = read_source(source)
    try:
        text = contents.decode("utf-8-sig").replace("\r\n", "\n")  # a token's own \r is written escaped
    except UnicodeDecodeError as error:
        raise VocabFormatError(name, contents.count(b"\n", 0, error.start) + 1, "expected UTF-8") from None
    return name, text.removesuffix("\n").split("\n") if text else []


def _version(name: str, lines: Sequence[str]) -> tuple[str, bool, int]:
    """Marker, whether tokens are escaped, and how many lines the header has."""
    if not lines or not lines[0].startswith("#version:"):
        return "separate", False, 0
    stated = lines[0].removeprefix("#version:").strip()
    number = stated.removesuffix(_ESCAPED)
    for marker, version in _VERSIONS.items():
        if number == version:
            return marker, stated != number, 1
    raise VocabFormatError(name, 1, f"version {stated!r} is not known: expected 0.1 or 0.2")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _unescape(name: str, number: int, text: str) -> str:
    def character(match: re.Match[str]) -> str:
        if not match[1]:
            raise VocabFormatError(
                name, number, f"expected \\u and four digits after a backslash in {text[:60]!r}"
            )
        return chr(int(match[1][1:], 16))

    return _ESCAPE.sub(character, text)
