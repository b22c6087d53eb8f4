"""`tokenize_corpus_distributed`: convert a corpus to ids on several processes or machines, with Dask.

It writes the same files as `tokenize_corpus`. The contents of each shard follow from the sizes of the
sources, so each worker reads its part and writes its shards itself, completely or not at all. Only their
manifests are transferred, and an interrupted run can be resumed with either function. training/distributed.py
explains how to start a cluster; sources and the directory must be under the same absolute paths on all of its
machines.

Ray Data and Spark do not need these shards, as they write Parquet themselves (shown as text; this package's
tests do not run it)::

    tokenizer = wl.Tokenizer.from_file("tokenizer.json")  # is pickled with the function
    ray.data.read_parquet(paths).map_batches(
        lambda batch: {"ids": encode_texts(batch["text"].tolist(), tokenizer)}
    ).write_parquet(directory)

    texts.rdd.mapPartitions(
        lambda rows: ([ids.tolist()] for ids in encode_texts([row.text for row in rows], tokenizer))
    ).toDF(["ids"]).write.parquet(directory)
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arguments import checked
from ..corpus.dask_cluster import connect, map_in_order
from ..corpus.sources import InputFormat, Source, count_bytes
from ..corpus.work_units import WorkUnit, paths_of
from ..errors import InputError
from ..files.unchanged import expect_unchanged
from ..tokenizer import Special, Tokenizer
from .job import SHARD_BYTES, TOKENIZE_ARGUMENTS, IdFormat, Job
from .shard_writer import read_manifest
from .tokenize_progress import ProgressCallback, Tally

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["encode_texts", "tokenize_corpus_distributed"]


@checked(**TOKENIZE_ARGUMENTS)
def tokenize_corpus_distributed(
    tokenizer: Tokenizer,
    sources: Source,
    directory: str | os.PathLike[str],
    *,
    client: Client | str | None = None,
    format: IdFormat = "bin",
    special: Special = "parse",
    end_of_text: int | str | None = None,
    shard_bytes: int = SHARD_BYTES,
    column: str = "text",
    input_format: InputFormat = "auto",
    errors: str = "strict",
    progress: ProgressCallback | None = None,
) -> None:
    """Write the ids of a corpus into `directory`, using the workers of a Dask cluster: see `tokenize_corpus`.

    sources: a `pathlib.Path` or a list of them. client: a Dask client, the address of a scheduler, or None for a
    cluster of processes on this machine. progress: called with a `TokenizeProgress` as shards are done. Raises
    `ClusterError` if the cluster cannot do the work, and what `tokenize_corpus` raises.
    """
    paths = paths_of(sources)
    if paths is None:
        raise InputError(
            "a cluster tokenizes files, not pipes: expected a pathlib.Path or a list of them as sources"
        )
    job = Job.of(
        tokenizer,
        directory,
        paths,
        form=format,
        special=special,
        end_of_text=end_of_text,
        shard_bytes=shard_bytes,
        column=column,
        input_format=input_format,
        errors=errors,
    )
    with job.begun() as settings:
        tally = Tally(count_bytes(paths), progress)
        plan = job.plan()
        manifests: dict[int, dict[str, Any]] = {}
        for number in range(len(plan)):
            if (manifest := read_manifest(job.directory, number)) is not None:
                manifests[number] = manifest
                tally.add_shard(manifest, resumed=True)
        todo = [(number, units) for number, units in enumerate(plan) if number not in manifests]
        if todo:
            with expect_unchanged(*paths), connect(client) as connected:
                for number, manifest in _write_all(connected, job, todo):
                    manifests[number] = manifest
                    tally.add_shard(manifest)
                    tally.tell()
        job.finish(settings, [manifests[number] for number in range(len(plan))])
        tally.tell(now=True)


def encode_texts(texts: Sequence[str], tokenizer: Tokenizer, special: Special = "parse") -> list[np.ndarray]:
    """Ids of each text, in one thread, as a worker computes them.

    >>> import wordchipper_lab as wl
    >>> [ids.tolist() for ids in encode_texts(["hello world"], wl.Tokenizer.from_pretrained("o200k_base"))]
    [[24912, 2375]]
    """
    return list(tokenizer.encode_batch_arrays(texts, special, 1))


def _write_all(
    client: Client, job: Job, todo: Sequence[tuple[int, Sequence[WorkUnit]]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    # The tokenizer is the result of a task: sent to each worker once, and rebuilt if the workers that have it
    # die.
    pickled = client.submit(bytes, pickle.dumps(job.encoder.tokenizer), pure=False)
    bare = replace(job, encoder=replace(job.encoder, tokenizer=None), paths=None)  # type: ignore[arg-type]
    return map_in_order(client, _write_shard, todo, bare, pickled)


def _write_shard(
    item: tuple[int, Sequence[WorkUnit]], bare: Job, pickled: bytes
) -> tuple[int, dict[str, object]]:
    number, units = item
    job = replace(bare, encoder=replace(bare.encoder, tokenizer=_unpickle(pickled)))
    return number, job.write_units(number, units)


@lru_cache(maxsize=2)
def _unpickle(pickled: bytes) -> Tokenizer:
    return pickle.loads(pickled)  # type: ignore[no-any-return]  # of our own client
