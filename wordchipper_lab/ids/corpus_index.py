"""``index.json``: the settings of a directory of ids, so that only the same run resumes in it."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import InputError
from ..files.whole_file import write_atomically
from ..tokenizer import Tokenizer

__all__ = ["FORMAT", "begin_run", "finish_run", "hash_vocabulary", "read_index", "to_json"]

FORMAT = "wordchipper_lab token ids, version 1"

_INDEX = "index.json"
_WORDS = {"vocabulary_sha256": "vocabulary", "end_of_text": "end-of-text id", "shard_bytes": "shard size"}


def hash_vocabulary(tokenizer: Tokenizer) -> str:
    """SHA-256 of everything that determines ids: ranked tokens, special tokens, pattern; listed merges, pipeline."""
    vocab = tokenizer.vocab
    starts = vocab.ranked.starts
    digest = hashlib.sha256(np.ascontiguousarray(starts, dtype="<i8").tobytes())
    digest.update(bytes(vocab.ranked.data[: starts[-1]]))
    digest.update(json.dumps([tokenizer.get_special_tokens(), tokenizer.pattern]).encode())
    if vocab.listed is not None:
        digest.update(np.ascontiguousarray(vocab.listed.splits, dtype="<u4").tobytes())
        digest.update(np.ascontiguousarray(vocab.ids, dtype="<u4").tobytes())
    if vocab.pipeline is not None:
        parts = vocab.pipeline.normalizer, vocab.pipeline.added_tokens, vocab.pipeline.splits
        digest.update(repr(parts).encode(errors="surrogatepass"))
    return digest.hexdigest()


def begin_run(directory: Path, settings: dict[str, Any]) -> None:
    """Check that the directory is new, or that of the same run; raises `InputError` otherwise."""
    settings = json.loads(json.dumps(settings))
    try:
        found = read_index(directory, whole=False)
    except FileNotFoundError:
        if any(not path.name.endswith(".part") for path in directory.iterdir()):
            raise InputError(
                f"{directory} has files but no {_INDEX}: expected a new or empty directory, or one to resume"
            ) from None
    else:
        different = [
            _WORDS.get(name, name)
            for name in settings
            if name != "tokenizer" and found.get(name) != settings[name]
        ]
        if different:
            raise InputError(
                f"{directory} was made with another {', another '.join(different)}: use the same again, or "
                "choose another directory"
            )
    _remove_parts(directory)  # from a run that was killed
    if not (directory / _INDEX).exists():
        _write(directory, {"format": FORMAT, "complete": False, **settings})


def finish_run(directory: Path, settings: dict[str, Any], manifests: Sequence[dict[str, Any]]) -> None:
    """Mark the directory as complete, and list its contents."""
    _remove_parts(directory)  # from workers that died
    shards = [
        {name: manifest[name] for name in ("tokens", "documents", "continues")} for manifest in manifests
    ]
    totals = {
        "tokens": sum(shard["tokens"] for shard in shards),
        "documents": sum(shard["documents"] - shard["continues"] for shard in shards),
    }
    _write(directory, {"format": FORMAT, "complete": True, **settings, **totals, "shards": shards})


def read_index(directory: Path, *, whole: bool = True) -> dict[str, Any]:
    """The index; raises `InputError` if it is damaged, or, with `whole`, if the run is not finished."""
    path = directory / _INDEX
    try:
        index = json.loads(path.read_bytes())
    except ValueError as error:
        raise InputError(f"{path} is damaged: {error}") from None
    if not isinstance(index, dict) or index.get("format") != FORMAT:
        found = index.get("format") if isinstance(index, dict) else index
        raise InputError(f"{path}: expected the format {FORMAT!r}, found {str(found)[:80]!r}")
    if whole and not index.get("complete"):
        raise InputError(f"{directory} is not complete: tokenize again with the same settings to resume")
    if whole and (
        index.get("dtype") not in ("<u2", "<u4") or not {"formats", "documents", "shards"} <= set(index)
    ):
        raise InputError(f"{path} is damaged: expected a dtype of <u2 or <u4, formats, documents and shards")
    return index


def _write(directory: Path, index: dict[str, Any]) -> None:
    write_atomically(directory / _INDEX, to_json(index, indent=1) + b"\n")


def to_json(value: object, indent: int | None = None) -> bytes:
    """JSON in UTF-8. Parts of a file name that are not UTF-8 are escaped, and restored on reading.

    >>> import os
    >>> to_json({"source": os.fsdecode(b"na\\xc3\\xafve\\xff")}).decode()
    '{"source": "naïve\\\\udcff"}'
    """
    # Only lone surrogates cannot be encoded, and Python's escape for them is also JSON's.
    return json.dumps(value, ensure_ascii=False, indent=indent).encode(errors="backslashreplace")


def _remove_parts(directory: Path) -> None:
    for path in directory.glob(".*.part"):
        with contextlib.suppress(OSError):
            path.unlink()
