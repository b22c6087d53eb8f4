"""Byte-level and character-level BPE on one text: the tokens of both, and what is left of the text afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

from ...tokenizer import Tokenizer
from ...training import CharacterBPE

__all__ = ["Level", "SideBySide", "differences"]


@dataclass(frozen=True)
class Level:
    """One of the two on the text.

    shown: each token as text, bytes that are no UTF-8 as ``\\xe4``. back: the tokens decoded. lost, added:
    characters (and how many) that the text has and `back` has not, and the other way round.
    """

    vocab_size: int
    tokens: list[int]
    shown: list[str]
    back: str
    lost: dict[str, int]
    added: dict[str, int]
    exact: bool


@dataclass(frozen=True)
class SideBySide:
    """Both levels on `text`. unknown: symbols that the character level has never seen, each once, in order.

    unmatched: characters (and how many) that its pattern leaves out.
    """

    text: str
    byte_level: Level
    character_level: Level
    unknown: list[str]
    unmatched: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


def differences(text: str, byte_level: Tokenizer, character_level: CharacterBPE) -> SideBySide:
    """Encode `text` on both levels and decode it again. Special tokens are ordinary text here.

    >>> from wordchipper_lab.trained import train_bpe
    >>> corpus = "low low lower slow\\n" * 3
    >>> found = differences("low  löw", train_bpe(corpus, 260), CharacterBPE.train(corpus, 12, pattern="whitespace"))
    >>> found.unknown, found.byte_level.exact, found.character_level.back
    (['ö'], True, 'low lw')
    """
    ids = byte_level.encode(text, special="text")
    shown = [byte_level.id_to_bytes(token).decode(errors="backslashreplace") for token in ids]
    of_bytes = _level(text, byte_level.vocab_size, ids, shown, byte_level.decode(ids))
    ids = character_level.encode(text)
    shown = [character_level.tokens[token] for token in ids]
    of_characters = _level(text, character_level.vocab_size, ids, shown, character_level.decode(ids))
    matched = Counter("".join(character_level.words(text)))
    return SideBySide(
        text,
        of_bytes,
        of_characters,
        character_level.unknown_symbols(text),
        dict(Counter(text) - matched),
    )


def _level(text: str, vocab_size: int, tokens: list[int], shown: list[str], back: str) -> Level:
    before, after = Counter(text), Counter(back)
    return Level(vocab_size, tokens, shown, back, dict(before - after), dict(after - before), back == text)
