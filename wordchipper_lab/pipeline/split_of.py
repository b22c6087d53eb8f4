"""How a tokenizer that was read from a file splits texts."""

from __future__ import annotations

from dataclasses import replace

from ..spanners.gaps import words_pattern
from ..vocab.formats.vocab_file import VocabFile
from ..vocab.pattern_names import resolve_pattern
from ..vocab.patterns import CL100K_PATTERN
from ..vocab.pipeline import Pipeline, SplitStep

__all__ = ["ANY_TEXT", "split_of"]

ANY_TEXT = r"[\s\S]+"
"""The pattern of a vocabulary whose pipeline divides texts in more than one step."""


def split_of(name: str, found: VocabFile, pattern: str | None = None) -> tuple[str, Pipeline | None]:
    """Pattern and pipeline of the file `name`; `pattern`, or the name of one, takes the place of all its splits.

    Raises `UnsupportedVocabError` for a pattern that can match nothing.
    """
    if pattern is not None:
        chosen = resolve_pattern(pattern)
        splits = (SplitStep(chosen, "removed", invert=True),)
        return chosen, None if found.pipeline is None else replace(found.pipeline, splits=splits)
    if found.pattern is not None:
        return words_pattern(name, found.pattern, found.keeps_gaps), found.pipeline
    if found.pipeline is None:
        return CL100K_PATTERN, None
    for step in found.pipeline.splits:
        if step.pattern:
            words_pattern(name, step.pattern, False)
    return ANY_TEXT, found.pipeline
