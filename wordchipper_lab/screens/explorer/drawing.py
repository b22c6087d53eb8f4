"""An exploration as the browser draws it: numbers as little-endian binary buffers."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from ...lab.exploration import Exploration
from ...spanners import Spans
from .records import ChangesRecord, ExplorationRecord, SpansRecord

__all__ = ["draw_changes", "draw_exploration", "draw_spans", "pack_numbers"]

_MOST_NORMALIZED = 20_000  # characters


def pack_numbers(numbers: np.ndarray) -> bytes:
    """Ids or byte offsets as uint32, little-endian on every machine.

    >>> pack_numbers(np.array([1, 256]))
    b'\\x01\\x00\\x00\\x00\\x00\\x01\\x00\\x00'
    """
    return numbers.astype("<u4").tobytes()


def draw_exploration(exploration: Exploration) -> ExplorationRecord:
    """The data of a `TokenView` for `exploration`."""
    changes = exploration.changes
    drawing: ExplorationRecord = {
        "name": exploration.name,
        "lexer": exploration.lexer,
        "encoder": exploration.encoder,
        "special": exploration.special,
        "text": exploration.text,
        "statistics": asdict(exploration.statistics),
        "tokens": pack_numbers(exploration.tokens),
        "token_ends": pack_numbers(exploration.token_ends if changes is None else changes.token_ends),
        "span_ends": pack_numbers(exploration.span_ends),
        "span_kinds": exploration.span_kinds.tobytes(),
        "span_token_ends": pack_numbers(exploration.span_token_ends),
    }
    if exploration.ranks is not None:
        drawing["ranks"] = pack_numbers(exploration.ranks + 1)
    if changes is not None:
        drawing["merged_spans"] = pack_numbers(changes.spans)
        made = changes.made
        drawing["made"] = {
            "numbers": pack_numbers(made.numbers),
            "ends": pack_numbers(made.ends),
            "data": made.data,
        }
    return drawing


def draw_changes(exploration: Exploration) -> ChangesRecord | None:
    """What the page says of the stages before merging; None if they changed nothing."""
    changes = exploration.changes
    if changes is None or not (sentences := changes.sentences()):
        return None
    normalized = changes.normalized
    is_cut = normalized is not None and len(normalized) > _MOST_NORMALIZED
    shown = None if normalized is None else normalized[:_MOST_NORMALIZED]
    return {"sentences": sentences, "normalized": shown, "is_cut": is_cut}


def draw_spans(name: str, text: str, spans: Spans) -> SpansRecord:
    """The data of a `SpanView` for `spans`."""
    return {
        "name": name,
        "text": text,
        "span_ends": pack_numbers(spans.ends),
        "span_kinds": spans.kinds.astype(np.uint8).tobytes(),
    }
