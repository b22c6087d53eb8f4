"""Bundled vocabularies as peers take them: ranks, or uncompressed files in the user's cache directory."""

from __future__ import annotations

import base64
import tempfile
from functools import cache
from pathlib import Path

import platformdirs

from ....files.whole_file import write_atomically
from ....vocab.bundled import read_bundled
from ....vocab.pretrained import pretrained_spec

__all__ = ["bundled_ranks", "lay_out_vocabulary"]


def bundled_ranks(model: str) -> dict[bytes, int]:
    """Bytes of each token -> its rank.

    >>> bundled_ranks("r50k_base")[b" the"]
    262
    """
    spec = pretrained_spec(model)
    lines = read_bundled(spec.file, spec.sha256).splitlines()
    return {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}


def lay_out_vocabulary(model: str) -> Path:
    """A directory that contains ``openai/MODEL/FILE.tiktoken``, written if it does not exist.

    In the user's cache directory or, if that is not writable, in a temporary one that is removed with the
    process.
    """
    try:
        return _lay_out(platformdirs.user_cache_path("wordchipper_lab") / "peers", model)
    except OSError:
        return _lay_out(Path(_temporary_directory().name), model)


def _lay_out(directory: Path, model: str) -> Path:
    spec = pretrained_spec(model)
    path = directory / "openai" / model / spec.file
    contents = read_bundled(spec.file, spec.sha256)
    # The contents are compared, because a peer would download a file that is not the published one.
    if not path.is_file() or path.read_bytes() != contents:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, contents)
    return directory


@cache
def _temporary_directory() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="wordchipper-lab-peers-")
