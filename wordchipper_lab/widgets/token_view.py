"""TokenView: a text with its token boundaries drawn byte-exactly."""

from __future__ import annotations

from traitlets import Bool, Dict, Int

from ..lab.exploration import Exploration, explore
from ..screens.explorer.drawing import draw_exploration
from ..screens.explorer.first_html import tokens_html
from ..tokenizer import Special, Tokenizer
from ..web.modules import javascript, stylesheet
from .export import static_page
from .messages import AnsweringWidget

__all__ = ["TokenView"]


class TokenView(AnsweringWidget):
    """One text and its tokens, with an inspector for the token under the pointer.

    `tokens` is the text to encode, or an `Exploration` that is drawn as it is. `model` is a vocabulary's name
    or a `Tokenizer`. State: ``glyphs`` (whitespace and invisible characters get visible signs) and
    ``selected`` (the pinned token's number, -1 for none).

    >>> TokenView("hello world", "r50k_base").to_code()
    "TokenView('hello world', 'r50k_base')"
    """

    _esm = javascript("screens/views/token_view.js")
    _css = stylesheet()

    glyphs = Bool(True).tag(sync=True)
    selected = Int(-1).tag(sync=True)
    _drawing = Dict().tag(sync=True)

    def __init__(
        self,
        tokens: str | Exploration,
        model: str | Tokenizer = "o200k_base",
        *,
        lexer: str = "auto",
        encoder: str = "auto",
        special: Special = "parse",
        **state: object,
    ) -> None:
        """Encode, unless there is an `Exploration` already."""
        if isinstance(tokens, str):
            tok = model if isinstance(model, Tokenizer) else Tokenizer.from_pretrained(model, lexer, encoder)
            tokens = explore(tok, tokens, special)
        self.exploration = tokens
        self._choices = {"lexer": lexer, "encoder": encoder}
        super().__init__(_drawing=draw_exploration(tokens), **state)

    def to_code(self) -> str:
        """The Python line that makes this view."""
        shown = self.exploration
        choices: dict[str, object] = {name: value for name, value in self._choices.items() if value != "auto"}
        if shown.special != "parse":
            choices["special"] = shown.special
        if not self.glyphs:
            choices["glyphs"] = False
        given = [
            repr(shown.text),
            repr(shown.name),
            *(f"{name}={value!r}" for name, value in choices.items()),
        ]
        return f"TokenView({', '.join(given)})"

    def _first_html(self) -> str:
        return tokens_html(self._drawing)

    def export_html(self) -> str:
        """This view as one HTML page that needs neither a kernel nor a network."""
        return static_page(self, title=f"Tokens of {self.exploration.name}")
