"""A character-level BPE as one JSON file: an object with these members, in UTF-8.

- ``format``: "wordchipper_lab character BPE", and ``version``: 1.
- ``pattern``: what a word is, one of `WORD_PATTERNS` or a regular expression.
- ``marker``: "attached" (part of a word's last character) or "separate"; ``end_of_word``: its text.
- ``unknown_token``: the token for characters that are not in the alphabet; null leaves them out.
- ``tokens``: the text of each token, in the order of their ids.
- ``merges``: pairs of tokens, ``[left, right]``, in the order in which they are applied.

Unlike the two text files (`text_files`), it has everything that encoding depends on.
"""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from ...errors import VocabFormatError, show
from ...files.whole_file import write_atomically
from ...vocab.formats.source import Source, read_source

__all__ = ["FORMAT", "CharacterFile", "is_character_file", "read_character_file", "write_character_file"]

FORMAT = "wordchipper_lab character BPE"
_VERSION = 1
_HEAD = json.dumps({"format": FORMAT})[:-1].encode()


class CharacterFile(NamedTuple):
    """What the file says, except its format and version."""

    pattern: str
    marker: str
    end_of_word: str
    unknown_token: str | None
    tokens: list[str]
    merges: list[tuple[str, str]]


def write_character_file(path: str | os.PathLike[str], contents: CharacterFile) -> None:
    """Write the file, completely or not at all; raises ``OSError`` if it cannot be written."""
    *members, merges = contents._asdict().items()
    lines = [f"{json.dumps(name)}: {_compact(value)}" for name, value in [("version", _VERSION), *members]]
    pairs = ",\n".join(map(_compact, merges[1]))
    text = ",\n".join([_HEAD.decode(), *lines, f'"merges": [\n{pairs}\n]' if pairs else '"merges": []'])
    write_atomically(path, f"{text}\n}}\n".encode())


def is_character_file(start: bytes) -> bool:
    """Whether a file that begins with these bytes is one of these, as far as can be seen."""
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{") and FORMAT.encode() in start[:200]


def read_character_file(source: Source) -> CharacterFile:
    """Read a path, bytes, or an open file; raises `VocabFormatError` for anything but such a file."""
    name, contents = read_source(source)
    try:
        found = json.loads(contents)
    except (ValueError, RecursionError) as error:
        raise VocabFormatError(
            name, getattr(error, "lineno", None), f"expected JSON in UTF-8 ({error})"
        ) from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise VocabFormatError(name, None, f'expected an object whose "format" is {FORMAT!r}')
    if found.get("version") != _VERSION:
        raise VocabFormatError(
            name, None, f"its version is {show(found.get('version'))}: this package reads {_VERSION}"
        )
    return CharacterFile(*(_member(name, found, member) for member in CharacterFile._fields))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _member(name: str, found: dict[str, Any], member: str) -> Any:
    value = found.get(member)
    if member == "merges":
        if _is_list_of(value, list) and all(len(pair) == 2 and _is_list_of(pair, str) for pair in value):
            return [tuple(pair) for pair in value]
        raise VocabFormatError(name, None, '"merges" is not a list of pairs of tokens')
    if member == "tokens":
        if _is_list_of(value, str):
            return value
        raise VocabFormatError(name, None, '"tokens" is not a list of texts')
    if isinstance(value, str) or (member == "unknown_token" and value is None):
        return value
    raise VocabFormatError(name, None, f'"{member}" is {show(value)}: expected a text')


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(item, kind) for item in value)
