"""Lexers registered for a pattern: ``lexer="auto"`` uses them instead of the automaton, unless switched off.

Registering a lexer is a promise that it gives the spans of the pattern's regular expression (which
`wordchipper_lab.lab.prove_equivalence` can prove). There is one table per process, safe to use from many
threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ..arguments import a_flag, a_text, checked
from ..errors import LexerRegistrationError
from ..vocab.pattern_names import resolve_pattern
from .span_lexer import SpanLexer

__all__ = [
    "accelerated_lexer",
    "acceleration_off",
    "named_lexer",
    "register_lexer",
    "registered_lexers",
    "registered_names",
    "unregister_lexer",
]

_registered: dict[str, tuple[SpanLexer, str]] = {}
"""Pattern -> its lexer, and the name it can be chosen by; "" for none."""

_lock = threading.Lock()
_is_off: ContextVar[bool] = ContextVar("wordchipper_lab_acceleration_off", default=False)


@checked(name=a_text, replace=a_flag)
def register_lexer(
    pattern: str,
    build: SpanLexer | Callable[[str, str], SpanLexer],
    name: str = "",
    *,
    replace: bool = False,
) -> SpanLexer:
    r"""Make a lexer the accelerated one for a split pattern; returns that lexer.

    pattern: as `build_lexer` takes it, a pattern or the name of one. build: a `SpanLexer`, or a function of pattern and
    name that makes one; it is called here, once, so that a mistake shows here. Tokenizers made before keep their
    lexer. name: given one, it is among `LEXERS`, and the lexer can be chosen by it for this pattern. Raises
    `LexerRegistrationError` if the pattern has a lexer already (``replace=True`` puts this one in its place) or `build`
    gives no `SpanLexer`.

    >>> from wordchipper_lab.spanners import *
    >>> words = [TokenDefinition("word", r"\w+", Standalone())]
    >>> register_lexer(r"\w+", lambda pattern, name: LogosLexer(words, pattern, name), "words")
    <LogosLexer words>
    >>> build_lexer(r"\w+", "auto")
    <LogosLexer words>
    >>> unregister_lexer(r"\w+")
    """
    pattern = resolve_pattern(pattern)
    if not replace:
        _refuse_second(pattern)
    is_function = callable(build) and not isinstance(build, SpanLexer)
    lexer: object = build(pattern, name) if is_function else build
    if not isinstance(lexer, SpanLexer):
        source = "the function gave" if is_function else "got"
        raise LexerRegistrationError(
            f"expected a SpanLexer, or a function of (pattern, name) that makes one; {source} "
            f"{type(lexer).__name__}"
        )
    with _lock:
        if not replace:
            _refuse_second(pattern)
        _registered[pattern] = lexer, name
    return lexer


def _refuse_second(pattern: str) -> None:
    if pattern in _registered:
        raise LexerRegistrationError(
            f"the pattern {pattern!r} already has a registered lexer, {_registered[pattern][0]!r}; pass "
            "replace=True, or unregister_lexer first"
        )


def unregister_lexer(pattern: str) -> None:
    """Remove a registration; raises `LexerRegistrationError` if there is none for this pattern."""
    pattern = resolve_pattern(pattern)
    with _lock:
        if _registered.pop(pattern, None) is None:
            raise LexerRegistrationError(f"no lexer is registered for the pattern {pattern!r}")


def registered_lexers() -> dict[str, SpanLexer]:
    """Pattern -> registered lexer, as a copy of the table."""
    with _lock:
        return {pattern: lexer for pattern, (lexer, _) in _registered.items()}


def registered_names() -> list[str]:
    """The names that lexers were registered under."""
    with _lock:
        return [name for _, name in _registered.values() if name]


def named_lexer(name: str, pattern: str | None = None) -> SpanLexer | None:
    """The lexer registered under `name` for a split pattern (None: if there is one only); else None."""
    with _lock:
        found = [
            lexer
            for its_pattern, (lexer, its_name) in _registered.items()
            if name and its_name == name and pattern in (None, its_pattern)
        ]
    return found[0] if len(found) == 1 else None


def accelerated_lexer(pattern: str) -> SpanLexer | None:
    """The lexer that "auto" uses for a split pattern (or its name); None if none is registered, or if
    switched off."""
    return None if _is_off.get() else _registered.get(resolve_pattern(pattern), (None, ""))[0]


@contextmanager
def acceleration_off() -> Iterator[None]:
    """Inside the ``with`` block, "auto" ignores registered lexers: to compare, or to find out which one is
    wrong.

    This applies when a lexer is *chosen*: a tokenizer keeps the lexer it got, whether made inside or outside
    the block. It applies to this thread (or asyncio task) only, not to other threads, even those started
    inside.

    >>> with acceleration_off():
    ...     accelerated_lexer("cl100k_base") is None
    True
    """
    token = _is_off.set(True)
    try:
        yield
    finally:
        _is_off.reset(token)
