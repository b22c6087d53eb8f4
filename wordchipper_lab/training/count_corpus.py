"""`count_spans`: any source -> span counts, reading ahead while counting, with an optional checkpoint."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import get_args

from ..arguments import a_function, a_number, a_path, a_written_text, checked, instance_of, one_of, optional
from ..corpus.position import Position
from ..corpus.reader import Batch, CorpusReader
from ..corpus.sources import InputFormat, Source
from ..corpus.text_chunks import CHUNK
from ..errors import CheckpointError, UnknownNameError
from ..spanners import TextSpanner, build_lexer
from ..spanners.faithful import obeys_its_pattern
from ..vocab.open_patterns import OPEN_PATTERNS
from ..vocab.pattern_names import resolve_pattern
from ..vocab.patterns import PATTERNS
from .checkpoint.counts_file import CountsFile
from .checkpoint.hold import hold_checkpoint
from .fast import SpanCounter
from .span_counts import SpanCounts
from .training_progress import ProgressCallback, TrainingProgress, percent

__all__ = ["SAVE_EVERY", "build_spanner", "count_spans", "count_with"]

SAVE_EVERY = 30.0
"""Seconds between two checkpoints, if saving is quick: it may take a twentieth of the time."""

_TOLD_BYTES = 100_000_000
"""Report every N bytes if the total is unknown."""


def build_spanner(pattern: str, special_tokens: tuple[str, ...]) -> TextSpanner:
    """The spanner of a training run: the fastest lexer for the pattern, and special tokens that separate
    words.

    Raises `UnknownNameError` for an unknown pattern name, `PatternError` for an invalid pattern.
    """
    if resolve_pattern(pattern) == pattern and re.fullmatch(r"[\w:-]*", pattern):
        # As a pattern it would be valid, but almost no text would have a span of it.
        raise UnknownNameError("pattern", pattern, [*PATTERNS, *OPEN_PATTERNS], "or a regular expression")
    return TextSpanner(build_lexer(pattern, "auto"), dict.fromkeys(special_tokens, 0))


@checked(
    spanner=instance_of("a TextSpanner", TextSpanner),
    column=a_written_text,
    input_format=one_of("input format", get_args(InputFormat)),
    progress=optional(a_function),
    checkpoint=optional(a_path),
    save_every=a_number,
)
def count_spans(
    source: Source,
    spanner: TextSpanner,
    *,
    num_threads: int | None = None,
    column: str = "text",
    input_format: InputFormat = "auto",
    progress: ProgressCallback | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    save_every: float = SAVE_EVERY,
) -> SpanCounts:
    """Count the word spans of a corpus that may be larger than memory: only distinct spans are kept.

    source, column, input_format: see `CorpusReader`. progress: called with a `TrainingProgress` at every
    percent.
    checkpoint: a directory; counts are saved there every `save_every` seconds, on an interruption and at the
    end, and the same call resumes from them. Raises `CheckpointError` if it belongs to other sources or
    another pattern, or another run is using it, and `InputError` for unreadable input.

    >>> count_spans(["low low", "low"], build_spanner("r50k_base", ())).to_dict()
    {b'low': 2, b' low': 1}
    """
    return count_with(
        SpanCounter(spanner, num_threads),  # rejects a wrong number of threads
        source,
        column=column,
        input_format=input_format,
        progress=progress,
        checkpoint=checkpoint,
        save_every=save_every,
    )


def count_with(
    counter: SpanCounter,
    source: Source,
    *,
    column: str,
    input_format: InputFormat,
    progress: ProgressCallback | None,
    checkpoint: str | os.PathLike[str] | None,
    save_every: float,
    settings: Mapping[str, object] | None = None,
) -> SpanCounts:
    """`count_spans` with a counter of any kind; settings: what its counts depend on beside the spanner."""
    spanner = counter.spanner
    reader = CorpusReader(
        source,
        spanner,
        column=column,
        input_format=input_format,
        batch_bytes=max(4, 2 * counter.num_threads) * CHUNK,
    )
    with hold_checkpoint(checkpoint):
        saves = None
        if checkpoint is not None:
            known = {
                "pattern": spanner.lexer.pattern,
                "lexer": "the pattern's" if obeys_its_pattern(spanner.lexer) else repr(spanner.lexer),
                "special_tokens": list(spanner.special_tokens),
                "column": column,
                "input_format": input_format,
            }
            saves = CountsFile(Path(checkpoint), known | dict(settings or {}))
        return _Run(reader, counter, saves, save_every).count(progress)


class _Run:
    """Batches are counted in a separate thread: while one is counted, the next is read.

    An interruption (Ctrl-C is raised in the main thread) thus finds only whole batches counted, which can be
    saved.
    """

    def __init__(
        self, reader: CorpusReader, counter: SpanCounter, saves: CountsFile | None, save_every: float
    ) -> None:
        self._reader, self._counter, self._saves, self._save_every = reader, counter, saves, save_every
        self._position = Position()  # up to which everything is counted
        self._saved = Position()
        self._pending: tuple[Future[None], Position] | None = None

    def count(self, progress: ProgressCallback | None) -> SpanCounts:
        begin = saved = time.monotonic()
        if self._resume():
            return self._counter.counts()
        tell = _at_every_percent(progress, self._reader.n_stored, begin)
        pause = self._save_every
        with ThreadPoolExecutor(1, thread_name_prefix="count spans") as pool:
            try:
                for batch in self._reader.batches():
                    self._settle()
                    tell(self._position.stored)
                    is_new = self._position != self._saved  # only a real save shows how long one takes
                    if self._saves and is_new and time.monotonic() - saved > pause:
                        before = time.monotonic()
                        self._save()
                        saved = time.monotonic()
                        pause = max(self._save_every, 20 * (saved - before))
                    self._pending = pool.submit(self._add, batch), batch.position
                self._settle()
            except BaseException:
                self._save_what_is_counted()
                raise
        self._position = self._reader.position
        tell(self._position.stored, last=True)
        total = self._counter.counts()
        if self._saves:
            self._saves.save(total, self._position, self._reader.files, finished=True)
        return total

    def _resume(self) -> bool:
        """Go to the position that an earlier run reached; returns whether it was the end."""
        found = self._saves.load() if self._saves else None
        if found is None:
            return False
        self._reader.skip(found.position, found.files)
        self._counter.add_counts(found.counts)
        self._position = self._saved = found.position
        if found.finished and next(self._reader.batches(), None) is not None:
            raise CheckpointError(
                "there are more texts now than in the checkpoint: pass the same texts, or choose another "
                "checkpoint"
            )
        return found.finished

    def _add(self, batch: Batch) -> None:
        self._counter.add_bytes(batch.data, batch.ends)

    def _settle(self) -> None:
        """Wait for the batch being counted."""
        if self._pending is not None:
            future, position = self._pending
            future.result()
            self._pending, self._position = None, position

    def _save(self) -> None:
        if self._saves and self._position != self._saved:
            n_files = self._position.sources + (self._position.place > 0)
            files = [state for state in self._reader.files if state.source < n_files]
            self._saves.save(self._counter.counts(), self._position, files, finished=False)
            self._saved = self._position

    def _save_what_is_counted(self) -> None:
        """Save on the way out, for any reason, unless counting itself failed and a batch is partly
        counted."""
        if self._pending is not None:
            wait([self._pending[0]])
            if self._pending[0].exception() is not None:
                return
            self._settle()
        self._save()


def _at_every_percent(
    progress: ProgressCallback | None, total: int | None, begin: float
) -> Callable[..., None]:
    told = 0

    def tell(done: int, last: bool = False) -> None:
        nonlocal told
        step = done // _TOLD_BYTES if total is None else percent(done, total)
        if progress is not None and (step > told or last):
            told = step
            progress(TrainingProgress("counting", done, total, time.monotonic() - begin))

    return tell
