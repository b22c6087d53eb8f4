"""Texts that do not come back when their ids are decoded."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...spanners.spans import GAP
from ..equivalence.stages import added_tokens, splits_once
from ..equivalence.texts_to_try import texts_to_try
from .finding import Finding
from .subject import MOST_EXAMPLES, Subject

__all__ = ["always_comes_back", "find_losses"]


def always_comes_back(subject: Subject) -> bool:
    """Whether every text is known to come back: nothing changes it, there are no gaps, and each byte has a token."""
    return (
        not subject.unknown_bytes
        and splits_once(subject.tok)
        and subject.spans.is_exact
        and subject.spans.gap is None
        and not subject.pipeline.normalizer
        and all(token.is_plain for token in added_tokens(subject.tok).values())
    )


def find_losses(subject: Subject) -> Iterator[Finding]:
    """Losses by gaps, by the normalizer, and by anything else, each with the shortest text that is known."""
    if always_comes_back(subject):
        return
    lost: dict[str, list[str]] = {"gaps": [], "normalizer": [], "other": []}
    for text in sorted(set(_texts(subject)), key=lambda text: (len(text.encode()), text)):
        if _back(subject, text) != text:
            lost[_where(subject, text)].append(text)
    messages = {
        "gaps": ("text that no span contains", "The split pattern leaves gaps, which get no tokens"),
        "normalizer": (
            "texts that the normalizer changes",
            f"The normalizer ({_steps(subject)}) changes texts",
        ),
        "other": ("texts that do not come back", "Some texts are not what their ids are decoded to"),
    }
    for cause, texts in lost.items():
        if texts:
            kind, message = messages[cause]
            shown = tuple(
                subject.example_of_text(text, note=f"decoded: {_back(subject, text)!r}")
                for text in texts[:MOST_EXAMPLES]
            )
            yield Finding(
                kind,
                "error" if cause == "gaps" else "warning",
                f"{message}: decoding the ids does not give the text back ({len(texts):,} of the short texts tried).",
                len(texts),
                shown,
                texts[0],
            )


def _back(subject: Subject, text: str) -> str:
    return subject.tok.decode(subject.tok.encode(text, special="text"))


def _texts(subject: Subject) -> Iterator[str]:
    if subject.spans.gap is not None:
        yield subject.spans.gap
    yield from texts_to_try()
    for step in subject.pipeline.normalizer:
        for part in (step.pattern, step.content):
            yield from (part, f"a{part}", f"{part}a", f"a{part}a") if part else ()


def _where(subject: Subject, text: str) -> str:
    pieces = subject.tok.encode_with_spans(text, special="text")
    if subject.pipeline.normalizer:
        return "normalizer"
    return "gaps" if bool(np.any(pieces.span_kinds == GAP)) else "other"


def _steps(subject: Subject) -> str:
    return ", ".join(step.kind for step in subject.pipeline.normalizer)
