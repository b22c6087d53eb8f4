"""Long work of a DivergenceLab with two tokenizers (a file, a proof), with progress, an estimate and a stop."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

from ...errors import WorkLimitError
from ...lab.divergence import SearchProgress
from ...lab.equivalence import TokenizerDivergence, TokenizerProof, UndecidedEquivalence, prove_tokenizers
from ...lab.tokenizer_comparison import TokenizerComparison, compare_tokenizers
from ...tokenizer import Tokenizer
from ..work.job import Report
from .comparison_result import plural
from .opened_file import open_source
from .pair_answer import MOST_PAIRS, PairResult, result_of, sides_of, with_sentence
from .question import Choice
from .search_job import SearchJob

__all__ = ["PairSearch"]

_SHRUNK = 20  # groups


class PairSearch(SearchJob[tuple[Tokenizer, Tokenizer], PairResult]):
    """One search."""

    def _do(self, report: Report, stop: threading.Event) -> None:
        toks = self._make()
        self.result = (
            self._prove(toks, stop) if self.choice.source == "proof" else self._search(toks, report, stop)
        )

    def _search(self, toks: tuple[Tokenizer, Tokenizer], report: Report, stop: threading.Event) -> PairResult:
        name, data = self._file
        with open_source(name, data, "tokenizers") as opened:

            def heard(progress: SearchProgress) -> None:
                where = progress.where.replace(opened.place, name)
                report(lambda: {"progress": self._draw(progress, len(data)) | {"where": where}})

            found = compare_tokenizers(
                *sides_of(toks, self.choice),
                opened.source,
                most=MOST_PAIRS,
                shrink=_SHRUNK,
                progress=heard,
                should_stop=stop.is_set,
            )
            found = _renamed(found, opened.place, name)
        self._is_cut = stop.is_set()
        on_what = f"{name}: {plural(found.n_texts, 'text')}, {plural(len(data), 'byte')}, in {self._seconds}"
        return result_of(found, on_what, ended="Stopped. So far: " if self._is_cut else "")

    def _prove(self, toks: tuple[Tokenizer, Tokenizer], stop: threading.Event) -> PairResult:
        try:
            found = prove_tokenizers(*toks, should_stop=stop.is_set)
        except WorkLimitError as error:  # it was stopped
            self._is_cut = True
            return _said(f"{str(error)[0].upper()}{str(error)[1:]}.")
        if isinstance(found, TokenizerProof):
            proved = _said(
                f"Proved in {found.seconds:.1f} s: both give the same ids on every text.", found.steps
            )
            return replace(proved, numbers={"proof": found.to_json()})
        if isinstance(found, UndecidedEquivalence):
            told = _said(
                "Not decided: no text was found on which they differ, and no proof that there is none."
            )
            checked = [f"Checked: {fact}." for fact in found.checked]
            told.drawing["proof"] = [*checked, *(f"Not checked: {fact}." for fact in found.unchecked)]
            return told
        return _counterexample(found, toks, self.choice)


def _said(sentence: str, steps: tuple[str, ...] = ()) -> PairResult:
    return PairResult(
        drawing={"sentence": sentence, "differences": [], "groups": [], "n": 0, "proof": list(steps)}
    )


def _counterexample(
    found: TokenizerDivergence, toks: tuple[Tokenizer, Tokenizer], choice: Choice
) -> PairResult:
    shown = "the shortest text that shows it has" if found.is_shortest else "a text that shows it has"
    size = plural(len(found.text.encode()), "byte")
    compared = compare_tokenizers(*sides_of(toks, choice), found.text, most=1, shrink=0)
    result = result_of(compared, size, found.text)
    told = with_sentence(result, f"They do not always give the same ids: {shown} {size} (the {found.cause}).")
    return replace(told, numbers={"proof": found.to_json()})


def _renamed(found: TokenizerComparison, place: str, name: str) -> TokenizerComparison:
    """With the name of the visitor's file instead of the temporary one's."""

    def named(difference: Any) -> Any:
        return replace(difference, source=difference.source.replace(place, name))

    return replace(
        found,
        differences=[named(difference) for difference in found.differences],
        groups=[replace(group, example=named(group.example)) for group in found.groups],
    )
