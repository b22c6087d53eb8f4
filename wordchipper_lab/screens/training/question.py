"""The question to a TrainingLab: a toy corpus to trace, and a real corpus to train on."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from typing import Any

from ...lab.training.corpora import REAL_CORPORA
from ...lab.training.toy_corpora import LEVELS, TOY_CORPORA, ToyCorpus
from ...training import BYTE_ORDERS, TIES, TRAINERS, TrainingOptions
from ...training.fast import FastTrainer
from ...vocab.open_patterns import OPEN_PATTERNS
from ...vocab.patterns import PATTERN_MODELS
from .beginning import known_starts
from .records import OptionsRecord, ToyRecord

__all__ = [
    "FIRST", "LIVE_SIZE", "MAX_SIZE", "MODES", "MOST_TOKENS", "OWN_TOY", "Choice", "list_options", "read_specials",
]  # fmt: skip

MODES = ("toy", "real")
OWN_TOY = "own text"
OWN_CORPORA = {"text": "own text, typed or pasted", "file": "files that you open: text in UTF-8, or Parquet"}

MAX_SIZE = 16_000_000
"""Bytes of a corpus that is trained on here; the command line has no such limit."""

LIVE_SIZE = 2_000_000
"""Bytes that a page without a kernel trains on."""

MOST_TOKENS = 400_000
"""Of a vocabulary; the largest that one may go on from have 200,000."""

SIZES = {100_000: "100 kB", 500_000: "500 kB", 2_000_000: "2 MB", 8_000_000: "8 MB", MAX_SIZE: "16 MB"}
RATES = {
    0: "as fast as it can",
    1000: "1,000 a second",
    200: "200 a second",
    50: "50 a second",
    5: "5 a second",
}

_MERGES_OF_OWN = 40
_FIRST_TOY = next(iter(TOY_CORPORA))
NEWEST_TRAINER = FastTrainer.name
"""The fastest there is."""

_EXPLAINING = "incremental"  # its data are the simplest
_OWN_TEXT = "she sells sea shells by the sea shore"


@dataclass(frozen=True)
class Choice:
    """The state of a lab that decides what it shows, except for the selected step."""

    mode: str = "toy"
    toy: str = _FIRST_TOY
    toy_text: str = _OWN_TEXT
    toy_level: str = TOY_CORPORA[_FIRST_TOY].level
    toy_trainer: str = _EXPLAINING
    toy_tie: str = TOY_CORPORA[_FIRST_TOY].tie
    corpus: str = "python"
    text: str = ""
    size: int = 500_000
    start_from: str = ""
    pattern: str = "r50k_base"
    vocab_size: int = 1256
    trainer: str = NEWEST_TRAINER
    tie: str = "lowest_ids"
    byte_order: str = "value"
    special_tokens: str = ""
    min_frequency: int = 2
    max_token_length: int = 0
    rate: int = 200

    def to_state(self) -> dict[str, Any]:
        """As keyword arguments of `TrainingLab`."""
        return asdict(self)

    @property
    def toy_key(self) -> tuple[str, ...]:
        """The choices that determine the trace."""
        return self.toy, self.toy_text, self.toy_level, self.toy_trainer, self.toy_tie

    @property
    def counted_key(self) -> tuple[Any, ...]:
        """The choices that determine the counted spans."""
        return (
            self.corpus,
            self.text if self.corpus == "text" else "",
            self.size,
            self.start_from,
            "" if self.start_from else self.pattern,
            self.special_tokens,
        )

    def toy_corpus(self) -> ToyCorpus:
        """The toy corpus, including its own text."""
        if self.toy in TOY_CORPORA:
            return TOY_CORPORA[self.toy]
        return ToyCorpus(self.toy_text, "", merges=_MERGES_OF_OWN)

    def options(self) -> TrainingOptions:
        """The options of a trainer; raises as `TrainingOptions` does."""
        return TrainingOptions(
            self.vocab_size,
            self.tie,
            self.min_frequency,
            self.max_token_length or None,
            read_specials(self.special_tokens),
            "value" if self.start_from else self.byte_order,
        )


FIRST = Choice()
"""The first view for a visitor."""

CHOSEN = tuple(field.name for field in fields(Choice))


def read_specials(line: str) -> tuple[str, ...]:
    """The special tokens in a line, separated by spaces.

    >>> read_specials("<|endoftext|>  <|pad|>")
    ('<|endoftext|>', '<|pad|>')
    """
    return tuple(dict.fromkeys(line.split()))


def list_options() -> OptionsRecord:
    """All available choices, for the page."""
    toys = {name: _describe(toy) for name, toy in TOY_CORPORA.items()}
    return {
        "toys": toys,
        "own_toy": OWN_TOY,
        "levels": LEVELS,
        "trainers": {name: _first_paragraph(trainer.__doc__ or name) for name, trainer in TRAINERS.items()},
        "ties": TIES,
        "corpora": REAL_CORPORA | OWN_CORPORA,
        "patterns": [*PATTERN_MODELS, *OPEN_PATTERNS],
        "byte_orders": list(BYTE_ORDERS),
        "sizes": {str(size): label for size, label in SIZES.items()},
        "rates": {str(rate): label for rate, label in RATES.items()},
        "max_size": MAX_SIZE,
        "starts": known_starts(),
        "most_tokens": MOST_TOKENS,
    }


def _first_paragraph(text: str) -> str:
    """The first paragraph of a docstring on one line, without names of modules.

    >>> _first_paragraph("Merges in compiled code\\n    (`trainer_arrays`).\\n\\n    More.")
    'Merges in compiled code.'
    """
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    return re.sub(r" \((?:[a-z_]+\.py|`[a-z_]+`)\)", "", paragraph)


def _describe(toy: ToyCorpus) -> ToyRecord:
    return {"text": toy.text, "story": toy.story, "toy_level": toy.level, "toy_tie": toy.tie}
