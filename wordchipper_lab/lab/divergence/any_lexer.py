"""Anything that can be used as a lexer (a tokenizer, a name, a function, a Hugging Face object), converted to
one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...errors import LexerTypeError, UnprovableError
from ...spanners import SpanLexer
from ...tokenizer import Tokenizer
from .callable_lexer import CallableLexer
from .lexer_names import read_lexer

__all__ = ["AnyLexer", "KnownLexer", "as_known_lexer", "as_lexer", "as_provable_lexer"]

KnownLexer: TypeAlias = Tokenizer | SpanLexer | str
"""A lexer that can be inspected: a `Tokenizer` gives its lexer, a ``str`` is read by `read_lexer`."""

AnyLexer: TypeAlias = KnownLexer | Callable[[str], Any] | Any
"""A `KnownLexer`, or something known only by its answers: any callable text -> spans (see `CallableLexer`), a
``tokenizers.Tokenizer`` (its pre-tokenizer, without normalizer and added tokens), or such a pre-tokenizer."""


def as_lexer(given: AnyLexer) -> SpanLexer:
    """Convert `given` to a lexer.

    Raises `LexerTypeError` (a ``TypeError``) for anything that is not an `AnyLexer`, and the errors of
    `read_lexer`.

    >>> as_lexer(lambda text: [(0, len(text))]), as_lexer(Tokenizer.from_pretrained("r50k_base")).kind
    (<CallableLexer <lambda>>, 'vector')
    """
    known = _known(given)
    if known is not None:
        return known
    if isinstance(given, type):
        raise _no_lexer(given, f"the class {given.__name__}", _SEARCHABLE)
    if (find := _pre_tokenizer_function(given)) is not None:
        return CallableLexer(find, _title(given))
    if callable(given):
        return CallableLexer(given, getattr(given, "__qualname__", "").rpartition(".")[2] or _title(given))
    raise _no_lexer(given, type(given).__name__, _SEARCHABLE)


def as_known_lexer(given: KnownLexer) -> SpanLexer:
    """As `as_lexer`, but only for lexers that can be inspected: `LexerTypeError` for a function, too."""
    known = _known(given)
    if known is None:
        raise _no_lexer(given, type(given).__name__, _KNOWN)
    return known


def as_provable_lexer(given: KnownLexer) -> SpanLexer:
    """As `as_known_lexer`; `UnprovableError` for what only a search can compare."""
    known = _known(given)
    if known is None:
        answers = as_lexer(given)  # raises unless it can be used as a lexer
        raise UnprovableError(repr(answers), "a function is known only by its answers")
    return known


_KNOWN = "a Tokenizer, a SpanLexer, or a name such as 'automaton:o200k_base'"
_SEARCHABLE = (
    f"{_KNOWN}; or a function from a text to its spans, a tokenizers.Tokenizer or one of its pre-tokenizers"
)


def _known(given: object) -> SpanLexer | None:
    if isinstance(given, Tokenizer):
        return given.spanner.lexer
    if isinstance(given, SpanLexer):
        return given
    return read_lexer(given) if isinstance(given, str) else None


def _no_lexer(given: object, shown: str, expected: str) -> LexerTypeError:
    return LexerTypeError(f"expected a lexer ({expected}), got {shown}")


def _pre_tokenizer_function(given: Any) -> Callable[[str], Any] | None:
    """The function that splits, for an object of Hugging Face's ``tokenizers``, recognised by its methods:
    that package is optional."""
    if hasattr(given, "pre_tokenize_str"):
        split: Callable[[str], Any] = given.pre_tokenize_str
        return split
    if not (hasattr(given, "pre_tokenizer") and hasattr(given, "token_to_id")):
        return None
    if given.pre_tokenizer is None:
        return lambda text: [(0, len(text))]
    return _pre_tokenizer_function(given.pre_tokenizer)


def _title(given: object) -> str:
    return f"{type(given).__module__.partition('.')[0]}.{type(given).__name__}"
