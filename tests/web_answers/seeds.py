"""Seeds of long sessions: some for CI, the others before a release."""

from __future__ import annotations

from typing import Any

import pytest


def few_and_more(first: int, few: int, stop: int) -> list[Any]:
    """The seeds from `first` up to `stop`; all but the first few are marked as exhaustive."""
    more = (pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(first + few, stop))
    return [*range(first, first + few), *more]
