"""What a step of a normalizer makes of a text, and which original character each new one stands for.

In the `tokenizers` package each character of a changed text takes over the place of exactly one character of the text
before: of the one it replaces, or, if it was inserted, of the one before it. So the places after several steps are one
number per character: the original character it stands for, or -1 for what was inserted before the first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

__all__ = ["Change", "Origin", "follow_edit", "follow_transform"]

Origin = np.ndarray | None
"""int64 (characters,), ascending: the original character that each stands for, or -1; None: each for the one at its own
place."""


class Change(NamedTuple):
    """The text after a step, and where its characters come from."""

    text: str
    source: np.ndarray | None = None
    """int64 (len(text),): the place of a character of the text before, or -1; None: each has its own."""
    inserted: np.ndarray | None = None
    """bool (len(text),): whether a character is added and replaces none; None: all replace one."""


def follow_edit(change: Change, origin: Origin) -> tuple[str, Origin]:
    """The text, and origins after a change that knows where it acts.

    >>> follow_edit(Change("bc", np.array([1, 2])), np.array([0, 0, 4]))
    ('bc', array([0, 4]))
    """
    if change.source is None:
        return change.text, None if origin is None else origin[: len(change.text)]
    if origin is None:
        return change.text, change.source
    return change.text, np.where(change.source < 0, -1, origin[change.source])


def follow_transform(text: str, change: Change, origin: Origin) -> tuple[str, Origin]:
    """The same after a change of a whole `text`.

    `tokenizers` leaves out what was inserted before the first original character when it looks for the text to be
    changed. So that is kept in front of the result, which has it a second time, and all origins are taken from
    further right. If that exceeds the text, `tokenizers` panics; then the change is followed as usual.
    """
    if origin is None or len(origin) == 0 or origin[0] >= 0:
        return follow_edit(change, origin)
    kept = int(np.searchsorted(origin, 0))
    n = len(change.text)
    source = np.arange(n) if change.source is None else change.source
    inserted = np.zeros(n, dtype=bool) if change.inserted is None else change.inserted
    reached = np.minimum(kept + source + inserted, len(text))
    if (reached[~inserted] == len(text)).any():
        return follow_edit(change, origin)
    return text[:kept] + change.text, np.concatenate([origin[:kept], origin[reached - inserted]])
