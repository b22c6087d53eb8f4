"""The three policies for special tokens in a text, used everywhere one is chosen."""

from __future__ import annotations

from typing import Literal, cast, get_args

from .errors import NameTypeError, UnknownNameError

__all__ = ["POLICY_CODES", "SPECIAL_POLICIES", "SpecialPolicy", "check_policy", "policy_code"]

SpecialPolicy = Literal["parse", "text", "error"]
SPECIAL_POLICIES: tuple[SpecialPolicy, ...] = get_args(SpecialPolicy)
""""parse": encode them as their ids; "text": treat them as ordinary text; "error": raise an error."""

POLICY_CODES: dict[object, int] = {policy: code for code, policy in enumerate(SPECIAL_POLICIES)}
"""The number of each policy in kernels."""


def check_policy(given: object) -> SpecialPolicy:
    """Return `given` if it is a policy; raises `UnknownNameError`, which lists them.

    >>> check_policy("text")
    'text'
    """
    if not isinstance(given, str):
        raise NameTypeError("special token policy", given, SPECIAL_POLICIES)
    if given not in SPECIAL_POLICIES:
        raise UnknownNameError("special token policy", given, SPECIAL_POLICIES)
    return cast("SpecialPolicy", given)


def policy_code(given: object) -> int:
    """The number of a policy in kernels: its index in `SPECIAL_POLICIES`; raises as `check_policy`."""
    try:
        return POLICY_CODES[given]
    except (KeyError, TypeError):
        return POLICY_CODES[check_policy(given)]
