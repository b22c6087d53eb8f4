"""``train --level character``: character-level BPE, from the same inputs, into one JSON file."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple

import typer

from .output import check_can_write
from .training_reports import reporting

__all__ = ["CharacterChoice", "Level", "Marker", "train_characters"]

Level = Literal["byte", "character"]
Marker = Literal["attached", "separate"]


class CharacterChoice(NamedTuple):
    """The options that only character-level BPE has."""

    marker: Marker = "attached"
    end_of_word: str = "</w>"
    unknown_token: str | None = None

    def refuse(self) -> None:
        """Raise ``BadParameter`` for the first one that was given, at byte level."""
        for name, value in self._asdict().items():
            if value != self._field_defaults[name]:
                _refuse(f"--{name.replace('_', '-')}", "byte")

    def check(self, output: Path, of_bytes: Mapping[str, object]) -> None:
        """Raise ``BadParameter`` for a file of another format, and for an option of the byte level that was given."""
        for name, value in of_bytes.items():
            if value is not None:
                _refuse(name, "character")
        if output.suffix != ".json":
            raise typer.BadParameter(
                f"character-level BPE is written as NAME.json, not as '{output.name}'",
                param_hint="'--output'",
            )
        check_can_write(output)


def _refuse(name: str, level: Level) -> None:
    raise typer.BadParameter(f"with --level {level} it has no meaning", param_hint=f"'{name}'")


def train_characters(
    sources: list[Path | IO[bytes]],
    output: Path,
    characters: CharacterChoice,
    *,
    checkpoint: Path | None,
    **options: Any,
) -> None:
    """Train and write; `options` are those of `CharacterBPE.train`."""
    from ..training import CharacterBPE

    with warnings.catch_warnings(record=True) as caught, reporting(checkpoint) as report:
        warnings.simplefilter("always")
        bpe = CharacterBPE.train(
            sources, progress=report, checkpoint=checkpoint, **characters._asdict(), **options
        )
    for warning in caught:
        print(str(warning.message).removeprefix("training "), file=sys.stderr)
    bpe.save_json(output)
    n_symbols = len(bpe.tokens) - len(bpe.merges) - (bpe.unknown_token is not None)
    print(f"wrote {output}: {len(bpe.tokens):,} tokens, {n_symbols:,} of them the alphabet", file=sys.stderr)
