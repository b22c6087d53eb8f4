"""Long work of a TrainingLab: a run on a real corpus that can be paused, and a race; each in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..errors import InputError
from ..lab.training.corpora import read_corpus, texts_of_file
from ..lab.training.kept import keep_tokenizer, patient_lexer
from ..lab.training.live import LiveRun, count_corpus
from ..lab.training.race import Race, race_trainers
from ..spanners import TextSpanner
from ..trained import tokenizer_of
from ..training import SpanCounts, SymbolCounts, build_trainer
from .background_work import INTERVAL, BackgroundWork
from .divergence_answer import explain_problem
from .training_choice import Choice, read_specials
from .training_drawing import draw_live

__all__ = ["CountedCorpus", "Racing", "TrainingRun"]

_LONGEST_STOP = 0.8  # seconds; what does not end by then goes on in its thread, and is forgotten
_LATELY = 1.0  # seconds that the rate is of
Show = Callable[[dict[str, Any]], None]
Finish = Callable[[str, str | None], None]


class CountedCorpus:
    """The spans of the chosen corpus, counted once as long as the choice stays the same."""

    def __init__(self) -> None:
        self.files: list[tuple[str, bytes]] = []
        self._key: object = None
        self._spans: SpanCounts | None = None

    def count(
        self, choice: Choice, progress: Callable[[int, int], None], should_stop: Callable[[], bool]
    ) -> SpanCounts | None:
        """None if a stop came first. Raises `InputError` for nothing to train on, and as the lexer does."""
        key = (choice.counted_key, tuple((name, id(data)) for name, data in self.files))
        if key != self._key or self._spans is None:
            texts = self._texts(choice)
            if not any(texts):
                raise InputError("there is no text to train on: type or open one, or choose another corpus")
            spanner = TextSpanner(
                patient_lexer(choice.pattern), dict.fromkeys(read_specials(choice.special_tokens), 0)
            )
            counted = count_corpus(texts, spanner, lambda n: progress(n, len(texts)), should_stop)
            if counted is None:
                return None
            if not len(counted):
                raise InputError("the pattern matches nothing in this text: there is no span to train on")
            self._key, self._spans = key, counted
        return self._spans

    def _texts(self, choice: Choice) -> list[str]:
        if choice.corpus == "text":
            return [choice.text.encode()[: choice.size].decode("utf-8", "ignore")]
        if choice.corpus != "file":
            return read_corpus(choice.corpus, choice.size)
        left, texts = choice.size, []
        for name, data in self.files:
            texts += texts_of_file(name, data, left)
            left = choice.size - sum(len(text.encode()) for text in texts)
        return texts


class _Work:
    """What a run and a race share: a thread, a stop that is heard within a second, one word at the end."""

    def __init__(self, choice: Choice, counted: CountedCorpus, show: Show, finish: Finish) -> None:
        choice.options()  # raises at once what makes no sense
        self.choice, self._counted, self._tell = choice, counted, finish
        self._is_over = self._is_stopped = False
        self._work: BackgroundWork[dict[str, Any]] = BackgroundWork(
            self._do, lambda shown: None if self._is_over else show(shown), self._finish
        )
        self.start, self.run = self._work.start, self._work.run

    def stop(self) -> None:
        """Ask for an end, and wait for it less than a second: one call of a regular expression cannot be ended."""
        self._is_stopped = True
        self._work.stop.set()
        with suppress(RuntimeError):  # no event loop: the work is this thread's own
            asyncio.get_running_loop().call_later(_LONGEST_STOP, self._finish, None)

    def abandon(self) -> None:
        """End without a word: nobody wants to know any more."""
        self._work.stop.set()
        self._is_over = True

    def _do(self, report: Callable[[Callable[[], dict[str, Any]]], None], stop: threading.Event) -> None:
        def heard(done: int, total: int) -> None:
            report(lambda: {"progress": {"state": "counting", "done": done, "total": total}})

        spans = self._counted.count(self.choice, heard, stop.is_set)
        if spans is not None:
            self._do_with(spans, report, stop)

    def _do_with(self, spans: SpanCounts, report: Any, stop: threading.Event) -> None:
        raise NotImplementedError

    def _finish(self, error: BaseException | None) -> None:
        if self._is_over:
            return
        self._is_over = True
        if isinstance(error, Exception):
            self._tell("failed", explain_problem(error))
        else:
            self._tell("stopped" if self._is_stopped or error is not None else "finished", None)


class TrainingRun(_Work):
    """One run. ``live`` is its `LiveRun` once the corpus is counted, ``drawing`` how far it is."""

    live: LiveRun | None = None
    n_spans = 0
    result: dict[str, Any] | None = None

    def __init__(self, choice: Choice, counted: CountedCorpus, show: Show, finish: Finish) -> None:
        super().__init__(choice, counted, show, finish)
        self.pace = choice.rate
        """Merges a second, 0 for any number; it may change on the way."""
        self._paused = threading.Event()
        self._rate = 0.0

    def pause(self) -> None:
        """Make no further merge before `go_on`."""
        self._paused.set()

    def go_on(self) -> None:
        """Go on after `pause`."""
        self._paused.clear()

    def draw(self) -> dict[str, Any]:
        """The run as it is now."""
        return draw_live(self.live, self.n_spans, self._rate) if self.live is not None else {}

    def _do_with(self, spans: SpanCounts, report: Any, stop: threading.Event) -> None:
        corpus = SymbolCounts.from_spans(spans, self.choice.byte_order)
        trainer = build_trainer(self.choice.trainer, corpus, self.choice.options())
        self.n_spans = len(spans)
        live = self.live = LiveRun(trainer, spans.n_bytes)
        begun, at_begin, pace = time.monotonic(), 0, self.pace
        lately = deque([(begun, 0)])
        while not live.is_over and not stop.is_set():
            if self._paused.is_set():
                self._wait(report, stop)
                pace = None
            if pace != self.pace:
                begun, at_begin, pace = time.monotonic(), live.n_made, self.pace
                lately = deque([(begun, at_begin)])
                continue
            spent = time.monotonic() - begun
            allowed = max(0, int(spent * pace) - (live.n_made - at_begin)) if pace else None
            if allowed == 0:
                stop.wait(0.02)
            else:
                live.advance(allowed)
            now = time.monotonic()
            lately.append((now, live.n_made))
            while now - lately[0][0] > _LATELY:
                lately.popleft()
            self._rate = (live.n_made - lately[0][1]) / max(now - lately[0][0], 1e-3)
            report(lambda: {"progress": self._progress("running"), "live": self.draw()})
        if live.n_made:
            self.result = self._make_result()

    def _wait(self, report: Any, stop: threading.Event) -> None:
        if self.live is not None and self.live.n_made:
            self.result = self._make_result()
        stop.wait(INTERVAL + 0.02)  # else the word that it is paused would come too soon after the one before
        report(
            lambda: {"progress": self._progress("paused"), "live": self.draw(), "result": self.result or {}}
        )
        while self._paused.is_set() and not stop.wait(0.03):
            pass

    def _progress(self, state: str) -> dict[str, Any]:
        live = self.live
        assert live is not None
        total = live.trainer.n_merges
        left = (total - live.n_made) / self._rate if self._rate and state == "running" else None
        return {"state": state, "done": live.n_made, "total": total, "seconds_left": left}

    def _make_result(self) -> dict[str, Any]:
        """Keep the vocabulary as it is now, for the other pages, and say what it is."""
        live = self.live
        assert live is not None
        tok = tokenizer_of(live.trainer, self.choice.pattern)
        return {
            "name": keep_tokenizer(tok),
            "merges": live.n_made,
            "vocab_size": tok.vocab_size,
            "special_tokens": dict(tok.vocab.special_tokens),
            "bytes_per_token": live.bytes_per_token,
            "pattern": self.choice.pattern,
            "corpus": self.choice.corpus,
        }


class Racing(_Work):
    """One race; ``race`` is how far it is."""

    race: Race | None = None

    def __init__(
        self,
        choice: Choice,
        trainers: list[str],
        seconds: float,
        counted: CountedCorpus,
        show: Show,
        finish: Finish,
    ) -> None:
        super().__init__(choice, counted, show, finish)
        self._trainers, self._seconds = trainers, seconds

    def _do_with(self, spans: SpanCounts, report: Any, stop: threading.Event) -> None:
        def heard(race: Race) -> None:
            self.race = race
            done = sum(lane.state not in ("waiting", "running") for lane in race.lanes)
            about = {"state": "racing", "done": done, "total": len(race.lanes)}
            report(lambda: {"progress": about, "race": race.to_json()})

        race_trainers(spans, self.choice.options(), self._trainers, self._seconds, heard, stop.is_set)
