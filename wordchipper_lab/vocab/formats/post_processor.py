"""The ``post_processor`` of a ``tokenizer.json``, as `PostProcessor`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...errors import VocabFormatError
from ..pipeline import PostProcessor, TemplatePiece
from .json_text import check_length, expect_list, expect_object, type_of, unsupported

__all__ = ["parse_post_processor"]

_MOST_PIECES = 1000
_A, _B = TemplatePiece("A", True), TemplatePiece("B", True)


def parse_post_processor(name: str, post_processor: object) -> PostProcessor:
    """Templates and trimming; raises `UnsupportedVocabError`, naming the part, for anything else.

    >>> parse_post_processor("x.json", {"type": "ByteLevel", "trim_offsets": True}).trim_offsets
    True
    """
    found = PostProcessor()
    if post_processor is None:
        return found
    for part in _flatten(name, expect_object(name, "post_processor", post_processor)):
        kind = part.get("type")
        if kind == "ByteLevel":
            found = replace(found, **_trimming(part))
        elif found.single or kind not in _READERS:
            given = f"post_processor {type_of(part)}" + (" after another one" if found.single else "")
            expected = "ByteLevel, and one of TemplateProcessing, RobertaProcessing, BertProcessing"
            raise unsupported(name, given, expected)
        else:
            found = _READERS[kind](name, part, found)
    return found


def _flatten(name: str, part: dict[str, Any]) -> list[dict[str, Any]]:
    if part.get("type") != "Sequence":
        return [part]
    parts = expect_list(name, "processors", part.get("processors"))
    return [
        step for each in parts for step in _flatten(name, expect_object(name, "each of processors", each))
    ]


def _trimming(part: dict[str, Any]) -> dict[str, bool]:
    return {
        "trim_offsets": bool(part.get("trim_offsets", True)),
        "prefix_space": bool(part.get("add_prefix_space", True)),
    }


def _template_processing(name: str, part: dict[str, Any], found: PostProcessor) -> PostProcessor:
    special_ids: dict[str, tuple[int, ...]] = {}
    for key, entry in expect_object(name, "special_tokens", part.get("special_tokens")).items():
        ids = expect_list(name, "ids", expect_object(name, "a special token", entry).get("ids"))
        if not all(type(token) is int and 0 <= token < 1 << 32 for token in ids):
            raise VocabFormatError(name, None, f"expected the ids of {key!r} as integers, got {ids!r}")
        check_length(name, f"ids of {key[:40]!r} in its post_processor", len(ids), _MOST_PIECES)
        special_ids[key] = tuple(ids)
    return replace(
        found,
        single=_template(name, part.get("single"), special_ids),
        pair=_template(name, part.get("pair"), special_ids),
        special_ids=special_ids,
    )


def _template(
    name: str, template: object, special_ids: dict[str, tuple[int, ...]]
) -> tuple[TemplatePiece, ...]:
    pieces = []
    entries = expect_list(name, "a template", template)
    check_length(name, "pieces in a template", len(entries), _MOST_PIECES)
    for entry in entries:
        piece = expect_object(name, "a piece of a template", entry)
        is_text = "Sequence" in piece
        inner = expect_object(
            name, "a piece of a template", piece.get("Sequence" if is_text else "SpecialToken")
        )
        known, type_id = inner.get("id"), inner.get("type_id")
        if type(type_id) is not int or known not in (("A", "B") if is_text else special_ids):
            raise VocabFormatError(name, None, f"expected a piece of a template, got {piece!r}")
        pieces.append(TemplatePiece(known, is_text, type_id))
    return tuple(pieces)


def _classic(
    name: str, part: dict[str, Any], found: PostProcessor, second_type: int, between: int
) -> PostProcessor:
    special_ids: dict[str, tuple[int, ...]] = {}
    names = []
    for key in ("cls", "sep"):
        entry = part.get(key)
        if (
            not isinstance(entry, list)
            or len(entry) != 2
            or type(entry[0]) is not str
            or type(entry[1]) is not int
        ):
            raise VocabFormatError(name, None, f"expected {key} as a token and its id, got {entry!r}")
        special_ids[entry[0]] = (entry[1],)
        names.append(entry[0])
    first, last = (TemplatePiece(each, False) for each in names)
    end = replace(last, type_id=second_type)
    pair = (first, _A, *[last] * between, replace(_B, type_id=second_type), end)
    return replace(found, single=(first, _A, last), pair=pair, special_ids=special_ids)


def _bert(name: str, part: dict[str, Any], found: PostProcessor) -> PostProcessor:
    return _classic(name, part, found, 1, 1)


def _roberta(name: str, part: dict[str, Any], found: PostProcessor) -> PostProcessor:
    return _classic(name, part, replace(found, **_trimming(part)), 0, 2)


_READERS = {
    "TemplateProcessing": _template_processing,
    "BertProcessing": _bert,
    "RobertaProcessing": _roberta,
}
