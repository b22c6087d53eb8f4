"""One comparison of two tokenizers, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...corpus.sources import Source, count_bytes
from ..divergence.search_progress import ProgressCallback, SearchProgress, StopCallback
from .comparison import TokenizerComparison
from .decoded import Decoded, DecodingCheck
from .difference import DifferenceGroups, TokenizerDifference
from .excerpts import Excerpt, Excerpts
from .find_cause import CauseFinder
from .reading import Batch, TextReader
from .rows import differing_rows
from .shrink import shrink_text
from .sides.side import Side
from .signature import Signatures
from .verdict import Verdict

__all__ = ["ComparisonRun"]

_MOST_GROUPS = 1000
_MOST_KNOWN = 50_000
"""Texts whose differences are remembered: most stretches occur often."""


class ComparisonRun:
    """Compares texts, finds causes, and keeps what it finds."""

    def __init__(self, a: Side, b: Side, *, decode: bool, most: int, should_stop: StopCallback) -> None:
        self.a, self.b = a, b
        self._finder = CauseFinder(a, b)
        self._signatures = Signatures(self._finder)
        self._excerpts = Excerpts(self._finder)
        self._decoding = DecodingCheck(a, b) if decode and a.can_decode and b.can_decode else None
        self._most, self._should_stop = most, should_stop
        self._kept: list[TokenizerDifference] = []
        self._groups = DifferenceGroups(_MOST_GROUPS)
        self._n_texts = self._n_differing = self._n_differences = 0
        self._known: dict[str, TokenizerDifference] = {}

    def result(
        self, source: Source, column: str, progress: ProgressCallback | None, shrink: int
    ) -> TokenizerComparison:
        """Compare the texts of a source; see `compare_tokenizers`."""
        total = count_bytes(source) if progress else None
        reader, done, stopped = TextReader(source, column, self._should_stop), 0, False
        for batch in reader:
            if stopped := self._should_stop():
                break
            self._compare(batch)
            done += batch.stored
            if progress:
                where = batch.names[-1] if batch.names else ""
                progress(SearchProgress(done, total, self._n_differences, where))
        if reader.n_empty:
            n_before = self._n_differing
            self._compare(Batch([""], ["an empty text"], 0))
            self._n_texts += reader.n_empty - 1
            self._n_differing += (reader.n_empty - 1) * (self._n_differing > n_before)
        self._shrink(shrink)
        return TokenizerComparison(
            self.a.name,
            self.b.name,
            self._n_texts,
            self._n_differing,
            self._n_differences,
            [self._groups.shrunk(found) for found in self._kept],
            list(self._groups),
            self._groups.n_left_out,
            tuple(self._notes()),
            self._decoding is not None,
            stopped,
        )

    # -- comparing --------------------------------------------------------------------------------------

    def _compare(self, batch: Batch) -> None:
        self._n_texts += len(batch.texts)
        rows = self.a.encode_batch(batch.texts), self.b.encode_batch(batch.texts)
        differing = differing_rows(*rows)
        self._n_differing += len(differing)
        cut: list[tuple[Excerpt, str]] = []
        for i in differing:
            found = self._excerpts.of(batch.texts[i], (rows[0].row(i), rows[1].row(i)))
            cut += [(excerpt, batch.names[i]) for excerpt in found]
        if cut:
            self._explain([excerpt for excerpt, _ in cut], [name for _, name in cut])
        if self._decoding is None:
            return
        same = sorted(set(range(len(batch.texts))).difference(differing))
        changed = self._decoding.differing([batch.texts[i] for i in same], [rows[0].row(i) for i in same])
        self._n_differing += len(changed)
        for n, decoded in changed:
            for each in self._decoding.cut(decoded):
                self._add(self._of_decoding(each, batch.names[same[n]]))

    def _explain(self, excerpts: Sequence[Excerpt], names: Sequence[str]) -> None:
        new = list(dict.fromkeys(excerpt.text for excerpt in excerpts if excerpt.text not in self._known))
        if len(self._known) + len(new) > _MOST_KNOWN:
            self._known.clear()
            new = list(dict.fromkeys(excerpt.text for excerpt in excerpts))
        if new:
            rows = self.a.encode_batch(new), self.b.encode_batch(new)
            for i, verdict in enumerate(self._finder.verdicts(new, *rows)):
                self._known[new[i]] = self._difference(new[i], rows[0].row(i), rows[1].row(i), verdict)
        for excerpt, name in zip(excerpts, names, strict=True):
            self._add(replace(self._known[excerpt.text], source=name, start=excerpt.start))

    def _difference(self, text: str, a: list[int], b: list[int], verdict: Verdict) -> TokenizerDifference:
        return TokenizerDifference(
            text,
            a,
            b,
            verdict.cause,
            verdict.stages,
            verdict.how,
            verdict.evidence,
            self._signatures.describe(verdict, text, a, b),
            self.a.code,
            self.b.code,
            (*self.a.imports, *self.b.imports),
            self.a.options.unusual,
        )

    def _of_decoding(self, decoded: Decoded, name: str) -> TokenizerDifference:
        verdict = Verdict(("decoding",), "observation", ("the ids are the same, and become different texts",))
        return TokenizerDifference(
            decoded.text,
            decoded.ids,
            decoded.ids,
            verdict.cause,
            verdict.stages,
            verdict.how,
            verdict.evidence,
            self._signatures.of_decoding(decoded.ids, decoded.a, decoded.b),
            self.a.code,
            self.b.code,
            (*self.a.imports, *self.b.imports),
            self.a.options.unusual,
            name,
            decoded.start,
            decoded_a=decoded.a,
            decoded_b=decoded.b,
        )

    def _add(self, found: TokenizerDifference) -> None:
        self._n_differences += 1
        self._groups.add(found)
        if len(self._kept) < self._most:
            self._kept.append(found)

    # -- shrinking --------------------------------------------------------------------------------------

    def _shrink(self, n_groups: int) -> None:
        for group in list(self._groups)[:n_groups]:
            if self._should_stop():
                return
            found = group.example
            is_same = self._decodes_like if found.cause == "decoding" else self._differs_like
            self._groups.shrink(group, shrink_text(found.text, lambda text: is_same(text, found)))  # noqa: B023

    def _differs_like(self, text: str, found: TokenizerDifference) -> bool:
        rows = self.a.encode_batch([text]), self.b.encode_batch([text])
        ids = rows[0].row(0), rows[1].row(0)
        if ids[0] == ids[1]:
            return False
        verdict = self._finder.verdicts([text], *rows)[0]
        return (
            verdict.stages == found.stages
            and self._signatures.describe(verdict, text, *ids) == found.signature
        )

    def _decodes_like(self, text: str, found: TokenizerDifference) -> bool:
        assert self._decoding is not None  # it found this difference
        decoded = self._decoding.of(text)
        return (
            decoded is not None
            and self._signatures.of_decoding(decoded.ids, decoded.a, decoded.b) == found.signature
        )

    def _notes(self) -> list[str]:
        return [
            f"{label} ({side.name}) is known only by its answers: {side.recipe_problem}"
            for label, side in (("a", self.a), ("b", self.b))
            if side.recipe_problem
        ]
