"""The vocabulary files that ship with the package: xz-compressed, verified on every read."""

from __future__ import annotations

import lzma
from importlib.resources import files

from ..errors import VocabFormatError
from .formats.source import check_sha256

__all__ = ["read_bundled"]


def read_bundled(file: str, sha256: str) -> bytes:
    """Contents of the bundled vocabulary `file`, for instance "r50k_base.tiktoken" (o200k: 0.06 s).

    Raises `VocabHashError` or `VocabFormatError` if the installed file is damaged.
    """
    resource = files(__package__) / "data" / f"{file}.xz"
    try:
        contents = lzma.decompress(resource.read_bytes())
    except (OSError, lzma.LZMAError, EOFError) as error:
        problem = f"the bundled vocabulary cannot be read ({error}): install the package again"
        raise VocabFormatError(str(resource), None, problem) from error
    check_sha256(str(resource), contents, sha256)
    return contents
