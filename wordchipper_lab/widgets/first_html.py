"""A screen in two lines of HTML, for readers who have no kernel yet, or none at all."""

from __future__ import annotations

from html import escape

from ..screens.registry import SCREENS

__all__ = ["first_html"]


def first_html(widget: str, picture: str = "") -> str:
    """Title and purpose of the screen with this `widget` class, and its `picture`, which is HTML.

    >>> first_html("MergeStepper")
    '<p><strong>Merge stepper</strong>: a span through the span encoders, merge by merge.</p>'
    """
    screen = next((screen for screen in SCREENS.values() if screen.widget == widget), None)
    title = escape(screen.title if screen else widget)
    about = f": {escape(screen.about)}" if screen else ""
    return f"<p><strong>{title}</strong>{about}.</p>{picture}"
