"""An exploration as the browser draws it: numbers as little-endian binary buffers."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np

from ...lab.exploration import Exploration
from ...spanners import Spans
from .records import ExplorationRecord, SpansRecord

__all__ = ["draw_exploration", "draw_spans", "pack_numbers"]


def pack_numbers(numbers: np.ndarray) -> bytes:
    """Ids or byte offsets as uint32, little-endian whatever this machine is.

    >>> pack_numbers(np.array([1, 256]))
    b'\\x01\\x00\\x00\\x00\\x00\\x01\\x00\\x00'
    """
    return numbers.astype("<u4").tobytes()


def draw_exploration(exploration: Exploration) -> ExplorationRecord:
    """What a `TokenView` needs of `exploration`."""
    return {
        "name": exploration.name,
        "lexer": exploration.lexer,
        "encoder": exploration.encoder,
        "special": exploration.special,
        "text": exploration.text,
        "statistics": asdict(exploration.statistics),
        "tokens": pack_numbers(exploration.tokens),
        "token_ends": pack_numbers(exploration.token_ends),
        "span_ends": pack_numbers(exploration.span_ends),
        "span_kinds": exploration.span_kinds.tobytes(),
        "span_token_ends": pack_numbers(exploration.span_token_ends),
    }


def draw_spans(name: str, text: str, spans: Spans) -> SpansRecord:
    """What a `SpanView` needs of `spans`."""
    return {
        "name": name,
        "text": text,
        "span_ends": pack_numbers(spans.ends),
        "span_kinds": spans.kinds.astype(np.uint8).tobytes(),
    }
