"""``--vocab`` with a character-level BPE: what `train --level character` wrote."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    import numpy as np

    from ..training import CharacterBPE

__all__ = ["decode_characters", "encode_characters", "load_characters"]

_LOOKED_AT = 200
_USUAL = {"--pattern": None, "--lexer": "auto", "--encoder": "auto", "--special": "parse"}


def load_characters(vocab: Path | None, given: Mapping[str, object]) -> CharacterBPE | None:
    """The character-level BPE in the file `vocab`; None for another file, and for stdin.

    given: the options that only byte-level vocabularies have, which raise ``BadParameter`` unless they have their usual
    values.
    """
    if vocab is None or not vocab.is_file():
        return None
    with vocab.open("rb") as file:
        start = file.read(_LOOKED_AT)
    if b"character BPE" not in start:  # saves the import for most files
        return None
    from ..training import CharacterBPE
    from ..training.character.json_file import is_character_file

    if not is_character_file(start):
        return None
    for name, value in given.items():
        if value != _USUAL[name]:
            raise typer.BadParameter(
                f"a character-level BPE has none: '{vocab}' is one", param_hint=f"'{name}'"
            )
    return CharacterBPE.from_file(vocab)


def encode_characters(bpe: CharacterBPE, chunks: Iterable[str]) -> Iterator[np.ndarray]:
    """Ids of a text that arrives in chunks, wherever they end; it is held whole if its pattern is not well known."""
    from ..spanners.text_pieces import iter_pieces

    return (bpe.encode_array(piece) for piece in iter_pieces(chunks, bpe.lexer.pattern))


def decode_characters(bpe: CharacterBPE, lists: Iterable[list[int]]) -> Iterator[str]:
    """The text of ids that arrive in lists: that of all of them at once."""
    space = ""  # `decode` leaves out the last one
    for ids in lists:
        if len(ids):
            yield space + bpe.decode(ids)
            space = " " * bpe.tokens[int(ids[-1])].replace(bpe.end_of_word, " ").endswith(" ")
