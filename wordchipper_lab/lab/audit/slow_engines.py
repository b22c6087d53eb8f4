"""Programs that search for a pattern by backtracking, and how long they take for a text."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, Protocol

from ...spanners.regex_lexer import compile_pattern

__all__ = ["ENGINES", "GAVE_UP", "Engine", "Repeated"]

GAVE_UP = float("inf")
MOST_SECONDS = 0.3
"""For one text."""


class Repeated(NamedTuple):
    """A text: `unit` so many times, then `tail`."""

    unit: str
    times: int
    tail: str

    @property
    def text(self) -> str:
        """It, in full."""
        return self.unit * self.times + self.tail


class Engine(Protocol):
    """Searches for one pattern."""

    def measure(self, texts: list[Repeated], most: float) -> list[float]:
        """Processor seconds for each text, `GAVE_UP` for those it does not finish, and then for all with the same unit;
        for fewer texts if they take more than `most` seconds together."""


class RegexPackage:
    """The regex package, which the reference lexer uses. Raises `PatternError` for a pattern that is none."""

    def __init__(self, pattern: str) -> None:
        self._compiled = compile_pattern(pattern, None)

    def measure(self, texts: list[Repeated], most: float) -> list[float]:
        """See `Engine`."""
        begun, found = time.thread_time(), []
        hopeless: set[str] = set()
        for text in texts:
            found.append(GAVE_UP if text.unit in hopeless else self._seconds(text.text))
            if found[-1] == GAVE_UP:
                hopeless.add(text.unit)
            if time.thread_time() - begun > most:
                break
        return found

    def _seconds(self, text: str) -> float:
        begun = time.thread_time()
        try:
            for _ in self._compiled.finditer(text, timeout=MOST_SECONDS):
                pass
        except TimeoutError:
            return GAVE_UP
        return time.thread_time() - begun


class Oniguruma:
    """Oniguruma, as the tokenizers package uses it; in another process, because that package panics if it gives up.

    For a pattern that Oniguruma does not know, or without the package, nothing is measured.
    """

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def measure(self, texts: list[Repeated], most: float) -> list[float]:
        """See `Engine`."""
        if find_spec("tokenizers") is None:
            return []
        probe = Path(__file__).with_name("oniguruma_probe.py")
        try:
            done = subprocess.run(
                [sys.executable, "-I", str(probe)],
                input=json.dumps([self._pattern, MOST_SECONDS, most, texts]),
                capture_output=True,
                text=True,
                timeout=10 * most + 20,
                check=True,
            )
        except subprocess.SubprocessError:
            return []
        return [GAVE_UP if seconds is None else seconds for seconds in json.loads(done.stdout)]


ENGINES: dict[str, type[RegexPackage] | type[Oniguruma]] = {"regex": RegexPackage, "oniguruma": Oniguruma}
"""By name: the regex package, and Oniguruma through the tokenizers package, where that is installed."""
