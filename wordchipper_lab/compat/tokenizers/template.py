"""Templates of special tokens and texts: ``"[CLS] $A [SEP]"``. Source: ``tokenizers/src/processors/template.rs``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...arguments import a_text, wrong_type
from ...errors import ArgumentError, VocabFormatError, show
from ...vocab.pipeline import TemplatePiece
from .checks import LARGEST_ID, a_token_id, some_texts
from .python_form import Name, Struct, Variant

__all__ = ["SpecialTokens", "Template", "a_template", "some_special_tokens", "special_tokens_to_file"]

SpecialTokens = dict[str, tuple[tuple[int, ...], tuple[str, ...]]]
"""Name in a template -> ids, and the tokens as they are shown."""


class Template(NamedTuple):
    """The pieces of a template."""

    pieces: tuple[TemplatePiece, ...]

    @property
    def special(self) -> set[str]:
        """The names of its special tokens."""
        return {piece.name for piece in self.pieces if not piece.is_text}

    @property
    def uses_both(self) -> bool:
        """Whether both texts occur."""
        return {piece.name for piece in self.pieces if piece.is_text} == {"A", "B"}

    def count_added(self, special_tokens: SpecialTokens) -> int:
        """How many ids are added."""
        names = [piece.name for piece in self.pieces if not piece.is_text]
        return sum(len(special_tokens[name][0]) for name in names if name in special_tokens)

    def to_json(self) -> list[Any]:
        """The template as a list in a ``tokenizer.json``."""
        return [_piece_to_json(piece) for piece in self.pieces]

    @classmethod
    def from_json(cls, given: object) -> Template:
        """The template that such a list describes."""
        if not isinstance(given, list):
            raise VocabFormatError(
                "post_processor", None, f"expected a template as a list, got {show(given)}"
            )
        return cls(tuple(map(_piece_from_json, given)))

    def __repr__(self) -> str:
        shown = (
            f"Sequence {{ id: {piece.name}, type_id: {piece.type_id} }}"
            if piece.is_text
            else f'SpecialToken {{ id: "{piece.name}", type_id: {piece.type_id} }}'
            for piece in self.pieces
        )
        return f"Template([{', '.join(shown)}])"


def a_template(name: str, value: object) -> Template:
    """A template from one text with spaces between the pieces, or from a list of pieces.

    >>> a_template("single", "[CLS] $A:1").count_added({"[CLS]": ((7,), ("[CLS]",))})
    1
    """
    if isinstance(value, str):
        return Template(tuple(map(_read_piece, value.split(" "))))
    if isinstance(value, Iterable) and not isinstance(value, bytes | Mapping):
        return Template(tuple(_read_piece(a_text(f"a piece of {name}", piece)) for piece in value))
    raise wrong_type(name, value, "a str or a list of str")


def _read_piece(text: str) -> TemplatePiece:
    parts = text.split(":")
    name, type_id = parts[0], 0
    wrong = ArgumentError(
        f'Cannot build Piece from string "{text}": expected $A, $B or a special token, and :TYPE'
    )
    if len(parts) > 2:
        raise wrong
    if len(parts) == 2:
        if not _is_number(parts[1]):
            raise wrong
        type_id = int(parts[1])
    if not name.startswith("$"):
        return TemplatePiece(name, False, type_id)
    rest = name[1:]
    if rest in ("", "A", "a"):
        return TemplatePiece("A", True, type_id)
    if rest in ("B", "b"):
        return TemplatePiece("B", True, type_id)
    if not _is_number(rest):
        raise wrong
    return TemplatePiece("A", True, type_id if len(parts) == 2 else int(rest))


def _is_number(text: str) -> bool:
    return text.removeprefix("+").isascii() and text.removeprefix("+").isdigit() and int(text) <= LARGEST_ID


def _piece_to_json(piece: TemplatePiece) -> Variant:
    kind = "Sequence" if piece.is_text else "SpecialToken"
    shown = Name(piece.name) if piece.is_text else piece.name
    return Variant({kind: Struct(kind, {"id": shown, "type_id": piece.type_id})})


def _piece_from_json(given: object) -> TemplatePiece:
    if isinstance(given, Mapping) and len(given) == 1:
        kind, inner = next(iter(given.items()))
        if kind in ("Sequence", "SpecialToken") and isinstance(inner, Mapping):
            name, type_id = inner.get("id"), inner.get("type_id")
            is_text = kind == "Sequence"
            if isinstance(name, str) and type(type_id) is int and (not is_text or name in ("A", "B")):
                return TemplatePiece(name, is_text, a_token_id("type_id", type_id))
    raise VocabFormatError("post_processor", None, f"expected a piece of a template, got {show(given)}")


def some_special_tokens(name: str, value: Any) -> SpecialTokens:
    """Special tokens from (token, id), (id, token) or {"id": ..., "ids": ..., "tokens": ...} each."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        raise wrong_type(name, value, "a list of (token, id), or of dict with id, ids and tokens")
    return dict(_special_token(f"{name}[{place}]", each) for place, each in enumerate(value))


def _special_token(name: str, value: Any) -> tuple[str, tuple[tuple[int, ...], tuple[str, ...]]]:
    if isinstance(value, tuple | list) and len(value) == 2:
        first, second = value if isinstance(value[0], str) else value[::-1]
        token = a_text(f"the token of {name}", first)
        return token, ((a_token_id(f"the id of {name}", second),), (token,))
    if isinstance(value, Mapping):
        for key in ("id", "ids", "tokens"):
            if key not in value:
                raise ArgumentError(f"`{key}` must be specified: {name} is {show(value)}")
        if not isinstance(value["ids"], Iterable) or isinstance(value["ids"], str | bytes):
            raise wrong_type(f"ids of {name}", value["ids"], "a list of ids")
        ids = tuple(a_token_id(f"an id of {name}", token) for token in value["ids"])
        tokens = tuple(some_texts(f"tokens of {name}", value["tokens"]))
        if len(ids) != len(tokens):
            raise ArgumentError(
                f"SpecialToken: ids and tokens must be of the same length, {name} has {len(ids)} and {len(tokens)}"
            )
        return a_text(f"id of {name}", value["id"]), (ids, tokens)
    raise wrong_type(name, value, "(token, id), (id, token), or a dict with id, ids and tokens")


def special_tokens_to_file(special_tokens: SpecialTokens) -> dict[str, Any]:
    """Special tokens as an object in a ``tokenizer.json``, by name."""
    return {
        name: Struct("SpecialToken", {"id": name, "ids": list(ids), "tokens": list(tokens)})
        for name, (ids, tokens) in sorted(special_tokens.items())
    }
