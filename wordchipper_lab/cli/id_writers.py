"""Write token ids: as numbers, as readable tokens, as JSON, as a NumPy array."""

from __future__ import annotations

import io
import json
import os
import shutil
import tempfile
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, BinaryIO

from ..files.naming import NamedFile

if TYPE_CHECKING:
    import numpy as np

    from ..tokenizer import Tokenizer
    from ..training import CharacterBPE

__all__ = ["IdFormat", "show_token", "write_ids"]


class IdFormat(StrEnum):
    """Formats of ids that `encode` writes."""

    ids = "ids"
    tokens = "tokens"
    json = "json"
    npy = "npy"


def write_ids(
    arrays: Iterable[np.ndarray], form: IdFormat, out: BinaryIO, tokenizer: Tokenizer | CharacterBPE
) -> None:
    """Write ids that arrive array by array.

    ids: decimal, separated by spaces, newline at the end. tokens: a line for each, id, tab, `show_token`.
    json: one array. npy: a one-dimensional uint32 array in NumPy's file format.
    """
    if form is IdFormat.npy:
        _write_npy(arrays, out)
        return
    if form is IdFormat.tokens:
        for array in arrays:
            lines = (f"{token}\t{show_token(tokenizer.id_to_bytes(token))}\n" for token in array.tolist())
            out.write("".join(lines).encode())
        return
    before, between, after = ("[", ", ", "]\n") if form is IdFormat.json else ("", " ", "\n")
    out.write(before.encode())
    first = True
    for array in arrays:
        if len(array):
            ids = str(array.tolist())[1:-1]  # twice as fast as joining
            out.write(("" if first else between).encode() + ids.replace(", ", between).encode())
            first = False
    out.write(after.encode())


def _write_npy(arrays: Iterable[np.ndarray], out: BinaryIO) -> None:
    """The header comes first and contains the length, so the ids wait in a temporary file."""
    from numpy.lib import format as npy

    with tempfile.TemporaryFile() as spool:
        place = f"a temporary file in {tempfile.gettempdir()} (TMPDIR names another directory)"
        filling = io.BufferedWriter(NamedFile(spool.fileno(), place, closefd=False))
        for array in arrays:
            filling.write(array.astype("<u4", copy=False).tobytes())
        filling.flush()
        length = spool.seek(0, os.SEEK_END) // 4
        spool.seek(0)
        npy.write_array_header_1_0(out, {"descr": "<u4", "fortran_order": False, "shape": (length,)})
        shutil.copyfileobj(spool, out)


def show_token(token: bytes) -> str:
    r"""A token on one line, unambiguously: as a JSON string, or as Python bytes if it is not valid UTF-8.

    >>> print(show_token(b" hello\n"), show_token(b"\xf0\x9f"))
    " hello\n" b'\xf0\x9f'
    """
    try:
        text = token.decode()
    except UnicodeDecodeError:
        return repr(token)
    shown = json.dumps(text, ensure_ascii=False)
    return shown if shown.isprintable() else json.dumps(text)
