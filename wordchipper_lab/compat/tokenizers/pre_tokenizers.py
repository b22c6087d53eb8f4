"""Pre-tokenizers: how a text is split into words. See `wordchipper_lab.pipeline.split_chain`.

A tokenizer needs one that ends with `ByteLevel`. Those that change the text (``Metaspace``) or need tables of their own
(``UnicodeScripts``) cannot be made; neither can those that are written in Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...arguments import a_flag, a_text, check_name, checked, whole_number
from ...errors import UnsupportedVocabError, show
from ...pipeline.stages import Stages
from ...spanners.spans import WORD
from ...vocab.formats.byte_unicode import BYTES_IN_GPT2_ORDER, bytes_to_characters
from ...vocab.formats.pre_tokenizer import parse_pre_tokenizer
from ...vocab.pipeline import Pipeline, SplitStep
from .checks import a_character
from .component import Component, Option, SequenceOf, Unsupported
from .python_form import Name
from .regexes import a_pattern, pattern_from_file, pattern_to_file

__all__ = [
    "BertPreTokenizer",
    "ByteLevel",
    "CharDelimiterSplit",
    "Digits",
    "FixedLength",
    "Metaspace",
    "PreTokenizer",
    "Punctuation",
    "Sequence",
    "Split",
    "UnicodeScripts",
    "Whitespace",
    "WhitespaceSplit",
    "split_steps",
]

_BEHAVIORS = {
    "removed": "Removed",
    "isolated": "Isolated",
    "merged_with_previous": "MergedWithPrevious",
    "merged_with_next": "MergedWithNext",
    "contiguous": "Contiguous",
}
_ONLY_SPELLING = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}


class PreTokenizer(Component):
    """Base of all pre-tokenizers.

    >>> Digits(individual_digits=True).pre_tokenize_str("a12")
    [('a', (0, 1)), ('1', (1, 2)), ('2', (2, 3))]
    """

    kind = "pre_tokenizer"

    @checked(sequence=a_text)
    def pre_tokenize_str(self, sequence: str) -> list[tuple[str, tuple[int, int]]]:
        """The words of a text, each with its offsets in characters; `ByteLevel` spells them byte by byte."""
        steps, is_spelt = split_steps(self)
        pieces = Stages(Pipeline(splits=steps)).prepare([sequence], "text", located=True).pieces
        if pieces.origins is None or not len(pieces.ends):
            return []
        first, last = pieces.origins
        data = pieces.data.tobytes()
        words = []
        for start, end, kind in zip(pieces.starts.tolist(), pieces.ends.tolist(), pieces.kinds, strict=True):
            if kind == WORD:
                word = data[start:end]
                shown = bytes_to_characters(word) if is_spelt else word.decode()
                words.append((shown, (int(first[start]), int(last[end - 1]))))
        return words

    @staticmethod
    def custom(pretok: object) -> PreTokenizer:
        """Raises `UnsupportedVocabError`: only the pre-tokenizers here can be carried out."""
        raise UnsupportedVocabError(
            f"a pre_tokenizer written in Python, {show(pretok)}: expected one of {', '.join(PreTokenizer.classes)}; "
            "or split texts before encoding them, with is_pretokenized=True"
        )


def split_steps(pre_tokenizer: PreTokenizer | None) -> tuple[tuple[SplitStep, ...], bool]:
    """The steps of a pre-tokenizer, and whether it ends with `ByteLevel`.

    Raises `UnsupportedVocabError` for a `ByteLevel` at another place, and for a pattern that this package reads
    in another way.
    """
    parts = list(_flat(pre_tokenizer))
    is_spelt = bool(parts) and isinstance(parts[-1], ByteLevel)
    listed = [part.to_json() for part in parts] + ([] if is_spelt else [_ONLY_SPELLING])
    return parse_pre_tokenizer("pre_tokenizer", {"type": "Sequence", "pretokenizers": listed}), is_spelt


def _flat(pre_tokenizer: PreTokenizer | None) -> Iterator[PreTokenizer]:
    if isinstance(pre_tokenizer, SequenceOf):
        yield from pre_tokenizer
    elif pre_tokenizer is not None:
        yield pre_tokenizer


def _a_behavior(name: str, value: object) -> str:
    return check_name("SplitDelimiterBehavior", value, _BEHAVIORS)


def _behavior_to_file(behavior: str) -> Name:
    return Name(_BEHAVIORS[behavior])


def _behavior_from_file(given: object) -> str:
    names = {in_file: name for name, in_file in _BEHAVIORS.items()}
    return names[check_name("behavior", given, names)]


class ByteLevel(PreTokenizer):
    """Words are spelt byte by byte; and, if use_regex is set, split by GPT-2's pattern."""

    add_prefix_space = Option(a_flag, True)
    trim_offsets = Option(a_flag, True)
    use_regex = Option(a_flag, True)

    @staticmethod
    def alphabet() -> list[str]:
        """The 256 characters that spell bytes."""
        return [bytes_to_characters(bytes([byte])) for byte in BYTES_IN_GPT2_ORDER]


class Whitespace(PreTokenizer):
    """Words are stretches of word characters, and stretches of what is neither that nor white space."""


class WhitespaceSplit(PreTokenizer):
    """Words lie between white space."""


class BertPreTokenizer(PreTokenizer):
    """White space divides words; each punctuation character is one."""


class Split(PreTokenizer):
    """Divided by a pattern: a ``str`` as it is, or a `Regex`.

    behavior: what becomes of each match: "removed", "isolated", "merged_with_previous", "merged_with_next" or
    "contiguous". invert: what lies between the matches takes their part.
    """

    _pattern = Option(a_pattern, key="pattern", to_file=pattern_to_file, from_file=pattern_from_file)
    behavior = Option(_a_behavior, to_file=_behavior_to_file, from_file=_behavior_from_file)
    invert = Option(a_flag, False)

    def __init__(self, pattern: Any, behavior: str, invert: bool = False) -> None:
        self._set({"_pattern": pattern, "behavior": behavior, "invert": invert})

    @property
    def pattern(self) -> Any:
        """Cannot be read or set, as in the `tokenizers` package."""
        raise UnsupportedVocabError("the pattern of a Split cannot be read: make another one")

    @pattern.setter
    def pattern(self, pattern: object) -> None:
        raise UnsupportedVocabError("the pattern of a Split cannot be set: make another one")


class Punctuation(PreTokenizer):
    """Divided by punctuation; behavior as that of `Split`."""

    behavior = Option(_a_behavior, "isolated", to_file=_behavior_to_file, from_file=_behavior_from_file)


class Digits(PreTokenizer):
    """Digits are words of their own, each or several together."""

    individual_digits = Option(a_flag, False)


class CharDelimiterSplit(PreTokenizer):
    """Words lie between occurrences of a character."""

    delimiter = Option(a_character)


class FixedLength(PreTokenizer):
    """Words have this many characters; the last may have fewer."""

    length = Option(whole_number(1, 1000), 5)


class Metaspace(Unsupported, PreTokenizer):
    """Belongs to SentencePiece."""


class UnicodeScripts(Unsupported, PreTokenizer):
    """Splits where the script changes."""


class Sequence(SequenceOf, PreTokenizer):
    """Several pre-tokenizers: each divides what the one before left."""

    list_key = "pretokenizers"
