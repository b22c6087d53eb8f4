"""Long work of a DivergenceLab (a file, all short strings, a proof), with progress, an estimate and a
stop."""

from __future__ import annotations

import bisect
from dataclasses import replace
from typing import Any, cast

from ...errors import WorkLimitError
from ...lab.divergence import (
    Divergence,
    SearchProgress,
    common_alphabet,
    count_strings,
    find_divergences,
    sweep_equivalence,
)
from ...lab.divergence.proof import prove_equivalence
from ...spanners import SpanLexer
from ..work.job import Report
from .comparison_result import MOST_KEPT, Collector, Result, make_result, plural
from .opened_file import open_source
from .question import used_alphabet
from .records import LengthRecord, ProofRecord
from .search_job import SearchJob

__all__ = ["Search"]


def draw_lengths(ends: list[int], divergent: list[int], done: int) -> list[LengthRecord]:
    """Progress by length, given how many strings there are up to each length.

    >>> draw_lengths([3, 12], [0, 2], 8)
    [{'length': 1, 'cases': 3, 'divergent': 0}, {'length': 2, 'cases': 5, 'divergent': 2}]
    """
    begins = [0, *ends]
    return [
        {"length": at + 1, "cases": min(done, end) - begins[at], "divergent": divergent[at]}
        for at, end in enumerate(ends)
        if done > begins[at]
    ]


class Search(SearchJob[tuple[SpanLexer, SpanLexer], Result]):
    """One search."""

    def _do(self, report: Report, stop: Any) -> None:
        do = {"file": self._search_file, "strings": self._sweep, "proof": self._prove}[self.choice.source]
        self._lexers = self._make()  # here, because a pattern may take seconds
        self.result = do(report, stop)

    def _search_file(self, report: Any, stop: Any) -> Result:
        name, data = self._file
        collector = Collector()
        with open_source(name, data, "lexers") as (source, place):

            def heard(progress: SearchProgress) -> None:
                where = progress.where.replace(place, name)
                report(lambda: {"progress": self._draw(progress, len(data)) | {"where": where}})

            for found in find_divergences(*self._lexers, source, progress=heard, should_stop=stop.is_set):
                collector.add(replace(found, source=found.source.replace(place, name)))
        self._is_cut = stop.is_set()
        size = plural(len(data), "byte")
        if self._is_cut:
            return collector.result(
                f"Stopped after {plural(collector.n, 'divergence')} in {name}.", file=name
            )
        if not collector.n:
            return collector.result(f"No divergence in {name}: {size}, in {self._seconds}.", file=name)
        kinds = plural(collector.n_kinds, "kind")
        words = f"{plural(collector.n, 'divergence')} in {kinds} in {name}: {size}, in {self._seconds}."
        return collector.result(words, file=name)

    def _sweep(self, report: Any, stop: Any) -> Result:
        characters = used_alphabet(self.choice, common_alphabet(*self._lexers))
        total = count_strings(len(characters), self.choice.k)

        ends = [count_strings(len(characters), length) for length in range(1, self.choice.k + 1)]
        divergent = [0] * self.choice.k

        def heard(progress: SearchProgress) -> None:
            at = bisect.bisect_left(ends, progress.done)
            divergent[at] = progress.n_divergent - sum(divergent[:at])
            lengths = {"by_length": draw_lengths(ends, divergent, progress.done)}
            report(lambda: {"progress": self._draw(progress, total) | lengths})

        found = sweep_equivalence(
            *self._lexers,
            self.choice.k,
            alphabet=characters,
            most=MOST_KEPT,
            progress=heard,
            should_stop=stop.is_set,
        )
        self._is_cut = found.stopped
        what = f"strings of up to {plural(self.choice.k, 'character')} from {len(characters)}"
        kept = len(found.divergences)
        if found.n_divergent > kept:
            share = f"{found.n_divergent:,} of {found.cases:,} {what} diverge; the first {kept} are kept, of "
            share += plural(len(found.groups), "kind")
        elif kept:
            share = f"{kept:,} of {found.cases:,} {what} diverge, in {plural(len(found.groups), 'kind')}"
        else:
            share = f"No divergence in {found.cases:,} {what}"
        ended = f"Stopped after {self._seconds}: so far  " if found.stopped else ""
        share = share if not ended else share[0].lower() + share[1:]
        words = f"{ended}{share}{'' if ended else f', in {self._seconds}'}. {found.stand_in}".strip()
        lengths = [cast(LengthRecord, vars(length)) for length in found.by_length]
        numbers = {
            "cases": found.cases,
            "total": total,
            "divergent": found.n_divergent,
            "by_length": lengths,
            "alphabet": characters,
            "seconds": found.seconds,
        }
        result = make_result(found.divergences, found.groups, found.n_divergent, words, **numbers)
        result.drawing["by_length"] = lengths
        return result

    def _prove(self, report: Any, stop: Any) -> Result:
        try:
            found = prove_equivalence(*self._lexers, should_stop=stop.is_set)
        except WorkLimitError as error:  # it was stopped
            self._is_cut = True
            return Result(sentence=f"{str(error)[0].upper()}{str(error)[1:]}.")
        if isinstance(found, Divergence):
            size = plural(len(found.text), "character")
            collector = Collector()
            collector.add(found)
            return collector.result(
                f"Not equal: the shortest text on which they differ has {size}.", proved=False
            )
        proof = cast(ProofRecord, found.to_json())
        return Result(
            sentence=f"Proved: {found}.",
            drawing={"divergences": [], "groups": [], "n": 0, "proof": proof},
            numbers={"proved": True, "proof": proof},
        )
