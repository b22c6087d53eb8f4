"""Mistral's ``tekken.json``: ranked tokens in base64, the split pattern, and special tokens before all others.

Source: ``tekken.py`` of the package mistral-common. A token's id is its rank plus the number of special tokens. Of the
vocabulary only as many tokens count as ``default_vocab_size`` leaves room for; the files hold more.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from typing import Any

from ...arguments import checked
from ...errors import VocabFormatError
from ..open_patterns import is_published
from ..token_bytes import pack_tokens
from .json_text import expect_list, expect_object, parse_json, unsupported
from .oniguruma import find_dialect_difference
from .source import Source, read_source
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["read_tekken"]

_UNLISTED = [
    *(
        "<unk>",
        "<s>",
        "</s>",
        "[INST]",
        "[/INST]",
        "[AVAILABLE_TOOLS]",
        "[/AVAILABLE_TOOLS]",
        "[TOOL_RESULTS]",
    ),
    *(
        "[/TOOL_RESULTS]",
        "[TOOL_CALLS]",
        "[IMG]",
        "<pad>",
        "[IMG_BREAK]",
        "[IMG_END]",
        "[PREFIX]",
        "[MIDDLE]",
    ),
    *("[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]"),
]
"""The special tokens of files that list none: those up to version 7."""


@checked(limits=some_limits)
def read_tekken(source: Source, *, limits: VocabLimits | None = None) -> VocabFile:
    """Vocabulary, special tokens and split pattern of a ``tekken.json`` (path, contents, or open file).

    Special tokens without a name are ``<SPECIAL_20>`` and so on. limits: for untrusted files. Raises
    `VocabFormatError` for a file that is damaged or contradicts itself, `UnsupportedVocabError` for a pattern that
    Mistral's engine reads in another way than this one, and `WorkLimitError`.
    """
    name, contents = read_source(source)
    file = expect_object(name, "the file", parse_json(name, contents, limits))
    config = expect_object(name, "config", file.get("config"))
    listed = expect_list(name, "vocab", file.get("vocab"))
    n_special = _whole_number(name, config, "default_num_special_tokens", 1 << 20)
    n_ranked = _whole_number(name, config, "default_vocab_size", 1 << 24) - n_special
    if not 256 <= n_ranked <= len(listed):
        raise VocabFormatError(
            name,
            None,
            f"default_vocab_size and default_num_special_tokens leave {n_ranked:,} ranked tokens: expected 256 to "
            f"{len(listed):,}, as many as are listed",
        )
    ranked = [_token(name, rank, entry) for rank, entry in enumerate(listed[:n_ranked])]
    if len(set(ranked)) < len(ranked):
        raise VocabFormatError(
            name, None, "two entries of vocab are the same token: expected each token once"
        )
    if ranked[:256] != [bytes([value]) for value in range(256)]:
        raise VocabFormatError(
            name, None, "expected the 256 single bytes, in order, as the first tokens of vocab"
        )
    special = _special_tokens(name, file.get("special_tokens"), n_special)
    pattern = _pattern(name, config.get("pattern"), limits)
    if limits is not None:
        limits.check_tokens(name, ranked, special)
    return VocabFile(pack_tokens([b""] * n_special + ranked), special, pattern)


def _whole_number(name: str, config: dict[str, Any], key: str, most: int) -> int:
    value = config.get(key)
    if type(value) is not int or not 0 <= value <= most:
        raise VocabFormatError(
            name, None, f"expected {key} as an integer from 0 to {most:,}, got {str(value)[:60]}"
        )
    return value


def _token(name: str, rank: int, entry: object) -> bytes:
    token = expect_object(name, "each entry of vocab", entry)
    text = token.get("token_bytes")
    if token.get("rank") != rank or not isinstance(text, str):
        raise VocabFormatError(
            name,
            None,
            f"expected entry {rank} of vocab with rank {rank} and token_bytes, got {str(entry)[:99]}",
        )
    try:
        found = b64decode(text, validate=True)
    except (Base64Error, ValueError):
        found = b""
    if not found:
        raise VocabFormatError(
            name, None, f"expected token_bytes of rank {rank} in base64, got {text[:60]!r}"
        )
    return found


def _special_tokens(name: str, listed: object, n_special: int) -> dict[str, int]:
    """Text -> id, of all `n_special` of them."""
    entries = (
        [{"rank": rank, "token_str": text} for rank, text in enumerate(_UNLISTED)]
        if listed is None
        else expect_list(name, "special_tokens", listed)
    )
    special: dict[str, int] = {}
    for entry in entries:
        token = expect_object(name, "each of special_tokens", entry)
        text, number = token.get("token_str"), token.get("rank")
        if (
            not isinstance(text, str)
            or not text
            or text in special
            or type(number) is not int
            or not 0 <= number < n_special
        ):
            raise VocabFormatError(
                name,
                None,
                f"expected a special token with a text of its own and a rank below {n_special:,}, got "
                f"{str(entry)[:99]}",
            )
        special[text] = number
    # As in mistral-common, unnamed ones follow: a file that names n of them names the ranks below n.
    special |= {f"<SPECIAL_{number}>": number for number in range(len(entries), n_special)}
    if len(special) != n_special or len(set(special.values())) != n_special:
        raise VocabFormatError(
            name, None, f"expected each rank below {len(entries):,} once among the special tokens"
        )
    return special


def _pattern(name: str, pattern: object, limits: VocabLimits | None) -> str:
    if not isinstance(pattern, str) or not pattern:
        raise VocabFormatError(name, None, f"expected config.pattern as a text, got {str(pattern)[:60]!r}")
    if limits is not None:
        limits.check_pattern(name, pattern)
    if not is_published(pattern) and (difference := find_dialect_difference(pattern)):
        position, construct = difference
        given = f"{construct.partition(' (')[0]} at position {position} of the pattern {pattern!r}"
        raise unsupported(name, given, "a construct that all engines read alike")
    return pattern
