"""Normalizers: what is done to a text before it is split. See `wordchipper_lab.pipeline.normalize`.

Those of other models (``Precompiled``) cannot be made; neither can those that are written in Python.
"""

from __future__ import annotations

from typing import Any

from ...arguments import a_flag, a_text, check_name, checked, optional
from ...errors import UnsupportedVocabError, show
from ...pipeline.normalize import normalize
from ...vocab.formats.byte_unicode import bytes_to_characters
from ...vocab.formats.normalizer import parse_normalizer
from ...vocab.pipeline import NormalizerKind, NormalizerStep
from .component import Component, Option, SequenceOf, Unsupported
from .regexes import a_pattern, pattern_from_file, pattern_to_file

__all__ = [
    "NFC",
    "NFD",
    "NFKC",
    "NFKD",
    "BertNormalizer",
    "ByteLevel",
    "Lowercase",
    "Nmt",
    "Normalizer",
    "Precompiled",
    "Prepend",
    "Replace",
    "Sequence",
    "Strip",
    "StripAccents",
    "normalizer_steps",
    "unicode_normalizer_from_str",
]


class Normalizer(Component):
    """Base of all normalizers.

    >>> Sequence([NFD(), StripAccents(), Lowercase()]).normalize_str("\\u00c4rger")
    'arger'
    """

    kind = "normalizer"

    def steps(self) -> tuple[NormalizerStep, ...]:
        """What it does, as the engine carries it out."""
        return parse_normalizer(self.kind, self.to_json())

    @checked(sequence=a_text)
    def normalize_str(self, sequence: str) -> str:
        """The text as the normalizer leaves it."""
        steps, is_spelt = normalizer_steps(self)
        text = normalize(sequence, steps).text
        return bytes_to_characters(text.encode("utf-8", "replace")) if is_spelt else text

    @staticmethod
    def custom(normalizer: object) -> Normalizer:
        """Raises `UnsupportedVocabError`: only the normalizers here can be carried out."""
        raise UnsupportedVocabError(
            f"a normalizer written in Python, {show(normalizer)}: expected one of {', '.join(Normalizer.classes)}; "
            "or normalize texts before encoding them"
        )


def normalizer_steps(normalizer: Normalizer | None) -> tuple[tuple[NormalizerStep, ...], bool]:
    """The steps of a normalizer without a `ByteLevel` at its end, and whether there is one.

    Raises `UnsupportedVocabError` for a `ByteLevel` at another place, and for a pattern that this package reads in
    another way.
    """
    parts = (
        list(normalizer) if isinstance(normalizer, SequenceOf) else [] if normalizer is None else [normalizer]
    )
    is_last = bool(parts) and isinstance(parts[-1], ByteLevel)
    kept = parts[:-1] if is_last else parts
    if any(isinstance(part, ByteLevel) for part in kept):
        raise UnsupportedVocabError("normalizer ByteLevel before another one: expected it at the end")
    return tuple(step for part in kept for step in part.steps()), is_last


class NFC(Normalizer):
    """Unicode's composed form."""


class NFD(Normalizer):
    """Unicode's decomposed form."""


class NFKC(Normalizer):
    """Unicode's composed form, with compatibility characters replaced."""


class NFKD(Normalizer):
    """Unicode's decomposed form, with compatibility characters replaced."""


class Lowercase(Normalizer):
    """Lower case."""


class StripAccents(Normalizer):
    """Without combining marks; to be used after `NFD`."""


class Nmt(Normalizer):
    """Control characters are removed or become spaces."""


class ByteLevel(Normalizer):
    """Each byte as the character that spells it in vocabularies."""


class Strip(Normalizer):
    """Without white space at the edges of the text."""

    left = Option(a_flag, True, "strip_left")
    right = Option(a_flag, True, "strip_right")


class Prepend(Normalizer):
    """`prepend` before every text that is not empty."""

    prepend = Option(a_text, "\u2581")


class Replace(Normalizer):
    """`content` in place of every match of `pattern`: a ``str`` as it is, or a `Regex`."""

    _pattern = Option(a_pattern, key="pattern", to_file=pattern_to_file, from_file=pattern_from_file)
    content = Option(a_text)

    def __init__(self, pattern: Any, content: str) -> None:
        self._set({"_pattern": pattern, "content": content})

    @property
    def pattern(self) -> Any:
        """Cannot be read or set, as in the `tokenizers` package."""
        raise UnsupportedVocabError("the pattern of a Replace cannot be read: make another one")

    @pattern.setter
    def pattern(self, pattern: object) -> None:
        raise UnsupportedVocabError("the pattern of a Replace cannot be set: make another one")


class BertNormalizer(Normalizer):
    """BERT's cleaning: control characters, Chinese characters, accents (if None: as lowercase), lower case."""

    clean_text = Option(a_flag, True)
    handle_chinese_chars = Option(a_flag, True)
    strip_accents = Option(optional(a_flag), None)
    lowercase = Option(a_flag, True)

    def steps(self) -> tuple[NormalizerStep, ...]:
        """Its parts, as the engine carries them out."""
        strips = self.lowercase if self.strip_accents is None else self.strip_accents
        parts: tuple[tuple[bool, NormalizerKind], ...] = (
            (self.clean_text, "BertCleanText"),
            (self.handle_chinese_chars, "BertChineseChars"),
            (strips, "BertStripAccents"),
            (self.lowercase, "Lowercase"),
        )
        return tuple(NormalizerStep(kind) for is_on, kind in parts if is_on)


class Precompiled(Unsupported, Normalizer):
    """Belongs to SentencePiece."""


class Sequence(SequenceOf, Normalizer):
    """Several normalizers, one after the other."""

    list_key = "normalizers"


_UNICODE = {"nfc": NFC, "nfd": NFD, "nfkc": NFKC, "nfkd": NFKD}


def unicode_normalizer_from_str(normalizer: str) -> Normalizer:
    """The normalizer of a Unicode form: "nfc", "nfd", "nfkc" or "nfkd"."""
    return _UNICODE[check_name("normalizer", normalizer, _UNICODE)]()
