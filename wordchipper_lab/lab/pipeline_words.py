"""What a tokenizer does to a text beside merging, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..pipeline.replacement import literal_of
from ..vocab.formats.pre_tokenizer import one_pattern
from ..vocab.pipeline import NormalizerStep, Pipeline, SplitStep

if TYPE_CHECKING:
    from ..vocab.unified import UnifiedVocab

__all__ = ["is_plain", "join_words", "name_normalizer", "why_no_lexer", "why_several_splits"]

_NAMES = {
    "Lowercase": "lowercase",
    "StripAccents": "accents removed",
    "Nmt": "control characters replaced",
    "BertCleanText": "control characters removed",
    "BertChineseChars": "spaces around ideographs",
    "BertStripAccents": "accents removed",
}
_MOST_NAMED = 6
_SHOWN = 24


def name_normalizer(steps: Sequence[NormalizerStep]) -> str:
    """The steps of a normalizer in a few words; "" if it has none.

    >>> name_normalizer([NormalizerStep("NFC"), NormalizerStep("Replace", "  ", " ")])
    'NFC and “  ” replaced by “ ”'
    """
    named = [_name(step) for step in steps[:_MOST_NAMED]]
    if len(steps) > _MOST_NAMED:
        named.append(f"{len(steps) - _MOST_NAMED} more steps")
    return join_words(named)


def why_several_splits(steps: Sequence[SplitStep]) -> str | None:
    """Why no single pattern says how these steps split; None if one does.

    >>> why_several_splits([SplitStep(r"\\\\p{N}"), SplitStep("a+")])
    'it splits texts in 2 steps, each within the pieces of the one before'
    """
    if one_pattern(steps) is not None:
        return None
    if not steps:
        return "it does not split texts"
    if len(steps) > 1:
        return f"it splits texts in {len(steps)} steps, each within the pieces of the one before"
    step = steps[0]
    if step.prefix_space:
        return "it puts a space before each text" + (" that it does not split" if not step.pattern else "")
    return f"what its pattern matches is {step.behavior.replace('_', ' ')}"


def why_no_lexer(vocab: UnifiedVocab) -> str | None:
    """Why no other lexer can take the place of this tokenizer's; None if one can, because its pattern says all."""
    return None if vocab.pipeline is None else why_several_splits(vocab.pipeline.splits)


def join_words(words: Sequence[str]) -> str:
    """Words as in a sentence.

    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else ""


def is_plain(pipeline: Pipeline | None) -> bool:
    """Whether special tokens and one pattern are all that it has."""
    return pipeline is None or not (pipeline.normalizer or why_several_splits(pipeline.splits))


def _name(step: NormalizerStep) -> str:
    if step.kind == "Replace":
        what = _quote(literal_of(step.pattern) or step.pattern)
        return f"{what} replaced by {_quote(step.content)}" if step.content else f"{what} removed"
    if step.kind == "Prepend":
        return f"{_quote(step.content)} put in front"
    if step.kind == "Strip":
        sides = [side for side, is_stripped in (("left", step.left), ("right", step.right)) if is_stripped]
        return f"white space stripped on the {' and '.join(sides) or 'no side'}"
    return _NAMES.get(step.kind, step.kind)


def _quote(text: str) -> str:
    return f"“{text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}”"
