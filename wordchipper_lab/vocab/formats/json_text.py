"""JSON as vocabulary files need it: damage is reported with its line, a key twice is an error."""

from __future__ import annotations

import json

from ...errors import VocabFormatError

__all__ = ["parse_json"]


def parse_json(name: str, contents: bytes) -> object:
    """Parse UTF-8 JSON; raises `VocabFormatError`.

    >>> parse_json("x.json", b'{"a": 1}')
    {'a': 1}
    """

    def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for i, key in enumerate(keys) if key in keys[:i])
            raise VocabFormatError(name, None, f"the key {twice!r} stands twice in one object")
        return found

    try:
        return json.loads(contents.decode("utf-8-sig"), object_pairs_hook=unique_keys)
    except UnicodeDecodeError as error:
        raise VocabFormatError(name, None, f"expected UTF-8, got {error}") from None
    except json.JSONDecodeError as error:
        raise VocabFormatError(name, error.lineno, f"expected JSON: {error.msg}") from None
    except RecursionError:
        raise VocabFormatError(name, None, "expected a vocabulary, got JSON nested too deeply") from None
