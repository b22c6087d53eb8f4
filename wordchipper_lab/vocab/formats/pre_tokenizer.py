"""The ``pre_tokenizer`` of a ``tokenizer.json``: steps that end with ByteLevel, as `SplitStep`.

Splitting several times cannot in general be written as one pattern. StarCoder's and DeepSeek V3's sequences can
(`OPEN_PATTERNS`); what one pattern says, the engine does in one pass.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...errors import VocabFormatError
from ..open_patterns import DEEPSEEK_V3_STEPS, DIGIT, OPEN_PATTERNS, STARCODER_WITH_DIGITS
from ..patterns import CL100K_PATTERN, GPT2_ORIGINAL_PATTERN
from ..pipeline import Behavior, SplitStep
from .json_text import check_length, expect_list, expect_object, type_of, unsupported
from .oniguruma import find_dialect_difference, from_oniguruma
from .punctuation import PUNCTUATION
from .tokenizer_json_writer import CL100K_FOR_ONIGURUMA
from .vocab_limits import VocabLimits

__all__ = ["MOST_STEPS", "SplitPattern", "one_pattern", "parse_pre_tokenizer", "read_pattern"]

_BEHAVIORS: dict[str, Behavior] = {
    "Isolated": "isolated",
    "Removed": "removed",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
MOST_STEPS = 256
"""Of a pre-tokenizer, and of a normalizer: each is a pass over the text."""
_WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d"
_SUPPORTED = "steps that split, then ByteLevel"
_BYTE_LEVEL_PATTERN = SplitStep(GPT2_ORIGINAL_PATTERN)
_DIGITS = SplitStep(DIGIT)

_KNOWN_SEQUENCES = {
    (_DIGITS, _BYTE_LEVEL_PATTERN): STARCODER_WITH_DIGITS,
    tuple(map(SplitStep, DEEPSEEK_V3_STEPS)): OPEN_PATTERNS["deepseek_v3"],
}


class SplitPattern(NamedTuple):
    """How to split; ``keeps_gaps``: whether text that the pattern does not match is split off, or dropped."""

    pattern: str
    keeps_gaps: bool = False


def one_pattern(steps: Sequence[SplitStep]) -> SplitPattern | None:
    """One pattern that splits as all of `steps` do, or None.

    >>> one_pattern([SplitStep("a+"), SplitStep("b")]), one_pattern([SplitStep("a+")])
    (None, SplitPattern(pattern='a+', keeps_gaps=True))
    """
    if found := _KNOWN_SEQUENCES.get(tuple(_spelt(step) for step in steps)):
        return SplitPattern(found)
    if len(steps) != 1 or steps[0].prefix_space or not steps[0].pattern:
        return None
    step = steps[0]
    if step == _BYTE_LEVEL_PATTERN:
        return SplitPattern(step.pattern)
    if step.behavior == "isolated":
        return SplitPattern(step.pattern, keeps_gaps=True)
    return SplitPattern(step.pattern) if step.behavior == "removed" and step.invert else None


def parse_pre_tokenizer(
    name: str, pre_tokenizer: object, limits: VocabLimits | None = None
) -> tuple[SplitStep, ...]:
    """The steps; raises `UnsupportedVocabError`, naming the part, for any other way to split.

    Raises `VocabFormatError` for a sequence without a list of steps, `WorkLimitError` for a pattern beyond `limits`.
    """
    parts = list(_flatten(name, pre_tokenizer))
    check_length(name, "steps that split", len(parts), MOST_STEPS)
    if not parts or parts[-1].get("type") != "ByteLevel":
        types = " + ".join(type_of(part) for part in parts) or None
        raise unsupported(name, f"pre_tokenizer {types}, which does not end with ByteLevel,", _SUPPORTED)
    steps: list[SplitStep] = []
    for number, part in enumerate(parts):
        if part["type"] != "ByteLevel":
            steps += _parse_step(name, part, limits)
            continue
        if number < len(parts) - 1:
            raise unsupported(name, f"ByteLevel before {type_of(parts[number + 1])}", _SUPPORTED)
        has_prefix, has_pattern = bool(part.get("add_prefix_space")), bool(part.get("use_regex", True))
        if has_prefix or has_pattern:
            steps.append(SplitStep(GPT2_ORIGINAL_PATTERN if has_pattern else "", prefix_space=has_prefix))
    return tuple(steps)


def _flatten(name: str, part: object) -> Iterator[dict[str, Any]]:
    if part is None:
        return
    if not isinstance(part, dict) or not isinstance(part.get("type"), str):
        raise unsupported(name, f"pre_tokenizer {type_of(part)}", _SUPPORTED)
    if part["type"] != "Sequence":
        yield part
        return
    for step in expect_list(name, "pretokenizers", part.get("pretokenizers")):
        yield from _flatten(name, step)


def _parse_step(name: str, part: dict[str, Any], limits: VocabLimits | None) -> list[SplitStep]:
    kind = part["type"]
    if kind == "Split":
        behavior = _behavior(name, part)
        return [
            SplitStep(
                read_pattern(name, "Split", part.get("pattern"), limits), behavior, bool(part.get("invert"))
            )
        ]
    if kind == "Digits":
        return [_DIGITS if part.get("individual_digits") else SplitStep(DIGIT, "contiguous")]
    if kind == "Punctuation":
        return [SplitStep(PUNCTUATION, _behavior(name, {"behavior": "Isolated"} | part))]
    if kind == "Whitespace":
        return [SplitStep(rf"[{_WORD}]+|[^{_WORD}\s]+", "removed", invert=True)]
    if kind == "WhitespaceSplit":
        return [SplitStep(r"\s", "removed")]
    if kind == "BertPreTokenizer":
        return [SplitStep(r"\s", "removed"), SplitStep(PUNCTUATION)]
    if kind == "CharDelimiterSplit":
        delimiter = part.get("delimiter")
        if not isinstance(delimiter, str) or len(delimiter) != 1:
            raise VocabFormatError(name, None, f"expected a delimiter of one character, got {delimiter!r}")
        return [SplitStep(re.escape(delimiter), "removed")]
    if kind == "FixedLength":
        length = part.get("length", 5)
        if type(length) is not int or not 1 <= length <= 1000:
            raise VocabFormatError(name, None, f"expected a length from 1 to 1,000, got {length!r}")
        return [SplitStep(rf"[\s\S]{{1,{length}}}")]
    raise unsupported(name, f"pre_tokenizer {kind}", _SUPPORTED)


def _behavior(name: str, part: dict[str, Any]) -> Behavior:
    given = part.get("behavior")
    if not isinstance(given, str) or given not in _BEHAVIORS:
        raise VocabFormatError(name, None, f"expected a behavior ({', '.join(_BEHAVIORS)}), got {given!r}")
    return _BEHAVIORS[given]


def read_pattern(name: str, what: str, pattern: object, limits: VocabLimits | None) -> str:
    """A pattern, written as {"Regex": ...} or {"String": ...}, for the `regex` package.

    The pattern that `tokenizer_json` writes for cl100k_base is read as that one's own, which has faster lexers.

    Raises `UnsupportedVocabError` for a construct that it reads in another way than Oniguruma.
    """
    given = expect_object(name, f"the pattern of {what}", pattern)
    if isinstance(text := given.get("String"), str) and text:
        if limits is not None:
            limits.check_pattern(name, text)
        return re.escape(text)
    if not isinstance(source := given.get("Regex"), str) or not source:
        raise unsupported(name, f"{what} by {pattern!r}", "a Regex or a String")
    if limits is not None:
        limits.check_pattern(name, source)
    if difference := find_dialect_difference(source):
        position, construct = difference
        raise unsupported(
            name,
            f"{construct} at position {position} of the pattern {source!r}",
            "a construct that Oniguruma and this package read alike",
        )
    return CL100K_PATTERN if source == CL100K_FOR_ONIGURUMA else from_oniguruma(source)


def _spelt(step: SplitStep) -> SplitStep:
    """With escapes for line ends, which DeepSeek's file holds as they are."""
    return SplitStep(
        step.pattern.replace("\r", "\\r").replace("\n", "\\n"), step.behavior, step.invert, step.prefix_space
    )
