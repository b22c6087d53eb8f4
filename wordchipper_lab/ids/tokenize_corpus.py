"""`tokenize_corpus`: convert a corpus to shards of ids in parallel, each complete or absent, in a run that
can be resumed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from ..arguments import checked
from ..corpus.sources import InputFormat, Source, count_bytes
from ..corpus.work_units import WorkUnit, paths_of
from ..errors import InputError
from ..files.unchanged import expect_unchanged
from ..thread_pool import resolve_threads
from ..tokenizer import Special, Tokenizer
from .job import SHARD_BYTES, TOKENIZE_ARGUMENTS, IdFormat, Job
from .shard_writer import read_manifest
from .streams import TOGETHER, TextHash, iter_shards, iter_source
from .tokenize_progress import ProgressCallback, Tally

__all__ = ["tokenize_corpus"]


@checked(**TOKENIZE_ARGUMENTS)
def tokenize_corpus(
    tokenizer: Tokenizer,
    sources: Source,
    directory: str | os.PathLike[str],
    *,
    format: IdFormat = "bin",
    special: Special = "parse",
    end_of_text: int | str | None = None,
    shard_bytes: int = SHARD_BYTES,
    column: str = "text",
    input_format: InputFormat = "auto",
    errors: str = "strict",
    num_threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> None:
    """Write the ids of a corpus into `directory`; `open_corpus` reads them.

    sources: a ``str`` (one document), a `pathlib.Path` (a text file is one document, each row of a Parquet
    file's `column` is one), a stream, or an iterable of these. format: "bin" (integers for memory mapping),
    "parquet", "both". special: see `Tokenizer.encode`. end_of_text: a special token, or an id, to follow each
    document.
    shard_bytes: approximate size of a shard in bytes of the sources; a longer file continues in the next
    shard, cut where this does not affect the ids. errors: "replace" uses U+FFFD where text is not UTF-8.
    progress: called with a `TokenizeProgress` ten times a second at most.

    An interrupted run is resumed by calling it again with the same arguments: existing shards stay, and the
    files are identical to those of an uninterrupted run, for any number of threads. Raises `InputError` for
    text that is not UTF-8 (with the place), for a directory that was made with other settings or that another
    run is writing to, and for changed files; ``OSError`` for a full disk.

    >>> import tempfile, wordchipper_lab as wl
    >>> from wordchipper_lab.lab import open_corpus
    >>> tok, directory = wl.Tokenizer.from_pretrained("gpt2"), tempfile.mkdtemp()
    >>> tokenize_corpus(tok, ["hello world", "hi"], directory, end_of_text="<|endoftext|>")
    >>> [ids.tolist() for ids in open_corpus(directory)]
    [[31373, 995, 50256], [5303, 50256]]
    """
    job = Job.of(
        tokenizer,
        directory,
        paths_of(sources),
        form=format,
        special=special,
        end_of_text=end_of_text,
        shard_bytes=shard_bytes,
        column=column,
        input_format=input_format,
        errors=errors,
    )
    with job.begun() as settings:
        tally = Tally(count_bytes(list(job.paths) if job.paths is not None else sources), progress)
        threads = resolve_threads(num_threads)
        with expect_unchanged(*job.paths or ()):
            if job.paths is None:
                manifests = _write_stream(job, sources, threads, tally)
            else:
                manifests = _write_plan(job, job.plan(), threads, tally)
        job.finish(settings, manifests)
        tally.tell(now=True)


def _write_plan(
    job: Job, plan: Sequence[Sequence[WorkUnit]], num_threads: int, tally: Tally
) -> list[dict[str, Any]]:
    """Write each shard in a separate thread, so that reading, decoding and writing overlap too.

    Threads are enough: of 0.65 s of CPU for 64 MB of code, reading and decoding hold the GIL for 0.1, and
    encoding, hashing and writing hardly at all.
    """
    manifests = {number: read_manifest(job.directory, number) for number in range(len(plan))}
    todo = [number for number, manifest in manifests.items() if manifest is None]
    for manifest in manifests.values():
        if manifest is not None:
            tally.add_shard(manifest, resumed=True)

    def write(number: int) -> None:
        manifests[number] = job.write_units(number, plan[number], max(1, num_threads // len(todo)), tally)
        tally.add_shard(manifests[number], watched=True)

    with ThreadPoolExecutor(num_threads, thread_name_prefix="tokenize shards") as pool:
        try:
            futures = [pool.submit(write, number) for number in todo]
            waiting = set(futures)
            while waiting:
                done, waiting = wait(waiting, timeout=0.1, return_when=FIRST_EXCEPTION)
                tally.tell()
                if failed := next(
                    (future for future in futures if future in done and future.exception()), None
                ):
                    failed.result()
        except BaseException:
            tally.stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return [manifests[number] for number in range(len(plan))]  # type: ignore[misc]  # all are there now


def _write_stream(job: Job, sources: Source, num_threads: int, tally: Tally) -> list[dict[str, Any]]:
    """Write shard after shard as the texts arrive; texts of existing shards are read again and compared."""
    manifests: list[dict[str, Any]] = []
    texts = iter_source(
        sources,
        job.rule,
        column=job.column,
        input_format=job.input_format,
        errors=job.errors,
        together=min(TOGETHER, job.shard_bytes),
    )
    for texts_of_shard in iter_shards(texts, job.shard_bytes):
        number, text_hash = len(manifests), TextHash()
        manifest = read_manifest(job.directory, number)
        if manifest is None:
            watched = text_hash.watch(texts_of_shard)
            manifest = job.write_texts(number, watched, num_threads, tally, text_hash.manifest)
            tally.add_shard(manifest, watched=True)
        else:
            for _ in text_hash.watch(texts_of_shard):
                pass
            _check_same(job.directory, manifest["text_sha256"] == text_hash.manifest()["text_sha256"])
            tally.add_shard(manifest, resumed=True)
        tally.tell()
        manifests.append(manifest)
    _check_same(job.directory, read_manifest(job.directory, len(manifests)) is None)
    return manifests


def _check_same(directory: Path, is_same: bool) -> None:
    if not is_same:
        raise InputError(
            f"{directory} was made with other texts: pass the same texts, or choose another directory"
        )
