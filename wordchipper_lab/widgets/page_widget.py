"""What all screens have in common: what their page sends can be sent back to it."""

from __future__ import annotations

from typing import Any

import anywidget
from traitlets import TraitType

from ..text.text_bytes import encode_text

__all__ = ["PageWidget", "without_lone_surrogates"]


class PageWidget(anywidget.AnyWidget):
    """A widget whose page may send any JSON: lone surrogates, which JSON has and UTF-8 has not, become U+FFFD.

    ipywidgets echoes a state before any trait has seen it; an echo that could not be encoded was a traceback, and the
    state was lost.

    The page is the only client: nothing that it sets is echoed to it. An echo of 1 MB of text would travel at every
    key, and an echo of the last step would take back the next one.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        for trait in vars(cls).values():
            if isinstance(trait, TraitType) and trait.metadata.get("sync"):
                trait.tag(echo_update=False)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take over what the page says."""
        super().set_state(without_lone_surrogates(sync_data))

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
