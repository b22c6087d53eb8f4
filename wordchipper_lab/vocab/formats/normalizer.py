"""The ``normalizer`` of a ``tokenizer.json``, as `NormalizerStep`."""

from __future__ import annotations

from typing import Any

from ...errors import VocabFormatError
from ..pipeline import NormalizerKind, NormalizerStep
from .json_text import check_length, expect_list, expect_object, type_of, unsupported
from .pre_tokenizer import MOST_STEPS, read_pattern
from .vocab_limits import VocabLimits

__all__ = ["parse_normalizer"]

_WITHOUT_OPTIONS = ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt")


def parse_normalizer(
    name: str, normalizer: object, limits: VocabLimits | None = None
) -> tuple[NormalizerStep, ...]:
    """The steps; raises `UnsupportedVocabError`, naming the part, for one that this package does not carry out.

    >>> parse_normalizer("x.json", {"type": "Strip", "strip_left": True, "strip_right": False})
    (NormalizerStep(kind='Strip', pattern='', content='', left=True, right=False),)
    """
    if normalizer is None:
        return ()
    part = expect_object(name, "normalizer", normalizer)
    kind = part.get("type")
    if kind == "Sequence":
        parts = expect_list(name, "normalizers", part.get("normalizers"))
        steps = tuple(step for each in parts for step in parse_normalizer(name, each, limits))
        check_length(name, "steps of its normalizer", len(steps), MOST_STEPS)
        return steps
    if kind in _WITHOUT_OPTIONS:
        return (NormalizerStep(kind),)
    if kind == "Strip":
        return (
            NormalizerStep("Strip", left=bool(part.get("strip_left")), right=bool(part.get("strip_right"))),
        )
    if kind == "Replace":
        pattern = read_pattern(name, "Replace", part.get("pattern"), limits)
        return (NormalizerStep("Replace", pattern, _text(name, part, "content")),)
    if kind == "Prepend":
        return (NormalizerStep("Prepend", content=_text(name, part, "prepend")),)
    if kind == "BertNormalizer":
        return _bert_steps(part)
    known = ", ".join([*_WITHOUT_OPTIONS, "Strip", "Replace", "Prepend", "BertNormalizer"])
    raise unsupported(name, f"normalizer {type_of(normalizer)}", f"one of {known}")


def _bert_steps(part: dict[str, Any]) -> tuple[NormalizerStep, ...]:
    lowercase, accents = part.get("lowercase", True), part.get("strip_accents")
    kinds: dict[NormalizerKind, bool] = {
        "BertCleanText": bool(part.get("clean_text", True)),
        "BertChineseChars": bool(part.get("handle_chinese_chars", True)),
        "BertStripAccents": bool(lowercase if accents is None else accents),
        "Lowercase": bool(lowercase),
    }
    return tuple(NormalizerStep(kind) for kind, is_on in kinds.items() if is_on)


def _text(name: str, part: dict[str, Any], key: str) -> str:
    given = part.get(key)
    if not isinstance(given, str):
        raise VocabFormatError(name, None, f"expected {key} of the normalizer as a text, got {given!r}")
    return given
