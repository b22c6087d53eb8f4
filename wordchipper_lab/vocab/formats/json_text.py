"""JSON for vocabulary files: damage is reported with its line, and a duplicate key is an error."""

from __future__ import annotations

import json
from typing import Any

from ...errors import UnsupportedVocabError, VocabFormatError
from .vocab_limits import VocabLimits

__all__ = ["check_length", "expect_list", "expect_object", "parse_json", "type_of", "unsupported"]


def parse_json(name: str, contents: bytes, limits: VocabLimits | None = None) -> object:
    """Parse UTF-8 JSON; raises `VocabFormatError`, and `WorkLimitError` beyond `limits`.

    >>> parse_json("x.json", b'{"a": 1}')
    {'a': 1}
    """

    if limits is not None:
        limits.check_json(name, contents)

    def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            seen: set[str] = set()
            twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
            raise VocabFormatError(name, None, f"the key {twice!r} occurs twice in one object")
        return found

    try:
        return json.loads(contents.decode("utf-8-sig"), object_pairs_hook=unique_keys)
    except VocabFormatError:
        raise
    except UnicodeDecodeError as error:
        raise VocabFormatError(name, None, f"expected UTF-8, got {error}") from None
    except json.JSONDecodeError as error:
        raise VocabFormatError(name, error.lineno, f"expected JSON: {error.msg}") from None
    except ValueError as error:  # a number of more than 4,300 digits
        raise VocabFormatError(
            name, None, f"expected a vocabulary, got JSON with a number that is too long: {error}"
        ) from None
    except RecursionError:
        raise VocabFormatError(name, None, "expected a vocabulary, got JSON nested too deeply") from None


def expect_object(name: str, what: str, value: object) -> dict[str, Any]:
    """`value` if it is an object; otherwise raises `VocabFormatError`."""
    if not isinstance(value, dict):
        raise VocabFormatError(name, None, f"expected {what} to be an object, got {type(value).__name__}")
    return value


def expect_list(name: str, what: str, value: object) -> list[Any]:
    """`value` if it is a list; otherwise raises `VocabFormatError`."""
    if not isinstance(value, list):
        raise VocabFormatError(name, None, f"expected {what} as a list, got {type(value).__name__}")
    return value


def check_length(name: str, what: str, found: int, most: int) -> None:
    """Raise `UnsupportedVocabError` for more than `most` parts; files of models have a few.

    >>> check_length("x.json", "added tokens", 3, 100)
    """
    if found > most:
        raise UnsupportedVocabError(f"{name} has {found:,} {what}; this engine supports up to {most:,}")


def type_of(part: object) -> str:
    """The "type" of a part of a ``tokenizer.json``, for messages."""
    return str(part.get("type")) if isinstance(part, dict) else repr(part)


def unsupported(name: str, given: str, expected: str) -> UnsupportedVocabError:
    """The error for a part that this engine cannot reproduce.

    >>> str(unsupported("x.json", "normalizer NFC", "none"))
    'x.json: normalizer NFC is not supported, expected none'
    """
    return UnsupportedVocabError(f"{name}: {given} is not supported, expected {expected}")
