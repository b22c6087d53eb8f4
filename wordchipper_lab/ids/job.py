"""The settings of a tokenizing job: checked once, and the same for one machine and for many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from ..arguments import (
    Check,
    a_function,
    a_path,
    a_written_text,
    check_name,
    check_number,
    one_of,
    optional,
)
from ..corpus.sources import InputFormat
from ..corpus.work_units import CorpusTexts, WorkUnit, group_units, plan_units
from ..errors import InputError, TextError
from ..files.directory_lock import lock_directory
from ..spanners.cut_rule import CutRule
from ..spanners.subset_spanner import spanner_for
from ..tokenizer import Special, Tokenizer
from ..tokenizer_arguments import a_special, a_tokenizer
from ..vocab.unified import as_token
from .corpus_index import begin_run, finish_run, hash_vocabulary
from .document_encoder import DocumentEncoder
from .parquet_shard import require_pyarrow
from .shard_writer import write_shard
from .tokenize_progress import Tally

__all__ = ["SHARD_BYTES", "TOKENIZE_ARGUMENTS", "IdFormat", "Job"]

SHARD_BYTES = 1 << 26
"""Bytes of the sources, as stored: about 16 million ids of English."""

IdFormat = Literal["bin", "parquet", "both"]
_FORMATS = {"bin": ("bin",), "parquet": ("parquet",), "both": ("bin", "parquet")}


TOKENIZE_ARGUMENTS: dict[str, Check] = {
    "tokenizer": a_tokenizer,
    "directory": a_path,
    "shard_bytes": lambda name, value: check_number(name, value, 1, wrong=InputError),
    "column": a_written_text,
    "input_format": one_of("input format", get_args(InputFormat)),
    "errors": one_of("error handler", ("strict", "replace", "ignore", "backslashreplace", "surrogateescape")),
    "progress": optional(a_function),
}
"""The arguments of `tokenize_corpus`, on one machine and on many."""


@dataclass(frozen=True)
class Job:
    """A tokenizer and the settings of `tokenize_corpus`; `paths` is None for sources that are not files."""

    encoder: DocumentEncoder
    directory: Path
    paths: Sequence[Path] | None
    shard_bytes: int = SHARD_BYTES
    column: str = "text"
    input_format: InputFormat = "auto"
    formats: tuple[str, ...] = ("bin",)
    errors: str = "strict"

    @classmethod
    def of(
        cls,
        tokenizer: Tokenizer,
        directory: str | os.PathLike[str],
        paths: Sequence[Path] | None,
        *,
        form: str = "bin",
        special: Special = "parse",
        end_of_text: int | str | None = None,
        shard_bytes: int = SHARD_BYTES,
        **settings: Any,
    ) -> Job:
        """Check the user's arguments; raises `UnknownNameError`, `UnknownTokenError`, `InputError`."""
        check_name("format of ids", form, _FORMATS)
        special = a_special("special", special)
        spanner_for(tokenizer.spanner, special)  # raises for an unknown special token
        if "parquet" in _FORMATS[form]:
            require_pyarrow()
        encoder = DocumentEncoder(tokenizer, special, _end_of_text(tokenizer, end_of_text))
        return cls(
            encoder, Path(directory).absolute(), paths, shard_bytes, formats=_FORMATS[form], **settings
        )

    @property
    def dtype(self) -> str:
        """How ids are stored: little-endian, in two bytes if all ids fit."""
        return "<u2" if self.encoder.tokenizer.max_token < 1 << 16 else "<u4"

    @property
    def rule(self) -> CutRule:
        """Where texts may be cut."""
        spanner, policy = spanner_for(self.encoder.tokenizer.spanner, self.encoder.special)
        rule = CutRule.of(spanner)
        return rule if policy != "text" else rule._replace(special_tokens=())

    def settings(self) -> dict[str, Any]:
        """The settings that affect the files written."""
        tokenizer = self.encoder.tokenizer
        return {
            "tokenizer": tokenizer.name,
            "vocabulary_sha256": hash_vocabulary(tokenizer),
            "lexer": tokenizer.lexer if not self.rule.pattern else "",
            "dtype": self.dtype,
            "special": self.encoder.special,
            "end_of_text": self.encoder.end_of_text,
            "errors": self.errors,
            "column": self.column,
            "input_format": self.input_format,
            "formats": list(self.formats),
            "shard_bytes": self.shard_bytes,
            "sources": None if self.paths is None else [_state(path) for path in self.paths],
        }

    @contextmanager
    def begun(self) -> Iterator[dict[str, Any]]:
        """Begin or resume the run, and keep other runs out of the directory; returns the settings, for
        `finish`."""
        settings = self.settings()
        self.directory.mkdir(parents=True, exist_ok=True)
        with lock_directory(self.directory, InputError):
            begin_run(self.directory, settings)
            yield settings

    def finish(self, settings: dict[str, Any], manifests: Sequence[dict[str, Any]]) -> None:
        """All shards are complete."""
        finish_run(self.directory, settings, manifests)

    def plan(self) -> list[Sequence[WorkUnit]]:
        """The units of each shard."""
        units = plan_units(
            self.paths or (),
            self.rule,
            unit_bytes=self.shard_bytes,
            column=self.column,
            input_format=self.input_format,
        )
        return list(group_units(units, self.shard_bytes))

    def write_units(
        self, number: int, units: Sequence[WorkUnit], num_threads: int = 1, tally: Tally | None = None
    ) -> dict[str, object]:
        """Write the shard of some units; returns its manifest."""
        texts = (texts for unit in units for texts in unit.read(self.errors))
        return self.write_texts(number, texts, num_threads, tally)

    def write_texts(
        self,
        number: int,
        texts: Iterable[CorpusTexts],
        num_threads: int = 1,
        tally: Tally | None = None,
        more: Callable[[], dict[str, object]] = dict,
    ) -> dict[str, object]:
        """Write a shard of these texts; returns its manifest, with what `more` returns at the end."""
        encoded = self.encoder.encode_all(texts, num_threads)
        watched = encoded if tally is None else tally.watch(encoded)
        return write_shard(self.directory, number, watched, self.dtype, self.formats, more)


def _end_of_text(tokenizer: Tokenizer, given: int | str | None) -> int | None:
    if isinstance(given, str):
        specials = dict(tokenizer.get_special_tokens())
        return specials[check_name("special token", given, specials)]
    if given is not None:
        given = as_token(given)
        tokenizer.id_to_bytes(given)  # raises for an unknown id
    return given


def _state(path: Path) -> list[object]:
    """The current state of a source: a file that was changed is a different source."""
    if not isinstance(path, Path):
        raise TextError(f"expected a pathlib.Path, got {type(path).__name__}")
    about = path.stat()
    return [str(path), about.st_size, about.st_mtime_ns]
