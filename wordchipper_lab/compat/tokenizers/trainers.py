"""Trainers: `BpeTrainer`. Trainers of other models cannot be made."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable
from typing import Any

from ...arguments import a_flag, a_text, optional, whole_number, wrong_type
from ...errors import InputError, show
from .added_token import AddedToken, as_added_tokens
from .checks import a_count, an_optional_count, some_texts
from .component import Component, Option, Unsupported
from .python_form import Name, Struct, Variant, python_form

__all__ = [
    "BpeTrainer",
    "ParityBpeTrainer",
    "Trainer",
    "UnigramTrainer",
    "WordLevelTrainer",
    "WordPieceTrainer",
]

_FORMATS = {"indicatif": "Indicatif", "json": "JsonLines", "silent": "Silent"}


class Trainer(Component):
    """Base of all trainers."""

    kind = "trainer"


def _some_special_tokens(name: str, value: object) -> list[AddedToken]:
    return as_added_tokens(value, special=True)


def _a_format(name: str, value: object) -> str:
    return a_text(name, value) if value in _FORMATS else "indicatif"


def _an_alphabet(name: str, value: Any) -> list[str]:
    if not isinstance(value, Iterable) or isinstance(value, bytes):
        raise wrong_type(name, value, "a list of characters")
    return sorted({text[0] for text in some_texts(name, list(value)) if text})


class BpeTrainer(Trainer):
    """Learns merges: the most frequent pair, and of several that with the lowest ids, becomes a token.

    vocab_size: special tokens, alphabet and merges. min_frequency: rarer pairs are not merged. limit_alphabet: the most
    characters that the alphabet may have (the rarest are left out). initial_alphabet: characters that it has in any
    case, such as ``pre_tokenizers.ByteLevel.alphabet()``. max_token_length: a token of more than two characters has
    fewer. Progress is not shown.
    """

    vocab_size = Option(whole_number(0), 30000)
    min_frequency = Option(a_count, 0)
    show_progress = Option(a_flag, True)
    progress_format = Option(_a_format, "indicatif")
    special_tokens = Option(_some_special_tokens, ())
    limit_alphabet = Option(an_optional_count, None)
    initial_alphabet = Option(_an_alphabet, ())
    continuing_subword_prefix = Option(optional(a_text), None)
    end_of_word_suffix = Option(optional(a_text), None)
    max_token_length = Option(an_optional_count, None)

    def __init__(self, **options: Any) -> None:
        words = options.pop("words", None)
        if words:
            warnings.warn("BpeTrainer ignores words: they are counted when it trains", stacklevel=2)
        self._set(options)
        self._values["special_tokens"] = list(self._values["special_tokens"])
        self._values["initial_alphabet"] = list(self._values["initial_alphabet"])
        self._n_words = 0

    def get_word_count(self) -> int:
        """How many different words the last training found."""
        return self._n_words

    def note_words(self, n_words: int) -> None:
        """Remember how many different words there were."""
        self._n_words = n_words

    def _options(self) -> Struct:
        values = self._values
        return Struct(
            "BpeTrainer",
            {
                "min_frequency": values["min_frequency"],
                "vocab_size": values["vocab_size"],
                "show_progress": values["show_progress"],
                "progress_format": Name(_FORMATS[values["progress_format"]]),
                "special_tokens": [token.to_struct() for token in values["special_tokens"]],
                "limit_alphabet": values["limit_alphabet"],
                "initial_alphabet": values["initial_alphabet"],
                "continuing_subword_prefix": values["continuing_subword_prefix"],
                "end_of_word_suffix": values["end_of_word_suffix"],
                "max_token_length": values["max_token_length"],
                "words": {},
            },
        )

    def __getstate__(self) -> bytes:
        return json.dumps({"BpeTrainer": self._options()}, ensure_ascii=False, separators=(",", ":")).encode()

    def __setstate__(self, state: bytes) -> None:
        try:
            given = json.loads(state)["BpeTrainer"]
            names = {in_file: name for name, in_file in _FORMATS.items()}
            given["progress_format"] = names[given["progress_format"]]
            given["special_tokens"] = [
                AddedToken.from_json("trainer", each) for each in given["special_tokens"]
            ]
        except (TypeError, ValueError, KeyError, AttributeError):
            raise InputError(f"expected the state of a BpeTrainer as JSON, got {show(state)}") from None
        given.pop("words", None)
        self.__init__(**given)  # type: ignore[misc]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.__getstate__(),)

    def __repr__(self) -> str:
        return f"BpeTrainer({python_form(Variant(BpeTrainer=self._options()))})"

    def __str__(self) -> str:
        return f"BpeTrainer({python_form(Variant(BpeTrainer=self._options()), brief=True)})"


def _restore(state: bytes) -> BpeTrainer:
    trainer = BpeTrainer()
    trainer.__setstate__(state)
    return trainer


class ParityBpeTrainer(Unsupported, Trainer):
    """Chooses merges so that several languages get the same number of tokens."""


class UnigramTrainer(Unsupported, Trainer):
    """Belongs to SentencePiece."""


class WordLevelTrainer(Unsupported, Trainer):
    """Words as tokens."""


class WordPieceTrainer(Unsupported, Trainer):
    """Belongs to BERT."""
