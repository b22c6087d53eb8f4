"""`SpecialFilter`: which special tokens in a text become their ids; the others are ordinary text."""

from __future__ import annotations

from collections.abc import Collection, Container
from collections.abc import Set as AbstractSet
from typing import Literal

from ...arguments import a_text, wrong_type
from ...errors import ArgumentTypeError
from .values import a_written_token, as_texts

__all__ = ["SpecialFilter", "policy_of"]


class SpecialFilter:
    """All special tokens, none of them, or those listed. Names that a vocabulary does not have are ignored.

    >>> one = SpecialFilter.include(["<|endoftext|>"])
    >>> "<|endoftext|>" in one, "<|fim_prefix|>" in one, one.is_all()
    (True, False, False)
    """

    __slots__ = ("_included",)
    _included: frozenset[str] | None  # None for all

    def __init__(self) -> None:
        raise ArgumentTypeError(
            "a SpecialFilter is made by include_all(), include_none() or include([...]): call one of them"
        )

    @classmethod
    def _of(cls, included: frozenset[str] | None) -> SpecialFilter:
        made = cls.__new__(cls)
        made._included = included
        return made

    @staticmethod
    def include_all() -> SpecialFilter:
        """All special tokens."""
        return SpecialFilter._of(None)

    @staticmethod
    def include_none() -> SpecialFilter:
        """No special token."""
        return SpecialFilter._of(frozenset())

    @staticmethod
    def include(tokens: Collection[str]) -> SpecialFilter:
        """Only these special tokens: a list, a tuple or a set of texts."""
        listed = list(tokens) if isinstance(tokens, AbstractSet) else tokens
        return SpecialFilter._of(frozenset(as_texts("tokens", listed)))

    def is_all(self) -> bool:
        """Whether all special tokens are included."""
        return self._included is None

    def __contains__(self, token: str) -> bool:
        a_written_token("token", a_text("token", token))
        return self._included is None or token in self._included


def policy_of(
    special_filter: SpecialFilter | None, specials: Container[str]
) -> Literal["parse", "text"] | frozenset[str]:
    """What a filter is for `wordchipper_lab.Tokenizer.encode`; without a filter, all special tokens are parsed.

    specials: the texts of the vocabulary's special tokens.

    >>> policy_of(SpecialFilter.include(["<s>", "</s>"]), {"<s>"})
    frozenset({'<s>'})
    """
    if special_filter is None:
        return "parse"
    if not isinstance(special_filter, SpecialFilter):
        raise wrong_type("special_filter", special_filter, "a SpecialFilter or None")
    included = special_filter._included
    if included is None:
        return "parse"
    return frozenset(text for text in included if text in specials) or "text"
