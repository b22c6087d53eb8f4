"""One comparison of two tokenizers, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial

from ...corpus.sources import Source, count_bytes
from ..divergence.search_progress import ProgressCallback, SearchProgress, StopCallback
from .comparison import TokenizerComparison
from .difference import DifferenceGroups, TokenizerDifference
from .excerpts import LONG, Excerpt
from .judge import Judge
from .reading import Batch, TextReader
from .rows import differing_rows
from .shrink import shrink_text
from .sides.side import Side

__all__ = ["ComparisonRun"]

_MOST_GROUPS = 1000


class ComparisonRun:
    """Compares texts, finds causes, and keeps what it finds."""

    def __init__(self, a: Side, b: Side, *, decode: bool, most: int, should_stop: StopCallback) -> None:
        self.a, self.b = a, b
        self._whole = Judge(a, b)
        self._decodes = decode and a.can_decode and b.can_decode
        self._most, self._should_stop = most, should_stop
        self._kept: list[TokenizerDifference] = []
        self._groups = DifferenceGroups(_MOST_GROUPS)
        self._n_texts = self._n_differing = self._n_differences = 0

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
            self._decodes,
            stopped,
        )

    # -- comparing --------------------------------------------------------------------------------------

    def _compare(self, batch: Batch) -> None:
        self._n_texts += len(batch.texts)
        rows = self.a.encode_batch(batch.texts), self.b.encode_batch(batch.texts)
        differing = differing_rows(*rows)
        self._n_differing += len(differing)
        framed: list[tuple[Excerpt, str]] = []
        bare: list[tuple[Excerpt, str]] = []
        for i in differing:
            text, ids = batch.texts[i], (rows[0].row(i), rows[1].row(i))
            if self._frames_differ:
                ids = self.a.core(ids[0]), self.b.core(ids[1])
                within = text[:LONG] if ids[0] == ids[1] else ""
                framed.append((Excerpt(within, 0), batch.names[i]))
                if ids[0] == ids[1]:
                    continue
            found = self._within.excerpts.of(text, ids)
            bare += [(excerpt, batch.names[i]) for excerpt in found]
        for judge, cut in ((self._whole, framed), (self._within, bare)):
            self._explain(judge, [excerpt for excerpt, _ in cut], [name for _, name in cut])
        if self._decodes:
            same = sorted(set(range(len(batch.texts))).difference(differing))
            self._compare_decoded(
                [batch.texts[i] for i in same], [rows[0].row(i) for i in same], [batch.names[i] for i in same]
            )

    def _compare_decoded(self, texts: list[str], rows: list[list[int]], names: list[str]) -> None:
        changed = self._whole.decoding.differing(texts, rows)
        self._n_differing += len(changed)
        for i, decoded in changed:
            for each in self._whole.decoding.cut(decoded):
                self._add(self._whole.of_decoding(each), names[i], each.start)

    def _explain(self, judge: Judge, excerpts: Sequence[Excerpt], names: Sequence[str]) -> None:
        found = judge.differences([excerpt.text for excerpt in excerpts])
        for difference, excerpt, name in zip(found, excerpts, names, strict=True):
            self._add(difference, name, excerpt.start)

    @cached_property
    def _frames_differ(self) -> bool:
        return self.a.frame != self.b.frame

    @cached_property
    def _within(self) -> Judge:
        """Judges stretches of texts: without the ids around every text, if these are not the same."""
        return Judge(self.a, self.b, without_frames=True) if self._frames_differ else self._whole

    def _add(self, found: TokenizerDifference, source: str, start: int) -> None:
        self._n_differences += 1
        is_new = self._groups.is_new(found)
        if is_new or len(self._kept) < self._most:
            found = replace(found, source=source, start=start)
            if len(self._kept) < self._most:
                self._kept.append(found)
        self._groups.add(found)

    def _shrink(self, n_groups: int) -> None:
        for group in list(self._groups)[:n_groups]:
            if self._should_stop():
                return
            is_whole = group.cause in ("post-processor", "decoding")
            is_like = partial(_is_like, self._whole if is_whole else self._within, group.example)
            self._groups.shrink(group, shrink_text(group.example.text, is_like))

    def _notes(self) -> list[str]:
        return [
            f"{label} ({side.name}) is known only by its answers: {side.recipe_problem}"
            for label, side in (("a", self.a), ("b", self.b))
            if side.recipe_problem
        ]


def _is_like(judge: Judge, found: TokenizerDifference, text: str) -> bool:
    return judge.is_like(text, found)
