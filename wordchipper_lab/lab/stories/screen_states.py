"""The screens that a story can open, and the names of their public state: the arguments of their widgets.

The widgets are above this room, so their names are listed here; a test compares the two, and opens every state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arguments import check_name
from ...errors import UnknownNameError

__all__ = ["SCREEN_STATES", "check_state"]

SCREEN_STATES: dict[str, tuple[str, ...]] = {
    "explorer": ("text", "model", "lexer", "encoder", "special", "compare", "glyphs", "selected"),
    "stepper": ("text", "model", "span", "whole", "lanes", "compare", "step", "pace"),
    "vocabulary": (
        *(
            "model",
            "compare",
            "part",
            "selected",
            "word",
            "query",
            "by",
            "match",
            "ignore_case",
            "utf8",
            "special",
        ),
        *("space", "kind", "script", "min_bytes", "max_bytes", "min_characters", "max_characters", "sort"),
        *("descending", "glyphs", "audit"),
    ),
    "divergence": (
        *("a", "b", "text", "source", "k", "alphabet", "selected"),
        *("compared", "tok_a", "tok_b", "around"),
    ),
    "throughput": (
        *(
            "regime",
            "models",
            "lexers",
            "encoders",
            "memo",
            "threads",
            "corpora",
            "modes",
            "peers",
            "rounds",
            "latency",
        ),
        *("memory", "text", "opened"),
    ),
    "training": (
        *(
            "mode",
            "toy",
            "toy_text",
            "toy_level",
            "toy_trainer",
            "toy_tie",
            "corpus",
            "text",
            "size",
            "pattern",
        ),
        *(
            "start_from",
            "vocab_size",
            "trainer",
            "tie",
            "byte_order",
            "special_tokens",
            "min_frequency",
            "max_token_length",
        ),
        *("rate", "step", "probe", "compare"),
    ),
}
"""The names of a screen's state, by the name of the screen."""


def check_state(screen: str, state: Mapping[str, Any]) -> None:
    """Raise `UnknownNameError` for an unknown screen, or for a name that its state does not have.

    >>> check_state("explorer", {"text": "hello", "speed": 3})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    wordchipper_lab.errors.UnknownNameError: unknown state of the explorer 'speed': expected one of text, model, ...
    """
    known = SCREEN_STATES[check_name("screen", screen, SCREEN_STATES)]
    if unknown := set(state) - set(known):
        raise UnknownNameError(f"state of the {screen}", min(unknown), known)
