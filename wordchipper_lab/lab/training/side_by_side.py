"""Byte-level and character-level BPE on one text: the tokens of both, and what decoding returns."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from ...text.text_bytes import encode_text
from ...tokenizer import Tokenizer
from ...training import CharacterBPE

__all__ = ["Level", "SideBySide", "differences"]


@dataclass(frozen=True)
class Level:
    """One of the two levels on the text. shown: each token as text, bytes that are not valid UTF-8 as
    ``\\xe4``. back: decoded."""

    vocab_size: int
    tokens: list[int]
    shown: list[str]
    back: str
    exact: bool


@dataclass(frozen=True)
class SideBySide:
    """Both levels on `text`.

    unknown: symbols that the character level has never seen, each once, in order. changes: what its tokens
    cannot restore, in order: a stretch of the text, and what it became (joined with the unchanged parts,
    `back`).
    """

    text: str
    byte_level: Level
    character_level: Level
    unknown: list[str]
    changes: list[tuple[str, str]]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def differences(text: str, byte_level: Tokenizer, character_level: CharacterBPE) -> SideBySide:
    """Encode `text` on both levels and decode it again. Special tokens are ordinary text here.

    >>> from wordchipper_lab.trained import train_bpe
    >>> corpus = "low low lower slow\\n" * 3
    >>> found = differences("low  löw", train_bpe(corpus, 260), CharacterBPE.train(corpus, 12, pattern="whitespace"))
    >>> found.unknown, found.changes, found.byte_level.exact, found.character_level.back
    (['ö'], [('  ', ' '), ('ö', '')], True, 'low lw')
    """
    ids = byte_level.encode(text, special="text")
    shown = [byte_level.id_to_bytes(token).decode(errors="backslashreplace") for token in ids]
    back = byte_level.decode(ids)
    of_bytes = Level(byte_level.vocab_size, ids, shown, back, back == text)
    ids = character_level.encode(text)
    shown = [character_level.tokens[token] for token in ids]
    back = character_level.decode(ids)
    of_characters = Level(character_level.vocab_size, ids, shown, back, back == text)
    stretches = _stretches(text, character_level)
    changes = [
        ("".join(was for was, _ in group), "".join(became for _, became in group))
        for differs, each in groupby(stretches, key=lambda stretch: stretch[0] != stretch[1])
        if differs and (group := list(each))
    ]
    return SideBySide(text, of_bytes, of_characters, character_level.unknown_symbols(text), changes)


def _stretches(text: str, bpe: CharacterBPE) -> list[tuple[str, str]]:
    """The text, stretch by stretch, and what each becomes: characters of words, and what is between words."""
    found: list[tuple[str, str]] = []
    gap, space = "", ""  # a marker's space replaces what is between two words
    data = encode_text(text)
    for span in bpe.lexer.spans(text):
        stretch = data[span.start : span.end].decode()
        if span.kind != "word":
            gap += stretch
            continue
        found.append((gap, space))
        known = [symbol in bpe for symbol in bpe.symbols(stretch)]
        unknown = bpe.unknown_token or ""
        found += [
            (char, char if is_known else unknown) for char, is_known in zip(stretch, known, strict=False)
        ]
        gap, space = "", " " if known[-1] else ""
    found.append((gap, space))
    # Decoding removes one space at the end, whichever it is.
    last = next((at for at in reversed(range(len(found))) if found[at][1]), None)
    if last is not None:
        found[last] = (found[last][0], found[last][1].removesuffix(" "))
    return found
