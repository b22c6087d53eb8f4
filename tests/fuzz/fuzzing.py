"""Fuzz targets as tests: a few examples by default; `pytest -m deep tests/fuzz` runs for some seconds each.

``FUZZ_SECONDS`` sets the seconds for each target (6 by default). Every change is judged by the same examples,
because seeds start at ``FUZZ_SEED``, or 0. ``FUZZ_SEED=random`` looks for new ones; Hypothesis prints the
seed of what it finds.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis.strategies import SearchStrategy

from wordchipper_lab.errors import WordchipperLabError

__all__ = ["fuzz_target", "refused"]

FUZZ_SECONDS = float(os.environ.get("FUZZ_SECONDS", "6"))
_SETTINGS = {
    "deadline": None,
    "database": None,  # each find becomes a separate, named test
    "suppress_health_check": [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    "print_blob": True,
}


def fuzz_target(*strategies: SearchStrategy[Any], examples: int = 30) -> Callable[[Callable[..., None]], Any]:
    """Turn a check that must hold for whatever the `strategies` draw into a test."""

    def decorate(check: Callable[..., None]) -> Callable[[float], None]:
        @pytest.mark.parametrize(
            "seconds",
            [pytest.param(0.0, id="few"), pytest.param(FUZZ_SECONDS, id="many", marks=pytest.mark.deep)],
        )
        def test(seconds: float) -> None:
            chosen = settings(max_examples=200 if seconds else examples, **_SETTINGS)  # type: ignore[arg-type]
            given_seed = os.environ.get("FUZZ_SEED") or "0"
            first = random.getrandbits(32) if given_seed == "random" else int(given_seed)
            end = time.monotonic() + seconds
            for number in count(first):
                seed(number)(chosen(given(*strategies)(check)))()
                if time.monotonic() >= end:
                    return

        test.__doc__ = check.__doc__
        return test

    return decorate


@contextmanager
def refused() -> Iterator[None]:
    """Let the body raise one of this package's errors; people read its message, so its length is limited."""
    try:
        yield
    except WordchipperLabError as error:
        message = str(error)
    else:
        return
    assert 0 < len(message) < 1_600
