"""Lab: all screens in one page, with one text, one tokenizer and one pinned token."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import anywidget
from ipywidgets.widgets.widget import _remove_buffers
from traitlets import Dict, Unicode

from ..errors import UnknownNameError
from ..lab.languages import language_costs
from ..lab.permalink import unpack_state
from ..lab.stories import check_guess, list_stories, tell_step
from ..lab.training.kept import keep_tokenizer
from ..screens.registry import SCREENS, list_screens
from ..tokenizer import Tokenizer
from ..web.modules import javascript, stylesheet
from .export import page_state, static_page
from .hosted import host_screens
from .later_answer import Later
from .live_lab import LivePage, live_page, screens_of
from .messages import AnsweringWidget, Message, Verbs
from .set_traits import choose_traits
from .shared_choice import SharedChoice
from .usual_state import usual_state

__all__ = ["HOME", "Lab"]

HOME = "home"
"""The name of the first page, which shows the first screen in miniature."""

_NOT_SENT = {*anywidget.AnyWidget.class_trait_names(), "_anywidget_id"} - {"_esm", "_css"}


class Lab(AnsweringWidget):
    """All screens in one place; a screen is made when it is first opened.

    `screen` is "home" or the name of a screen (see `wordchipper_lab.screens.registry.SCREENS`), and `state` its public
    state; "home" takes that of the Explorer. Text, tokenizer and the pinned span or token go along from screen to
    screen. `model` is a vocabulary's name or a `Tokenizer`. Raises `UnknownNameError` for an unknown screen, and what
    the screen raises for its state.

    >>> lab = Lab("stepper", text="low lower", span=1)
    >>> lab["explorer"].text, lab.to_code()
    ('low lower', "Lab('stepper', text='low lower', span=1)")
    """

    _esm = javascript("app/lab.js")
    _css = stylesheet("app/lab.css", "app/story.css", "app/language_chart.css")

    screen = Unicode(HOME).tag(sync=True)

    _options = Dict().tag(sync=True)
    _screens = Dict().tag(sync=True, to_json=lambda _, lab: lab._states())

    def __init__(self, screen: str = HOME, model: str | Tokenizer | None = None, **state: Any) -> None:
        """Open `screen` in `state`."""
        self._made: dict[str, Any] = {}
        self._sent: set[str] = set()
        self._first: dict[str, dict[str, Any]] = {}  # the state of a screen that was only opened
        if isinstance(model, Tokenizer):
            model = keep_tokenizer(model)
        if model is not None:
            state["model"] = model
        self._shared = SharedChoice()
        check_screen(screen)
        self._make(screen, state)
        super().__init__(screen=screen, _options={"screens": list_screens(), "stories": list_stories()})

    def __getitem__(self, name: str) -> AnsweringWidget:
        """The screen with that name, with what was chosen on the others; it is made if it was not opened yet."""
        check_screen(name)
        if (screen := _screen_of(name)) != _screen_of(self.screen):
            self._collect()
            self._open_made(screen)
        return self._made[screen]

    @property
    def state(self) -> dict[str, Any]:
        """The public state, JSON-able: ``Lab(**lab.state)`` opens the same screen in the same state."""
        shown: Any = self._made[_screen_of(self.screen)]
        return {"screen": self.screen} | shown.state

    def to_code(self) -> str:
        """The Python line that makes this view."""
        shown: Any = self._made[_screen_of(self.screen)]
        usual = shown.trait_defaults() | shown.opening
        chosen = {name: value for name, value in shown.state.items() if value != usual[name]}
        screen = [] if self.screen == HOME else [repr(self.screen)]
        return f"Lab({', '.join([*screen, *(f'{name}={value!r}' for name, value in chosen.items())])})"

    def export_html(self, *, live: bool = False, story: str | None = None) -> str:
        """This view as one HTML page, without kernel or network: the screens that were opened, to be looked at.

        With `live` the engine comes along, with all screens, stories and vocabularies (3.3 MB); with a `story`, that
        one alone, live, at its first step (2 MB). Raises `UnknownNameError` if there is no such story.
        """
        if not live and story is None:
            return self._saved()
        page = self.live_page(None if story is None else [story])
        screens = {name: state | _packed(state) for name, state in page.screens.items()}
        opened = {"_story": story, "_options": page.options}
        return static_page(self, title="wordchipper-lab", live=page.engine, _screens=screens, **opened)

    def live_page(self, stories: Sequence[str] | None = None) -> LivePage:
        """What a page needs that shows this Lab without a kernel, with all stories and screens, or with those of some
        stories."""
        wanted = screens_of(stories) if stories else list(SCREENS)
        shown: Any = self._made[_screen_of(self.screen)]
        whole = Lab(
            self.screen, **shown.state
        )  # a copy, because this one's page does not know of other screens
        try:
            for name in wanted:
                if name not in whole._made:
                    whole._make(name, self._made[name].state if name in self._made else {})
            return live_page(whole._made, whole._states(), page_state(whole), stories)
        finally:
            whole.close()

    def close(self) -> None:
        """End all screens."""
        for screen in getattr(self, "_made", {}).values():
            screen.close()
        super().close()

    def _saved(self, **more: Any) -> str:
        return static_page(self, title="wordchipper-lab", _screens=self._states(), **more)

    def _make(self, name: str, state: Mapping[str, Any]) -> None:
        name = _screen_of(name)
        with host_screens(partial(self._forward, name)):
            widget = SCREENS[name].load()
            screen = widget(**(widget.opening | dict(state)))
        self._made[name] = screen
        if not state:
            self._first[name] = screen.state
        self._shared.note(name, {} if state else screen.given())

    def _collect(self) -> None:
        name = _screen_of(self.screen)
        self._shared.collect(name, self._made[name].given())

    def _open_made(
        self,
        name: str,
        state: Mapping[str, Any] = {},
        link: Mapping[str, Any] | None = None,
        is_chosen: bool = False,
    ) -> None:
        """Show on screen `name` what was chosen elsewhere, with `state`; or what a `link` says, and nothing else. What
        `is_chosen` goes along to other screens."""
        is_new = name not in self._made
        if is_new:
            self._make(name, {})
        screen = self._made[name]
        try:
            taken = screen.taken(self._shared.chosen) if link is None else usual_state(screen)
            if wanted := taken | dict(state) | dict(link or {}):
                choose_traits(screen, sorted(screen._settable()), screen.suited(wanted))
        finally:
            if is_new:
                self._send_screen(name)
        take = self._shared.collect if is_chosen else self._shared.note
        take(name, screen.given())

    @classmethod
    def _settable(cls) -> set[str]:
        """Nothing: the page says what to open with the verb "open"."""
        return set()

    def _verbs(self, message: Message) -> Verbs:
        return {
            "open": lambda: self._open(message),
            "page": lambda: self._save_page(message),
            "languages": lambda: self._price(message),
            "story": lambda: self._tell(message.text("name"), message.number("number")),
            "guess": lambda: self._judge(
                message.text("name"), message.number("number"), message.field("guess")
            ),
        }

    def _open(self, message: Message) -> Later:
        """Go to a screen, in a state of its own if the message has one; what goes ``along`` from screen to screen is in
        the answer, and in the message after the page was loaded again."""
        name = message.text("screen")
        check_screen(name)
        state = message.fields("state") if message.has("state") else {}
        link = unpack_state(message.text("link")) if message.has("link") else None
        if message.has("alone"):  # a state that takes nothing from other screens
            state, link = {}, message.fields("alone")
        self._collect()
        if message.has("along"):
            self._shared.bring(message.fields("along"))
        self.screen = name
        self._open_made(_screen_of(name), state, link, is_chosen=message.has("chosen"))
        return self._made[_screen_of(name)]._when_shown(along=self._shared.carried)

    def _price(self, message: Message) -> Later:
        """What a sentence costs in many languages, or what the reader's texts cost: those of the message, or of the
        state of a chart ("model", "measure", "texts"), which may come as a link."""
        chosen = message.fields("state") if message.has("state") else {}
        if message.has("link"):
            chosen = unpack_state(message.text("link"))
        texts = message.fields("texts") if message.has("texts") else chosen.get("texts")
        return self._make_later(
            lambda: language_costs(texts=texts), lambda costs: {"costs": costs, "chosen": chosen}
        )

    def _save_page(self, message: Message) -> dict[str, str] | Later:
        """The page as a file; with a "chart" in the message, the state of the chart of languages, it opens so."""
        if not message.has("chart"):
            return {"page": self.export_html()}
        chosen = message.fields("chart")
        return self._make_later(
            lambda: language_costs(texts=chosen.get("texts")),
            lambda costs: {"page": self._saved(_chart={"costs": costs, "chosen": chosen})},
        )

    def _tell(self, name: str, number: int) -> Later:
        return self._make_later(lambda: tell_step(name, number), lambda told: {"step": told})

    def _judge(self, name: str, number: int, guess: object) -> Later:
        return self._make_later(lambda: check_guess(name, number, guess), lambda judged: {"judged": judged})

    def _on_message(self, sender: object, content: object, buffers: object) -> None:
        """Messages to a screen go to that screen; its answers come from there."""
        to = content.get("to") if isinstance(content, dict) else None
        if isinstance(to, str) and to in self._made:
            self._made[to].receive(content.get("content"), buffers)  # type: ignore[union-attr]
        else:
            super()._on_message(sender, content, buffers)

    def _forward(self, name: str, data: dict[str, Any], buffers: Any) -> None:
        """Send what screen `name` sends; before the page knows the screen there is nothing to send it to."""
        if self.comm is not None and name in self._sent:
            self.send({"screen": name, **data}, buffers)

    def _send_screen(self, name: str) -> None:
        shown = state_of(self._made[name])
        state, paths, buffers = _remove_buffers(shown | _packed(shown))
        state |= {"_usual": usual_state(self._made[name]), "_first": self._first.get(name)}
        self._sent.add(name)
        self._forward(name, {"method": "open", "state": state, "buffer_paths": paths}, buffers)

    def note_shown(self) -> None:
        """The page is made of the present state of all screens."""
        for screen in self._made.values():
            screen.note_shown()

    def _answer_names(self) -> list[str]:
        """Each screen sends what changed."""
        for screen in self._made.values():
            screen.send_state(screen._answer_names())
        return []

    def _first_html(self) -> str:
        name = _screen_of(self.screen)
        return self._made[name]._first_html()

    def _states(self) -> dict[str, dict[str, Any]]:
        """Everything that the page draws, by screen."""
        self._sent |= self._made.keys()
        return {
            name: state_of(screen) | {"_usual": usual_state(screen), "_first": self._first.get(name)}
            for name, screen in self._made.items()
        }


def _packed(state: Mapping[str, Any]) -> dict[str, bytes]:
    """A screen's code, 240 kB, packed to 60 kB."""
    return {code: zlib.compress(state[code].encode()) for code in ("_esm", "_css")}


def check_screen(name: str) -> None:
    """Raise `UnknownNameError` unless there is a screen with that name."""
    known = [HOME, *SCREENS]
    if name not in known:
        raise UnknownNameError("screen", name, known)


def state_of(screen: AnsweringWidget) -> dict[str, Any]:
    """What a page needs to draw `screen`: its state, and the module and stylesheet that draw it."""
    return screen.get_state([name for name in screen.keys if name not in _NOT_SENT])


def _screen_of(name: str) -> str:
    return next(iter(SCREENS)) if name == HOME else name
