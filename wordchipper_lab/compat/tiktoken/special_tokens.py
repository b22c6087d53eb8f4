"""``allowed_special`` and ``disallowed_special``: what they allow, and whether a text holds what they do not."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Literal, NoReturn

import numpy as np

from ...spanners.special_automaton import SpecialAutomaton, build_special_automaton
from ...spanners.special_tokens import find_specials, new_search
from ...text.text_bytes import as_text_bytes, encode_text

__all__ = [
    "Allowed",
    "Disallowed",
    "check_disallowed",
    "parsed_tokens",
    "raise_disallowed_special_token",
    "refused_texts",
]

_FEW = 16

Allowed = Literal["all"] | AbstractSet[str]
Disallowed = Literal["all"] | Collection[str]


def refused_texts(special_tokens: set[str], allowed: Allowed, disallowed: Disallowed) -> frozenset[str]:
    """The texts that are disallowed; raises ``TypeError``, as tiktoken does, if "all" are and `allowed` is no set.

    >>> refused_texts({"<a>", "<b>"}, {"<a>"}, "all")
    frozenset({'<b>'})
    """
    if isinstance(disallowed, str) and disallowed == "all":
        disallowed = special_tokens - (special_tokens if allowed == "all" else allowed)
    return frozenset(disallowed or ())


def parsed_tokens(special_tokens: set[str], allowed: Allowed) -> frozenset[str]:
    """The special tokens that are parsed; raises ``TypeError`` if `allowed` is neither "all" nor a set of ``str``.

    >>> parsed_tokens({"<a>", "<b>"}, {"<a>", "<c>"})
    frozenset({'<a>'})
    """
    if isinstance(allowed, str) and allowed == "all":
        allowed = special_tokens
    if not isinstance(allowed, set | frozenset):
        raise TypeError(f'expected allowed_special to be a set or "all", got {type(allowed).__name__}')
    for token in allowed:
        if not isinstance(token, str):
            raise TypeError(f"expected special tokens as str, got {type(token).__name__}")
    return frozenset(token for token in allowed if token and token in special_tokens)


def check_disallowed(text: str, disallowed: frozenset[str]) -> None:
    """Raise ``ValueError`` if one of these texts is in `text`."""
    if not disallowed or ("" not in disallowed and not _may_hold(text, disallowed)):
        return
    if match := _pattern(disallowed).search(text):
        raise_disallowed_special_token(match.group())


def raise_disallowed_special_token(token: str) -> NoReturn:
    """Raise the ``ValueError`` for a disallowed special token."""
    raise ValueError(
        f"the text contains the disallowed special token {token!r}: add it to allowed_special "
        f"(allowed_special={{{token!r}, ...}}) to encode it as its id, or take it out of disallowed_special "
        f"(disallowed_special=enc.special_tokens_set - {{{token!r}}}, or () for all) to encode it as plain text"
    )


def _may_hold(text: str, tokens: frozenset[str]) -> bool:
    """Whether one of the texts is in `text`, which many of them read once. (Surrogates can be a false alarm.)"""
    if len(tokens) <= _FEW:
        return any(token in text for token in tokens)
    found = np.empty(2, dtype=np.int64)
    n = find_specials(as_text_bytes(text), 0, _automaton(tokens), new_search(), True, found)  # type: ignore[no-untyped-call]
    return bool(n)


@functools.lru_cache(maxsize=128)
def _automaton(tokens: frozenset[str]) -> SpecialAutomaton:
    return build_special_automaton(map(encode_text, tokens))


@functools.lru_cache(maxsize=128)
def _pattern(tokens: Iterable[str]) -> Any:
    import regex  # 40 ms, and only for a text that is refused

    return regex.compile("|".join(regex.escape(token) for token in tokens))
