"""A shard in all its formats, and the manifest that marks it as complete."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from ..files.whole_file import write_atomically
from .corpus_index import to_json
from .document_encoder import EncodedTexts
from .id_shard import IdShard
from .parquet_shard import ParquetShard

__all__ = ["read_manifest", "shard_stem", "write_shard"]

_WRITERS = {"bin": IdShard, "parquet": ParquetShard}


def shard_stem(directory: Path, number: int) -> Path:
    """The path of a shard without its suffix."""
    return directory / f"shard-{number:05d}"


def write_shard(
    directory: Path,
    number: int,
    encoded: Iterable[EncodedTexts],
    dtype: str,
    formats: Iterable[str],
    more: Callable[[], dict[str, object]] = dict,
) -> dict[str, object]:
    """Write a shard completely or not at all; returns its manifest, which is written last.

    The result of `more` at the end goes into the manifest. After any exception (a full disk, Ctrl-C) no part
    of a file remains.
    """
    stem = shard_stem(directory, number)
    writers: list[IdShard | ParquetShard] = []
    counts = {"tokens": 0, "documents": 0, "stored": 0}
    continues, is_open = None, False
    sources: list[list[object]] = []
    try:
        for form in formats:
            writers.append(_WRITERS[form](stem, dtype))
        for texts in encoded:
            if continues is None:
                continues = not texts.is_begin
            if not is_open:
                counts["documents"] += len(texts.batch)
                _add_source(sources, texts)
            is_open = not texts.is_end
            counts["tokens"] += len(texts.batch.tokens)
            counts["stored"] += texts.stored
            for writer in writers:
                writer.add(texts)
        manifest = {**counts, "continues": bool(continues), "sources": sources, **more()}
        for writer in writers:
            manifest |= writer.finish()
        write_atomically(stem.with_suffix(".json"), to_json(manifest))
        return manifest
    except BaseException:
        for writer in writers:
            writer.discard()
        raise


def read_manifest(directory: Path, number: int) -> dict[str, object] | None:
    """The manifest of a complete shard; None for any other."""
    stem = shard_stem(directory, number)
    try:
        manifest = json.loads(stem.with_suffix(".json").read_bytes())
        for form in _WRITERS:
            size = manifest.get(f"{form}_bytes")
            if size is not None and stem.with_suffix(f".{form}").stat().st_size != size:
                return None
        return manifest  # type: ignore[no-any-return]
    except (OSError, ValueError, AttributeError):
        return None


def _add_source(sources: list[list[object]], texts: EncodedTexts) -> None:
    """Add ``[name, first row, documents]``, with one entry for consecutive rows."""
    n = len(texts.batch)
    if sources:
        name, first, count = sources[-1]
        if name == texts.source and first + count == texts.row:  # type: ignore[operator]
            sources[-1][2] = count + n  # type: ignore[operator]
            return
    sources.append([texts.source, texts.row, n])
