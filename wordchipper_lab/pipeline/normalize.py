"""`normalize`: a text as its tokenizer's normalizer leaves it, and which stretch of it each character stands for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from ..spanners import PatternLimits
from ..text.text_bytes import sound
from ..vocab.pipeline import NormalizerStep
from .allowance import Allowance
from .change import Change, Origin, follow_edit, follow_transform
from .character_data import character_set
from .character_steps import (
    control_characters_to_spaces,
    lowercase,
    spaces_around_ideographs,
    strip,
    white_space_to_spaces,
    without,
    without_control_characters,
)
from .normal_forms import normal_text, to_normal_form
from .replacement import prepend, replace

__all__ = ["Normalized", "normalize", "normalized_text"]


class Normalized(NamedTuple):
    """A normalized text, aligned with the original one.

    A token that covers the normalized characters from i to j (not included, i < j) stands for the original ones from
    ``starts[i]`` to ``ends[j - 1]``. Each character stands for exactly one of the original: what was inserted stands
    for the one before it, or, in front of the first, for none (0 to 0); what was left out, or joined the character
    before it, is in no token.
    """

    text: str
    starts: np.ndarray | None
    """int64 (len(text),): where the stretch of the original that each character stands for begins, in characters."""
    ends: np.ndarray | None
    """int64 (len(text),): where it ends. Both are None if each character stands for the one at its own place."""


def normalize(text: str, steps: Sequence[NormalizerStep], allowance: Allowance | None = None) -> Normalized:
    """`text` after all `steps`, exactly as the `tokenizers` package normalizes it; most texts take no time.

    allowance: for all steps together. Raises `PatternError` for a "Replace" whose pattern is not a regular expression,
    and `WorkLimitError` for one that takes too long, or for steps that exceed the allowance.

    >>> normalize("Cafe\\u0301!", [NormalizerStep("NFC"), NormalizerStep("Lowercase")])
    Normalized(text='café!', starts=array([0, 1, 2, 3, 5]), ends=array([1, 2, 3, 4, 6]))
    >>> normalize("Caf\\u00e9!", [NormalizerStep("NFC"), NormalizerStep("Lowercase")])
    Normalized(text='café!', starts=None, ends=None)
    """
    now, origin = text, None
    for step in steps:
        now, origin = _apply(step, now, origin, len(text), allowance)
    if origin is None or _is_own_place(origin):
        return Normalized(now, None, None)
    return Normalized(now, np.maximum(origin, 0), origin + 1)


def normalized_text(text: str, steps: Sequence[NormalizerStep], limits: PatternLimits | None = None) -> str:
    """The text of `normalize`, with surrogates replaced, sooner for the usual normalizer: one normal form.

    >>> normalized_text("Cafe\\u0301!", [NormalizerStep("NFC")])
    'Café!'
    """
    match [step.kind for step in steps]:
        case [("NFC" | "NFD" | "NFKC" | "NFKD") as form]:
            return normal_text(text, form)
    given = sound(text)
    return normalize(given, steps, None if limits is None else Allowance(limits, len(given))).text


def _apply(
    step: NormalizerStep, text: str, origin: Origin, n_given: int, allowance: Allowance | None
) -> tuple[str, Origin]:
    change: Change | None
    if not text:
        return text, origin
    if allowance is not None:
        allowance.check_time()
    match step.kind:
        case "Prepend":
            if allowance is not None:
                allowance.check_length(len(text) + len(step.content), n_given)
            return follow_edit(prepend(text, step.content), origin)
        case "Replace":
            if allowance is None:
                change = replace(text, step.pattern, step.content)
            else:
                check = partial(allowance.check_length, n_given=n_given)
                change = replace(text, step.pattern, step.content, allowance.limits, check)
            return (text, origin) if change is None else follow_edit(change, origin)
        case "Strip":
            change = strip(text, step.left, step.right)
            return (text, origin) if change is None else follow_transform(text, change, origin)
    for transform in _TRANSFORMS[step.kind]:
        text, origin = follow_transform(text, transform(text), origin)
    return text, origin


def _is_own_place(origin: np.ndarray) -> bool:
    n = len(origin)
    return n > 0 and origin[0] == 0 and origin[-1] == n - 1 and bool((origin == np.arange(n)).all())


_TRANSFORMS: dict[str, tuple[Callable[[str], Change], ...]] = {
    "NFC": (lambda text: to_normal_form(text, "NFC"),),
    "NFD": (lambda text: to_normal_form(text, "NFD"),),
    "NFKC": (lambda text: to_normal_form(text, "NFKC"),),
    "NFKD": (lambda text: to_normal_form(text, "NFKD"),),
    "Lowercase": (lowercase,),
    "StripAccents": (lambda text: without(text, character_set("marks")),),
    "Nmt": (without_control_characters, control_characters_to_spaces),
    "BertCleanText": (lambda text: without(text, character_set("controls")), white_space_to_spaces),
    "BertChineseChars": (spaces_around_ideographs,),
    "BertStripAccents": (
        lambda text: to_normal_form(text, "NFD"),
        lambda text: without(text, character_set("nonspacing")),
    ),
}
"""For each kind what it does to a whole text, one after the other."""
