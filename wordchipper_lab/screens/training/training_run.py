"""A run on a real corpus that can be watched, paused and used, for a TrainingLab."""

from __future__ import annotations

import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ...errors import InputError, UnsupportedVocabError, WordchipperLabError
from ...lab.opened import PatternChoice, keep_opened, read_opened
from ...lab.training.kept import keep_tokenizer
from ...lab.training.live import LiveRun
from ...tokenizer import Tokenizer
from ...training import SpanCounts, SymbolCounts, build_trainer
from ..work.job import Report, Shown
from .beginning import tokenizer_from
from .counted_corpus import CountedCorpus
from .drawing import draw_live
from .question import Choice
from .records import LiveRecord
from .training_work import TrainingWork

__all__ = ["RESULT_FILE", "TrainingRun", "tokenizer_file"]

RESULT_FILE = "trained.json"
"""What came out is known by the name of such a file, where it has no other."""

_LATELY = 1.0  # seconds over which the rate is computed
_MOST_CAUGHT_UP = 0.5  # seconds

_LONGEST_TOKEN = 32_768
"""Bytes: finding how a tokenizer splits a token may take time quadratic in its length; here 1 s."""


class TrainingRun(TrainingWork):
    """One run. ``live`` is its `LiveRun` once the corpus is counted, ``drawing`` its progress."""

    live: LiveRun | None = None
    n_spans = 0
    result: dict[str, Any] | None = None
    tokenizer: Tokenizer | None = None
    """The resulting tokenizer."""

    def __init__(self, choice: Choice, counted: CountedCorpus, changed: Callable[[Shown], None]) -> None:
        super().__init__(choice, counted, changed)
        self.pace = choice.rate
        """Merges per second, 0 for no limit; it may change during the run."""
        self._rate = 0.0

    def draw(self) -> LiveRecord | dict[str, Any]:
        """The current state of the run."""
        return draw_live(self.live, self.n_spans, self._rate) if self.live is not None else {}

    def _do_with(
        self, spans: SpanCounts, corpus: SymbolCounts, report: Report, stop: threading.Event
    ) -> None:
        trainer = build_trainer(self.choice.trainer, corpus, self.choice.options())
        self.n_spans = len(spans)
        live = self.live = LiveRun(trainer, spans.n_bytes)
        begun, at_begin = time.monotonic(), 0
        pace: int | None = self.pace
        lately = deque([(begun, 0)])
        if live.is_over:  # there is no room for a merge
            live.advance(1)
            report(lambda: {"progress": self._progress(live), "live": self.draw()})
        while not live.is_over and not stop.is_set():
            if self._wait_while_paused(report, self._draw_paused):
                pace = None
            if pace != self.pace:
                begun, at_begin, pace = time.monotonic(), live.n_made, self.pace
                lately = deque([(begun, at_begin)])
                continue
            spent = time.monotonic() - begun
            allowed = max(0, int(spent * pace) - (live.n_made - at_begin)) if pace else None
            # After a delay, do not try to catch up.
            if pace and allowed is not None and allowed > max(1, pace * _MOST_CAUGHT_UP):
                begun, at_begin, allowed = time.monotonic(), live.n_made, 1
            if allowed == 0:
                stop.wait(0.02)
            else:
                live.advance(allowed)
            now = time.monotonic()
            lately.append((now, live.n_made))
            while len(lately) > 2 and now - lately[1][0] > _LATELY:  # one merge may take longer than that
                lately.popleft()
            self._rate = (live.n_made - lately[0][1]) / max(now - lately[0][0], 1e-3)
            report(lambda: {"progress": self._progress(live), "live": self.draw()})
        if live.n_made:
            self.result = self._make_result()

    def _draw_paused(self) -> Shown:
        live = self.live
        assert live is not None
        if live.n_made:
            self.result = self._make_result()
        progress = self._progress(live) | {"seconds_left": None}
        return {"progress": progress, "live": self.draw(), "result": self.result or {}}

    def _progress(self, live: LiveRun) -> dict[str, Any]:
        total = live.trainer.n_merges
        left = (total - live.n_made) / self._rate if self._rate else None
        return {"phase": "training", "done": live.n_made, "total": total, "seconds_left": left}

    def _make_result(self) -> dict[str, Any]:
        """Keep the current vocabulary for the other pages, and describe it."""
        live = self.live
        assert live is not None
        longest = max(map(len, live.trainer.tokens))
        if longest > _LONGEST_TOKEN:
            raise InputError(
                f"a token of {longest:,} bytes was learned, but tokenizers made here have tokens of up to "
                f"{_LONGEST_TOKEN:,}: set a longest token under “More choices”"
            )
        made = tokenizer_from(self._beginning, live.trainer, self.choice.pattern, "trained here")
        self.tokenizer = tok = made
        name, where = _keep(tok)
        return {
            "name": name,
            "kept": where == "kept",
            "opened": where == "opened",
            "merges": live.n_made,
            "vocab_size": tok.vocab_size,
            "special_tokens": dict(tok.vocab.special_tokens),
            "bytes_per_token": live.bytes_per_token,
            "pattern": tok.pattern if self.choice.start_from else self.choice.pattern,
            "start_from": self.choice.start_from,
            "corpus": self.choice.corpus,
        }


def _keep(tok: Tokenizer) -> tuple[str, str]:
    """The name by which others find it, and where: "kept" for every page of this user, or "opened", as if from a file,
    for all screens of this one if it does more than split by a pattern and merge by rank; its own and "" if neither."""
    try:
        return keep_tokenizer(tok), "kept"
    except OSError:  # nothing can be written here, so only this page has it
        return tok.name, ""
    except UnsupportedVocabError:
        pass
    try:
        found = read_opened({RESULT_FILE: tokenizer_file(tok)})
    except WordchipperLabError:  # the file cannot say all that it does
        return tok.name, ""
    return (tok.name, "") if isinstance(found, PatternChoice) else (keep_opened(found).name, "opened")


def tokenizer_file(tok: Tokenizer) -> bytes:
    """The contents of its tokenizer.json; raises `UnsupportedVocabError` if that cannot hold it."""
    with tempfile.TemporaryDirectory() as directory:
        (path,) = tok.save(Path(directory) / RESULT_FILE)
        return path.read_bytes()
