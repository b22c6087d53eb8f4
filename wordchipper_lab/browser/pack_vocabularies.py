"""``python -m wordchipper_lab.browser.pack_vocabularies``: the bundled vocabularies as files for browsers, anew."""

from __future__ import annotations

from pathlib import Path

from ..vocab.pretrained import load_token_bytes, pretrained_names, pretrained_spec
from ..vocab.unified import load_vocab
from .manifest import TOKENIZER
from .vocabulary_file import pack_vocabulary

__all__ = ["VOCABULARIES", "pack_vocabularies", "packed_path"]

VOCABULARIES = TOKENIZER / "vocabularies"


def packed_path(file: str) -> Path:
    """The packed form of a bundled file.

    >>> packed_path("o200k_base.tiktoken").name
    'o200k_base.bpe'
    """
    return VOCABULARIES / f"{file.removesuffix('.tiktoken')}.bpe"


def pack_vocabularies() -> None:
    """Write all files."""
    VOCABULARIES.mkdir(exist_ok=True)
    specs = {spec.file: spec for spec in map(pretrained_spec, pretrained_names())}
    for file, spec in specs.items():
        content = pack_vocabulary(load_token_bytes(spec), load_vocab(spec.name).tables.splits)
        packed_path(file).write_bytes(content)
        print(f"{packed_path(file).name}: {len(content):,} bytes")


if __name__ == "__main__":
    pack_vocabularies()
