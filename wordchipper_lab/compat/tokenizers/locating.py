"""`Locating`: what columns ask of an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

__all__ = ["Locating"]


class Locating(Protocol):
    """Finds out where the tokens of texts lie, and how they are spelt."""

    def locate(self, text: str) -> Any:
        """Starts, ends and words of the tokens of one text."""

    def locate_texts(self, texts: Sequence[str], tokens: np.ndarray, counts: np.ndarray) -> Any:
        """The same for several texts, whose tokens are known."""

    def spell(self, ids: np.ndarray, text: str, places: Callable[[], tuple[np.ndarray, np.ndarray]]) -> Any:
        """How each token is spelt; `places` is called if that depends on where it lies."""
