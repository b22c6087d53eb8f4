"""SpanView: a text with its spans drawn byte-exactly."""

from __future__ import annotations

from typing import Any, Protocol

from traitlets import Bool, Dict

from ..screens.explorer.drawing import draw_spans
from ..spanners import Spans
from ..text.text_bytes import encode_text
from ..web.modules import javascript, stylesheet
from .export import static_page
from .messages import AnsweringWidget

__all__ = ["SpanView"]


class FindsSpans(Protocol):
    """A `Tokenizer`, a `TextSpanner` or a `SpanLexer`."""

    def spans(self, text: str) -> Spans:
        """The spans of `text`."""


class SpanView(AnsweringWidget):
    """The spans of `text` with their kinds.

    `source` is whatever finds spans (a `Tokenizer`, `TextSpanner` or `SpanLexer`), or the `Spans` themselves.

    >>> import wordchipper_lab as wl
    >>> SpanView("hello world", wl.build_lexer("r50k_base", "automaton")).count
    2
    """

    _esm = javascript("screens/views/span_view.js")
    _css = stylesheet()

    glyphs = Bool(True).tag(sync=True)
    _drawing = Dict().tag(sync=True)

    def __init__(
        self, text: str, source: FindsSpans | Spans, *, name: str | None = None, **state: Any
    ) -> None:
        """Show the spans of `text`; `name` stands above them."""
        spans = source if isinstance(source, Spans) else source.spans(text)
        name = name or str(getattr(source, "name", "spans"))
        text = encode_text(text).decode()
        super().__init__(_drawing=draw_spans(name, text, spans), **state)

    @property
    def count(self) -> int:
        """The number of spans."""
        return len(self._drawing["span_kinds"])

    def export_html(self) -> str:
        """This view as one HTML page that needs neither a kernel nor a network."""
        return static_page(self, title="Spans")
