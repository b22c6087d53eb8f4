"""Several traits of a widget at once: what observes them hears of one change, not of one for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ipywidgets import Widget
from traitlets import HasTraits

__all__ = ["choose_traits", "set_traits"]


def set_traits(widget: HasTraits, names: Iterable[str], state: Mapping[str, Any]) -> None:
    """Set those of the traits `names` that `state` has; where one is refused, all stay (``TraitError``)."""
    with widget.hold_trait_notifications():
        for name in names:
            if name in state:
                setattr(widget, name, state[name])


def choose_traits(widget: Widget, names: Iterable[str], state: Mapping[str, Any]) -> None:
    """Set those of the traits `names` that `state` has as one question; what changes travels in one message."""
    with widget.hold_sync():
        set_traits(widget, names, state)
