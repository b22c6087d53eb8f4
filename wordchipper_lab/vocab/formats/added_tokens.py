"""The added tokens of a ``tokenizer.json``: texts found before anything else processes the input."""

from __future__ import annotations

from collections.abc import Mapping

from ...errors import UnsupportedVocabError, VocabFormatError
from ..pipeline import AddedToken
from .json_text import check_length, expect_list, expect_object

__all__ = ["check_added_ids", "parse_added_tokens"]

_MOST = 100_000  # Gemma, which has most, has 6,000
_OPTIONS = ("special", "lstrip", "rstrip", "single_word", "normalized")


def parse_added_tokens(name: str, added_tokens: object) -> tuple[AddedToken, ...]:
    """The added tokens, in the order of the file, including those not marked as special."""
    found: dict[str, AddedToken] = {}
    entries = expect_list(name, "added_tokens", added_tokens)
    check_length(name, "added tokens", len(entries), _MOST)
    for entry in entries:
        token = expect_object(name, "each of added_tokens", entry)
        text, token_id = token.get("content"), token.get("id")
        if (
            not isinstance(text, str)
            or not text
            or type(token_id) is not int
            or token_id < 0
            or text in found
        ):
            problem = f"expected an added token with an id and a content of its own, got {token!r}"
            raise VocabFormatError(name, None, problem)
        options = {option: bool(token.get(option)) for option in _OPTIONS}
        found[text] = AddedToken(text, token_id, **options)
    return tuple(found.values())


def check_added_ids(name: str, added_ids: Mapping[str, int], vocab: Mapping[str, int]) -> None:
    """Raise `UnsupportedVocabError` unless the stated ids are those that the `tokenizers` package assigns.

    That package ignores a stated id: a token in the model's `vocab` has its id from there, and all others are
    numbered in order from the *size* of `vocab`, whichever ids are in use (seen in version 0.23).
    """
    next_id = len(vocab)
    for text, stated in added_ids.items():
        given = vocab.get(text, next_id)
        next_id += text not in vocab
        if stated != given:
            raise UnsupportedVocabError(
                f"{name}: the added token {text!r} has the id {stated}, but tokenizers would use {given}; "
                "list it with its id in the model's vocab"
            )
