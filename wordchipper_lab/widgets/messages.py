"""What a page asks of its kernel: every message is answered, in one shape, whatever it says.

{"answered": what was asked for, "problem": why it was not done, or None}. A message that no screen knows, or whose
fields are missing or of another type, is a problem like any other: an exception in a callback would go unseen, and
the page would wait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..screens.explain_problem import problem_of
from ..text.text_bytes import encode_text
from .page_widget import PageWidget

__all__ = ["AnsweringWidget", "Message", "answer"]

_LONGEST_ECHO = 40  # characters


class Message:
    """What came from a page; a field that is missing or of another type raises `InputError`, which says which.

    >>> Message({"do": "show", "number": 3}).number("number")
    3
    >>> Message({"do": "show", "number": "3"}).number("number")
    Traceback (most recent call last):
    wordchipper_lab.errors.InputError: the message 'show' has number = '3': expected a whole number
    """

    def __init__(self, content: object, buffers: object = ()) -> None:
        self._content = content if isinstance(content, dict) else {}
        self._buffers = list(buffers) if isinstance(buffers, Sequence) else []
        do = self._content.get("do")
        self.do = _clean(do)[:_LONGEST_ECHO] if isinstance(do, str) else None

    def text(self, name: str) -> str:
        """The field `name`, a string."""
        return str(self._get(name, str, "a text"))

    def number(self, name: str) -> int:
        """The field `name`, an integer."""
        return int(self._get(name, int, "a whole number"))

    def fields(self, name: str) -> dict[str, Any]:
        """The field `name`, an object."""
        return dict(self._get(name, dict, "an object"))

    def texts(self, name: str) -> list[str]:
        """The field `name`, a list of strings."""
        found = self._get(name, list, "a list of texts")
        if not all(isinstance(item, str) for item in found):
            raise self._wrong(name, found, "a list of texts")
        return list(found)

    @property
    def sequence(self) -> int | None:
        """The number of the question, if it has one."""
        return None if self._content.get("sequence") is None else self.number("sequence")

    def contents(self, n: int) -> list[bytes]:
        """The `n` files that came with it."""
        if len(self._buffers) != n:
            raise InputError(f"the message {self.do!r} came with {len(self._buffers)} files: expected {n}")
        return [bytes(data) for data in self._buffers]

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return name in self._content

    def _get(self, name: str, kind: type, expected: str) -> Any:
        found = self._content.get(name)
        if not isinstance(found, kind) or isinstance(found, bool):
            raise self._wrong(name, found, expected)
        return found

    def _wrong(self, name: str, found: object, expected: str) -> InputError:
        given = repr(found)
        shown = given if len(given) <= _LONGEST_ECHO else f"{given[:_LONGEST_ECHO]}…"
        has = f"has {name} = {shown}" if name in self._content else f"has no {name}"
        return InputError(f"the message {self.do!r} {has}: expected {expected}")


def answer(message: Message, verbs: Mapping[str, Callable[[], object]]) -> dict[str, Any]:
    """Do what `message` asks for, one of the `verbs`, and say how that went.

    >>> answer(Message({"do": "hop"}), {"stop": lambda: None})
    {'answered': 'hop', 'problem': "unknown message 'hop': expected do = stop"}
    """
    do = verbs.get(message.do) if message.do is not None else None
    if do is None:
        known = f"do = {', '.join(verbs)}" if verbs else "none at all"
        problem: str | None = f"unknown message {message.do!r}: expected {known}"
    else:
        problem = problem_of(do)
    return {"answered": message.do, "problem": None if problem is None else _clean(problem)}


class AnsweringWidget(PageWidget):
    """A screen whose page gets an answer to each message, and to a change of state that was refused."""

    def __init__(self, *arguments: Any, **state: Any) -> None:
        super().__init__(*arguments, **state)
        self.on_msg(self._on_message)

    def _verbs(self, message: Message) -> Mapping[str, Callable[[], object]]:
        """What can be asked for, by the name that the page gives it under "do"."""
        return {}

    def _on_message(self, _: object, content: object, buffers: object) -> None:
        message = Message(content, buffers)
        self.send(answer(message, self._verbs(message)))

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the page changed; where a value is refused nothing changes, and that is the answer."""
        take_over = super().set_state
        if (problem := problem_of(lambda: take_over(sync_data))) is not None:
            self.send({"answered": "state", "problem": _clean(problem)})


def _clean(text: str) -> str:
    return encode_text(text).decode()  # half a surrogate pair cannot travel to a browser
