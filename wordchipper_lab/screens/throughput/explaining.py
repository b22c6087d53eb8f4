"""Where the time goes for a vocabulary on a corpus of a Throughput screen: the report, as a job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from ...errors import InputError, UnknownNameError, WorkLimitError
from ...lab.benchmark.corpora import Corpus, load_corpus
from ...lab.page_limits import page_corpus_bytes
from ...lab.where_time_goes import where_time_goes
from ...tokenizer import Tokenizer
from ..work.job import Job, Report, Shown
from .question import CORPORA, OWN_TEXT
from .where import WhereRecord, draw_report

__all__ = ["EXPLAINS", "Explaining", "check_explainable"]

EXPLAINS = "where"
"""What the progress of such a job says that it is about."""

_ROUNDS = 7


class Explaining(Job):
    """One report about the default tokenizer of a vocabulary; `text` is the corpus "own text".

    At most `page_corpus_bytes` are read, documents from all over. ``result`` is None until it is finished.
    """

    def __init__(self, model: str, corpus: str, text: str, changed: Callable[[Shown], None]) -> None:
        super().__init__(changed)
        self.progress["about"] = EXPLAINS
        self.result: WhereRecord | None = None
        self._model, self._corpus, self._text = model, corpus, text
        self._began = time.monotonic()

    def _do(self, report: Report, stop: threading.Event) -> None:
        report(lambda: {"progress": {"now": f"reading {self._corpus}"}})
        corpus = Corpus(OWN_TEXT, self._text, "") if self._corpus == OWN_TEXT else load_corpus(self._corpus)
        most = page_corpus_bytes()
        try:
            found = where_time_goes(
                Tokenizer.from_pretrained(self._model, num_threads=1),
                _from_all_over(corpus, most),
                rounds=_ROUNDS,
                most_bytes=most,
                progress=lambda *step: report(lambda: {"progress": self._draw(*step)}),
                stop=stop,
            )
        except WorkLimitError:
            if not stop.is_set():
                raise
        else:
            self.result = draw_report(found, self._corpus)
            if found.left_out:
                self.result["sentences"].append(
                    f"A page reads up to {most / 1e6:g} MB of a corpus; Python and the command line "
                    "(wordchipper-lab why) read more."
                )

    def _is_complete(self) -> bool:
        return self.result is not None and not self._is_stopped

    def _final_progress(self) -> dict[str, Any]:
        return {"done": self.progress.get("total", 0)}

    def _draw(self, message: str, done: int, total: int) -> dict[str, Any]:
        spent = time.monotonic() - self._began
        left = (total - done) * spent / done if done > 2 else None
        return {"now": message, "done": done, "total": total, "seconds_left": left}


def check_explainable(model: str, corpus: str, text: str) -> None:
    """Raise `UnknownNameError` for a vocabulary or corpus that is not offered, in particular for a path on this
    machine, and `InputError` for an own text that is not there."""
    models = Tokenizer.available_models()
    if model not in models:
        raise UnknownNameError("vocabulary", model, models)
    if corpus not in (*CORPORA, OWN_TEXT):
        raise UnknownNameError("corpus", corpus, (*CORPORA, OWN_TEXT))
    if corpus == OWN_TEXT and not text.strip():
        raise InputError("the own text of this run is not here: type or open it, and measure it again")


def _from_all_over(corpus: Corpus, most: int) -> list[str]:
    """The documents of a corpus in such an order that the first `most` bytes of them are from all over it.

    >>> _from_all_over(Corpus("x", "aabbccdd", "", ("aa", "bb", "cc", "dd")), 4)
    ['aa', 'cc', 'bb', 'dd']
    """
    own = list(corpus.own_documents)
    if not own:
        return [corpus.text]
    step = max(1, -(-corpus.n_bytes // most))
    return [document for first in range(step) for document in own[first::step]]
