"""The details of one divergence: both explanations, the pytest case, the link to the Explorer."""

from __future__ import annotations

import json
import time
from typing import Any

from ...lab.divergence import Divergence, explain_divergence
from ...spanners import SpanLexer
from .comparison_result import Result
from .offered_lexers import model_of
from .question import Choice

__all__ = ["explore_link", "tell_divergence", "tell_many"]

_MOST_SECONDS = 2.0
_MOST_TOLD = 60
_MOST_TO_KEEP = 3_000_000  # characters of JSON
_MOST_LINKED = 4000  # characters


def tell_divergence(lexers: tuple[SpanLexer, SpanLexer], result: Result, number: int) -> dict[str, Any]:
    """{"a", "b", "pytest"} of divergence `number`; for a text without divergences, the spans of both."""
    divergence = _look_up(lexers, result, number)
    if divergence is None:
        return {}
    told = explain_divergence(*lexers, divergence)
    return told | {"pytest": divergence.to_pytest() if number < len(result.divergences) else None}


def tell_many(lexers: tuple[SpanLexer, SpanLexer], result: Result, first: int) -> dict[str, Any]:
    """The results of `tell_divergence`, by number: `first`, each group's example, then others while time and
    room last."""
    examples = [group["example"] for group in result.drawing.get("groups", [])]
    numbers = list(dict.fromkeys([first, *examples, *range(len(result.divergences))]))
    started = time.monotonic()
    told: dict[str, Any] = {}
    size = 0
    for number in numbers[:_MOST_TOLD]:
        told[str(number)] = tell_divergence(lexers, result, number)
        size += len(json.dumps(told[str(number)]))
        if size > _MOST_TO_KEEP or time.monotonic() - started > _MOST_SECONDS:
            break
    return told


def explore_link(choice: Choice, result: Result, number: int) -> dict[str, Any] | None:
    """The Explorer's state for divergence `number`; None if neither lexer has the pattern of a vocabulary."""
    model = model_of(choice.a) or model_of(choice.b)
    if model is None:
        return None
    text = choice.text
    if number < len(result.divergences):
        found = result.divergences[number]
        text = found.before + found.text + found.after
    if not text or len(text) > _MOST_LINKED:
        return None
    kind = choice.a.partition(":")[0]
    lexer = {"lexer": kind} if model_of(choice.a) and kind != "specimen" else {}
    return {"text": text, "model": model} | lexer


def _look_up(lexers: tuple[SpanLexer, SpanLexer], result: Result, number: int) -> Divergence | None:
    if number < len(result.divergences):
        return result.divergences[number]
    same = result.drawing.get("same")
    if same is None:
        return None
    a, b = (tuple(lexer.spans(same["text"])) for lexer in lexers)
    return Divergence(same["text"], a, b, "", "", "")
