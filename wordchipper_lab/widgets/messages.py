"""What a page asks of its kernel: every message is answered, in one shape, whatever it says.

A message is ``{"do": verb, "ask": its number, ...}``, its answer
``{"answered": verb, "ask": the same number, "problem": in words or None, ...what was asked for}``. The number is the
page's own business. A message that no screen knows, or whose fields are missing or of another type, is a problem like
any other: an exception in a callback would go unseen, and the page would wait. ``web/engine/`` is the other side.

Every screen understands seven verbs: "alive" is answered at once, and shows that the kernel is there; "set" applies
public state, ``{"state": {name: value}}``, and is answered when what it changes has been sent (with ``redraw``,
everything that the page may have drawn by itself), or at once if the page has ``drawn`` it already (see following.py);
"link" does the same with a permalink, ``{"link": word}``; "cell" asks for the notebook cell that shows the view;
"engine" for what a page needs to compute for itself (page_engine.py); "open_tokenizer" brings the files of a tokenizer,
and "find_closed" asks which of some tokenizers would have to be brought (see open_tokenizer.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

import anywidget
from traitlets import Dict, List, default

from ..errors import InputError, UnknownNameError, show
from ..lab.permalink import unpack_state
from ..lab.words import all_words
from ..screens.explain_problem import explain_problem, problem_of
from ..screens.work.answers import Answers, InThread
from ..text.text_bytes import encode_text
from .following import FollowingWidget
from .later_answer import Later
from .live_engine import LiveEngine
from .open_tokenizer import LIVE_VIEWS, find_closed, open_tokenizer
from .page_engine import page_engine
from .set_traits import choose_traits

__all__ = ["AnsweringWidget", "Message", "Verbs", "answer"]

_LONGEST_ECHO = 40  # characters

Found = dict[str, Any] | Later | None
"""What a verb returns: what its answer carries ("buffers" beside the JSON), that it comes later, or nothing."""

Verbs = Mapping[str, Callable[[], Found]]

A = TypeVar("A")


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

    def has(self, name: str) -> bool:
        """Whether there is a field `name`."""
        return self._content.get(name) is not None

    def field(self, name: str) -> object:
        """The field `name`, whatever it is; None without one."""
        return self._content.get(name)

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
    def ask(self) -> str | int | None:
        """The number that the page gave it, None without one (or with one that nobody could send back)."""
        found = self._content.get("ask")
        if isinstance(found, str):
            return _clean(found)[:_LONGEST_ECHO]
        return found if isinstance(found, int) and abs(found) < 1 << 53 else None

    def contents(self, n: int) -> list[bytes]:
        """The `n` files that came with it."""
        if len(self._buffers) != n:
            raise InputError(f"the message {self.do!r} came with {len(self._buffers)} files: expected {n}")
        return [bytes(data) for data in self._buffers]

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


def answer(message: Message, verbs: Verbs, send: Callable[..., None]) -> None:
    """Do what `message` asks for, one of the `verbs`, and `send` its answer: now, or when the work is done.

    >>> answer(Message({"do": "hop", "ask": 3}), {"stop": lambda: None}, print)
    {'answered': 'hop', 'ask': 3, 'problem': "unknown message 'hop': expected do = stop"}
    """

    def reply(problem: str | None, found: Mapping[str, Any] = {}) -> None:
        said = None if problem is None else _clean(problem)
        number = {} if message.ask is None else {"ask": message.ask}
        words = {name: value for name, value in found.items() if name != "buffers"}
        buffers = [found["buffers"]] if "buffers" in found else []
        send({"answered": message.do, **number, "problem": said, **words}, *buffers)

    do = verbs.get(message.do) if message.do is not None else None
    if do is None:
        known = f"do = {', '.join(verbs)}" if verbs else "none at all"
        reply(f"unknown message {message.do!r}: expected {known}")
        return
    try:
        found = do()
    except Exception as error:
        reply(explain_problem(error))
        return
    if isinstance(found, Later):
        found.then(reply)
    else:
        reply(None, found or {})


_ASKS_ONLY = {"alive", "cell", "engine", "find_closed", "decode", "json", "page"}  # and changes nothing


class AnsweringWidget(FollowingWidget):
    """A screen whose page gets an answer to each message, and to a change of state that was refused."""

    _words = List(Dict()).tag(sync=True)  # the terms of the field, each with a sentence

    _answers: Answers[Any, Any] | None = None
    """What works out what the page shows of its state; None where that takes no time."""

    opening: ClassVar[dict[str, Any]] = {}
    """State that the screen has in the Lab when it is first opened, where that is simpler than the class's default."""

    _asked: Any = None  # the question that was asked last

    _opened = ""  # the name of the tokenizer that was opened here last
    _thread: InThread | None = None  # what was never made has none

    def __init__(self, *arguments: Any, **state: Any) -> None:
        self._thread = InThread()
        super().__init__(*arguments, **state)
        LIVE_VIEWS.add(self)
        self.on_msg(self._on_message)

    @default("_words")
    def _all_words(self) -> list[dict[str, Any]]:
        return [word.to_json() for word in all_words().values()]

    def close(self) -> None:
        """End this view."""
        LIVE_VIEWS.discard(self)
        if self._thread is not None:
            self._thread.close()
        if self._answers is not None:
            self._answers.close()
        super().close()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the page changed; what is refused changes nothing, and that is the answer."""
        if (problem := problem_of(lambda: self._take_over(sync_data))) is not None:
            self.send({"answered": "state", "problem": _clean(problem)})

    def _offer(self) -> Mapping[str, Any] | None:
        """What the page can choose from now; None if it chooses no vocabulary."""
        return None

    def _refresh(self, change: object = None) -> None:
        """Answer the present question, if it is another one than `_asked`."""

    def _ask_again(self, model: str) -> None:
        """Answer the present question anew if it names `model`, which could not be found until now."""
        if any(
            model in value if isinstance(value, list) else model == value for value in self.state.values()
        ):
            self._asked = None
            self._refresh()

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able, as keyword arguments."""
        return {name: getattr(self, name) for name in sorted(self._settable())}

    def to_code(self) -> str:
        """The Python line that makes this view."""
        return (
            f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self.state.items())})"
        )

    def to_cell(self) -> str:
        """The source of a notebook cell that shows this view."""
        return f"from wordchipper_lab.widgets import {type(self).__name__}\n\n{self.to_code()}\n"

    def given(self) -> dict[str, Any]:
        """What of this screen's state other screens can show: some of `shared_choice.SHARED`."""
        return {}

    def taken(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The state in which this screen shows what was `chosen` on others; nothing if it shows it already."""
        return {}

    def suited(self, state: dict[str, Any]) -> dict[str, Any]:
        """The state of a link, with what does not go together replaced: it may name a tokenizer, and leave out how."""
        return state

    def live_state(self, engine: LiveEngine) -> dict[str, Any]:
        """What of the state is another in a page with that engine instead of a kernel."""
        return {}

    def receive(self, content: object, buffers: object = ()) -> None:
        """Handle a message of the page, for a screen inside a widget with a comm."""
        self._handle_custom_msg(content, buffers)

    def _verbs(self, message: Message) -> Verbs:
        """What can be asked for, by the name that the page gives it under "do"."""
        return {}

    def _on_message(self, _: object, content: object, buffers: object) -> None:
        message = Message(content, buffers)
        is_drawn = message.do == "set" and message.field("drawn") is True
        if not is_drawn and message.do not in _ASKS_ONLY:
            self._is_following = False
        if message.has("redraw"):
            self._unsent |= self.drawn_in_pages
        common: Verbs = {
            "alive": lambda: None,
            "set": lambda: (self._repeat if is_drawn else self._set)(message.fields("state")),
            "engine": lambda: page_engine(message.texts("models"), is_first=message.has("first")),
            "link": lambda: self._open_link(message.text("link")),
            "cell": lambda: {"cell": self.to_cell()},
            "open_tokenizer": lambda: open_tokenizer(self, message),
            "find_closed": lambda: find_closed(message),
        }
        answer(message, {**common, **self._verbs(message)}, self.send)
        if not self._is_following:
            self._lead()

    def _repeat(self, state: dict[str, Any]) -> None:
        """Take over public state of which the page shows everything already."""
        self._follow(lambda: self._take_over(state))

    def _settled(self, use: Callable[[], None]) -> None:
        if self._answers is None:
            use()
        else:
            self._answers.when_settled(use)

    def _answering(self, work: Callable[[Any], Any], publish: Callable[[Any], None]) -> Answers[Any, Any]:
        """Answers to this screen's questions; `publish` draws one."""

        def deliver(found: Any) -> None:
            with self._repeating():
                publish(found)

        return Answers(work, deliver)

    def _set(self, state: dict[str, Any]) -> Later:
        """Take over public state; the answer comes when what it changes has been sent."""
        self._take_over(state)
        return self._when_shown()

    def _take_over(self, state: object) -> None:
        """Set what a page may set: not the answers, and not what ipywidgets keeps for itself, such as the layout."""
        if not isinstance(state, dict):
            raise InputError(f"the state is {show(state)}: expected an object")
        known = [name for name in self.keys if name in self._settable()]
        if unknown := [name for name in state if name not in known]:
            raise UnknownNameError("state", unknown[0], known)
        super().set_state(state)

    def _open_link(self, link: str) -> Later:
        """Show the state that a permalink holds."""
        choose_traits(self, sorted(self._settable()), self.suited(unpack_state(link)))
        return self._when_shown()

    @classmethod
    def _settable(cls) -> set[str]:
        """The names of the traits that this screen shares with its page, without those that only the kernel sets."""
        ours = set(cls.class_trait_names(sync=True)) - set(anywidget.AnyWidget.class_trait_names())
        return {name for name in ours if not name.startswith("_")}

    def _when_shown(self, **found: Any) -> Later:
        """The answer with what was `found`, given once everything that was asked for has been sent."""
        later = Later()
        self._lead()  # what was held back comes before the answer
        self._settled(partial(later.give, **found))
        return later

    def _make_later(self, make: Callable[[], A], use: Callable[[A], Found]) -> Later:
        """Have something made in a thread; the answer is what `use` makes of it, in this one.

        With no event loop (a plain Python program) both happen at once, and errors are raised.
        """
        later, found = Later(), dict[str, Any]()

        def take(made: A) -> None:
            used = use(made)
            found.update(used if isinstance(used, dict) else {})

        assert self._thread is not None
        self._thread.do_and_tell(make, take, lambda problem: later.give(problem, **found))
        return later


def _clean(text: str) -> str:
    return encode_text(text).decode()  # half a surrogate pair cannot travel to a browser
