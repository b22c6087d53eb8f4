"""`AddedToken`: a text that is a token of its own, whatever the model makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...arguments import a_flag, a_text, instance_of, wrong_type
from ...errors import VocabFormatError, show
from .checks import check_options
from .python_form import Struct

__all__ = ["FLAGS", "AddedToken", "as_added_tokens"]

FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
_CHECKS = dict.fromkeys(FLAGS, a_flag)


class AddedToken:
    """A text and how it is found.

    single_word: only where no word character stands beside it. lstrip, rstrip: white space before (after) it belongs to
    it. normalized: searched for in the normalized text (by default if it is not special). special: left out by
    ``decode(skip_special_tokens=True)``.

    >>> AddedToken("<mask>", lstrip=True)
    AddedToken("<mask>", rstrip=False, lstrip=True, single_word=False, normalized=True, special=False)
    """

    def __init__(self, content: str | None = None, **options: Any) -> None:
        self._content = "" if content is None else a_text("content", content)
        self._flags: dict[str, bool] = {"special": False, **check_options("AddedToken", options, _CHECKS)}

    @property
    def content(self) -> str:
        """The text."""
        return self._content

    @content.setter
    def content(self, content: str) -> None:
        self._content = a_text("content", content)

    @property
    def special(self) -> bool:
        """Whether decoding leaves it out."""
        return self._flags["special"]

    @special.setter
    def special(self, special: bool) -> None:
        self._flags["special"] = a_flag("special", special)

    @property
    def single_word(self) -> bool:
        """Whether it is found only where no word character stands beside it."""
        return self._flags.get("single_word", False)

    @property
    def lstrip(self) -> bool:
        """Whether white space before it belongs to it."""
        return self._flags.get("lstrip", False)

    @property
    def rstrip(self) -> bool:
        """Whether white space after it belongs to it."""
        return self._flags.get("rstrip", False)

    @property
    def normalized(self) -> bool:
        """Whether it is searched for in the normalized text."""
        return self._flags.get("normalized", not self.special)

    def settled(self) -> AddedToken:
        """A copy whose options no longer depend on each other."""
        return AddedToken(self.content, **{flag: getattr(self, flag) for flag in FLAGS})

    @classmethod
    def from_json(cls, name: str, given: object) -> AddedToken:
        """The token that an object of the file `name` describes."""
        if not isinstance(given, Mapping) or not isinstance(given.get("content"), str):
            raise VocabFormatError(name, None, f"expected an added token with a content, got {show(given)}")
        flags = {flag: bool(given.get(flag, flag == "normalized")) for flag in FLAGS}
        return cls(given["content"], **flags)

    def to_json(self, **before: Any) -> dict[str, Any]:
        """The options, as in a ``tokenizer.json``; `before` comes first."""
        return {**before, "content": self.content, **{flag: getattr(self, flag) for flag in FLAGS}}

    def to_struct(self) -> Struct:
        """The same with a name, as a trainer shows it."""
        return Struct("AddedToken", self.to_json())

    def _key(self) -> tuple[Any, ...]:
        return (self.content, *(getattr(self, flag) for flag in FLAGS))

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, AddedToken) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.content)

    def __str__(self) -> str:
        return self.content

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{flag}={getattr(self, flag)}"
            for flag in ("rstrip", "lstrip", "single_word", "normalized", "special")
        )
        return f'AddedToken("{self.content}", {shown})'

    def __getstate__(self) -> dict[str, Any]:
        return self.to_json()

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = instance_of("the state of an AddedToken", dict)("state", state)
        self._content = a_text("content", given.get("content", ""))
        self._flags = {
            "special": False,
            **{flag: a_flag(flag, given[flag]) for flag in FLAGS if flag in given},
        }


def as_added_tokens(tokens: Any, special: bool) -> list[AddedToken]:
    """A list of ``str`` or `AddedToken` as settled copies; with `special`, those given become special, too."""
    if not isinstance(tokens, list | tuple):
        raise wrong_type("tokens", tokens, "a list of str or AddedToken")
    found = []
    for place, token in enumerate(tokens):
        if isinstance(token, str):
            found.append(AddedToken(token, special=special).settled())
        elif isinstance(token, AddedToken):
            if special:
                token.special = True
            found.append(token.settled())
        else:
            raise wrong_type(f"tokens[{place}]", token, "a str or an AddedToken")
    return found
