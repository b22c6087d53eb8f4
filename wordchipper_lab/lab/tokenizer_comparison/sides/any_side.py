"""Anything that is a tokenizer, as a `Side`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ....errors import TokenizerTypeError, UnknownNameError, show
from ....tokenizer import Tokenizer
from ....vocab.formats.any_file import Sources
from ....vocab.models import vocabulary_for_model
from ....vocab.pretrained import pretrained_names, pretrained_spec
from .answering_side import AnsweringSide, ForeignTokenizer
from .our_side import FileSide, NamedSide, OurSide
from .packages import PACKAGES, open_package
from .side import ComparedAs, Side
from .tiktoken_side import TiktokenSide, is_tiktoken, package_of
from .tokenizers_side import TokenizersSide, is_tokenizers
from .wordchipper_side import WordchipperSide, is_wordchipper

__all__ = ["AnyTokenizer", "as_side"]

AnyTokenizer: TypeAlias = Tokenizer | Sources | ForeignTokenizer | Callable[[str], Any] | Any
"""A `Tokenizer`; a tokenizer file (a path, its contents as bytes, an open file); a word (see `as_side`); tiktoken's
``Encoding``, the ``Tokenizer`` of `tokenizers` or wordchipper, or anything with their methods; any function from a text
to its ids, or a `ForeignTokenizer`."""

_EXPECTED = (
    "a Tokenizer, a tokenizer file, a name such as 'o200k_base', tiktoken's Encoding, the Tokenizer of tokenizers or "
    "wordchipper, or a function from a text to its ids"
)


_SUFFIXES = (".json", ".tiktoken", ".bpe", ".txt", ".gguf")


def as_side(given: AnyTokenizer, options: ComparedAs | None = None) -> Side:
    """Recognize a tokenizer of any make.

    A ``str`` is the name of a bundled vocabulary or of a model that uses one, the path of a tokenizer file, or a
    word: "tiktoken:NAME", "tokenizers:FILE" or "wordchipper:NAME" is that package itself, with a bundled vocabulary
    or a file.

    Raises `TokenizerTypeError` (a ``TypeError``) for anything else, `UnknownNameError` for an unknown name, `PeerError`
    for a package that is not installed, and the errors of `Tokenizer.from_file`.

    >>> as_side("cl100k_base").name, as_side(lambda text: [1, 2]).name
    ('cl100k_base', '<lambda>')
    """
    options = options or ComparedAs()
    if isinstance(given, Side):
        return given
    if isinstance(given, str):
        return _named(given, options)
    if isinstance(given, Tokenizer):
        return OurSide(given, options)
    if isinstance(given, ForeignTokenizer):
        return AnsweringSide(given, options)
    if isinstance(given, bytes | bytearray | memoryview | os.PathLike | Mapping) or hasattr(given, "read"):
        return FileSide(given, options)  # type: ignore[arg-type]  # a reader refuses what it cannot read
    if isinstance(given, type):
        raise TokenizerTypeError(
            f"expected {_EXPECTED}, got the class {given.__name__}: make one of it first"
        )
    return _recognized(given, options)


def _recognized(given: Any, options: ComparedAs) -> Side:
    for is_one, side in (
        (is_tiktoken, TiktokenSide),
        (is_tokenizers, TokenizersSide),
        (is_wordchipper, WordchipperSide),
    ):
        if is_one(given):
            return side(given, options)
    if callable(given):
        name = getattr(given, "__qualname__", "").rpartition(".")[2] or package_of(given)
        return AnsweringSide(ForeignTokenizer(given, name=name), options)
    raise TokenizerTypeError(f"expected {_EXPECTED}, got {show(given)} ({type(given).__name__})")


def _named(word: str, options: ComparedAs) -> Side:
    package, _, rest = word.partition(":")
    if package in PACKAGES and rest:
        return open_package(package, rest, options)
    try:
        return NamedSide(pretrained_spec(word).name, options)
    except UnknownNameError:
        if os.path.exists(word) or os.path.splitext(word)[1] in _SUFFIXES or os.sep in word:
            return FileSide(word, options)
    try:
        return NamedSide(vocabulary_for_model(word), options)
    except UnknownNameError:
        pass
    known = [*pretrained_names(), *(f"{name}:{what}" for name, what in PACKAGES.items())]
    raise UnknownNameError("tokenizer", word, known, "or the path of a tokenizer file")
