"""Read a vocabulary file in any format, recognised by its name and its contents."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...arguments import a_path, a_text, check_number, checked, mapping_of, optional, wrong_type
from ...errors import VocabFormatError
from ..pipeline import AddedToken
from .gguf_values import MAGIC
from .gguf_vocab import read_gguf
from .gpt2_files import read_gpt2_files
from .recognise import GPT2_PAIRS, is_tekken, is_tiktoken, recognise
from .source import Source, read_source
from .tekken import read_tekken
from .tiktoken_file import read_tiktoken
from .tiktoken_settings import SETTINGS_NAME, read_tiktoken_settings
from .tokenizer_json import read_tokenizer_json
from .vocab_file import VocabFile
from .vocab_limits import VocabLimits, some_limits

__all__ = ["GPT2_PAIRS", "Sources", "read_vocab_file", "source_name"]

Sources = Source | Mapping[str, bytes]
"""A path, contents as bytes, an open file; or file names -> contents, for a tokenizer of two files."""

_BYTES = bytes | bytearray | memoryview


def _a_source(name: str, value: Any) -> Any:
    if isinstance(value, _BYTES) or hasattr(value, "read"):
        return value
    if isinstance(value, Mapping):
        if all(isinstance(key, str) and isinstance(each, _BYTES) for key, each in value.items()):
            return {key: bytes(each) for key, each in value.items()}
        raise wrong_type(name, value, "a mapping of file names to their contents as bytes")
    return a_path(name, value)


def source_name(path: Sources, name: str | None = None) -> str:
    """The name of a source for people: `name`, or that of its (first) file; "" if it has none.

    >>> source_name(b""), source_name("a/tokenizer.json"), source_name({"vocab.bpe": b"", "encoder.json": b""})
    ('', 'tokenizer.json', 'vocab.bpe')
    """
    if name is not None or isinstance(path, _BYTES):
        return name or ""
    if isinstance(path, Mapping):
        return next(iter(path), "")
    found = path if isinstance(path, str | os.PathLike) else getattr(path, "name", "")
    return os.path.basename(os.fspath(found)) if isinstance(found, str | os.PathLike) else ""


@checked(
    path=_a_source,
    special_tokens=optional(mapping_of(a_text, check_number, "a mapping of texts to ids")),
    name=optional(a_text),
    limits=some_limits,
)
def read_vocab_file(
    path: Sources,
    *,
    special_tokens: Mapping[str, int] | None = None,
    name: str | None = None,
    limits: VocabLimits | None = None,
) -> VocabFile:
    """Vocabulary from ``tokenizer.json``, ``tekken.json``, either file of a GPT-2 pair, a ``.tiktoken`` or ``.gguf``
    file, or a directory.

    path: may also be the contents as bytes, an open file, or a mapping of names to contents (for two files); these are
    recognised by contents as well as by name. special_tokens: text -> id of special tokens known to the caller; their
    ids may be missing from the ranks. name: the file's name, if `path` has none. limits: for untrusted files.
    In a directory, the first of these counts: ``tokenizer.json``, ``tekken.json``, a GPT-2 pair, a single ``.tiktoken``
    file (``tiktoken.model``, ``tokenizer.model``), a single ``.gguf`` file. With a ``.tiktoken`` file in a directory or
    a mapping, and with those two names, the special tokens in ``tokenizer_config.json`` beside it are read, too, and
    the pattern of Kimi and GLM-4 is known.

    Raises the errors of the format's reader, `VocabFormatError` if no file is found or one of a pair is
    missing, and `WorkLimitError` for a file that exceeds `limits`.

    >>> from .tiktoken_file import write_lines
    >>> read_vocab_file(write_lines([(value, bytes([value])) for value in range(256)])).pattern is None
    True
    """
    known = dict(special_tokens or {})
    format_, sources = _find(path) if isinstance(path, str | os.PathLike) else _look(path, name, limits)
    if format_ == "pair":
        return _with(read_gpt2_files(*sources, special_tokens=list(known), limits=limits), known)
    if format_ != "tiktoken":
        return _with(_READERS[format_](sources[0], limits=limits), known)
    return _read_tiktoken(*sources, known=known, limits=limits)


_READERS = {"tokenizer.json": read_tokenizer_json, "tekken": read_tekken, "gguf": read_gguf}


def _with(found: VocabFile, known: dict[str, int]) -> VocabFile:
    """With special tokens known to the caller."""
    pipeline = found.pipeline
    if pipeline is not None and known:
        others = (token for token in pipeline.added_tokens if token.text not in known)
        given = (AddedToken(text, token) for text, token in known.items())
        pipeline = replace(pipeline, added_tokens=(*others, *given))
    return replace(found, special_tokens={**found.special_tokens, **known}, pipeline=pipeline)


def _read_tiktoken(
    ranks: Source, settings: Source | None = None, *, known: dict[str, int], limits: VocabLimits | None
) -> VocabFile:
    pattern = None
    if settings is not None:
        ranks_name, contents = read_source(ranks)
        n_ranked = sum(1 for line in contents.splitlines() if line.strip())
        stated = read_tiktoken_settings(*read_source(settings), n_ranked, limits)
        known, pattern = {**stated.special_tokens, **known}, stated.pattern
        ranks = _NamedFile(ranks_name, contents)
    tokens = read_tiktoken(ranks, holes=set(known.values()))
    if limits is not None:
        limits.check_counts(source_name(ranks), len(tokens.starts) - 1, len(tokens.data))
    return VocabFile(tokens, known, pattern)


def _look(given: Any, name: str | None, limits: VocabLimits | None) -> tuple[str, list[Source]]:
    """Format and files of what is in memory."""
    if isinstance(given, Mapping):
        files = given
    else:
        known, contents = read_source(given)
        files = {(os.path.basename(known) if name is None else name): contents}
    if limits is not None:
        limits.check_size(" and ".join(files), sum(map(len, files.values())))
    found = recognise(files)
    return found.format, [_NamedFile(each, files[each]) for each in found.names]


class _NamedFile(io.BytesIO):
    """Contents with a name for messages."""

    def __init__(self, name: str, contents: bytes) -> None:
        super().__init__(contents)
        self.name = name


def _find(path: str | os.PathLike[str]) -> tuple[str, list[Source]]:
    """Format and files of a path."""
    given = Path(path)
    file = _find_in_directory(given) if given.is_dir() else given
    settings = file.with_name(SETTINGS_NAME)
    if (given.is_dir() or file.name in _RANKED) and settings.is_file() and _format_of(file) == "tiktoken":
        return "tiktoken", [file, settings]
    for merges_name, ids_name in GPT2_PAIRS:
        if file.name in (merges_name, ids_name):
            pair = file.with_name(merges_name), file.with_name(ids_name)
            for needed in pair:
                if not needed.is_file():
                    raise VocabFormatError(str(file), None, f"expected {needed.name} beside it")
            return "pair", list(pair)
    return _format_of(file), [file]


_RANKED = ("tiktoken.model", "tokenizer.model")
"""Names of ``.tiktoken`` files in models' directories: Kimi's; GLM-4's and Llama 3's (SentencePiece has that, too)."""


def _is_ranked(file: Path) -> bool:
    if not file.is_file():
        return False
    with file.open("rb") as opened:
        return is_tiktoken(opened.read(65536))


def _format_of(file: Path) -> str:
    """The format of one file, by its name and how it begins."""
    with file.open("rb") as opened:
        start = opened.read(65536)
    if start.startswith(MAGIC):
        return "gguf"
    if file.suffix == ".json":
        return "tekken" if is_tekken(start) else "tokenizer.json"
    return "gguf" if file.suffix == ".gguf" else "tiktoken"


def _find_in_directory(directory: Path) -> Path:
    for name in ("tokenizer.json", "tekken.json", *(pair[0] for pair in GPT2_PAIRS)):
        if (directory / name).is_file():
            return directory / name
    named = (directory / name for name in _RANKED)
    ranked = sorted([*directory.glob("*.tiktoken"), *(file for file in named if _is_ranked(file))])
    candidates = ranked or sorted(directory.glob("*.gguf"))
    if len(candidates) != 1:
        names = ", ".join(file.name for file in candidates) or "none"
        problem = (
            "expected tokenizer.json, tekken.json, vocab.bpe + encoder.json, or one .tiktoken or .gguf file; found "
            f"{names}"
        )
        raise VocabFormatError(str(directory), None, problem)
    return candidates[0]
