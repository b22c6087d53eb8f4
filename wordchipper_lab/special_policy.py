"""What becomes of special tokens in a text: the three policies, wherever one is chosen."""

from __future__ import annotations

from typing import Literal, cast, get_args

from .errors import NameTypeError, UnknownNameError

__all__ = ["SPECIAL_POLICIES", "SpecialPolicy", "check_policy", "policy_code"]

SpecialPolicy = Literal["parse", "text", "error"]
SPECIAL_POLICIES: tuple[SpecialPolicy, ...] = get_args(SpecialPolicy)
""""parse": they become their ids; "text": they are ordinary text; "error": they are an error."""

_CODES: dict[object, int] = {policy: code for code, policy in enumerate(SPECIAL_POLICIES)}


def check_policy(given: object) -> SpecialPolicy:
    """`given`, if it is a policy; raises `UnknownNameError`, which lists them.

    >>> check_policy("text")
    'text'
    """
    if not isinstance(given, str):
        raise NameTypeError("special token policy", given, SPECIAL_POLICIES)
    if given not in SPECIAL_POLICIES:
        raise UnknownNameError("special token policy", given, SPECIAL_POLICIES)
    return cast("SpecialPolicy", given)


def policy_code(given: object) -> int:
    """The number by which kernels know a policy: its place among the `SPECIAL_POLICIES`; raises as `check_policy`."""
    try:
        return _CODES[given]
    except (KeyError, TypeError):
        return _CODES[check_policy(given)]
