"""What all screens have in common: what their page sends can be sent back to it."""

from __future__ import annotations

from typing import Any

import anywidget
from traitlets import TraitType

from ..text.text_bytes import encode_text
from .first_html import first_html
from .hosted import HostedComm, hide_from_pages, hosting
from .page_data import PAGE_TYPE, is_on_a_page, page_data

__all__ = ["PageWidget", "without_lone_surrogates"]


class PageWidget(anywidget.AnyWidget):
    """A widget whose page may send any JSON: lone surrogates, which JSON has and UTF-8 has not, become U+FFFD.

    ipywidgets echoes a state before any trait has seen it; an echo that could not be encoded was a traceback, and the
    state was lost.

    The page is the only client: nothing that it sets is echoed to it. An echo of 1 MB of text would travel at every
    key, and an echo of the last step would take back the next one.
    """

    _shown: dict[str, Any] = {}  # noqa: RUF012  # replaced, never changed

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for trait in vars(cls).values():
            if isinstance(trait, TraitType) and trait.metadata.get("sync"):
                trait.tag(echo_update=False)

    def open(self) -> None:
        """Connect to the page, or to the widget that this screen is made for."""
        if self.comm is None and (forward := hosting()) is not None:
            self.comm = HostedComm(forward)
            hide_from_pages(self.comm.comm_id)
        else:
            super().open()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the page says."""
        super().set_state(without_lone_surrogates(sync_data))

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Jupyter's representations of a view, HTML that needs no kernel, and what a served page needs."""
        found = super()._repr_mimebundle_(**options)
        if found is None:
            return None
        data, metadata = found
        data = data | {"text/html": self._first_html()}
        return data | ({PAGE_TYPE: page_data(self)} if is_on_a_page() else {}), metadata

    def _first_html(self) -> str:
        """What can be read before any script has run, and where none ever does."""
        return first_html(type(self).__name__)

    def _handle_msg(self, msg: dict[str, Any]) -> None:
        """As every widget; a page that has its code already asks for the answers only."""
        data = msg["content"]["data"]
        if isinstance(data, dict) and data.get("method") == "request_state" and data.get("only") == "answers":
            self.send_state(self._answer_names())
        else:
            super()._handle_msg(msg)

    def _answer_names(self) -> list[str]:
        """The traits that only the kernel sets and that changed since the page was made, perhaps unheard."""
        return [name for name, value in self._shown.items() if getattr(self, name) is not value]

    def note_shown(self) -> None:
        """The page is made of the present state."""
        code = {*anywidget.AnyWidget.class_trait_names(), "_esm", "_css", "_anywidget_id"}
        names = (name for name in self.keys if name.startswith("_") and name not in code)
        self._shown = {name: getattr(self, name) for name in names}

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        super()._handle_custom_msg(without_lone_surrogates(content), buffers)


def without_lone_surrogates(value: Any) -> Any:
    r"""`value`, of whatever JSON is made of, with U+FFFD in their place.

    >>> ascii(without_lone_surrogates({"a\ud800": ["\ud83d\ude00", 1]}))
    "{'a\\ufffd': ['\\U0001f600', 1]}"
    """
    if isinstance(value, str):
        return value if value.isascii() else encode_text(value).decode()
    if isinstance(value, dict):
        return {without_lone_surrogates(key): without_lone_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [without_lone_surrogates(item) for item in value]
    return value
