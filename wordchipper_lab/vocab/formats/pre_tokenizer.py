"""The ``pre_tokenizer`` of a ``tokenizer.json``: ByteLevel, with or without one Split before it, and two
longer ones.

Splitting several times cannot in general be written as one pattern. StarCoder's and DeepSeek V3's sequences
can (`OPEN_PATTERNS`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..open_patterns import DEEPSEEK_V3_STEPS, OPEN_PATTERNS
from ..patterns import GPT2_ORIGINAL_PATTERN
from .json_text import expect_list, type_of, unsupported
from .oniguruma import find_dialect_difference, from_oniguruma
from .vocab_limits import VocabLimits

__all__ = ["SplitPattern", "parse_pre_tokenizer"]

_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False}
_SEQUENCES: dict[str, list[dict[str, object]]] = {
    "starcoder": [{"type": "Digits", "individual_digits": True}, _BYTE_LEVEL | {"use_regex": True}],
    "deepseek_v3": [
        *(
            {"type": "Split", "pattern": {"Regex": step}, "behavior": "Isolated", "invert": False}
            for step in DEEPSEEK_V3_STEPS
        ),
        _BYTE_LEVEL | {"use_regex": False},
    ],
}


class SplitPattern(NamedTuple):
    """How to split; ``keeps_gaps``: whether text that the pattern does not match is split off, or dropped."""

    pattern: str
    keeps_gaps: bool = False


def parse_pre_tokenizer(name: str, pre_tokenizer: object, limits: VocabLimits | None = None) -> SplitPattern:
    """The split pattern; raises `UnsupportedVocabError`, naming the part, for any other way to split.

    Raises `VocabFormatError` for a sequence without a list of steps, `WorkLimitError` for a pattern beyond `limits`.
    """
    steps: list[Any] = [pre_tokenizer]
    if isinstance(pre_tokenizer, dict) and pre_tokenizer.get("type") == "Sequence":
        steps = expect_list(name, "pretokenizers", pre_tokenizer.get("pretokenizers"))
    types = [type_of(step) for step in steps]
    for known, sequence in _SEQUENCES.items():
        if len(steps) == len(sequence) and all(map(_is_step, steps, sequence)):
            return SplitPattern(OPEN_PATTERNS[known])
    if types not in (["ByteLevel"], ["Split", "ByteLevel"]):
        given = f"pre_tokenizer {' + '.join(types) or None}"
        raise unsupported(name, given, "ByteLevel or Split + ByteLevel")
    byte_level = steps[-1]
    if byte_level.get("add_prefix_space"):
        raise unsupported(name, "ByteLevel with add_prefix_space", "ByteLevel without it")
    has_builtin_pattern = byte_level.get("use_regex", True)
    if len(steps) == 2:
        if has_builtin_pattern:
            raise unsupported(name, "splitting twice (Split, then ByteLevel with use_regex)", "one pattern")
        return _parse_split(name, steps[0], limits)
    if not has_builtin_pattern:
        raise unsupported(name, "ByteLevel without use_regex and without a Split", "a split pattern")
    return SplitPattern(GPT2_ORIGINAL_PATTERN)


def _is_step(step: object, expected: dict[str, object]) -> bool:
    if not isinstance(step, dict):
        return False
    given = {"use_regex": True} | step  # as tokenizers completes it
    return all(_spelt(given.get(key)) == value for key, value in expected.items())


def _spelt(value: object) -> object:
    """`value`; a pattern with escapes for line ends, which DeepSeek's file holds as they are."""
    if isinstance(value, dict) and isinstance(pattern := value.get("Regex"), str):
        return value | {"Regex": pattern.replace("\r", "\\r").replace("\n", "\\n")}
    return value


def _parse_split(name: str, split: dict[str, Any], limits: VocabLimits | None) -> SplitPattern:
    behavior, invert = split.get("behavior"), bool(split.get("invert"))
    if (behavior, invert) not in (("Isolated", False), ("Removed", True)):
        expected = "Isolated, or Removed and invert"
        raise unsupported(name, f"Split behavior {behavior}, invert {invert}", expected)
    pattern = split.get("pattern")
    if not isinstance(pattern, dict) or not isinstance(pattern.get("Regex"), str):
        raise unsupported(name, f"Split by {pattern!r}", "a Regex")
    if limits is not None:
        limits.check_pattern(name, pattern["Regex"])
    if difference := find_dialect_difference(pattern["Regex"]):
        position, construct = difference
        given = f"{construct} at position {position} of the split pattern {pattern['Regex']!r}"
        raise unsupported(name, given, "a construct that Oniguruma and this package read alike")
    return SplitPattern(from_oniguruma(pattern["Regex"]), keeps_gaps=behavior == "Isolated")
