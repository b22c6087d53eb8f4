"""Models: `BPE` over bytes. Models of other kinds cannot be made."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...arguments import (
    a_flag,
    a_path,
    a_text,
    checked,
    mapping_of,
    optional,
    whole_number,
    wrong_type,
)
from ...errors import ArgumentError, ArgumentTypeError, UnsupportedVocabError, VocabFormatError, show
from ...files.whole_file import write_atomically
from ...vocab.formats.json_text import parse_json
from .checks import LARGEST_ID, a_count, a_token_id
from .component import Component, Option, Unsupported, changes
from .model_tokens import ListedTokens, ModelTokens
from .python_form import Pair
from .token import Token

if TYPE_CHECKING:
    from .trainers import BpeTrainer

__all__ = ["BPE", "Model", "Unigram", "WordLevel", "WordPiece", "read_model"]

_check_vocab = mapping_of(a_text, a_token_id, "a dict of tokens to ids")


def _a_vocab(name: str, value: Any) -> dict[str, int]:
    if isinstance(value, dict) and set(map(type, value)) <= {str} and set(map(type, value.values())) <= {int}:
        ids = value.values()
        if min(ids, default=0) >= 0 and max(ids, default=0) <= LARGEST_ID:
            return value  # most are like this; looking at them one by one would take ten times as long
    return _check_vocab(name, value)  # type: ignore[no-any-return]


class Model(Component):
    """Base of all models; itself, it is an empty one."""

    kind = "model"


def _a_dropout(name: str, value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise wrong_type(name, value, "a number from 0 to 1")
    if not 0 <= value <= 1:
        raise ArgumentError(f"{name} is {show(value)}: expected a number from 0 to 1")
    return float(np.float32(value))


def _some_merges(name: str, value: Any) -> list[tuple[str, str]]:
    if not isinstance(value, Iterable) or isinstance(value, str | bytes | Mapping):
        raise wrong_type(name, value, "a list of pairs of tokens")
    given = list(value)
    if set(map(type, given)) <= {tuple, list} and set(map(len, given)) <= {2}:
        found = list(map(tuple, given))
        if set(map(type, chain.from_iterable(found))) <= {str}:
            return found
    found = []
    for place, pair in enumerate(given):
        if (
            not isinstance(pair, tuple | list)
            or len(pair) != 2
            or not all(isinstance(each, str) for each in pair)
        ):
            raise wrong_type(f"{name}[{place}]", pair, "a pair of tokens: (str, str)")
        found.append((pair[0], pair[1]))
    return found


class BPE(Model):
    """Byte-pair encoding of words that are spelt byte by byte.

    vocab: token -> id, or the path of a ``vocab.json``. merges: pairs of tokens in order, or the path of a
    ``merges.txt``. ignore_merges: a word that is a token becomes it, whatever merging makes. unk_token: for bytes
    without a token; fuse_unk: one for several. cache_capacity is not used. A tokenizer whose model has dropout, a
    prefix, a suffix or byte_fallback cannot encode.

    >>> bpe = BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")])
    >>> bpe.token_to_id("ab"), bpe.id_to_token(1)
    (2, 'b')
    """

    dropout = Option(_a_dropout, None)
    unk_token = Option(optional(a_text), None)
    continuing_subword_prefix = Option(optional(a_text), None)
    end_of_word_suffix = Option(optional(a_text), None)
    fuse_unk = Option(a_flag, False)
    byte_fallback = Option(a_flag, False)
    ignore_merges = Option(a_flag, False)
    _tokens: ModelTokens

    def __init__(
        self,
        vocab: Mapping[str, int] | str | None = None,
        merges: Iterable[tuple[str, str]] | str | None = None,
        **options: Any,
    ) -> None:
        if (vocab is None) != (merges is None):
            raise ArgumentError("`vocab` and `merges` must be both specified")
        if isinstance(vocab, str | os.PathLike) != isinstance(merges, str | os.PathLike):
            raise ArgumentError("`vocab` and `merges` must be both be from memory or both filenames")
        if isinstance(vocab, str | os.PathLike):
            vocab, merges = BPE.read_file(vocab, merges)  # type: ignore[arg-type]
        given = dict(options)
        optional(whole_number(0))("cache_capacity", given.pop("cache_capacity", None))
        self._set(given)
        self._tokens = ListedTokens(_a_vocab("vocab", vocab or {}), _some_merges("merges", merges or []))

    @classmethod
    def of(cls, tokens: ModelTokens, **options: Any) -> BPE:
        """A model of tokens that are known to fit together."""
        model = cls.__new__(cls)
        model._set(options)
        model._tokens = tokens
        return model

    @classmethod
    def from_file(cls, vocab: str, merges: str, **options: Any) -> BPE:
        """A model from a ``vocab.json`` and a ``merges.txt``."""
        return cls(*BPE.read_file(vocab, merges), **options)

    @staticmethod
    @checked(vocab=a_path, merges=a_path)
    def read_file(vocab: str, merges: str) -> tuple[dict[str, int], list[tuple[str, str]]]:
        """Vocabulary and merges from a ``vocab.json`` and a ``merges.txt``; raises `VocabFormatError`, ``OSError``."""
        ids = parse_json(str(vocab), Path(vocab).read_bytes())
        if not isinstance(ids, dict) or not all(type(token) is int and token >= 0 for token in ids.values()):
            raise VocabFormatError(str(vocab), None, "expected an object of token -> id")
        pairs = []
        try:
            lines = Path(merges).read_bytes().decode().split("\n")
        except UnicodeDecodeError:
            raise VocabFormatError(str(merges), None, "expected UTF-8") from None
        for number, line in enumerate(lines, start=1):
            text = line.removesuffix("\r")
            if text.startswith("#version") or (not text and number == len(lines)):
                continue
            pair = text.split(" ")
            if len(pair) != 2:
                problem = f"expected two tokens separated by a space, got {text[:60]!r}"
                raise VocabFormatError(str(merges), number, problem)
            pairs.append((pair[0], pair[1]))
        return ids, pairs

    # -- tokens -----------------------------------------------------------------------------------------

    @property
    def tokens(self) -> ModelTokens:
        """The tokens and merges."""
        return self._tokens

    def replace_tokens(self, tokens: ModelTokens) -> None:
        """Other tokens and merges, as training gives them."""
        self._tokens = tokens
        changes.note()

    @checked(token=a_text)
    def token_to_id(self, token: str) -> int | None:
        """The id of a token."""
        return self._tokens.id_of(token)

    @checked(id=a_token_id)
    def id_to_token(self, id: int) -> str | None:
        """The token with an id."""
        return self._tokens.spelling_of(id)

    @checked(sequence=a_text)
    def tokenize(self, sequence: str) -> list[Token]:
        """The tokens of one word, which is spelt byte by byte. Offsets count the bytes of its UTF-8."""
        from .engine import tokenize_word

        return tokenize_word(self, sequence)

    @checked(folder=a_path, prefix=optional(a_text), name=optional(a_text))
    def save(self, folder: str, prefix: str | None = None, name: str | None = None) -> list[str]:
        """Write ``vocab.json`` and ``merges.txt``, with `prefix` and "-" before the names; returns the paths."""
        if name is not None:
            message = "Deprecated in 0.10.0: Parameter `name` of Model.save has been renamed `prefix`"
            warnings.warn(message, DeprecationWarning, stacklevel=3)
        before = f"{prefix or name}-" if prefix or name else ""
        paths = [Path(folder) / f"{before}{each}" for each in ("vocab.json", "merges.txt")]
        merges = "".join(f"{left} {right}\n" for left, right in self._tokens.merges)
        write_atomically(paths[0], _compact(self._vocab_by_id()).encode())
        write_atomically(paths[1], f"#version: 0.2\n{merges}".encode())
        return [str(path) for path in paths]

    def get_trainer(self) -> BpeTrainer:
        """A trainer with the default options."""
        from .trainers import BpeTrainer

        return BpeTrainer()

    def _clear_cache(self) -> None:
        """Does nothing: what is remembered belongs to threads, and is bounded."""

    def _resize_cache(self, capacity: int) -> None:
        """Does nothing."""
        a_count("capacity", capacity)

    # -- files ------------------------------------------------------------------------------------------

    def _vocab_by_id(self) -> dict[str, int]:
        return dict(sorted(self._tokens.vocab.items(), key=lambda item: item[1]))

    def to_json(self) -> dict[str, Any]:
        """The model as an object in a ``tokenizer.json``."""
        options = super().to_json()
        if options["dropout"] is not None:
            options["dropout"] = _Single(options["dropout"])
        return {**options, "vocab": self._vocab_by_id(), "merges": list(map(Pair, self._tokens.merges))}

    @classmethod
    def from_json(cls, state: Mapping[str, Any]) -> BPE:
        """The model that such an object describes."""
        options = {option.name: state.get(option.key) for option in cls.options}
        vocab, merges = state.get("vocab"), state.get("merges")
        if not isinstance(vocab, dict) or not isinstance(merges, list):
            raise VocabFormatError("model", None, "expected a vocab as an object and merges as a list")
        pairs = [tuple(pair.split(" ")) if isinstance(pair, str) else pair for pair in merges]
        given = {name: value for name, value in options.items() if value is not None}
        try:
            return cls(_a_vocab("vocab", vocab), _some_merges("merges", pairs), **given)
        except ArgumentTypeError as error:
            raise VocabFormatError("model", None, str(error)) from None


class _Single(float):
    """A number of single precision: JSON has as many digits as it needs, what is shown has all of them."""

    def __new__(cls, number: float) -> _Single:
        return super().__new__(cls, str(np.float32(number)))

    def __str__(self) -> str:
        return repr(float(np.float32(self))).removesuffix(".0")


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Unigram(Unsupported, Model):
    """Belongs to SentencePiece."""


class WordLevel(Unsupported, Model):
    """Words as tokens."""


class WordPiece(Unsupported, Model):
    """Belongs to BERT."""


def read_model(state: object) -> BPE:
    """The model of a file; early versions of the format do not state its type."""
    from .component import read_component

    if isinstance(state, Mapping) and "type" not in state and "merges" in state:
        state = {"type": "BPE", **state}
    model = read_component(Model, state)
    if not isinstance(model, BPE):
        raise UnsupportedVocabError(f"model {show(model)}: expected BPE")
    return model
