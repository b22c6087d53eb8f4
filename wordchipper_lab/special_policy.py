"""What is done with special tokens in a text: one of three policies, or a set of those that are parsed."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Literal, TypeAlias, get_args

from .errors import NameTypeError, TextError, UnknownNameError, show

__all__ = [
    "POLICY_CODES",
    "SPECIAL_POLICIES",
    "Special",
    "SpecialPolicy",
    "as_special_set",
    "check_policy",
    "check_special_set",
    "policy_code",
]

SpecialPolicy = Literal["parse", "text", "error"]
SPECIAL_POLICIES: tuple[SpecialPolicy, ...] = get_args(SpecialPolicy)
""""parse": encode them as their ids; "text": treat them as ordinary text; "error": raise an error."""

Special: TypeAlias = SpecialPolicy | AbstractSet[str] | list[str] | tuple[str, ...]
"""A policy, or the texts of the special tokens that are parsed; all others are ordinary text then."""

POLICY_CODES: dict[object, int] = {policy: code for code, policy in enumerate(SPECIAL_POLICIES)}
"""The number of each policy in kernels."""

_SEVERAL = (frozenset, set, list, tuple, AbstractSet)  # the first ones are found without looking for methods
_MOST_LISTED = 20
_OR_A_SET = "or a set of special tokens, such as {'<|endoftext|>'}"


def check_policy(given: object) -> SpecialPolicy:
    """Return `given` if it is a policy; raises `UnknownNameError`, which lists them.

    >>> check_policy("text")
    'text'
    """
    if not isinstance(given, str):
        raise NameTypeError("special token policy", given, SPECIAL_POLICIES, _OR_A_SET)
    if given not in SPECIAL_POLICIES:
        raise UnknownNameError("special token policy", given, SPECIAL_POLICIES, _OR_A_SET)
    return given


def policy_code(given: object) -> int:
    """The number of a policy in kernels: its index in `SPECIAL_POLICIES`; raises as `as_special_set`."""
    try:
        return POLICY_CODES[given]
    except (KeyError, TypeError):
        return POLICY_CODES[as_special_set(given)]


def as_special_set(given: object) -> SpecialPolicy | frozenset[str]:
    """A policy as it is, a set, list or tuple of texts as ``frozenset``; raises `UnknownNameError` for anything else.

    Whether a vocabulary has these special tokens is for `check_special_set` to find out.

    >>> as_special_set("text"), as_special_set(["<|endoftext|>"])
    ('text', frozenset({'<|endoftext|>'}))
    """
    if isinstance(given, str):
        return check_policy(given)
    if not isinstance(given, _SEVERAL):
        raise NameTypeError("special token policy", given, SPECIAL_POLICIES, _OR_A_SET)
    for text in given:
        if not isinstance(text, str):
            raise TextError(f"expected each special token as str, got {show(text)} ({type(text).__name__})")
    return frozenset(given)


def check_special_set(given: frozenset[str], known: Iterable[str]) -> frozenset[str]:
    """Return `given` if all of these special tokens are `known`; raises `UnknownNameError`, which lists some.

    >>> check_special_set(frozenset({"<s>"}), ["<|endoftext|>"])
    Traceback (most recent call last):
    wordchipper_lab.errors.UnknownNameError: unknown special token '<s>': expected one of <|endoftext|>
    """
    known = tuple(known)
    if unknown := given.difference(known):
        more = f"and {len(known) - _MOST_LISTED:,} others" if len(known) > _MOST_LISTED else ""
        raise UnknownNameError("special token", min(unknown), known[:_MOST_LISTED], more)
    return given
